import * as v from 'valibot';
import { Uuid, Whole } from '../platform/values/fields';
import { INVOICE_STATUSES, Invoice } from './invoice';

/** A whole number of a query, from 1. */
const Count = (digits: RegExp, maximum: number, message: string) =>
  v.pipe(
    v.string(message),
    v.regex(digits, message),
    v.metadata({ type: 'integer', minimum: 1, maximum }),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(maximum, message),
  );

/** Query of GET /invoices (docs/spec/interface.md §4.18): pages by their number, newest first. */
export const InvoiceQuery = v.object({
  teamId: Uuid,
  page: v.optional(Count(/^\d{1,9}$/, 999_999_999, 'Send a whole number from 1.'), '1'),
  limit: v.optional(Count(/^\d{1,2}$/, 50, 'Send a whole number from 1 to 50.'), '10'),
  status: v.optional(v.picklist(INVOICE_STATUSES)),
  tripId: v.optional(Uuid),
  clientId: v.optional(Uuid),
});
export type InvoiceQuery = v.InferOutput<typeof InvoiceQuery>;

export type InvoiceFilter = Pick<InvoiceQuery, 'status' | 'tripId' | 'clientId'>;
export type NumberedPage = Pick<InvoiceQuery, 'page' | 'limit'>;

/** Answer of GET /invoices: the interface's own shape. */
export const InvoicePage = v.object({
  invoices: v.array(Invoice),
  pagination: v.object({ total: Whole, page: Whole, limit: Whole, hasMore: v.boolean() }),
});

export const paginationOf = (total: number, { page, limit }: NumberedPage) => ({
  total,
  page,
  limit,
  hasMore: page * limit < total,
});
