import { auditStep, type TeamActor } from '../audit/audit';
import { newRecord } from '../audit/create-record';
import { clientKey } from '../clients/client';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords, type StillThere } from '../platform/table/deletions';
import { newExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItems } from '../platform/table/read';
import { Invoice, type NewInvoice } from './invoice';
import { type InvoiceParties, newInvoice } from './invoice-changes';
import { invoiceKey, recordOf } from './invoice-record';
import { invoiceCreationSteps, pointerSteps } from './invoice-writes';
import { taxIssuerKey } from './issuer';
import { refuseUnknownRelated, relatedIds } from './relation';

/** Creates a draft for a client without a trip. `createTripInvoice` creates one for a trip. */
export const createInvoice = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: NewInvoice & { readonly tripId?: undefined }, once: Once | undefined) =>
    namingRecords(context, (stillThere) =>
      createOnce(context, once, Invoice, async () =>
        draftCreation(context, actor, fields, await readParties(context, actor.teamId, fields), stillThere),
      ),
    ),
);

/**
 * Reads the client that a body names, and the issuer. Throws VALIDATION_FAILED for `clientId` when the team has no such
 * client.
 */
async function readParties(context: Context, teamId: string, { clientId, relations }: NewInvoice) {
  const [client, issuer] = await getItems(context, [
    typeof clientId === 'string' ? clientKey(teamId, clientId) : undefined,
    taxIssuerKey(teamId),
  ]);
  if (clientId && client === undefined)
    throw validationError('clientId', {
      en: 'This team has no client with this id. Send the id of one of its clients.',
      es: 'Esta empresa no tiene un cliente con este id. Envíe el id de uno de sus clientes.',
    });
  return { client, issuer, related: await readRelated(context, teamId, relations) };
}

/**
 * Reads the invoices that relations name. Throws VALIDATION_FAILED for an id that the team does not have. Their state is
 * checked before a stamp.
 */
export async function readRelated(context: Context, teamId: string, relations: NewInvoice['relations']) {
  const ids = [...new Set(relatedIds(relations ?? []).map(({ id }) => id))];
  if (ids.length === 0) return [];
  const found = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
  );
  refuseUnknownRelated(relations ?? [], found);
  return found;
}

/**
 * The draft with all its writes: the invoice, the pointer of its trip if it has one, the counters and the audit entry.
 */
export function draftCreation(
  context: Context,
  actor: TeamActor,
  fields: NewInvoice,
  parties: InvoiceParties,
  stillThere: StillThere,
) {
  const { externalId } = fields;
  const result = { ...newInvoice(newRecord(context, actor), fields, parties), ...(externalId && { externalId }) };
  const { record, details } = recordOf(result, { revision: 0 });
  const steps = [
    ...invoiceCreationSteps(record, details, stillThere),
    ...pointerSteps(record),
    ...newExternalId('INVOICE', record),
    auditStep(context, actor, {
      entityType: 'INVOICE',
      entityId: record.id,
      action: 'CREATE',
      ...(result.noCartaPorteReason && { changes: { noCartaPorteReason: result.noCartaPorteReason } }),
    }),
  ];
  return { result, steps };
}
