import * as v from 'valibot';
import { type Ran, readAs } from './world';

const TripAnswer = v.looseObject({
  status: v.string(),
  driverId: v.optional(v.string()),
  actualStartDate: v.optional(v.string()),
  actualEndDate: v.optional(v.string()),
});

const Told = v.optional(v.looseObject({ at: v.string() }));
const StopsAnswer = v.object({
  stops: v.array(
    v.object({
      id: v.string(),
      status: v.string(),
      arrived: Told,
      departed: Told,
      skipped: Told,
      correction: v.optional(v.looseObject({ status: v.string() })),
      missing: v.optional(v.array(v.string())),
      proofs: v.optional(v.array(v.string())),
      insideAt: v.optional(v.string()),
      leftAt: v.optional(v.string()),
    }),
  ),
  proofs: v.optional(v.array(v.string())),
});

const TimelineAnswer = v.object({
  timeline: v.array(
    v.looseObject({
      id: v.string(),
      event: v.string(),
      at: v.string(),
      by: v.string(),
      recordedAt: v.optional(v.string()),
      receivedAt: v.optional(v.string()),
    }),
  ),
  nextCursor: v.optional(v.nullable(v.string())),
});

const TrackAnswer = v.object({
  geometry: v.nullable(v.object({ coordinates: v.array(v.tuple([v.number(), v.number()])) })),
  properties: v.object({ times: v.array(v.string()) }),
});

const LocationAnswer = v.looseObject({ lat: v.number(), lng: v.number(), timestamp: v.string() });

/** What the team reads of a trip at the end of a run. */
export interface TripAnswers {
  readonly trip: v.InferOutput<typeof TripAnswer>;
  readonly stops: v.InferOutput<typeof StopsAnswer>['stops'];
  /** The proofs of the trip as a whole. */
  readonly proofs: readonly string[] | undefined;
  readonly timeline: v.InferOutput<typeof TimelineAnswer>['timeline'];
  /** Undefined for a track of fewer than two points, of which the answer says nothing. */
  readonly track: readonly { readonly lat: number; readonly lng: number; readonly at: string }[] | undefined;
  readonly location: v.InferOutput<typeof LocationAnswer> | undefined;
}

interface Reads {
  readonly trip: () => Promise<Ran>;
  readonly stops: () => Promise<Ran>;
  readonly track: () => Promise<Ran>;
  readonly location: () => Promise<Ran>;
  readonly timeline: (cursor: string | undefined) => Promise<Ran>;
}

/** Reads a trip. Undefined when it is deleted. */
export async function tripAnswers(reads: Reads): Promise<TripAnswers | undefined> {
  const trip = await reads.trip();
  if (trip.code === 'NOT_FOUND') return undefined;
  const timeline: TripAnswers['timeline'][number][] = [];
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const page = readAs(TimelineAnswer, (await reads.timeline(cursor)).body);
    timeline.push(...page.timeline);
    cursor = page.nextCursor ?? undefined;
  }
  const { geometry, properties } = readAs(TrackAnswer, (await reads.track()).body);
  const { stops, proofs } = readAs(StopsAnswer, (await reads.stops()).body);
  const location = await reads.location();
  return {
    trip: readAs(TripAnswer, trip.body),
    stops,
    proofs,
    timeline,
    track: geometry?.coordinates.map(([lng, lat], index) => ({ lat, lng, at: properties.times[index] ?? '' })),
    location: location.code === 'OK' ? readAs(LocationAnswer, location.body) : undefined,
  };
}
