import * as v from 'valibot';
import { key } from '../platform/table/keys';
import { Decimal, Instant, Latitude, Longitude, Uuid } from '../platform/values/fields';

/** Body of POST /trips/{tripId}/location-ping (docs/spec/interface.md §4.9). */
export const Ping = v.object({
  lat: Latitude,
  lng: Longitude,
  speedKmh: v.optional(Decimal(0, 1_000_000_000)),
  heading: v.optional(Decimal(0, 360)),
  timestamp: v.optional(Instant),
});
export type Ping = v.InferOutput<typeof Ping>;

/**
 * The small item that pings write to. It is made at the trip's start with the driver who may write to it, and closed at the trip's end or
 * when that driver is disabled, so that one conditional write without a read decides every ping.
 */
export const Position = v.object({
  tripId: Uuid,
  driverId: Uuid,
  sub: v.optional(Uuid),
  isOpen: v.boolean(),
  lat: v.optional(Latitude),
  lng: v.optional(Longitude),
  speedKmh: v.optional(v.number()),
  heading: v.optional(v.number()),
  timestamp: v.optional(Instant),
  receivedAt: v.optional(Instant),
});
export type Position = v.InferOutput<typeof Position>;

/** The last position as it is answered: `ageSeconds` since the instant that the device gave. */
export const Location = v.object({
  tripId: Uuid,
  lat: Latitude,
  lng: Longitude,
  speedKmh: v.optional(v.number()),
  heading: v.optional(v.number()),
  timestamp: Instant,
  receivedAt: Instant,
  ageSeconds: v.number(),
});
export type Location = v.InferOutput<typeof Location>;

/** The location of a position item; undefined while no position has come. */
export function locationOf(position: Position | undefined, now: Date): Location | undefined {
  if (position === undefined) return undefined;
  const { tripId, lat, lng, speedKmh, heading, timestamp, receivedAt } = position;
  if (lat === undefined || lng === undefined || timestamp === undefined || receivedAt === undefined) return undefined;
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / 1000));
  return { tripId, lat, lng, speedKmh, heading, timestamp, receivedAt, ageSeconds };
}

/** How far a device's clock may run ahead before its ping is refused. */
export const MAXIMUM_CLOCK_LEAD_MS = 5 * 60_000;

/**
 * The instant to store for a ping: its own, or the server's when it has none or runs ahead, so that a fast clock does not silence the next
 * pings. Undefined when it runs further ahead than is allowed.
 */
export function pingInstant(timestamp: string | undefined, now: Date): string | undefined {
  const sent = timestamp === undefined ? now.getTime() : Date.parse(timestamp);
  if (sent > now.getTime() + MAXIMUM_CLOCK_LEAD_MS) return undefined;
  return new Date(Math.min(sent, now.getTime())).toISOString();
}

export const positionKey = (teamId: string, tripId: string) =>
  key(Position, `TEAM#${teamId}#TRIP#${tripId}`, 'POSITION');
