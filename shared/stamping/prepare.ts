import * as v from 'valibot';
import { checkReadiness } from '../carta-porte/readiness';
import { catalogues } from '../carta-porte/sat/catalogues';
import { InvoiceContent } from '../invoices/invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { capability } from '../platform/runtime/capability';
import type { PreparedInvoice } from './deps';
import { documentOf } from './provider/document';
import { readStampable } from './read-stampable';

/** What stands in the way of stamping the invoice as it is now, by the shipped catalogues. */
export const checkInvoice = capability(
  readStampable.permissions,
  (context) => async (record: InvoiceRecord) => checkReadiness(await readStampable.make(context)(record), catalogues),
);

/** The invoice as it would be stamped now: what stands in the way, what is kept of it, and the provider's document. All from one reading. */
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
          if (client === undefined) throw new Error('An invoice is validated before it is stamped.');
          return documentOf({ invoice, client, driver, vehicle, ...marks }, catalogues);
        },
      };
    },
);
