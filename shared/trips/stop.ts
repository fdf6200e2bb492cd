import * as v from 'valibot';
import { key, part } from '../platform/table/keys';
import { Instant, Integer, Latitude, Line, Lines, List, Longitude, Uuid, Whole } from '../platform/values/fields';
import { said } from '../platform/values/text';
import { distinctOrders, STOP_REQUIREMENTS } from '../routes/route';
import { MergedProof } from './proof';
import { bothOrNone } from './trip';

/** The most stops of one edit. */
const MOST_STOPS = 50;

const StopFields = v.object({
  /** Stops are driven in rising order. Each number stands once. */
  order: Integer(0, 10_000),
  /**
   * The name of the place.
   * @example Cedis Querétaro
   */
  name: Line(2000, 1),
  /** Where the place is, in one text. */
  address: v.optional(Line()),
  /** Latitude in degrees (WGS 84). Send both or neither. */
  lat: v.optional(Latitude),
  /** Longitude in degrees (WGS 84). Send both or neither. */
  lng: v.optional(Longitude),
  /** Metres from the place within which a truck is at the stop. */
  radiusM: v.optional(Integer(50, 2_000), 200),
  /** The instants, in UTC, between which the truck is expected. */
  window: v.optional(
    v.pipe(
      v.object({
        /** The first expected instant. */
        from: Instant,
        /** The last expected instant, not before the first. */
        to: Instant,
      }),
      v.forward(
        v.partialCheck(
          [['from'], ['to']],
          ({ from, to }) => to >= from,
          said({
            en: 'Send an end that is not before the beginning.',
            es: 'Envíe un fin que no sea anterior al inicio.',
          }),
        ),
        ['to'],
      ),
    ),
  ),
  /** Minutes of the planned halt. Absent: none. */
  estimatedDuration: v.optional(Integer(0, 1440)),
  /** Who receives the driver. */
  contactName: v.optional(Line(200)),
  /** The telephone number of the contact. */
  contactPhone: v.optional(Line(50)),
  /** What the driver must show at the stop. */
  requires: v.optional(List(v.picklist(STOP_REQUIREMENTS), STOP_REQUIREMENTS.length)),
});

/** A stop of a trip as the office plans it. */
export const PlannedStop = v.object({ id: Uuid, ...StopFields.entries });
export type PlannedStop = v.InferOutput<typeof PlannedStop>;

/** A stop as the plan keeps it. */
const StoredStop = v.object({
  ...PlannedStop.entries,
  /** The mean speed of the last trips of the route on the way from the stop before it, in km/h, when the stop was planned. Absent: no trip drove it. */
  ownKmh: v.optional(v.number()),
  /** The office moved the place while the trip was under way, so what was reported can be of the former place. */
  isMoved: v.optional(v.boolean()),
});
export type StoredStop = v.InferOutput<typeof StoredStop>;

/** The stops of a trip. Their revision is in the trip, so that a correction raises it without writing the plan. */
export const StopPlan = v.object({
  stops: v.array(StoredStop),
  /** The route from which the stops were copied. Absent: the office planned them, or an earlier release copied them. */
  routeId: v.optional(Uuid),
});
export type StopPlan = v.InferOutput<typeof StopPlan>;

const SentStop = v.object({
  /** The stop of the trip that stays. Absent: a new stop. */
  id: v.optional(Uuid),
  ...StopFields.entries,
});
type SentStop = v.InferOutput<typeof SentStop>;

/** Body of PUT /teams/{teamId}/trips/{tripId}/stops. */
export const StopsBody = v.object({
  /** The `stopsRevision` that was read. Another one is CONFLICT. */
  stopsRevision: Integer(0, Number.MAX_SAFE_INTEGER),
  /** All stops that the trip shall have. A stop that is absent is removed. */
  stops: v.pipe(List(v.pipe(SentStop, bothOrNone<SentStop>('lat', 'lng')), MOST_STOPS), distinctOrders<SentStop>()),
});
export type StopsBody = v.InferOutput<typeof StopsBody>;

export const STOP_STATUSES = ['PENDIENTE', 'LLEGO', 'SALIO', 'OMITIDA', 'QUITADA'] as const;
export type StopStatus = (typeof STOP_STATUSES)[number];

/** What a member decided about a stop. It takes precedence over all that a phone reported. */
export const StopCorrection = v.object({
  /** The status that the stop has. */
  status: v.picklist(STOP_STATUSES),
  /** When it happened. Absent: not said. */
  at: v.optional(Instant),
  /** Why the office decided it. Absent when the stop was removed from the plan. */
  reason: v.optional(Lines(500)),
  /** The member, by the identifier of the account. */
  by: Uuid,
  /** When the member decided it. */
  correctedAt: Instant,
});
export type StopCorrection = v.InferOutput<typeof StopCorrection>;

/** Body of PUT /teams/{teamId}/trips/{tripId}/stops/{stopId}/correction. */
export const CorrectionBody = v.object({
  /** The status that the stop has. null withdraws the correction. */
  status: v.nullable(v.picklist(STOP_STATUSES)),
  /** When it happened. Absent: not said. */
  at: v.optional(Instant),
  /**
   * Why.
   * @example El operador lo avisó por teléfono
   */
  reason: Lines(500, 1),
});
export type CorrectionBody = v.InferOutput<typeof CorrectionBody>;

/** An event that a phone recorded at a stop. */
const fact = <const E extends v.ObjectEntries>(entries: E) =>
  v.optional(v.object({ id: Uuid, at: Instant, ...entries }));

/** A position of the track. `key` orders the positions of a trip. */
const Moment = v.object({ key: v.string(), at: Instant });
export type Moment = v.InferOutput<typeof Moment>;

/** The registers of a stop: what phones reported, merged, and the office's correction. Absent without either. */
export const StopRegisters = v.object({
  stopId: Uuid,
  arrived: fact({ source: v.picklist(['DRIVER', 'GEOFENCE']) }),
  departed: fact({ outcome: v.picklist(['DELIVERED', 'FAILED']), reason: v.optional(Lines(500)) }),
  /** An erasure of the driver removes the reason. */
  skipped: fact({ reason: v.optional(Lines(500)) }),
  /** In the order of their arrival. */
  proofs: v.optional(v.array(MergedProof)),
  /** The number of proofs. It bounds the item. */
  proofCount: v.optional(Whole),
  /** The first position within the radius. */
  inside: v.optional(Moment),
  /** The last position within the radius before one outside. */
  left: v.optional(Moment),
  /** The alerts about a delay. They resolve themselves when it turns out that the truck was there by `until`. */
  late: v.optional(v.object({ told: Whole, until: Instant, alertIds: v.array(Uuid) })),
  /** The alert that a file of its proofs has not come. */
  fileAlert: v.optional(Uuid),
  correction: v.optional(StopCorrection),
});
export type StopRegisters = v.InferOutput<typeof StopRegisters>;

/** The fields of {@link StopRegisters} that phones fill. */
export const REPORTED = ['arrived', 'departed', 'skipped', 'inside', 'left', 'proofs'] as const;

export const stopPlanKey = (teamId: string, tripId: string) => key(StopPlan, `TEAM#${teamId}#TRIP#${tripId}`, 'PLAN');
export const stopsOfTrip = (teamId: string, tripId: string) =>
  part(StopRegisters, `TEAM#${teamId}#TRIP#${tripId}`, 'STOP#');
export const stopKey = (teamId: string, tripId: string, stopId: string) =>
  key(StopRegisters, `TEAM#${teamId}#TRIP#${tripId}`, `STOP#${stopId}`);
