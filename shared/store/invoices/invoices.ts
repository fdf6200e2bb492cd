import { newInvoice } from '../../domain/invoice-edits';
import { recordOf } from '../../domain/invoice-records';
import { Invoice, type NewInvoice } from '../../domain/invoices';
import { invalid } from '../../domain/refusal';
import { capability } from '../../runtime/capability';
import type { Context } from '../../runtime/context';
import { auditStep, type TeamActor } from '../audit';
import { newRecord } from '../creation';
import { CREATE_ONCE_RIGHTS, createOnce, type Once } from '../table/idempotency';
import { clientKey, tripKey } from '../table/keys';
import { getItem, getItems } from '../table/read';
import { refuseTooMany } from '../trips/trip-invoices';
import { invoiceCreationSteps, pointerSteps } from './invoice-writes';

/** Makes a draft by hand, for a trip or for a client alone; one of a trip is for the trip's client unless it says another. */
export const createInvoice = capability(
  { table: [...CREATE_ONCE_RIGHTS, 'BatchGetItem', 'Query', 'UpdateItem'] },
  (context) => (actor: TeamActor, fields: NewInvoice, once: Once | undefined) =>
    createOnce(context, once, Invoice, async () => {
      const client = await readCustomer(context, actor.teamId, fields);
      const result = newInvoice(newRecord(context, actor), fields, client);
      const { record, beside } = recordOf(result, { revision: 0 });
      const steps = [
        ...invoiceCreationSteps(record, beside),
        ...pointerSteps(record),
        auditStep(context, actor, { entityType: 'INVOICE', entityId: record.id, action: 'CREATE' }),
      ];
      return { result, steps };
    }),
);

/** The client that the invoice is for; trip and client are refused by their field where they are not of this team. */
async function readCustomer(context: Context, teamId: string, { tripId, clientId }: NewInvoice) {
  const [trip, client] = await getItems(context, [
    tripId === undefined ? undefined : tripKey(teamId, tripId),
    typeof clientId === 'string' ? clientKey(teamId, clientId) : undefined,
  ]);
  if (tripId !== undefined && trip === undefined) throw invalid('tripId', 'There is no such trip in this team.');
  if (clientId && client === undefined) throw invalid('clientId', 'There is no such client in this team.');
  if (tripId !== undefined) await refuseTooMany(context, teamId, tripId);
  return clientId === undefined && trip?.clientId ? getItem(context, clientKey(teamId, trip.clientId)) : client;
}
