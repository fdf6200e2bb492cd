import * as v from 'valibot';
import { externalIdQuery } from '../platform/values/external-id';
import { Uuid, Whole } from '../platform/values/fields';
import { type ErrorText, said } from '../platform/values/text';
import { SearchText } from '../platform/values/words';
import { INVOICE_STATUSES, Invoice } from './invoice';
import { INVOICE_TYPES } from './invoice-type';

/** A whole number in a query, at least 1. */
const Count = (digits: RegExp, maximum: number, message: ErrorText) =>
  v.pipe(
    v.string(message),
    v.regex(digits, message),
    v.metadata({ type: 'integer', minimum: 1, maximum }),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(maximum, message),
  );

const FROM_ONE = said({ en: 'Send a whole number from 1.', es: 'Envíe un número entero a partir de 1.' });
const TO_FIFTY = said({ en: 'Send a whole number from 1 to 50.', es: 'Envíe un número entero del 1 al 50.' });

/** Query of GET /invoices: numbered pages, newest invoice first. */
export const InvoiceQuery = v.object({
  teamId: Uuid,
  /** The page, counted from 1. */
  page: v.optional(Count(/^\d{1,9}$/, 999_999_999, FROM_ONE), '1'),
  /** Invoices on a page. */
  limit: v.optional(Count(/^\d{1,2}$/, 50, TO_FIFTY), '10'),
  type: v.optional(
    v.pipe(
      v.picklist([...INVOICE_TYPES, 'ALL']),
      v.description(
        'I: invoices. E: credit notes. T: transfers of own goods. P: receipts of payment. ALL: all of them.',
      ),
    ),
    'I',
  ),
  status: v.optional(v.picklist(INVOICE_STATUSES)),
  tripId: v.optional(Uuid),
  clientId: v.optional(Uuid),
  /** The folio fiscal of one document. */
  uuid: v.optional(Uuid),
  ...externalIdQuery,
  q: v.optional(
    v.pipe(
      SearchText,
      v.description(
        'The beginnings of up to three words of the client (de, la, y and SA de CV do not count), the folio, the series with the folio, or the folio fiscal. All must match; case and accents are ignored. A page has at most seven, and `pagination.limit` says so. `pagination.isPartial` says that more clients or documents have the words than a search reads: send a further word.',
      ),
    ),
  ),
});
export type InvoiceQuery = v.InferOutput<typeof InvoiceQuery>;

/** Without a type it lists type I. */
export type InvoiceFilter = Partial<Pick<InvoiceQuery, 'type' | 'status' | 'tripId' | 'clientId' | 'uuid' | 'q'>>;
export type NumberedPage = Pick<InvoiceQuery, 'page' | 'limit'>;

/** Answer of GET /invoices. The interface fixes its shape. */
export const InvoicePage = v.object({
  /** The invoices of the page, the newest first. */
  invoices: v.array(Invoice),
  /** Where the page stands in the list. */
  pagination: v.object({
    /** All invoices that the filters let through. */
    total: Whole,
    /** This page, counted from 1. */
    page: Whole,
    /** Invoices on a page. With `q` at most seven. */
    limit: Whole,
    /** Whether a further page follows. */
    hasMore: v.boolean(),
    /** true: more clients or documents have the words of `q` than a search reads. `total` counts what it read. Absent otherwise. */
    isPartial: v.optional(v.boolean()),
  }),
});

export const paginationOf = (total: number, { page, limit }: NumberedPage) => ({
  total,
  page,
  limit,
  hasMore: page * limit < total,
});
