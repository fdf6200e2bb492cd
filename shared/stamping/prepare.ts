import * as v from 'valibot';
import { checkReadiness } from '../domain/carta-porte/readiness';
import type { InvoiceRecord } from '../domain/invoice-records';
import { InvoiceContent } from '../domain/invoices';
import { catalogues } from '../providers/catalogues/catalogues';
import { documentOf } from '../providers/stamping/document';
import { capability } from '../runtime/capability';
import { readStampable } from '../store/invoices/stamp-reads';
import type { PreparedInvoice } from './deps';

/** What stands in the way of stamping the invoice as it is now, by the shipped catalogues. */
export const checkInvoice = capability(
  readStampable.rights,
  (context) => async (record: InvoiceRecord) => checkReadiness(await readStampable.make(context)(record), catalogues),
);

/** The invoice as it would be stamped now: what stands in the way, what is kept of it, and the provider's document. All from one reading. */
export const prepareInvoice = capability(
  readStampable.rights,
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
