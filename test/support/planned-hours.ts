import type { accounts } from './accounts';
import { someId } from './engine-runtime';
import { type Office, openOffice } from './office';
import { insertDriver, insertRoute, insertVehicle } from './store-fleet';

/** What random histories of plans need. The rules of hours are stated here without product code. */

const HOUR_MS = 60 * 60_000;
const START = Date.parse('2026-03-02T00:00:00.000Z');
const ROUTE_HOURS = 5;

/** The instant so many hours after the begin of a history. */
export const moment = (hours: number): string => new Date(START + hours * HOUR_MS).toISOString();

/** A plan: driver and vehicle by their place in the fleet, and hours from the begin of the history. */
export interface ModelledPlan {
  readonly driver: number | undefined;
  readonly vehicle: number | undefined;
  readonly from: number;
  readonly end: number | undefined;
  /** It has the route of the fleet. */
  readonly routed: boolean;
}

const lastsTo = ({ from, end, routed }: ModelledPlan): number => end ?? from + (routed ? ROUTE_HOURS : 24);

/** True when the half-open spans share an instant. A span without length is its first instant. */
export function meet(one: ModelledPlan, other: ModelledPlan): boolean {
  const [first, second] = one.from <= other.from ? [one, other] : [other, one];
  return first.from === second.from || second.from < lastsTo(first);
}

/** An office with two drivers, two vehicles and a route. */
export interface PlannedFleet {
  readonly office: Office;
  readonly drivers: readonly string[];
  readonly vehicles: readonly string[];
  readonly routeId: string;
}

export async function openPlannedFleet(world: ReturnType<typeof accounts>): Promise<PlannedFleet> {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const both = async <T>(make: () => Promise<T>) => [await make(), await make()];
  const drivers = await both(async () => (await insertDriver(testContext, { teamId, sub: someId() })).id);
  const vehicles = await both(async () => (await insertVehicle(testContext, { teamId, plate: someId().slice(-9) })).id);
  const route = await insertRoute(testContext, { teamId, estimatedDuration: ROUTE_HOURS * 60 });
  return { office, drivers, vehicles, routeId: route.id };
}

/** The body of the creation of a plan. */
export const bodyOfPlan = (
  { drivers, vehicles, routeId }: PlannedFleet,
  { driver, vehicle, from, end, routed }: ModelledPlan,
): object => ({
  ...(driver !== undefined && { driverId: drivers[driver] }),
  ...(vehicle !== undefined && { vehicleId: vehicles[vehicle] }),
  ...(routed && { routeId }),
  ...{ startDate: moment(from), endDate: end === undefined ? undefined : moment(end) },
});
