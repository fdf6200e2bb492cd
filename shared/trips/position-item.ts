import * as v from 'valibot';
import { instantOfUuid } from '../platform/runtime/uuid';
import { Decimal, Instant, Latitude, Longitude, Uuid } from '../platform/values/fields';
import type { TrackPoint } from './track-point';

/** A position that a phone recorded, as an item of a sync. */
export const PositionItem = v.object({
  kind: v.literal('PING'),
  recordedAt: Instant,
  tripId: Uuid,
  lat: Latitude,
  lng: Longitude,
  speedKmh: v.optional(Decimal(0, 1_000_000_000)),
  heading: v.optional(Decimal(0, 360)),
  accuracyM: v.optional(Decimal(0, 10_000)),
});

/** A position with its identifier and the best estimate of its time. */
export type SentPosition = { readonly id: string; readonly at: string } & v.InferOutput<typeof PositionItem>;

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** The point of the track. */
export const pointOf = (
  leg: number,
  { id, recordedAt, at, lat, lng, speedKmh, heading, accuracyM }: SentPosition,
): TrackPoint => ({
  ...{ leg, lat, lng, speedKmh, heading, accuracyM },
  sent: secondsOf(instantOfUuid(id).getTime()),
  recorded: secondsOf(Date.parse(recordedAt)),
  at: secondsOf(Date.parse(at)),
});
