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

/** Makes a draft for a client alone. One for a trip: `createTripInvoice`. */
export const createInvoice = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'UpdateItem'] },
  (context) => (actor: TeamActor, fields: NewInvoice & { readonly tripId?: undefined }, once: Once | undefined) =>
    createOnce(context, once, Invoice, async () => {
      const client = await readClient(context, actor.teamId, fields.clientId);
      return draftCreation(context, actor, fields, client);
    }),
);

/** The client that a body names; refused by its field where it is not of this team. */
export async function readClient(context: Context, teamId: string, clientId: string | null | undefined) {
  if (typeof clientId !== 'string') return undefined;
  const client = await getItem(context, clientKey(teamId, clientId));
  if (client === undefined) throw validationError('clientId', 'There is no such client in this team.');
  return client;
}

/** The draft, the pointer of its trip if it has one, the counters and the audit entry. */
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
