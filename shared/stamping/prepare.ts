import * as v from 'valibot';
import { checkReadiness } from '../carta-porte/readiness';
import { catalogues } from '../carta-porte/sat/catalogues';
import { InvoiceContent } from '../invoices/invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { capability } from '../platform/runtime/capability';
import type { PreparedInvoice } from './deps';
import { documentOf } from './provider/document';
import { readStampable } from './read-stampable';

/** The findings that prevent stamping the current invoice, checked with the packaged SAT catalogues. */
export const checkInvoice = capability(
  readStampable.permissions,
  (context) => async (record: InvoiceRecord) => checkReadiness(await readStampable.make(context)(record), catalogues),
);

/**
 * The findings, the content that the attempt keeps, and the provider's request body. All three come from one read, so
 * that they describe the same revision.
 */
export const prepareInvoice = capability(
  readStampable.permissions,
  (context) =>
    async (record: InvoiceRecord): Promise<PreparedInvoice> => {
      const given = await readStampable.make(context)(record);
      const { invoice, client, driver, vehicle } = given;
      return {
        content: v.parse(InvoiceContent, invoice),
        errors: checkReadiness(given, catalogues).errors,
        bodyFor: (marks) => {
          if (client === undefined) throw new Error('The invoice has no client. Validate it before it is stamped.');
          return documentOf({ invoice, client, driver, vehicle, ...marks }, catalogues);
        },
      };
    },
);
