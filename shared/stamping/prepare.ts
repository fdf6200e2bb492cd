import * as v from 'valibot';
import type { Finding } from '../carta-porte/findings';
import { checkReadiness } from '../carta-porte/readiness';
import { catalogues } from '../carta-porte/sat/catalogues';
import { InvoiceContent } from '../invoices/invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { capability } from '../platform/runtime/capability';
import { documentOf } from './provider/document';
import type { DocumentBody } from './provider/port';
import { readStampable } from './read-stampable';

/** An invoice as it would be stamped now. */
export interface PreparedInvoice {
  readonly content: InvoiceContent;
  /** Empty when the invoice is ready. */
  readonly errors: readonly Finding[];
  readonly bodyFor: (marks: { readonly idCcp: string; readonly idempotencyKey: string }) => DocumentBody;
}

/** Reports which rules the invoice breaks now, by the shipped catalogues. */
export const checkInvoice = capability.of(
  { readStampable },
  (deps) => async (record: InvoiceRecord) => checkReadiness(await deps.readStampable(record), catalogues),
);

/** Makes the findings, the content to keep and the provider's document from one reading, so that they agree with each other. */
export const prepareInvoice = capability.of(
  { readStampable },
  (deps) =>
    async (record: InvoiceRecord): Promise<PreparedInvoice> => {
      const given = await deps.readStampable(record);
      const { invoice, client, driver, vehicle } = given;
      return {
        content: v.parse(InvoiceContent, invoice),
        errors: checkReadiness(given, catalogues).errors,
        bodyFor: (marks) => {
          if (client === undefined) throw new Error('An invoice is validated before it is stamped.');
          return documentOf({ invoice, client, driver, vehicle, ...marks }, catalogues);
        },
      };
    },
);
