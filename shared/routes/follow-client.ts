import type { Client } from '../clients/client';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { tenAtATime } from '../platform/runtime/ten-at-a-time';
import { allItems } from '../platform/table/lists';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { type Route, routeKey, routesOf } from './route';

/**
 * Copies the name of a client to its routes. Returns false when no route was written. The routes of the team are read whole, because they have no
 * list by client.
 */
export async function nameRoutesOf(context: Context, { teamId, id, name }: Client): Promise<boolean> {
  const routes = await allItems(context, routesOf(teamId));
  const others = routes.filter(({ clientId, clientName }) => clientId === id && clientName !== name);
  await tenAtATime(others, (route) => nameRoute(context, route, name));
  return others.length > 0;
}

/** Does nothing for a route that was deleted, or given to another client, in the meantime. */
async function nameRoute(context: Context, { teamId, id, clientId }: Route, clientName: string): Promise<void> {
  const gone = new AppError('NOT_FOUND');
  const step = update(routeKey(teamId, id), { set: { clientName } }, { equals: { clientId } }, () => gone);
  await writeOne(context, step).catch((failure: unknown) => {
    if (failure !== gone) throw failure;
  });
}
