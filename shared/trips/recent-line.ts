import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { type Memory, remembered } from '../platform/runtime/remembered';
import { getItems } from '../platform/table/read';
import { type Path, pathOf } from '../platform/values/path';
import { RoadPolicy, roadPolicyKey } from '../road-policy/policy';
import { placesOf, type RouteLine, routeLineKey } from '../routes/route-line';

/** The line of a route, and the metres from it that the team allows. */
export interface AllowedLine {
  readonly path: Path;
  readonly metres: number;
}

/** How long a function believes a line that it has read, in milliseconds. */
const BELIEVED = 30 * 60_000;
/** So many lines are a few megabytes of the memory of a function. */
const MOST_KNOWN = 500;

const newMemory = (): Memory<AllowedLine | undefined> => new Map();

/**
 * The line of a route, at most half an hour old. Undefined for a route without one, and for a team that wants no alert. A position costs
 * one write unit and no read, so a function reads a line once for all positions of that time.
 */
export const recentLine = (context: Context, teamId: string, routeId: string): Promise<AllowedLine | undefined> =>
  remembered(context, { newMemory, name: `${teamId}#${routeId}`, forMs: BELIEVED, most: MOST_KNOWN }, async () => {
    const [stored, policy] = await getItems(context, [routeLineKey(teamId, routeId), roadPolicyKey(teamId)]);
    return allowedLine(stored, policy);
  });

function allowedLine(stored: RouteLine | undefined, policy: RoadPolicy | undefined): AllowedLine | undefined {
  const { offRouteKm } = policy ?? v.parse(RoadPolicy, {});
  return stored && offRouteKm > 0 ? { path: pathOf(placesOf(stored.polyline)), metres: offRouteKm * 1_000 } : undefined;
}
