import { ALERT_STATUSES } from '../shared/alerts/alert';
import { ALERT_RESOLUTION, ALERT_RETURN, ALERT_TRANSITIONS } from '../shared/alerts/alert-states';
import { BOX_STATUSES } from '../shared/boxes/box';
import { BOX_BY_HAND, BOX_BY_RESERVATION } from '../shared/boxes/box-states';
import { RESERVATION_STATUSES } from '../shared/boxes/reservation';
import { RESERVATION_TRANSITIONS } from '../shared/boxes/reservation-states';
import { ACCESS_TRANSITIONS, ACTIVATION } from '../shared/fleet/access-states';
import { APP_ACCESS_STATUSES, DRIVER_STATUSES } from '../shared/fleet/driver';
import { DRIVER_TRANSITIONS } from '../shared/fleet/driver-states';
import { VEHICLE_STATUSES } from '../shared/fleet/vehicle';
import { VEHICLE_TRANSITIONS } from '../shared/fleet/vehicle-states';
import { INVOICE_STATUSES } from '../shared/invoices/invoice';
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from '../shared/payments/payment-states';
import { ARCHIVE_STATUSES } from '../shared/stamping/archives/archive';
import { ARCHIVE_TRANSITIONS } from '../shared/stamping/archives/archive-states';
import { INVOICE_TRANSITIONS } from '../shared/stamping/invoice-states';
import { RELAY } from '../shared/trips/relay-states';
import { TRIP_STATUSES } from '../shared/trips/trip';
import { TRIP_TRANSITIONS } from '../shared/trips/trip-states';

/** An effect without the types of its record and its input. */
export interface AnyEffect {
  readonly says: string;
  readonly refuse?: unknown;
  readonly condition?: unknown;
  readonly set?: unknown;
  readonly steps?: unknown;
}

/** A row without the types of its record and its input. */
export interface AnyRow {
  readonly from: readonly string[];
  readonly to: unknown;
  readonly by: unknown;
  readonly effects: readonly AnyEffect[];
}

export interface StateMachine {
  /** The name for `npm run states -- --only NAME`. */
  readonly name: string;
  readonly title: string;
  /** The text above its table in docs/states.md. */
  readonly text: readonly string[];
  readonly statuses: readonly string[];
  readonly rows: readonly AnyRow[];
}

/** All state machines of the service, in the order of docs/states.md. */
export const STATE_MACHINES: readonly StateMachine[] = [
  {
    name: 'trips',
    title: 'Trip',
    text: [
      'Every transition writes a timeline entry and an audit entry, in one transaction with all of its effects.',
      'A move without a row is refused with TRIP_TRANSITION. A relay of a trip that is not EN_PROCESO is refused with TRIP_NOT_IN_PROGRESS.',
    ],
    statuses: TRIP_STATUSES,
    rows: [...TRIP_TRANSITIONS, RELAY],
  },
  {
    name: 'invoices',
    title: 'Invoice',
    text: [
      'Every transition changes the counters and writes an audit entry, in one transaction.',
      'An unknown answer of the provider has no row: see stamping.md.',
    ],
    statuses: INVOICE_STATUSES,
    rows: Object.values(INVOICE_TRANSITIONS),
  },
  {
    name: 'reservations',
    title: 'Box reservation',
    text: [
      'A new reservation is ACTIVA. Its box must be DISPONIBLE and not held. An end of another status is refused with RESERVATION_NOT_ACTIVE.',
    ],
    statuses: RESERVATION_STATUSES,
    rows: Object.values(RESERVATION_TRANSITIONS),
  },
  {
    name: 'boxes',
    title: 'Box',
    text: [
      'Every transition writes an audit entry: DEACTIVATE to INACTIVA, ACTIVATE from INACTIVA, else UPDATE.',
      'The status that the box already has changes nothing. A member cannot make a box RENTADA. When a member asks for a move without a row, the answer is VALIDATION_FAILED with the field `status`.',
    ],
    statuses: BOX_STATUSES,
    rows: [...BOX_BY_HAND, ...Object.values(BOX_BY_RESERVATION)],
  },
  {
    name: 'vehicles',
    title: 'Vehicle, by hand',
    text: [
      'Every transition writes an audit entry. Only trips write EN_VIAJE. A move without a row is refused with VEHICLE_STATUS.',
    ],
    statuses: VEHICLE_STATUSES,
    rows: VEHICLE_TRANSITIONS,
  },
  {
    name: 'drivers',
    title: 'Driver, by hand',
    text: [
      'Every transition writes an audit entry. Only trips write EN_VIAJE. A move without a row is refused with DRIVER_STATUS.',
    ],
    statuses: DRIVER_STATUSES,
    rows: DRIVER_TRANSITIONS,
  },
  {
    name: 'access',
    title: 'App access of a driver',
    text: [
      'An action locks the record, changes the account in Cognito and writes the transition with an audit entry.',
      'BAJA also closes the access: see the table of the driver. An action that does not fit the status is refused with APP_ACCESS_STATE.',
    ],
    statuses: APP_ACCESS_STATUSES,
    rows: [...Object.values(ACCESS_TRANSITIONS), ACTIVATION],
  },
  {
    name: 'payments',
    title: 'Payment',
    text: ['Every transition writes an audit entry. A REGISTERED payment is in the table, a VOIDED payment is not.'],
    statuses: PAYMENT_STATUSES,
    rows: Object.values(PAYMENT_TRANSITIONS),
  },
  {
    name: 'alerts',
    title: 'Alert',
    text: [
      'Every transition by a member writes an audit entry. The status that the alert already has changes nothing.',
      'A move without a row is refused with ALERT_STATUS.',
    ],
    statuses: ALERT_STATUSES,
    rows: [...ALERT_TRANSITIONS, ALERT_RESOLUTION, ALERT_RETURN],
  },
  {
    name: 'archives',
    title: 'Archive of a month’s documents',
    text: [
      'A new archive writes an audit entry. A call that finds the archive changed since it was read writes nothing, and answers the stored archive.',
    ],
    statuses: ARCHIVE_STATUSES,
    rows: Object.values(ARCHIVE_TRANSITIONS),
  },
];
