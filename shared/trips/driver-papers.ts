import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { HoursNow } from '../hours/hours-answer';
import { Invoice } from '../invoices/invoice';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { transact } from '../platform/table/transact';
import { nullable } from '../platform/values/fields';
import type { Leg } from './leg';
import { assertOwnTrip } from './own-trip';
import { TripStops } from './stop-states';
import { OwnTrip, type TripRecord } from './trip';
import { readTripInvoices } from './trip-invoices';

/** The document that a driver shows at an inspection: the data of its QR codes, for a phone without network. */
export const TripPaper = v.object({
  invoiceId: Invoice.entries.id,
  /** What the document is. */
  type: Invoice.entries.type,
  uuid: Invoice.entries.uuid,
  /** The identifier of the Carta Porte. Null for a document without one. */
  idCcp: nullable(v.string()),
  /** How far the document is. CANCELLED is shown to a former driver alone. */
  status: v.picklist(['VALID', 'CANCELLED_PENDING', 'CANCELLED']),
  /** The address of the SAT that verifies the document. null before the stamp. */
  verificationUrl: Invoice.entries.verificationUrl,
  /** The address of the SAT that verifies the Carta Porte: the QR that the driver shows. null before the stamp. */
  cartaPorteUrl: Invoice.entries.cartaPorteUrl,
});
export type TripPaper = v.InferOutput<typeof TripPaper>;

/**
 * Answer of GET /drivers/me/trips/{tripId}: the trip without money, with its stops and the driver's limits. `invoice` is null without a document and
 * outside the time of the trip.
 */
export const OwnTripWithPaper = v.object({
  ...OwnTrip.entries,
  ...TripStops.entries,
  /** The document that the driver carries. null without one. */
  invoice: nullable(TripPaper),
  /** How much the driver may still drive. null when the policy of the team is OFF. */
  hours: nullable(HoursNow),
});

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether the driver may read the trip's documents: within 24 hours of the planned start, while the trip is under way,
 * and for 24 hours after it. A trip that was cancelled before its start has no such time.
 */
export function isPaperTime(
  { status, startDate, actualStartDate, actualEndDate, cancelledAt }: TripRecord,
  now: Date,
): boolean {
  if (status === 'EN_PROCESO') return true;
  const isWithinADay = (instant: string | undefined): boolean =>
    instant !== undefined && Math.abs(now.getTime() - Date.parse(instant)) <= DAY_MS;
  if (status === 'NO_INICIADO') return isWithinADay(startDate);
  return actualStartDate !== undefined && isWithinADay(actualEndDate ?? cancelledAt);
}

const isShown = ({ status, hasCartaPorte }: InvoiceRecord): boolean =>
  status === 'VALID' || (status === 'CANCELLED_PENDING' && hasCartaPorte);

const issuedOf = ({ issuedAt = '', id }: InvoiceRecord): string => `${issuedAt} ${id}`;
const latestFirst = (one: InvoiceRecord, other: InvoiceRecord): number => (issuedOf(one) < issuedOf(other) ? 1 : -1);

/** The document for the road: the one with a Carta Porte that was stamped last (VALID or CANCELLED_PENDING), else the VALID one that was stamped last. */
export function newestPaper(invoices: readonly InvoiceRecord[]): InvoiceRecord | undefined {
  const shown = invoices.filter(isShown).sort(latestFirst);
  return shown.find(({ hasCartaPorte }) => hasCartaPorte) ?? shown[0];
}

/**
 * The document that a driver may read now. The present driver reads the newest one. A former driver reads the one of the own
 * leg for 24 hours after it, also when the substitute has cancelled it.
 */
async function paperFor(context: Context, trip: TripRecord, driver: TeamActor): Promise<InvoiceRecord | undefined> {
  if (trip.driverId === driver.id) return newestPaper(await readTripInvoices(context, trip));
  const invoiceId = legOf(trip, driver)?.invoiceId;
  return invoiceId === undefined ? undefined : getItem(context, invoiceKey(trip.teamId, invoiceId));
}

/** The last leg of a former driver. */
const legOf = ({ legs = [] }: TripRecord, { id }: TeamActor): Leg | undefined =>
  legs.findLast(({ driverId }) => driverId === id);

/** Throws FORBIDDEN for a driver who never had the trip, and NOT_FOUND for a former driver whose 24 hours are over. */
function assertReader(trip: TripRecord, driver: TeamActor, now: Date): void {
  const leg = trip.driverId === driver.id ? undefined : legOf(trip, driver);
  if (leg === undefined) assertOwnTrip(trip, driver.id);
  else if (now.getTime() - Date.parse(leg.until) > DAY_MS) throw new AppError('NOT_FOUND', { message: LEG_IS_OVER });
}

const LEG_IS_OVER = {
  en: 'Another driver took this trip over more than 24 hours ago. Ask your dispatcher for its document.',
  es: 'Otro operador tomó este viaje hace más de 24 horas. Pida su documento al despachador.',
};

/** Whether this reader, whom {@link assertReader} has admitted, may read a document now. */
const isPaperTimeOf = (trip: TripRecord, driver: TeamActor, now: Date): boolean =>
  trip.driverId !== driver.id || isPaperTime(trip, now);

/**
 * Throws FORBIDDEN for another driver's trip, and NOT_FOUND outside the time in which the driver of the trip, or a former one, may read what an
 * inspection asks for.
 */
export function assertMayReadPapers(trip: TripRecord, driver: TeamActor, now: Date): void {
  assertReader(trip, driver, now);
  if (!isPaperTimeOf(trip, driver, now)) throw new AppError('NOT_FOUND', { message: OUT_OF_TIME });
}

/** The trip in the answer of its present driver, and of a former one for 24 hours. Throws FORBIDDEN for any other driver. */
export const readOwnTrip = capability(
  { table: ['GetItem', 'BatchGetItem', 'Query'] },
  (context) => async (driver: TeamActor, trip: TripRecord) => {
    const now = context.now();
    assertReader(trip, driver, now);
    const record = isPaperTimeOf(trip, driver, now) ? await paperFor(context, trip, driver) : undefined;
    return { ...trip, invoice: record ? paperOf(record) : null };
  },
);

/**
 * The document that the driver of a trip may open now. Throws FORBIDDEN for another driver's trip, NOT_FOUND outside the
 * time of the trip or of the former driver, and INVOICE_WITHOUT_DOCUMENT when nothing is stamped.
 */
export const findPaper = capability(
  { table: ['GetItem', 'BatchGetItem', 'Query'] },
  (context) =>
    async (driver: TeamActor, trip: TripRecord): Promise<InvoiceRecord> => {
      assertMayReadPapers(trip, driver, context.now());
      const record = await paperFor(context, trip, driver);
      if (record === undefined) throw new AppError('INVOICE_WITHOUT_DOCUMENT');
      return record;
    },
);

const OUT_OF_TIME = {
  en: 'The documents of a trip can be read from 24 hours before its planned start to 24 hours after its end. Ask your dispatcher for them.',
  es: 'Los documentos de un viaje se pueden consultar desde 24 horas antes de su inicio planeado hasta 24 horas después de su fin. Pídalos a su despachador.',
};

const paperOf = (record: InvoiceRecord): v.InferInput<typeof TripPaper> => ({
  invoiceId: record.id,
  type: record.type ?? 'I',
  uuid: record.uuid ?? null,
  idCcp: (record.hasCartaPorte && record.stamping?.idCcp) || null,
  status: record.status === 'CANCELLED_PENDING' || record.status === 'CANCELLED' ? record.status : 'VALID',
  verificationUrl: record.verificationUrl ?? null,
  cartaPorteUrl: record.cartaPorteUrl ?? null,
});

/** Writes down that a driver read a document of the own trip. */
export const notePaperRead = capability(
  { table: ['PutItem'] },
  (context) =>
    (driver: TeamActor, { id, tripId }: InvoiceRecord, format: string): Promise<void> =>
      transact(context, [
        auditStep(context, driver, {
          entityType: 'INVOICE',
          entityId: id,
          action: 'READ',
          changes: { tripId, format },
        }),
      ]),
);
