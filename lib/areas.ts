import { createHash } from 'node:crypto';
import type { Operation } from '../shared/operation/define';
import { type FunctionStack, functionName } from './names';
import type { Settings } from './settings';

/**
 * The areas (folders of `functions/`) whose operations are in the first stack of functions: accounts, people and other
 * systems. Each other area, so also a new one, is in the second stack. Any area may move: docs/decisions/0106.
 */
export const ACCESS_AREAS: ReadonlySet<string> = new Set([
  'api-keys',
  'audit',
  'auth',
  'drivers',
  'meta',
  'teams',
  'users',
  'webhook-endpoints',
  'webhooks',
]);

/** The stack of an operation, from its file below `functions/`. */
export const stackOf = (file: string): FunctionStack => (ACCESS_AREAS.has(areaOf(file)) ? 'access' : 'work');

export const areaOf = (file: string): string => file.split('/')[0] ?? file;

/** The name of the function of an operation, from the operation's file and id. */
export const operationName = (settings: Pick<Settings, 'stage'>, file: string, { id }: Operation): string =>
  functionName(settings, id, stackOf(file));

/** Another text for other areas, in any order. */
export const layoutOf = (areas: Iterable<string>): string =>
  createHash('sha256')
    .update([...areas].sort().join())
    .digest('hex')
    .slice(0, 8);

/** Changes when an area moves to the other stack, and stays when an operation is added or removed. */
export const LAYOUT = layoutOf(ACCESS_AREAS);
