import type { AlertCause } from '../alerts/alert';
import { alertSteps, resolveStep } from '../alerts/alerts';
import { isLive } from '../invoices/document-status';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { keptChange, ofTypes, type StampedTrip, TRIP_ALERT_FIELDS } from '../invoices/trip-alerts';
import type { Context } from '../platform/runtime/context';
import { type Change, type Condition, unchanged } from '../platform/table/expression';
import { check, type Step, update } from '../platform/table/steps';
import type { TripRecord } from './trip';
import { readTripInvoices } from './trip-invoices';

export const isDraft = ({ status }: InvoiceRecord): boolean => status === 'DRAFT' || status === 'ERROR';

/** A transaction has at most 100 writes: three for each document here, and those of the trip. A real trip has one to three. */
const MOST_DOCUMENTS = 28;

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
    .flatMap((draft) => {
      const key = invoiceKey(teamId, draft.id);
      if (documents.length > 0) return [check(key, asRead(draft), refused)];
      const [type, id] = ['TRIP_CANCELLED_WITH_DRAFT', context.newId()] as const;
      return [
        update(key, keptChange(draft, ofTypes(), [{ type, id }]), asRead(draft), refused),
        ...alertSteps(context, teamId, { type, entityId: draft.id }, id),
      ];
    });
  const stamped = documents.slice(0, MOST_DOCUMENTS).flatMap((document) => {
    const tripCancelledAlert = context.newId();
    const cause = { type: 'TRIP_CANCELLED_WITH_INVOICE', entityId: document.id } as const;
    return [
      update(invoiceKey(teamId, document.id), { set: { tripCancelledAlert } }, asRead(document), refused),
      ...alertSteps(context, teamId, cause, tripCancelledAlert),
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

/** The write of a live document that raises or resolves its alert, and the writes of the alert. */
interface OutdatedChange {
  readonly change: Required<Pick<Change, 'set' | 'remove'>>;
  readonly alert: readonly Step[];
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
    return {
      change: { set: {}, remove: ['outdatedAlert', 'stampedTrip'] },
      alert: [resolveStep(teamId, outdatedAlert)],
    };
  const id = context.newId();
  const alert = alertSteps(context, teamId, { ...cause, type: 'CARTA_PORTE_OUTDATED', entityId: record.id }, id);
  return { change: { set: { outdatedAlert: id, stampedTrip }, remove: [] }, alert };
}

/** A Carta Porte that a change of the trip can make wrong, drafts included. */
export const isCartaPorte = ({ hasCartaPorte, isReplaced }: InvoiceRecord): boolean => hasCartaPorte && !isReplaced;

const CHARGED = ['clientId', 'revenue'] as const satisfies readonly (keyof StampedTrip)[];
const BILLED = [...CHARGED, 'driverId', 'vehicleId'] as const satisfies readonly (keyof StampedTrip)[];

/** The fields of the trip that count for an invoice. Its Carta Porte has an alert of its own about driver and vehicle. */
function billedFields({ type, hasCartaPorte }: InvoiceRecord): readonly (keyof StampedTrip)[] {
  if (type !== undefined) return [];
  return hasCartaPorte ? CHARGED : BILLED;
}

/** The values of the trip when the invoice was stamped. An invoice to another client says nothing about the trip's. */
const billedOf = ({ clientId, driverId, vehicleId }: InvoiceRecord, trip: TripRecord): StampedTrip => ({
  ...(clientId === trip.clientId && { clientId }),
  revenue: trip.revenue,
  driverId: driverId ?? trip.driverId,
  vehicleId: vehicleId ?? trip.vehicleId,
});

const OUTDATED = ofTypes('INVOICE_OUTDATED');

/**
 * The first change of a trip after the stamp of its invoice raises INVOICE_OUTDATED, and the one that brings the values back
 * resolves it. Undefined for any other change.
 */
function billedChange(
  context: Context,
  record: InvoiceRecord,
  before: TripRecord,
  after: TripRecord,
): OutdatedChange | undefined {
  const { teamId, keptAlerts = [] } = record;
  const kept = keptAlerts.find(({ type }) => OUTDATED(type));
  const trip = kept?.trip ?? billedOf(record, before);
  const isSameIn = (field: keyof StampedTrip) =>
    (field === 'clientId' && trip.clientId === undefined) || (trip[field] ?? '') === (after[field] ?? '');
  if (billedFields(record).every(isSameIn) === (kept === undefined)) return undefined;
  if (kept) return { change: keptChange(record, OUTDATED), alert: [resolveStep(teamId, kept.id)] };
  const [type, id] = ['INVOICE_OUTDATED', context.newId()] as const;
  const alert = alertSteps(context, teamId, { type, entityId: record.id }, id);
  return { change: keptChange(record, OUTDATED, [{ type, id, trip }]), alert };
}

/** The alerts of a live document and of its Carta Porte, in one write of the document. */
export function documentSteps(
  record: InvoiceRecord,
  changes: readonly (OutdatedChange | undefined)[],
  refused: () => Error,
): Step[] {
  const made = changes.filter((one) => one !== undefined);
  if (made.length === 0) return [];
  const change = {
    set: Object.assign({}, ...made.map(({ change: { set } }) => set)),
    remove: made.flatMap(({ change: { remove } }) => remove),
  };
  return [
    update(invoiceKey(record.teamId, record.id), change, asRead(record), refused),
    ...made.flatMap(({ alert }) => alert),
  ];
}

/** An edit writes up to five items for each document, and about twenty others. */
const MOST_EDITED = 16;

/** The steps of a trip's edit for each of its documents. Empty for an edit of other fields. */
export async function outdatedSteps(
  context: Context,
  before: TripRecord,
  after: TripRecord,
  changed: (trip: TripRecord) => Error,
): Promise<Step[]> {
  const isMoved = !isSame(before, after);
  if (!isMoved && CHARGED.every((field) => before[field] === after[field])) return [];
  const refused = () => changed(before);
  const stepsOf = (record: InvoiceRecord): Step[] => {
    if (isDraft(record))
      return isMoved && isCartaPorte(record)
        ? [check(invoiceKey(record.teamId, record.id), asRead(record), refused)]
        : [];
    if (!isLive(record) || record.isReplaced) return [];
    const outdated = record.hasCartaPorte ? outdatedChange(context, record, before, after) : undefined;
    return documentSteps(record, [outdated, billedChange(context, record, before, after)], refused);
  };
  const steps = (await readTripInvoices(context, before)).map(stepsOf).filter(({ length }) => length > 0);
  return steps.slice(0, MOST_EDITED).flat();
}
