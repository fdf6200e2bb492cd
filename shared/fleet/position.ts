import * as v from 'valibot';
import { Decimal, Instant, Latitude, Longitude, Uuid, Whole } from '../platform/values/fields';
import { endOfSessions, isSessionOver, SessionLimits, type SessionProof } from '../platform/values/session-limits';
import { WatchedStops } from './watched-stops';

/** Body of POST /trips/{tripId}/location-ping. */
export const Ping = v.object({
  lat: Latitude,
  lng: Longitude,
  speedKmh: v.optional(Decimal(0, 1_000_000_000)),
  heading: v.optional(Decimal(0, 360)),
  /** When the phone measured it. Absent: the instant of arrival. */
  timestamp: v.optional(Instant),
});
export type Ping = v.InferOutput<typeof Ping>;

/**
 * The item that pings overwrite. The start of a trip creates it with the driver's account. The end of the trip deletes
 * it, and the end of the driver's access closes it. One conditional write without a read can therefore accept or refuse
 * a ping. `position-places.ts` says how it is stored.
 *
 * A session that began before `sessionsValidFrom` may have been ended: the ping reads the driver's record once and then
 * enters the session as `keptSession`. A list of ended sessions would make the item, and so each ping, more expensive.
 */
export const Position = v.object({
  tripId: Uuid,
  driverId: Uuid,
  sub: v.optional(Uuid),
  /** Whether the trip accepts positions. */
  isOpen: v.boolean(),
  lat: v.optional(Latitude),
  lng: v.optional(Longitude),
  speedKmh: v.optional(v.number()),
  heading: v.optional(v.number()),
  /** When the phone measured it. Absent before the first position. */
  timestamp: v.optional(Instant),
  /** When the service received it. Absent before the first position. */
  receivedAt: v.optional(Instant),

  /** Sessions that began earlier are over, except `keptSession`. */
  sessionsValidFrom: SessionLimits.sessionsValidFrom,

  /** The session that ended all others. */
  keptSession: SessionLimits.keptSession,

  /** The number of the present leg. Absent: no driver has taken the trip over from another one. */
  leg: v.optional(Whole),
  /** The key of the last position (`track-key.ts`). Absent before the first position. */
  lastKey: v.optional(v.string()),
  /** The newest points of the track, each encoded for itself, in base 64. Each of them raised `lastKey`. */
  points: v.optional(v.array(v.string())),
  /** The revision of the trip’s stops. Absent: the trip never had stops. */
  stopsRevision: v.optional(Whole),
  /** The stops with which positions are compared. Absent: no stop of the trip has a place. */
  watched: v.optional(WatchedStops),
  /** From when on a position has the driver's hours judged, in minutes since 1970. Absent in an item of an earlier release. */
  hoursDue: v.optional(Whole),
  /** The route with whose line positions are compared. Absent: the route had no line when the trip started. */
  lineOf: v.optional(Uuid),
  /** How many of the latest positions in a row are too far from the line, until the alert. Absent: none. */
  far: v.optional(Whole),
  /** The alert that the truck is off its route. Absent: it is on it. */
  offRoute: v.optional(Uuid),
});
export type Position = v.InferOutput<typeof Position>;

/** The last position in an answer. `ageSeconds` counts from the device's time. */
export const Location = v.object({
  tripId: Uuid,
  lat: Latitude,
  lng: Longitude,
  speedKmh: v.optional(v.number()),
  heading: v.optional(v.number()),
  /** When the phone measured it, in UTC. */
  timestamp: Instant,
  /** When the service received it, in UTC. */
  receivedAt: Instant,
  /** Seconds from the measurement to this answer. */
  ageSeconds: v.number(),
});
export type Location = v.InferOutput<typeof Location>;

/** The measured values of a position. */
export const MEASURED = ['lat', 'lng', 'speedKmh', 'heading', 'timestamp', 'receivedAt'] as const;

/** The last position of a trip, as the trip keeps it after its end. */
export const LastPosition = v.omit(Location, ['tripId', 'ageSeconds']);
export type LastPosition = v.InferOutput<typeof LastPosition>;

/** The measured values of a position. Undefined before the first ping. */
export function lastPositionOf(position: Position | undefined): LastPosition | undefined {
  if (position === undefined) return undefined;
  const { lat, lng, speedKmh, heading, timestamp, receivedAt } = position;
  if (lat === undefined || lng === undefined || timestamp === undefined || receivedAt === undefined) return undefined;
  const optional = { ...(speedKmh !== undefined && { speedKmh }), ...(heading !== undefined && { heading }) };
  return { lat, lng, ...optional, timestamp, receivedAt };
}

/** The location in a position. Undefined before the first ping. */
export function locationOf(position: Position | undefined, now: Date): Location | undefined {
  const last = lastPositionOf(position);
  if (position === undefined || last === undefined) return undefined;
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - Date.parse(last.timestamp)) / 1000));
  return { tripId: position.tripId, ...last, ageSeconds };
}

/** The maximum lead of a device's clock. A ping with a larger lead is refused. */
export const MAXIMUM_CLOCK_LEAD_MS = 5 * 60_000;

/**
 * The time to store for a ping: the device's, or the server's when it is absent or in the future. If a future time were
 * stored, the next pings would look older and be ignored. Undefined when the lead exceeds the maximum.
 */
export function pingInstant(timestamp: string | undefined, now: Date): string | undefined {
  const sent = timestamp === undefined ? now.getTime() : Date.parse(timestamp);
  if (sent > now.getTime() + MAXIMUM_CLOCK_LEAD_MS) return undefined;
  return new Date(Math.min(sent, now.getTime())).toISOString();
}

/** The limits with which a position trusts the given session and each one that begins later. */
export const trustOnly = (now: Date, sessionId?: string) => ({
  sessionsValidFrom: endOfSessions(now),
  keptSession: sessionId || undefined,
});

/** Whether the item takes positions of this driver's account. */
export const isOpenFor = (position: Position, { id, sub }: { readonly id: string; readonly sub: string }): boolean =>
  position.isOpen && position.driverId === id && position.sub === sub;

/** True when the position takes the session's positions without a look at the driver's record. */
export const isTrusted = (position: Position, session: SessionProof): boolean => !isSessionOver(session, position);
