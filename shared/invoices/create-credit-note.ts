import { auditStep, type TeamActor } from '../audit/audit';
import { newRecord } from '../audit/create-record';
import { clientKey } from '../clients/client';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItems } from '../platform/table/read';
import type { Text } from '../platform/values/text';
import { type CreditNoteBody, creditNoteOf } from './credit-note';
import { Invoice } from './invoice';
import { type InvoiceRecord, invoiceOf, recordOf } from './invoice-record';
import { invoiceCreationSteps, noteSteps } from './invoice-writes';
import { taxIssuerKey } from './issuer';
import { chargedOf } from './ledger';
import { detailKeys } from './read-invoice';

/** Creates the draft of a credit note for one VALID document of type I. */
export const createCreditNote = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) =>
    (actor: TeamActor, document: InvoiceRecord, sent: Omit<CreditNoteBody, 'teamId'>, once: Once | undefined) =>
      createOnce(context, once, Invoice, async () => {
        refuseNote(document);
        const { teamId, clientId } = document;
        const [items, cartaPorte, , client, issuer] = await getItems(context, [
          ...detailKeys(document),
          clientId === null ? undefined : clientKey(teamId, clientId),
          taxIssuerKey(teamId),
        ]);
        const invoice = invoiceOf(document, { ...items, ...cartaPorte });
        const origin = newRecord(context, actor);
        const result = creditNoteOf(origin, invoice, chargedOf(document), { client, issuer }, sent);
        const { record, details } = recordOf(result, { revision: 0 });
        const changes = { invoiceId: document.id };
        return {
          result,
          steps: [
            ...invoiceCreationSteps(record, details),
            ...noteSteps(record),
            auditStep(context, actor, { entityType: 'INVOICE', entityId: record.id, action: 'CREATE', changes }),
            auditStep(context, actor, {
              entityType: 'INVOICE',
              entityId: document.id,
              action: 'CREDIT_NOTE',
              changes: { creditNoteId: record.id },
            }),
          ],
        };
      }),
);

function kindOf({ type, status, isReplaced }: Kind): Text {
  if (type !== undefined) return { en: `of type ${type}`, es: `es de tipo ${type}` };
  return isReplaced ? { en: 'replaced', es: 'está reemplazada' } : { en: status, es: `está ${status}` };
}

type Kind = Pick<InvoiceRecord, 'type' | 'status' | 'isReplaced'>;

/** Throws unless the document can be credited: VALID, of type I and not replaced. */
function refuseNote({ type, status, isReplaced }: Kind): void {
  if (type === undefined && status === 'VALID' && !isReplaced) return;
  const kind = kindOf({ type, status, isReplaced });
  throw new AppError('INVOICE_STATUS', {
    message: {
      en: `The invoice is ${kind.en}. A credit note needs a VALID invoice of type I.`,
      es: `La factura ${kind.es}. Una nota de crédito requiere una factura VALID de tipo I.`,
    },
  });
}
