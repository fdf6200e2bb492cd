import * as v from 'valibot';
import { ApiError, invalidField } from './errors';
import type { Body } from './invoice-checks';
import { type FacturapiState, type InvoiceRecord, instant } from './state';

/** The description of the provider takes one address or a list; without both it mails the customer. */
const Address = v.pipe(v.string(), v.email());
const Mail = v.object({ email: v.optional(v.union([Address, v.pipe(v.array(Address), v.minLength(1))])) });

/** Notes a mail with the documents of a stamped invoice. Nothing is sent. */
export function mailInvoice(state: FacturapiState, invoice: InvoiceRecord, body: Body): { ok: true } {
  if (invoice.uuid === undefined) throw new ApiError(400, 'invoice_not_stamped', 'The invoice is not stamped.');
  const parsed = v.safeParse(Mail, body);
  if (!parsed.success) throw invalidField('email', 'A valid address is required.');
  const { email = String(Object(invoice.body.customer).email) } = parsed.output;
  state.mails.push({ invoice: invoice.id, to: [email].flat(), at: instant(state) });
  return { ok: true };
}
