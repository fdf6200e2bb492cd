import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { Invoice } from '../invoices/invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { transact } from '../platform/table/transact';
import { nullable } from '../platform/values/fields';
import { assertOwnTrip } from './move-trip';
import { OwnTrip, type TripRecord } from './trip';
import { readTripInvoices } from './trip-invoices';

/** The document that a driver shows at an inspection: the data of its QR codes, for a phone without network. */
export const TripPaper = v.object({
  invoiceId: Invoice.entries.id,
  type: Invoice.entries.type,
  uuid: Invoice.entries.uuid,
  /** The identifier of the Carta Porte. Null for a document without one. */
  idCcp: nullable(v.string()),
  status: v.picklist(['VALID', 'CANCELLED_PENDING']),
  verificationUrl: Invoice.entries.verificationUrl,
  cartaPorteUrl: Invoice.entries.cartaPorteUrl,
});
export type TripPaper = v.InferOutput<typeof TripPaper>;

/** Answer of GET /drivers/me/trips/{tripId}. `invoice` is null without a document and outside the time of the trip. */
export const OwnTripWithPaper = v.object({ ...OwnTrip.entries, invoice: nullable(TripPaper) });

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

/**
 * The document of a trip that its driver may read now: the one with a Carta Porte that was stamped last (VALID or
 * CANCELLED_PENDING), else the VALID one that was stamped last.
 */
async function paperIn(context: Context, trip: TripRecord): Promise<InvoiceRecord | undefined> {
  const shown = (await readTripInvoices(context, trip)).filter(isShown).sort(latestFirst);
  return shown.find(({ hasCartaPorte }) => hasCartaPorte) ?? shown[0];
}

/** The trip in its driver's answer. Throws FORBIDDEN when the trip is assigned to another driver. */
export const readOwnTrip = capability(
  { table: ['BatchGetItem', 'Query'] },
  (context) => async (driver: TeamActor, trip: TripRecord) => {
    assertOwnTrip(trip, driver.id);
    const record = isPaperTime(trip, context.now()) ? await paperIn(context, trip) : undefined;
    return { ...trip, invoice: record ? paperOf(record) : null };
  },
);

/**
 * The document that the driver of a trip may open now. Throws FORBIDDEN for another driver's trip, NOT_FOUND outside the
 * time of the trip, and INVOICE_WITHOUT_DOCUMENT when nothing is stamped.
 */
export const findPaper = capability(
  { table: ['BatchGetItem', 'Query'] },
  (context) =>
    async (driver: TeamActor, trip: TripRecord): Promise<InvoiceRecord> => {
      assertOwnTrip(trip, driver.id);
      if (!isPaperTime(trip, context.now())) throw new AppError('NOT_FOUND', { message: OUT_OF_TIME });
      const record = await paperIn(context, trip);
      if (record === undefined) throw new AppError('INVOICE_WITHOUT_DOCUMENT');
      return record;
    },
);

const OUT_OF_TIME =
  'The document of a trip can be read from 24 hours before its planned start to 24 hours after its end. Ask your dispatcher for it.';

const paperOf = (record: InvoiceRecord): v.InferInput<typeof TripPaper> => ({
  invoiceId: record.id,
  type: record.type ?? 'I',
  uuid: record.uuid ?? null,
  idCcp: (record.hasCartaPorte && record.stamping?.idCcp) || null,
  status: record.status === 'CANCELLED_PENDING' ? 'CANCELLED_PENDING' : 'VALID',
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
