import type { TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editSearched } from '../audit/edit-searched';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { newExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import type { ListQuery } from '../platform/table/search-query';
import { FIRST_VERSION, type IfMatch } from '../platform/table/version';
import { inListByName } from '../platform/table/word-keys';
import { newWordSteps } from '../platform/table/word-rows';
import { listSearched } from '../platform/table/word-search';
import type { Page } from '../platform/values/pages';
import {
  Client,
  type ClientChanges,
  clientKey,
  clientsOf,
  type NewClient,
  SEARCHED_OF_CLIENT,
  searchedClient,
} from './client';

/** Creates a client. A `clientId` of another team answers 400. The record does not store it. */
export const createClient = capability(
  { table: CREATE_ONCE_PERMISSIONS, tableKeys: ['CALLER#', 'TEAM#'] },
  (context) =>
    (actor: TeamActor, { clientId, ...fields }: Omit<NewClient, 'teamId'>, once: Once | undefined) =>
      createOnce(context, once, Client, async () => {
        if (clientId && (await getItem(context, clientKey(actor.teamId, clientId))) === undefined)
          throw validationError('clientId', {
            en: 'There is no such client in this team.',
            es: 'Esta empresa no tiene ese cliente.',
          });
        const client: Client = { ...fields, ...newRecord(context, actor), version: FIRST_VERSION };
        const searched = searchedClient(client);
        const key = clientKey(actor.teamId, client.id);
        const { result, steps } = creationOf(context, actor, 'CLIENT', key, client, inListByName(searched));
        return { result, steps: [...steps, ...newWordSteps(searched), ...newExternalId('CLIENT', client)] };
      }),
);

interface ClientFilter extends ListQuery {
  readonly status?: Client['status'] | undefined;
}

/** The clients of a team. `status` has no index: the clients are read until the page is full or has used its units. */
export const listClients = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    (teamId: string, { status, ...query }: ClientFilter, page: Page) =>
      listSearched(
        context,
        {
          ...clientsOf(teamId),
          teamId,
          kind: 'CLIENT',
          filters: [status],
          keep: (client) => client.status === status,
          searched: searchedClient,
        },
        query,
        page,
      ),
);

/** Changes a client with its words. An edit of a searched field is tried again when another one changed them meanwhile. */
export const editClient = capability(
  { table: ['UpdateItem', 'PutItem', 'DeleteItem'] },
  (context) =>
    (actor: TeamActor, read: Client, changes: ClientChanges, ifMatch?: IfMatch): Promise<Client> =>
      retryOnConflict(context, read, (client, changed) =>
        editSearched(context, actor, {
          kind: 'CLIENT',
          key: clientKey(client.teamId, client.id),
          record: client,
          changes,
          searched: searchedClient,
          fields: SEARCHED_OF_CLIENT,
          ifMatch,
          changed,
        }),
      ),
);
