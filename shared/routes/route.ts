import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import type { Searched } from '../platform/table/word-keys';
import { changesOf } from '../platform/values/changes';
import { ExternalKey } from '../platform/values/external-id';
import { Decimal, Instant, Integer, Line, Lines, List, nullable, nullableText, Uuid } from '../platform/values/fields';
import { said } from '../platform/values/text';

/** What a driver must show before a stop is done. */
export const STOP_REQUIREMENTS = ['PHOTO', 'SIGNATURE', 'DOCUMENT'] as const;
export type StopRequirement = (typeof STOP_REQUIREMENTS)[number];

export const Stop = v.object({
  /** Stops are driven in rising order. Each number stands once. */
  order: Integer(0, 10_000),
  /** The place, from the list of route points. */
  routePointId: Uuid,
  /** The name of the place. null: the name in the list. */
  routePointName: nullableText(Line()),
  /** The address of the place. null: the address in the list. */
  address: nullableText(Line()),
  /**
   * When the truck is expected, in the office’s own words.
   * @example 14:30
   */
  estimatedArrival: nullableText(Line()),
  /** Minutes of the halt. */
  estimatedDuration: v.optional(Integer(0, 1440)),
  notes: nullableText(Lines(500)),
  /** Who receives the driver. Absent: the contact of the route point. */
  contactName: v.optional(Line(200)),
  /** The telephone number of the contact. Absent: that of the route point. */
  contactPhone: v.optional(Line(50)),
  /** Minutes after `estimatedArrival` in which the truck is still on time. Absent: none. */
  windowMinutes: v.optional(Integer(0, 1440)),
  /** What the driver must show at the stop. */
  requires: v.optional(List(v.picklist(STOP_REQUIREMENTS), STOP_REQUIREMENTS.length)),
});
export type Stop = v.InferOutput<typeof Stop>;

/** `true` or `false` in a query. */
export const BooleanText = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
);

/** Rejects a list in which two stops have the same order. */
export const distinctOrders = <T extends { readonly order: number }>() =>
  v.rawCheck<T[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const orders = dataset.value.map(({ order }) => order);
    const index = orders.findIndex((order, place) => orders.indexOf(order) < place);
    const stop = dataset.value[index];
    if (stop === undefined) return;
    const place = { type: 'array', origin: 'value', input: dataset.value, key: index, value: stop } as const;
    const field = { type: 'object', origin: 'value', input: { ...stop }, key: 'order', value: stop.order } as const;
    addIssue({
      message: said({
        en: 'Another stop has this order. Number the stops without repeating.',
        es: 'Otra parada ya tiene este orden. Numere las paradas sin repetir.',
      }),
      path: [place, field],
    });
  });

/** The stops of a route: 1 to 50, with distinct `order`. */
const Stops = v.pipe(List(Stop, 50, 1), distinctOrders<Stop>());

/** The fields of a route that members write. */
export const RouteFields = v.object({
  /**
   * How the office calls the route.
   * @example Monterrey–Querétaro
   */
  name: Line(100, 1),
  /** What drivers should know about the route. */
  description: nullableText(Lines(1000)),
  clientId: nullable(Uuid),
  /** The places, at least one on creation. */
  stops: Stops,
  /** Kilometres of the whole route. */
  totalDistance: nullable(Decimal(0, 100_000)),
  /** Minutes of the whole route. */
  estimatedDuration: nullable(Integer(0, 1_000_000)),
  /** false hides the route when trips are planned. */
  isActive: v.optional(v.boolean(), true),
  ...ExternalKey,
});
export type RouteFields = v.InferOutput<typeof RouteFields>;

/** Body of POST /routes. */
export const NewRoute = v.object({ teamId: Uuid, ...RouteFields.entries });

export const RouteChanges = changesOf(RouteFields);
export type RouteChanges = v.InferOutput<typeof RouteChanges>;

export const Route = v.object({
  id: Uuid,
  teamId: Uuid,
  ...RouteFields.entries,
  clientName: nullable(v.string()),
  createdAt: Instant,
  /** The route has a line, and a truck that leaves it raises TRIP_OFF_ROUTE. Absent: it has none. */
  hasLine: v.optional(v.boolean()),
});
export type Route = v.InferOutput<typeof Route>;

/** The words by which a route is found: those of its name, then of its stops. */
export const searchedRoute = ({ teamId, id, name, stops }: Route): Searched => ({
  kind: 'ROUTE',
  teamId,
  id,
  name,
  texts: [...stops.map(({ routePointName }) => routePointName), ...stops.map(({ address }) => address)],
});
/** The fields of {@link searchedRoute}: an edit of one holds all of them as they were read. */
export const SEARCHED_OF_ROUTE = ['name', 'stops'] as const;

export const routeKey = (teamId: string, routeId: string) => key(Route, ofTeam(teamId), `ROUTE#${routeId}`);
export const routesOf = (teamId: string) => part(Route, ofTeam(teamId), 'ROUTE#');
