import * as v from 'valibot';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { refusingUnknown } from '../../shared/platform/values/unknown-fields';
import { EMAIL_USES, EmailBody, emailDocument } from '../../shared/stamping/email-document';

/** Mails PDF and XML of a stamped invoice, by default to its client. The stamping provider sends the mail. */
export const operation = defineOperation({
  id: 'emailInvoice',
  summary: 'Mail an invoice',
  route: 'POST /invoices/{id}/email',
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN', keys: 'invoices:write' },
  input: { body: refusingUnknown(EmailBody) },
  output: {
    status: 200,
    body: v.object({
      message: Message,
      /** The addresses to which the document was sent. */
      to: v.array(v.string()),
    }),
  },
  errors: ['INVOICE_WITHOUT_DOCUMENT', 'TOO_MANY_REQUESTS', 'PROVIDER_ERROR'],
  irreversible: true,
  withoutKey: 'AGAIN',
  uses: EMAIL_USES,
  entity: ({ path, caller }) => invoiceKey(caller.teamId, path.id),
  run: async ({ input, caller, deps, entity }) => ({
    message: { en: 'Sent.', es: 'Comprobante enviado.' },
    to: await emailDocument(deps, caller, entity, input.body.to),
  }),
});
