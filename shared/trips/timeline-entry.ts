import * as v from 'valibot';
import { Instant, Latitude, Longitude, Uuid } from '../platform/values/fields';
import { ReportedFile } from './proof';
import { TRIP_STATUSES } from './trip';

/** An entry of a trip's timeline. */
export const TimelineEntry = v.object({
  id: Uuid,
  tripId: Uuid,
  /**
   * What happened.
   * @example STATUS
   */
  event: v.string(),
  previousStatus: v.optional(v.picklist(TRIP_STATUSES)),
  newStatus: v.optional(v.picklist(TRIP_STATUSES)),
  at: Instant,
  /** The person, by the identifier of the account. */
  by: Uuid,
  lat: v.optional(Latitude),
  lng: v.optional(Longitude),
  /** By the clock of the phone that recorded it. Only in entries from a phone. */
  recordedAt: v.optional(Instant),
  /** When the service received it. Only in entries from a phone. */
  receivedAt: v.optional(Instant),
  /** The stop of the trip. Absent in entries that name none. */
  stopId: v.optional(Uuid),
  /** How the phone learned of an arrival. */
  source: v.optional(v.picklist(['DRIVER', 'GEOFENCE'])),
  /** Whether the work at the stop was done. Only in departures. */
  outcome: v.optional(v.picklist(['DELIVERED', 'FAILED'])),
  /** Why the stop was skipped, or the work at it not done. */
  reason: v.optional(v.string()),
  /** The text of a note or of a proof. */
  text: v.optional(v.string()),
  /** The person who received the delivery. Absent after the erasure of the driver. Only in proofs. */
  receiverName: v.optional(v.string()),
  /** What the receiver is there. */
  receiverRole: v.optional(v.string()),
  /** The files that a proof reports. */
  files: v.optional(v.array(ReportedFile)),
});
export type TimelineEntry = v.InferOutput<typeof TimelineEntry>;
