import * as v from 'valibot';
import { filledCartaPorte } from '../carta-porte/filled-values';
import type { Finding, Readiness } from '../carta-porte/findings';
import { checkReadiness } from '../carta-porte/readiness';
import { type Customer, catalogueDays, type ReadinessInput } from '../carta-porte/readiness-input';
import { catalogues } from '../carta-porte/sat/catalogues';
import { InvoiceContent } from '../invoices/invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { creditedId } from '../invoices/invoice-writes';
import { refuseLaterNotes } from '../invoices/later-documents';
import type { StoredPayment } from '../invoices/receipt';
import { capability } from '../platform/runtime/capability';
import { type ReadReceipt, readReceipt } from '../receipts/read-receipt';
import { readReceiptBooks } from '../receipts/receipt-books';
import { receiptCheckOf } from '../receipts/receipt-check';
import type { TripRecord } from '../trips/trip';
import { readOtherCartaPorte } from '../trips/trip-invoices';
import { checkOnline, withOnline } from './check-online';
import { documentOf } from './provider/document';
import type { DocumentBody } from './provider/port';
import { receiptBodyOf } from './provider/receipt';
import { readStampable } from './read-stampable';

/** An invoice as it would be stamped now. */
export interface PreparedInvoice {
  readonly content: InvoiceContent;
  /** The trip of a Carta Porte, as it was read. */
  readonly trip?: TripRecord;
  /** The document of a credit note, as the check read it. */
  readonly credited?: InvoiceRecord | undefined;
  /** Type I: the document that this one substitutes, as the check read it. */
  readonly replaced?: InvoiceRecord | undefined;
  /** Empty when the invoice is ready. */
  readonly errors: readonly Finding[];
  /** What a receipt of payment confirms, as the check read it. */
  readonly receipt?: ReadReceipt;
  /** `lines` are the numbered lines of a receipt. */
  readonly bodyFor: (marks: {
    readonly idCcp: string;
    readonly idempotencyKey: string;
    readonly lines?: readonly StoredPayment[];
  }) => DocumentBody;
}

/**
 * The findings that prevent stamping the current invoice, checked with the packaged SAT catalogues, and on request with
 * the SAT's lists.
 */
export const checkInvoice = capability.of(
  { readStampable, readOtherCartaPorte, checkOnline, readReceiptBooks },
  (deps) =>
    async (record: InvoiceRecord, isOnline = false): Promise<Readiness> => {
      const { trip, ...given } = await deps.readStampable(record);
      const otherCartaPorte = trip && (await deps.readOtherCartaPorte(trip, record));
      const books = record.type === 'P' ? await deps.readReceiptBooks(record) : undefined;
      const receipt = books && receiptCheckOf(record, books, given.timeZone);
      const offline = checkReadiness({ ...given, otherCartaPorte, receipt }, catalogues);
      return isOnline ? withOnline(offline, await deps.checkOnline(record.teamId, given.client)) : offline;
    },
);

/** The customer of the document: the client, or the issuer itself on type T (CP107). */
export function receiverOf({ invoice, client, organization }: ReadinessInput): Customer | undefined {
  if (invoice.type !== 'T') return client;
  return (
    organization && {
      name: organization.legalName,
      rfc: organization.rfc ?? undefined,
      taxRegime: organization.taxRegime,
      zipCode: organization.zipCode,
    }
  );
}

/**
 * The findings, the content that the attempt keeps, and the provider's request body. All three come from one read, so
 * that they describe the same revision.
 */
export const prepareInvoice = capability.of(
  { readStampable, readReceipt, refuseLaterNotes },
  (deps) =>
    async (record: InvoiceRecord): Promise<PreparedInvoice> => {
      const read = await deps.readStampable(record);
      const receipt = record.type === 'P' ? await deps.readReceipt(record) : undefined;
      const given = { ...read, receipt: receipt && receiptCheckOf(record, receipt.books, read.timeZone) };
      const { driver, vehicle } = given;
      // Notes and receipts of the old document may have been stamped since the draft was made. `readReceipt` checks those of a receipt.
      const replaced = record.type === 'P' ? undefined : given.related?.find(({ id }) => id === record.replaces);
      if (replaced) await deps.refuseLaterNotes(replaced, record.id);
      const client = receiverOf(given);
      const invoice = { ...given.invoice, cartaPorte: filledCartaPorte(given)?.cartaPorte };
      return {
        content: v.parse(InvoiceContent, given.invoice),
        ...(given.trip && { trip: given.trip }),
        ...(receipt && { receipt }),
        credited: given.related?.find(({ id }) => id === creditedId(record)),
        ...(record.type === undefined && { replaced }),
        errors: checkReadiness(given, catalogues).errors,
        bodyFor: ({ lines, ...marks }) => {
          if (client === undefined) throw new Error('The invoice has no client. Validate it before it is stamped.');
          if (lines) return receiptBodyOf({ invoice, client, lines, ...marks });
          return documentOf({ invoice, client, driver, vehicle, ...marks }, catalogues.on(catalogueDays(given)));
        },
      };
    },
);
