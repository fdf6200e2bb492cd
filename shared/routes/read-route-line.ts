import { capability } from '../platform/runtime/capability';
import { getItem } from '../platform/table/read';
import type { Route } from './route';
import { type RouteLine, routeLineKey } from './route-line';

/** The line of a route. Undefined when it has none. */
export const readRouteLine = capability(
  { table: ['GetItem'], tableKeys: ['TEAM#'] },
  (context) =>
    ({ teamId, id }: Route): Promise<RouteLine | undefined> =>
      getItem(context, routeLineKey(teamId, id)),
);
