import type { TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { listItems } from '../platform/table/lists';
import { getItem } from '../platform/table/read';
import type { Page } from '../platform/values/pages';
import { nameMatches } from '../platform/values/search';
import { Client, type ClientChanges, clientKey, clientsOf, type NewClient } from './client';

/** Creates a client. A `clientId` of another team answers 400. The record does not store it. */
export const createClient = capability(
  { table: CREATE_ONCE_PERMISSIONS, tableKeys: ['CALLER#', 'TEAM#'] },
  (context) =>
    (actor: TeamActor, { clientId, ...fields }: Omit<NewClient, 'teamId'>, once: Once | undefined) =>
      createOnce(context, once, Client, async () => {
        if (clientId && (await getItem(context, clientKey(actor.teamId, clientId))) === undefined)
          throw validationError('clientId', 'There is no such client in this team.');
        const client: Client = { ...fields, ...newRecord(context, actor) };
        return creationOf(context, actor, 'CLIENT', clientKey(actor.teamId, client.id), client);
      }),
);

export interface ClientFilter {
  readonly status?: Client['status'] | undefined;
  readonly q?: string | undefined;
}

/** The clients of a team, newest first. The filters have no index, so a page examines at most 1,000 clients. */
export const listClients = capability(
  { table: ['Query'] },
  (context) =>
    (teamId: string, { status, q }: ClientFilter, page: Page) =>
      listItems(
        context,
        {
          ...clientsOf(teamId),
          filters: [status, q],
          keep: (client) => (status === undefined || client.status === status) && nameMatches(client.name, q),
        },
        page,
      ),
);

export const editClient = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) => (actor: TeamActor, client: Client, changes: ClientChanges) =>
    editItem(context, actor, {
      key: clientKey(client.teamId, client.id),
      entityType: 'CLIENT',
      entityId: client.id,
      record: client,
      changes,
    }),
);
