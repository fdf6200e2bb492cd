import { lastPositionOf } from '../fleet/position';
import { readPosition } from '../fleet/position-places';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { getItem } from '../platform/table/read';
import type { Coordinate } from '../platform/values/distance';
import { recentRoadPolicy } from '../road-policy/policy';
import { etasOf, type StopAhead } from './eta';
import { type StopPlan, type StopRegisters, stopPlanKey, stopsOfTrip } from './stop';
import { type TripStop, type TripStops, tripStops } from './stop-states';
import type { TripRecord } from './trip';

/** The stops of a trip: the plan, and what was reported and decided. */
export interface StoredStops {
  readonly plan: StopPlan;
  readonly registers: StopRegisters[];
}

/** The stops of a trip as they are stored. A trip of an older release has none until the office plans them. */
export async function storedStops(
  context: Context,
  { teamId, id }: Pick<TripRecord, 'teamId' | 'id'>,
): Promise<StoredStops> {
  const [plan = { stops: [] }, registers] = await Promise.all([
    getItem(context, stopPlanKey(teamId, id)),
    allItems(context, { ...stopsOfTrip(teamId, id), consistent: true }),
  ]);
  return { plan, registers };
}

/** The stops of a trip with the status that follows from reports and corrections, and the probable arrivals while it is under way. */
export const readStops = capability(
  { table: ['GetItem', 'Query'] },
  (context) =>
    async (trip: TripRecord): Promise<TripStops> => {
      const isUnderWay = trip.status === 'EN_PROCESO';
      const [{ plan, registers }, placed] = await Promise.all([
        storedStops(context, trip),
        isUnderWay ? readPosition(context, trip.teamId, trip.id) : undefined,
      ]);
      const { proof } = await recentRoadPolicy(context, trip.teamId);
      const answer = tripStops(trip.id, proof, plan.stops, registers, trip.stopsRevision ?? 0);
      const last = lastPositionOf(placed?.position);
      return last ? { ...answer, stops: withEtas(answer.stops, plan, last, context.now()) } : answer;
    },
);

function withEtas(stops: readonly TripStop[], plan: StopPlan, from: Coordinate, now: Date): TripStop[] {
  const ownKmh = new Map(plan.stops.map((stop) => [stop.id, stop.ownKmh]));
  const etas = etasOf(
    stops.filter(isOnTheWay).map((stop) => ({ ...ahead(stop), ownKmh: ownKmh.get(stop.id) })),
    from,
    now,
  );
  return stops.map((stop) => {
    const eta = etas.get(stop.id);
    return eta ? { ...stop, eta: wholeMinute(eta.at), by: eta.by } : stop;
  });
}

/** The truck was not at a skipped or removed stop, and does not go there. */
const isOnTheWay = ({ status }: TripStop): boolean => status !== 'OMITIDA' && status !== 'QUITADA';

/** An estimate is not exact to the second. */
const wholeMinute = (eta: Date): string => new Date(Math.floor(eta.getTime() / 60_000) * 60_000).toISOString();

function ahead({ status, arrived, insideAt, leftAt, ...stop }: TripStop): StopAhead {
  if (status === 'PENDIENTE') return { ...stop, status };
  return {
    ...stop,
    status: status === 'LLEGO' && leftAt === undefined ? status : 'OTHER',
    since: arrived?.at ?? insideAt,
  };
}
