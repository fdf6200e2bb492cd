import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { againWhile } from '../platform/table/retry';
import { update } from '../platform/table/steps';
import { deleteOne, writeOne } from '../platform/table/write';
import { routeKey } from '../routes/route';
import { type RouteSpeeds, routeSpeedsKey, withDrivenTrip } from '../routes/route-speeds';
import { drivenLegs } from './driven-legs';
import type { StopPlan, StopRegisters } from './stop';

/** Another trip of the route was entered meanwhile. */
class SpeedsChanged extends Error {}

interface EndedTrip {
  readonly teamId: string;
  readonly tripId: string;
  readonly plan: StopPlan;
  readonly registers: readonly StopRegisters[];
}

/**
 * Enters what an ended trip shows of the speeds between the stops of its route. It replaces what the trip showed before, so that a repetition changes nothing. Of two
 * trips at once the later write rests on both.
 */
export async function learnSpeeds(context: Context, { teamId, tripId, plan, registers }: EndedTrip): Promise<void> {
  const { routeId, stops } = plan;
  if (routeId === undefined) return;
  const { legs, at } = drivenLegs(stops, registers);
  const key = routeSpeedsKey(teamId, routeId);
  const isRemembered = await againWhile(
    context,
    (failure) => failure instanceof SpeedsChanged,
    async () => {
      const known = await getItem(context, key);
      const next = withDrivenTrip(routeId, known, tripId, at, legs);
      if (next) await writeSpeeds(context, key, known, next);
      return known !== undefined || next !== undefined;
    },
  );
  if (!isRemembered) return;
  // The route can have been deleted with its speeds before the write. A condition on the route would cost as much as the route is long.
  if ((await getItem(context, routeKey(teamId, routeId))) === undefined) await deleteOne(context, key);
}

function writeSpeeds(
  context: Context,
  key: ReturnType<typeof routeSpeedsKey>,
  known: RouteSpeeds | undefined,
  next: RouteSpeeds,
): Promise<void> {
  const condition = known ? { equals: { revision: known.revision } } : { exists: false };
  const step = update(key, { set: next }, condition, () => new SpeedsChanged());
  return writeOne(context, step);
}
