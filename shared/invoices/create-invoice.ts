import { auditStep, type TeamActor } from '../audit/audit';
import { newRecord } from '../audit/create-record';
import type { Client } from '../clients/client';
import { clientKey } from '../clients/client';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItem } from '../platform/table/read';
import { Invoice, type NewInvoice } from './invoice';
import { newInvoice } from './invoice-changes';
import { recordOf } from './invoice-record';
import { invoiceCreationSteps, pointerSteps } from './invoice-writes';

/** Creates a draft for a client without a trip. `createTripInvoice` creates one for a trip. */
export const createInvoice = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'UpdateItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: NewInvoice & { readonly tripId?: undefined }, once: Once | undefined) =>
    createOnce(context, once, Invoice, async () => {
      const client = await readClient(context, actor.teamId, fields.clientId);
      return draftCreation(context, actor, fields, client);
    }),
);

/** Reads the client that a body names. Throws VALIDATION_FAILED for `clientId` when the team has no such client. */
export async function readClient(context: Context, teamId: string, clientId: string | null | undefined) {
  if (typeof clientId !== 'string') return undefined;
  const client = await getItem(context, clientKey(teamId, clientId));
  if (client === undefined)
    throw validationError('clientId', 'This team has no client with this id. Send the id of one of its clients.');
  return client;
}

/**
 * The draft with all its writes: the invoice, the pointer of its trip if it has one, the counters and the audit entry.
 */
export function draftCreation(context: Context, actor: TeamActor, fields: NewInvoice, client: Client | undefined) {
  const result = newInvoice(newRecord(context, actor), fields, client);
  const { record, details } = recordOf(result, { revision: 0 });
  const steps = [
    ...invoiceCreationSteps(record, details),
    ...pointerSteps(record),
    auditStep(context, actor, { entityType: 'INVOICE', entityId: record.id, action: 'CREATE' }),
  ];
  return { result, steps };
}
