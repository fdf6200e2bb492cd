import { OPERATIONS } from '../functions/catalog';
import { poolAuthOf, teamPlaceOf } from '../shared/identity/caller';
import type { Operation } from '../shared/operation/define';
import { pathParameters } from '../shared/operation/validate';

/** An operation, with the request by which a story called it. */
export interface Called {
  readonly operation: Operation;
  /** Of path and query. */
  readonly parameters: Readonly<Record<string, string>>;
}

const ROUTES = Object.values(OPERATIONS)
  .map((operation) => {
    const [method = '', template = ''] = operation.route.split(' ');
    const names = pathParameters(operation.route);
    return { operation, method, names, path: new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`) };
  })
  // `/drivers/available` before `/drivers/{driverId}`.
  .sort((one, other) => one.names.length - other.names.length);

/** The operation that a request calls; undefined for requests that are not the service's, as an upload to the object storage. */
export function calledBy({ method, url }: Pick<Request, 'method' | 'url'>, baseUrl: string): Called | undefined {
  if (!url.startsWith(baseUrl)) return undefined;
  const { pathname, searchParams } = new URL(url);
  for (const route of ROUTES) {
    const found = route.method === method ? route.path.exec(pathname) : null;
    if (found === null) continue;
    const path = route.names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]);
    return {
      operation: route.operation,
      parameters: { ...Object.fromEntries(path), ...Object.fromEntries(searchParams) },
    };
  }
  return undefined;
}

/** Parameters of paths that name no record. */
const NAMES: Readonly<Record<string, string>> = { name: 'goods' };

/** What the operations that only read are called with. */
export interface Reading {
  readonly baseUrl: string;
  /** By the parameter that names a record; `{id}` by the folder of the operation. */
  readonly records: Readonly<Record<string, string>>;
  readonly tokens: { readonly staff: string; readonly drivers: string };
  readonly queryOf: (operation: Operation) => Readonly<Record<string, string>>;
}

/** A request for each operation that only reads: a new one needs no line in any story. */
export function readsOf({ baseUrl, records, tokens, queryOf }: Reading) {
  const reads = Object.entries(OPERATIONS).filter(([, { route }]) => route.startsWith('GET '));
  return reads.map(([file, operation]) => {
    const folder = file.slice(0, file.indexOf('/'));
    const path = operation.route
      .slice('GET '.length)
      .replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent({ ...NAMES, ...records }[name === 'id' ? folder : name] ?? ''),
      );
    const team = teamPlaceOf(operation.auth) === 'query.teamId' && { teamId: records.teamId ?? '' };
    const query = new URLSearchParams({ ...team, ...queryOf(operation) }).toString();
    const pool = poolAuthOf(operation.auth)?.pool;
    const request = new Request(`${baseUrl}${path}${query && `?${query}`}`, {
      redirect: 'manual',
      headers: pool ? { authorization: `Bearer ${tokens[pool]}` } : {},
    });
    return { id: operation.id, request };
  });
}
