import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { getItem } from '../platform/table/read';
import { recentRoadPolicy } from '../road-policy/policy';
import { type StopPlan, type StopRegisters, stopPlanKey, stopsOfTrip } from './stop';
import { type TripStops, tripStops } from './stop-states';
import type { TripRecord } from './trip';

/** The stops of a trip as they are stored. A trip of an older release has none until the office plans them. */
export async function storedStops(
  context: Context,
  { teamId, id }: Pick<TripRecord, 'teamId' | 'id'>,
): Promise<{ plan: StopPlan; registers: StopRegisters[] }> {
  const [plan = { stops: [] }, registers] = await Promise.all([
    getItem(context, stopPlanKey(teamId, id)),
    allItems(context, { ...stopsOfTrip(teamId, id), consistent: true }),
  ]);
  return { plan, registers };
}

/** The stops of a trip with the status that follows from reports and corrections. */
export const readStops = capability(
  { table: ['GetItem', 'Query'] },
  (context) =>
    async (trip: TripRecord): Promise<TripStops> => {
      const { plan, registers } = await storedStops(context, trip);
      const { proof } = await recentRoadPolicy(context, trip.teamId);
      return tripStops(trip.id, proof, plan.stops, registers, trip.stopsRevision ?? 0);
    },
);
