import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import { changesOf } from '../platform/values/changes';
import { Instant, Latitude, Line, Longitude, Uuid } from '../platform/values/fields';

/** A place where routes stop. */
export const RoutePointFields = v.object({
  name: Line(300, 1),
  address: Line(2000, 1),
  lat: Latitude,
  lng: Longitude,
  rfc: v.optional(Line(13)),
  postalCode: v.optional(Line(10)),
  state: v.optional(Line(100)),
  municipality: v.optional(Line(100)),
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
