import * as v from 'valibot';
import { ClientFields, clientKey } from '../../shared/clients/client';
import { createClient } from '../../shared/clients/clients';
import { DriverFields, type DriverRecord, driverKey } from '../../shared/fleet/driver';
import { activateDriver, finishAccessChange } from '../../shared/fleet/driver-access';
import { createDriver, editDriver } from '../../shared/fleet/drivers';
import { VehicleFields, vehicleKey } from '../../shared/fleet/vehicle';
import { changeVehicleStatus, createVehicle } from '../../shared/fleet/vehicles';
import type { Runtime } from '../../shared/platform/runtime/context';
import { readEnvironment } from '../../shared/platform/runtime/env';
import type { ItemKey } from '../../shared/platform/table/keys';
import { RouteFields, routeKey } from '../../shared/routes/route';
import { RoutePointFields, routePointKey } from '../../shared/routes/route-point';
import { createRoutePoint } from '../../shared/routes/route-points';
import { createRoute } from '../../shared/routes/routes';
import type { MemberActor } from '../../shared/teams/members';
import { makeAccount } from './accounts';
import { look, use } from './capabilities';
import type { DemoClient } from './clients';
import type { DemoDriver } from './drivers';
import { type DemoRoutePoint, ROUTE_POINTS } from './route-points';
import type { DemoRoute } from './routes';
import type { DemoVehicle } from './vehicles';

/** The input of every seeding function: the runtime, the acting member, and the day from which expiry dates are counted. */
export interface Seeding {
  readonly runtime: Runtime;
  readonly actor: MemberActor;
  readonly today: Date;
  /** True after an interrupted seeding: each record is looked up first. A first start skips the lookups to save time. */
  readonly isResumed: boolean;
}

/** The record of an interrupted seeding. In a first seeding, returns undefined without a read. */
export const earlier = async <S extends v.GenericSchema>({ runtime, isResumed }: Seeding, key: ItemKey<S>) =>
  isResumed ? look(runtime, key) : undefined;

async function unlessThere(seeding: Seeding, key: ItemKey, make: () => Promise<unknown>): Promise<void> {
  if ((await earlier(seeding, key)) === undefined) await make();
}

export const addClient = (seeding: Seeding, { id, fields }: DemoClient): Promise<void> =>
  unlessThere(seeding, clientKey(seeding.actor.teamId, id), () =>
    use(seeding.runtime, createClient, id)(seeding.actor, v.parse(ClientFields, fields), undefined),
  );

export const addRoutePoint = (seeding: Seeding, { id, fields }: DemoRoutePoint): Promise<void> =>
  unlessThere(seeding, routePointKey(seeding.actor.teamId, id), () =>
    use(seeding.runtime, createRoutePoint, id)(seeding.actor, v.parse(RoutePointFields, fields), undefined),
  );

/** Adds a route. Its stops are numbered from 1 and take their data from the points. */
export const addRoute = (seeding: Seeding, { id, stops, ...fields }: DemoRoute): Promise<void> =>
  unlessThere(seeding, routeKey(seeding.actor.teamId, id), () => {
    const route = v.parse(RouteFields, {
      ...fields,
      stops: stops.map(({ point, minutes, notes }, index) => ({
        order: index + 1,
        routePointId: ROUTE_POINTS[point - 1]?.id,
        address: ROUTE_POINTS[point - 1]?.fields.address,
        estimatedDuration: minutes,
        notes,
      })),
    });
    return use(seeding.runtime, createRoute, id)(seeding.actor, route, undefined);
  });

export const addVehicle = (seeding: Seeding, { id, fields, papers }: DemoVehicle): Promise<void> =>
  unlessThere(seeding, vehicleKey(seeding.actor.teamId, id), () =>
    use(seeding.runtime, createVehicle, id)(
      seeding.actor,
      v.parse(VehicleFields, { ...fields, ...daysFrom(seeding.today, papers) }),
      undefined,
    ),
  );

export const addDriver = (seeding: Seeding, { id, fields, papers }: DemoDriver): Promise<void> =>
  unlessThere(seeding, driverKey(seeding.actor.teamId, id), () =>
    use(seeding.runtime, createDriver, id)(
      seeding.actor,
      v.parse(DriverFields, { ...fields, ...daysFrom(seeding.today, papers) }),
      undefined,
    ),
  );

/**
 * Gives the drivers with a user name an app account that has been used. The accounts are made side by side, because their passwords take time,
 * and then written one after the other, so that the entries of the audit have the same order at each start.
 */
export async function giveAccounts({ runtime, actor }: Seeding, drivers: readonly DemoDriver[]): Promise<void> {
  const poolId = readEnvironment(runtime.environment, 'DRIVERS_USER_POOL_ID');
  const made = await Promise.all(
    drivers.map(async ({ id, username }) => {
      const driver = username === undefined ? undefined : await look(runtime, driverKey(actor.teamId, id));
      if (username === undefined || driver === undefined || driver.appAccessStatus === 'ACTIVE') return undefined;
      const claims = { 'custom:teamId': driver.teamId, 'custom:driverId': driver.id };
      return { driver, username, sub: await makeAccount(poolId, username, claims) };
    }),
  );
  for (const account of made) if (account) await recordAccount(runtime, actor, account);
}

async function recordAccount(
  runtime: Runtime,
  actor: MemberActor,
  { driver, ...account }: { readonly driver: DriverRecord; readonly username: string; readonly sub: string },
): Promise<void> {
  const invited = await use(runtime, finishAccessChange)(actor, driver, 'INVITE', account);
  await use(runtime, activateDriver)(invited);
}

/** Sets the driver's status when the demo sets one by hand. */
export async function setDriverStatus({ runtime, actor }: Seeding, { id, status }: DemoDriver): Promise<void> {
  const driver = status && (await look(runtime, driverKey(actor.teamId, id)));
  if (driver) await use(runtime, editDriver)(actor, driver, { status });
}

/** Sets the vehicle's status when the demo sets one by hand and the vehicle has another. */
export async function setVehicleStatus({ runtime, actor }: Seeding, { id, status }: DemoVehicle): Promise<void> {
  const vehicle = status && (await look(runtime, vehicleKey(actor.teamId, id)));
  if (vehicle && vehicle.status !== status) await use(runtime, changeVehicleStatus)(actor, vehicle, status);
}

const DAY_MS = 24 * 60 * 60_000;

/** Converts days from today to calendar dates: `{ licenseExpiry: 9 }` becomes `{ licenseExpiry: '2026-03-11' }`. */
function daysFrom(today: Date, papers: Readonly<Record<string, number>>): Record<string, string> {
  const day = (days: number) => new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return Object.fromEntries(Object.entries(papers).map(([paper, days]) => [paper, day(days)]));
}
