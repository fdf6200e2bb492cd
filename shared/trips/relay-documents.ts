import { isDeepStrictEqual } from 'node:util';
import { auditStep, type TeamActor } from '../audit/audit';
import { withoutVehicle } from '../carta-porte/filled-values';
import type { Crew } from '../fleet/crew';
import { isLive } from '../invoices/document-status';
import type { Invoice } from '../invoices/invoice';
import { newInvoicesCountSteps } from '../invoices/invoice-counts';
import { type InvoiceRecord, invoiceCartaPorteKey, invoiceKey } from '../invoices/invoice-record';
import { readDetails } from '../invoices/read-invoice';
import { type PlannedSubstitute, planSubstitute, refuseSubstitution } from '../invoices/substitute-invoice';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { allOf, unchanged } from '../platform/table/expression';
import { check, putItem, type Step, update } from '../platform/table/steps';
import { newestPaper } from './driver-papers';
import { asRead, isCartaPorte, isDraft, isRightFor, outdatedChange } from './invoice-alerts';
import type { TripRecord } from './trip';
import { readTripInvoices } from './trip-invoices';

/** A transaction has at most 100 writes. Each substitute takes about ten of them, and each other document up to three. */
const MOST_DOCUMENTS = 15;
const MOST_SUBSTITUTES = 4;

/** A relay that is not written yet. */
interface PlannedRelay {
  readonly actor: TeamActor;
  readonly trip: TripRecord;
  /** The new driver and vehicle. */
  readonly crew: Crew;
  readonly changed: (trip: TripRecord) => Error;
}

/** What a relay means for the documents of the trip. */
interface RelayedDocuments {
  /** The document that the driver carries before the relay. */
  readonly paperId: string | undefined;
  readonly steps: readonly Step[];
}

/**
 * The steps of a relay for each Carta Porte of the trip. A live one that is wrong now gets the alert CARTA_PORTE_OUTDATED. A
 * VALID one also gets the draft of its substitute, if it can be substituted now; otherwise the alert alone tells the office. A
 * draft follows the trip: it loses its own driver, vehicle and values of the vehicle.
 */
export async function relayDocuments(context: Context, relay: PlannedRelay): Promise<RelayedDocuments> {
  const { trip } = relay;
  const all = await readTripInvoices(context, trip);
  const created: PlannedSubstitute[] = [];
  const steps: Step[] = [];
  for (const record of all.filter(isCartaPorte).slice(0, MOST_DOCUMENTS)) {
    if (isDraft(record)) steps.push(...(await draftSteps(context, relay, record)));
    if (!isLive(record)) continue;
    const isWanted = created.length < MOST_SUBSTITUTES && isWrong(record, relay);
    const substitute = isWanted ? await substituteFor(context, relay, record) : undefined;
    if (substitute) created.push(substitute);
    steps.push(...documentSteps(context, relay, record, substitute));
  }
  const counts = newInvoicesCountSteps(
    trip.teamId,
    created.map(({ record }) => record),
  );
  return { paperId: newestPaper(all)?.id, steps: [...steps, ...counts] };
}

const relayed = ({ trip, crew }: PlannedRelay): TripRecord => ({ ...trip, ...crew });

const isWrong = (record: InvoiceRecord, relay: PlannedRelay): boolean =>
  !isRightFor(record, relay.trip, relayed(relay));

/** The writes of a live document, its alert and its substitute. */
function documentSteps(
  context: Context,
  relay: PlannedRelay,
  record: InvoiceRecord,
  substitute: PlannedSubstitute | undefined,
): Step[] {
  const facts = substitute && { draftId: substitute.record.id };
  const outdated = outdatedChange(context, record, relay.trip, relayed(relay), facts && { facts });
  if (outdated === undefined && substitute === undefined) return [];
  const change = {
    set: { ...outdated?.change.set, ...substitute?.change.set },
    remove: outdated?.change.remove ?? [],
  };
  const condition = allOf(asRead(record), substitute?.condition ?? {});
  return [
    update(invoiceKey(record.teamId, record.id), change, condition, () => relay.changed(relay.trip)),
    ...(outdated?.alert ?? []),
    ...(substitute?.steps ?? []),
  ];
}

/** Undefined for a document that cannot be substituted now: it is not VALID, has a substitute, or later documents depend on it. */
async function substituteFor(
  context: Context,
  { actor, crew }: PlannedRelay,
  old: InvoiceRecord,
): Promise<PlannedSubstitute | undefined> {
  try {
    await refuseSubstitution(context, old);
  } catch (failure) {
    if (failure instanceof AppError) return undefined;
    throw failure;
  }
  return planSubstitute(context, actor, old, {}, (draft) => followingTrip(draft, crew));
}

/** The content for a new crew: driver, plate and values of the vehicle come from the trip and its records at the stamp. */
function followingTrip({ driverId, vehicleId, cartaPorte, ...draft }: Invoice, crew: Crew): Invoice {
  return {
    ...draft,
    ...(crew.driverId === undefined && driverId && { driverId }),
    ...(crew.vehicleId === undefined && vehicleId && { vehicleId }),
    ...(cartaPorte && { cartaPorte: crew.vehicleId === undefined ? cartaPorte : withoutVehicle(cartaPorte) }),
  };
}

/** The steps by which a draft follows the trip. A stamp or an edit meanwhile starts the relay again. */
async function draftSteps(
  context: Context,
  { actor, trip, crew, changed }: PlannedRelay,
  record: InvoiceRecord,
): Promise<Step[]> {
  const refused = () => changed(trip);
  const { teamId, id, revision } = record;
  const key = invoiceKey(teamId, id);
  const condition = allOf(asRead(record), unchanged(record, ['revision']));
  const own = (['driverId', 'vehicleId'] as const).filter((field) => crew[field] && record[field]);
  const { cartaPorte } = crew.vehicleId === undefined ? {} : await readDetails(context, record);
  const emptied = cartaPorte && withoutVehicle(cartaPorte);
  const isEmptied = !isDeepStrictEqual(emptied, cartaPorte);
  const fields = [...own, ...(isEmptied ? ['cartaPorte'] : [])];
  if (fields.length === 0) return [check(key, condition, refused)];
  const set = { revision: revision + 1, updatedAt: context.now().toISOString() };
  return [
    update(key, { set, remove: own }, condition, refused),
    ...(emptied && isEmptied ? [putItem(invoiceCartaPorteKey(teamId, id), { cartaPorte: emptied })] : []),
    auditStep(context, actor, { entityType: 'INVOICE', entityId: id, action: 'UPDATE', changes: { fields } }),
  ];
}
