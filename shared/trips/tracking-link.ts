import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { TripPosition } from '../fleet/list-positions';
import { key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Latitude, Longitude, Uuid, Whole } from '../platform/values/fields';
import { TRIP_STATUSES, type TripRecord } from './trip';

/** The links that a trip may have at once. */
export const MOST_TRACKING_LINKS = 10;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_LIFE_MS = 90 * DAY_MS;

/** 128 random bits cannot be guessed. */
export const TRACKING_TOKEN_BYTES = 16;

/** A place as a reader without an account sees it. */
const TrackedPlace = v.object({
  /**
   * Municipality, in words.
   * @example Apodaca
   */
  municipality: v.optional(v.string()),
  /**
   * State, in words.
   * @example Nuevo León
   */
  state: v.optional(v.string()),
});
export type TrackedPlace = v.InferOutput<typeof TrackedPlace>;

/** A tracking link in answers. The token is not in it: only the answer to the creation has it. */
export const TrackingLink = v.object({
  id: Uuid,
  tripId: Uuid,
  /** From this instant on, in UTC, the link answers 404. 24 hours after the end of the trip it does so too. */
  expiresAt: Instant,
  createdAt: Instant,
  /** The member or the API key that made it. */
  createdBy: Uuid,
});

/** The answer to the creation: the only one with the token. */
export const CreatedTrackingLink = v.object({
  id: Uuid,
  /** The address that shows the trip. It is shown only now. */
  url: v.string(),
  /** The last part of the address. */
  token: v.string(),
  /** From this instant on, in UTC, the link answers 404. */
  expiresAt: Instant,
});

/** Body of POST /teams/{teamId}/trips/{tripId}/tracking-links. */
export const NewTrackingLink = v.object({
  /** The end of the link, at most 90 days from now. Default: 24 hours after the trip’s `endDate`, or else 7 days from now. */
  expiresAt: v.optional(Instant),
});
export type NewTrackingLink = v.InferOutput<typeof NewTrackingLink>;

/** The stored link. A trip has ten places for links, so that two creations at once cannot pass the limit. */
export const TrackingLinkRecord = v.object({
  ...TrackingLink.entries,
  /** One of the trip's ten places for links, from 0. Its sort key ends with it. */
  place: Whole,
  /** The SHA-256 of the token. */
  digest: v.string(),
  [TIME_TO_LIVE]: v.number(),
});
export type TrackingLinkRecord = v.InferOutput<typeof TrackingLinkRecord>;

/** What a token leads to: one read finds the trip, without a team in the address. */
export const Tracked = v.object({
  teamId: Uuid,
  tripId: Uuid,
  expiresAt: Instant,
  /** The route whose ends are origin and destination. They are not shown for another route. */
  routeId: v.optional(Uuid),
  origin: v.optional(TrackedPlace),
  destination: v.optional(TrackedPlace),
  [TIME_TO_LIVE]: v.number(),
});
export type Tracked = v.InferOutput<typeof Tracked>;

export const digestOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const trackedKey = (digest: string) => key(Tracked, `TRACKING#${digest}`, 'LINK');
export const trackingLinksOf = (teamId: string, tripId: string) =>
  part(TrackingLinkRecord, ofTeam(teamId), `TRACKING_LINK#${tripId}#`);
export const trackingLinkKey = (teamId: string, tripId: string, place: number) =>
  key(TrackingLinkRecord, ofTeam(teamId), `TRACKING_LINK#${tripId}#${place}`);

/** The end of a new link. Undefined when the wanted one is not in the future or more than 90 days away. */
export function endOfLink({ endDate }: Pick<TripRecord, 'endDate'>, now: Date, wanted?: string): string | undefined {
  const latest = now.getTime() + LONGEST_LIFE_MS;
  if (wanted !== undefined)
    return Date.parse(wanted) > now.getTime() && Date.parse(wanted) <= latest ? wanted : undefined;
  const planned = endDate === undefined ? now.getTime() + 7 * DAY_MS : Date.parse(endDate) + DAY_MS;
  // A trip that is late has a link for a day at least.
  return new Date(Math.min(latest, Math.max(planned, now.getTime() + DAY_MS))).toISOString();
}

/** True from 24 hours after the trip ended or was cancelled: then no link shows it. */
export function isLongOver(
  { actualEndDate, cancelledAt }: Pick<TripRecord, 'actualEndDate' | 'cancelledAt'>,
  now: Date,
) {
  const end = actualEndDate ?? cancelledAt;
  return end !== undefined && Date.parse(end) + DAY_MS <= now.getTime();
}

/** What a reader of a link sees. It names no person, vehicle, customer or cargo. */
export const Tracking = v.object({
  /** How far the trip is. */
  status: v.picklist(TRIP_STATUSES),
  /** The trip’s `externalId`. */
  reference: v.optional(v.string()),
  /** Where the trip’s route begins. Absent for a trip without a route, or with another route than when the link was made. */
  origin: v.optional(TrackedPlace),
  /** Where the trip’s route ends. Absent as the origin is. */
  destination: v.optional(TrackedPlace),
  /** The planned start, in UTC. */
  scheduledStart: Instant,
  /** The start, in UTC. Absent before it. */
  startedAt: v.optional(Instant),
  /** The arrival, in UTC. Absent before it. */
  endedAt: v.optional(Instant),
  /** About where the truck is, while the trip is under way. */
  position: v.optional(
    v.object({
      /** Latitude in degrees (WGS 84), to two decimals: about one kilometre. */
      lat: Latitude,
      /** Longitude in degrees (WGS 84), to two decimals. */
      lng: Longitude,
      /** When the phone measured it, in UTC, cut to five minutes. */
      at: Instant,
    }),
  ),
  /** The instant of this answer, in UTC. */
  asOf: Instant,
});
export type Tracking = v.InferOutput<typeof Tracking>;

type Measured = Pick<TripPosition, 'lat' | 'lng' | 'timestamp'>;

/** The answer of a link, from the trip and its last position. */
export function trackingOf(
  { routeId, origin, destination }: Pick<Tracked, 'routeId' | 'origin' | 'destination'>,
  trip: TripRecord,
  last: Measured | undefined,
  now: Date,
): Tracking {
  const { status, externalId, startDate, actualStartDate, actualEndDate } = trip;
  const isShown = status === 'EN_PROCESO' && last !== undefined;
  return {
    status,
    ...(externalId != null && { reference: externalId }),
    ...(trip.routeId === routeId && { ...(origin && { origin }), ...(destination && { destination }) }),
    scheduledStart: startDate,
    ...(actualStartDate !== undefined && { startedAt: actualStartDate }),
    ...(actualEndDate !== undefined && { endedAt: actualEndDate }),
    ...(isShown && { position: coarse(last) }),
    asOf: now.toISOString(),
  };
}

const FIVE_MINUTES_MS = 300_000;

const coarse = ({ lat, lng, timestamp }: Measured) => ({
  lat: Math.round(lat * 100) / 100,
  lng: Math.round(lng * 100) / 100,
  at: new Date(Math.floor(Date.parse(timestamp) / FIVE_MINUTES_MS) * FIVE_MINUTES_MS).toISOString(),
});
