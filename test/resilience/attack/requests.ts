import * as v from 'valibot';
import { type TeamPlace, teamPlaceOf } from '../../../shared/identity/caller';
import type { Operation } from '../../../shared/operation/define';
import { pathParameters } from '../../../shared/operation/validate';
import { Uuid } from '../../../shared/platform/values/fields';
import { type Extent, sample } from '../../support/sample';

/** Identifiers by the names that requests give them. */
export type Identifiers = Readonly<Record<string, string>>;

/** A request in parts that can be changed one by one. */
export interface Parts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Where a value stands in a request: `['body', 'stops', 0, 'routePointId']`. */
export type Place = readonly (string | number)[];

/** What `{id}` is called elsewhere, by what the route begins with. */
const ID_OF: Readonly<Record<string, string>> = {
  clients: 'clientId',
  'route-points': 'routePointId',
  routes: 'routeId',
  invoices: 'invoiceId',
};

/** The name under which a team's own identifiers have what stands at a place. */
function nameAt({ route }: Operation, place: Place): string {
  const last = [...place].reverse().find((step) => typeof step === 'string') ?? '';
  if (last === 'id' && place[0] === 'path') return ID_OF[route.split('/')[1] ?? ''] ?? 'id';
  return String(last);
}

/** A team's own identifier of what stands at a place, if it has one. */
export function identifierAt(operation: Operation, place: Place, identifiers: Identifiers): string | undefined {
  const name = nameAt(operation, place);
  return Object.hasOwn(identifiers, name) ? identifiers[name] : undefined;
}

/** A request that the operation takes, made from its declaration, with a team's own records wherever it names one. */
export function requestOf(operation: Operation, identifiers: Identifiers, extent: Extent = 'full'): Parts {
  const { input, route, auth } = operation;
  const place = teamPlaceOf(auth);
  const teamAt = (here: TeamPlace) => (place === here ? { teamId: identifiers.teamId ?? '' } : {});
  const path = pathParameters(route).map((name): [string, string] => [
    name,
    String(sample(input?.path?.[name] ?? Uuid)),
  ]);
  const query = input?.query ? Object.entries(objectOf(sample(input.query, extent))) : [];
  const body = input?.body && objectOf(sample(input.body, extent));
  const parts: Parts = {
    path: { ...Object.fromEntries(path), ...teamAt('path.teamId') },
    query: {
      ...Object.fromEntries(
        query.flatMap(([name, one]) => (typeof one === 'string' && name !== 'cursor' ? [[name, one]] : [])),
      ),
      ...teamAt('query.teamId'),
    },
    body: body || place === 'body.teamId' ? { ...body, ...teamAt('body.teamId') } : undefined,
  };
  return placesIn(parts).reduce((request, at) => {
    const own = identifierAt(operation, at, identifiers);
    return own === undefined ? request : withValue(request, at, own);
  }, parts);
}

const objectOf = (value: unknown): Record<string, unknown> => v.parse(v.record(v.string(), v.unknown()), value);

/** Every place of a request where a value stands that has no parts of its own. */
export const placesIn = (value: unknown): Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) =>
        placesIn(one).map((rest): Place => [Array.isArray(value) ? Number(key) : key, ...rest]),
      )
    : [[]];

const IDENTIFIER = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The places where an identifier stands. */
export const identifierPlaces = (parts: Parts): Place[] =>
  placesIn(parts).filter((place) => {
    const value = valueAt(parts, place);
    return typeof value === 'string' && IDENTIFIER.test(value);
  });

export const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>(
    (found, step) => (Object(found) === found ? Reflect.get(Object(found), step) : undefined),
    value,
  );

/** The request with another value at a place. */
export function withValue(parts: Parts, place: Place, value: unknown): Parts {
  const copy = structuredClone(parts);
  const parent = valueAt(copy, place.slice(0, -1));
  const last = place.at(-1);
  if (last !== undefined && typeof parent === 'object' && parent !== null) Reflect.set(parent, last, value);
  return copy;
}
