import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import type { Searched } from '../platform/table/word-keys';
import { changesOf } from '../platform/values/changes';
import { ExternalKey } from '../platform/values/external-id';
import { Instant, Integer, Latitude, Line, Longitude, Uuid } from '../platform/values/fields';

/** A place where routes stop. */
export const RoutePointFields = v.object({
  /**
   * How the office calls the place.
   * @example Patio Apodaca
   */
  name: Line(300, 1),
  /** Where the place is, in one text. */
  address: Line(2000, 1),
  lat: Latitude,
  lng: Longitude,
  /** The tax number of the company at the place, for the Carta Porte. */
  rfc: v.optional(Line(13)),
  /**
   * Five digits.
   * @example 66600
   */
  postalCode: v.optional(Line(10)),
  /**
   * State, in words.
   * @example Nuevo León
   */
  state: v.optional(Line(100)),
  /**
   * Municipality, in words.
   * @example Apodaca
   */
  municipality: v.optional(Line(100)),
  /** Metres from the point within which a truck is at the place. Absent: 200. */
  radiusM: v.optional(Integer(50, 2_000)),
  /**
   * Who receives the driver at the place.
   * @example Laura Méndez
   */
  contactName: v.optional(Line(200)),
  /** The telephone number of the contact. */
  contactPhone: v.optional(Line(50)),
  ...ExternalKey,
});
export type RoutePointFields = v.InferOutput<typeof RoutePointFields>;

export const NewRoutePoint = v.object({ teamId: Uuid, ...RoutePointFields.entries });

export const RoutePointChanges = changesOf(RoutePointFields);
export type RoutePointChanges = v.InferOutput<typeof RoutePointChanges>;

export const RoutePoint = v.object({ id: Uuid, teamId: Uuid, ...RoutePointFields.entries, createdAt: Instant });
export type RoutePoint = v.InferOutput<typeof RoutePoint>;

export const routePointKey = (teamId: string, routePointId: string) =>
  key(RoutePoint, ofTeam(teamId), `ROUTE_POINT#${routePointId}`);
export const routePointsOf = (teamId: string) => part(RoutePoint, ofTeam(teamId), 'ROUTE_POINT#');

/** The words by which a route point is found. */
export const searchedRoutePoint = ({ teamId, id, name, municipality, address }: RoutePoint): Searched => ({
  kind: 'ROUTE_POINT',
  teamId,
  id,
  name,
  texts: [municipality, address],
});
/** The fields of {@link searchedRoutePoint}: an edit of one holds all of them as they were read. */
export const SEARCHED_OF_ROUTE_POINT = ['name', 'municipality', 'address'] as const;
