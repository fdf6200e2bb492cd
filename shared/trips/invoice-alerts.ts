import type { AlertCause } from '../alerts/alert';
import { alertStep, resolveStep } from '../alerts/alerts';
import { isLive } from '../invoices/document-status';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { type StampedTrip, TRIP_ALERT_FIELDS } from '../invoices/trip-alerts';
import type { Context } from '../platform/runtime/context';
import { type Change, type Condition, unchanged } from '../platform/table/expression';
import { check, type Step, update } from '../platform/table/steps';
import type { TripRecord } from './trip';
import { readTripInvoices } from './trip-invoices';

export const isDraft = ({ status }: InvoiceRecord): boolean => status === 'DRAFT' || status === 'ERROR';

/** A transaction has at most 100 writes: two for each document here, and those of the trip. A real trip has one to three. */
const MOST_DOCUMENTS = 40;

/** Status and alerts of an invoice are those that were read. Another request may stamp or cancel it at the same time. */
export const asRead = (record: InvoiceRecord): Condition => unchanged(record, ['status', ...TRIP_ALERT_FIELDS]);

/**
 * The alerts of a trip's cancellation. A live document must be cancelled; without one, each draft must be stamped or
 * deleted. `changed` makes the cancellation start again when an invoice changes its status meanwhile.
 */
export async function cancellationWarnings(
  context: Context,
  trip: TripRecord,
  changed: (trip: TripRecord) => Error,
): Promise<Step[]> {
  const { teamId } = trip;
  const invoices = (await readTripInvoices(context, trip)).filter((one) => isLive(one) || isDraft(one));
  const documents = invoices.filter(isLive);
  const refused = () => changed(trip);
  const unstamped = invoices
    .filter(isDraft)
    .slice(0, MOST_DOCUMENTS - Math.min(documents.length, MOST_DOCUMENTS))
    .flatMap((draft) => [
      check(invoiceKey(teamId, draft.id), asRead(draft), refused),
      ...(documents.length === 0
        ? [alertStep(context, teamId, { type: 'TRIP_CANCELLED_WITH_DRAFT', entityId: draft.id })]
        : []),
    ]);
  const stamped = documents.slice(0, MOST_DOCUMENTS).flatMap((document) => {
    const tripCancelledAlert = context.newId();
    const cause = { type: 'TRIP_CANCELLED_WITH_INVOICE', entityId: document.id } as const;
    return [
      update(invoiceKey(teamId, document.id), { set: { tripCancelledAlert } }, asRead(document), refused),
      alertStep(context, teamId, cause, tripCancelledAlert),
    ];
  });
  return [...stamped, ...unstamped];
}

/** The fields of a trip that its Carta Porte contains. */
export const CONTAINED = [
  'driverId',
  'vehicleId',
  'routeId',
  'cargoDescription',
  'cargoWeight',
  'cargoVolume',
] as const satisfies readonly (keyof StampedTrip)[];

const isSame = (one: StampedTrip, other: StampedTrip): boolean =>
  CONTAINED.every((field) => (one[field] ?? '') === (other[field] ?? ''));

/** The values in the document: the trip's, but a substitute may name another driver or vehicle. */
const stampedOf = ({ driverId, vehicleId }: InvoiceRecord, trip: TripRecord): StampedTrip => ({
  ...Object.fromEntries(CONTAINED.flatMap((field) => (trip[field] === undefined ? [] : [[field, trip[field]]]))),
  ...(driverId && { driverId }),
  ...(vehicleId && { vehicleId }),
});

/** The write of a live Carta Porte that raises or resolves its alert, and the write of the alert. */
interface OutdatedChange {
  readonly change: Change;
  readonly alert: Step;
}

/**
 * Whether the document has the values of the trip after the change. Never after a correction of the driver's or vehicle's own
 * record: no edit of the trip makes the document right.
 */
export const isRightFor = (record: InvoiceRecord, before: TripRecord, after: TripRecord): boolean =>
  !(record.outdatedAlert !== undefined && record.stampedTrip === undefined) &&
  isSame(record.stampedTrip ?? stampedOf(record, before), after);

/**
 * The first change of a trip that makes a live Carta Porte wrong raises CARTA_PORTE_OUTDATED, and the one that brings the stamped
 * values back resolves it. Undefined for any other change.
 */
export function outdatedChange(
  context: Context,
  record: InvoiceRecord,
  before: TripRecord,
  after: TripRecord,
  cause: Pick<AlertCause, 'facts'> = {},
): OutdatedChange | undefined {
  const { teamId, outdatedAlert, stampedTrip = stampedOf(record, before) } = record;
  if (isRightFor(record, before, after) === (outdatedAlert === undefined)) return undefined;
  if (outdatedAlert !== undefined)
    return { change: { remove: ['outdatedAlert', 'stampedTrip'] }, alert: resolveStep(teamId, outdatedAlert) };
  const id = context.newId();
  const alert = alertStep(context, teamId, { ...cause, type: 'CARTA_PORTE_OUTDATED', entityId: record.id }, id);
  return { change: { set: { outdatedAlert: id, stampedTrip } }, alert };
}

/** A Carta Porte that a change of the trip can make wrong, drafts included. */
export const isCartaPorte = ({ hasCartaPorte, isReplaced }: InvoiceRecord): boolean => hasCartaPorte && !isReplaced;

/** The steps of a trip's edit for each of its Carta Portes. Empty for an edit of other fields. */
export async function outdatedSteps(
  context: Context,
  before: TripRecord,
  after: TripRecord,
  changed: (trip: TripRecord) => Error,
): Promise<Step[]> {
  if (isSame(before, after)) return [];
  const invoices = (await readTripInvoices(context, before)).filter(isCartaPorte);
  const refused = () => changed(before);
  return invoices.slice(0, MOST_DOCUMENTS).flatMap((record) => {
    const key = invoiceKey(before.teamId, record.id);
    if (isDraft(record)) return [check(key, asRead(record), refused)];
    const outdated = isLive(record) ? outdatedChange(context, record, before, after) : undefined;
    return outdated ? [update(key, outdated.change, asRead(record), refused), outdated.alert] : [];
  });
}
