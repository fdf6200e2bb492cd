import { tableClient } from '../../../shared/platform/table/client';
import { changeRoadPolicy } from '../../../shared/road-policy/change-policy';
import { editStops } from '../../../shared/trips/edit-stops';
import { makeTestContext, someId, type TestContext } from '../../support/engine-runtime';
import { MemoryTable } from '../../support/memory-table';
import {
  insertClient,
  insertDriver,
  insertMembership,
  insertTeam,
  insertTrip,
  insertUser,
  insertVehicle,
  startTrip,
} from '../../support/store-fleet';
import { storedTrip } from '../../support/store-records';
import type { PolicyState } from './record';

export interface BaseTrip {
  readonly id: string;
  readonly teamId: string;
  readonly driverId: string;
  readonly vehicleId: string;
  readonly stopIds: readonly string[];
}

/** The records with which every run begins. They are made once in a process, because that costs as much as a run. */
export interface Base {
  readonly table: MemoryTable;
  /** Puts the table back to its beginning, with this road policy of the team. */
  readonly restore: (proof: PolicyState['proof']) => void;
  readonly teamId: string;
  readonly ownerId: string;
  readonly drivers: readonly BaseDriver[];
  readonly vehicleIds: readonly string[];
  readonly trips: readonly BaseTrip[];
  /** Under way, of a driver without a phone. */
  readonly foreignTripId: string;
  /** Another team. Its driver has a phone, too. */
  readonly other: {
    readonly teamId: string;
    readonly ownerId: string;
    readonly driver: BaseDriver;
    readonly trip: BaseTrip;
  };
}

export interface BaseDriver {
  readonly id: string;
  readonly sub: string;
  readonly teamId: string;
}

let made: Promise<Base> | undefined;

export const baseOfRuns = (): Promise<Base> => {
  made ??= makeBase();
  return made;
};

/** The driver and vehicle of each trip. The first is the one that drivers relay. */
const PLANNED = [
  [0, 0],
  [0, 0],
  [1, 1],
  [0, 1],
] as const;
/** The stops of each trip. The last trip has them without places. */
const STOPS = [
  { name: 'Apodaca', requires: [], lat: 25.71, lng: -100.31 },
  { name: 'Vallejo', requires: ['PHOTO'], lat: 26.02, lng: -101.04 },
  { name: 'Celaya', requires: ['PHOTO', 'SIGNATURE'], lat: 26.53, lng: -101.52 },
] as const;
const DRIVERS = 3;
const VEHICLES = 3;

async function makeBase(): Promise<Base> {
  const table = new MemoryTable(() => 0);
  const testContext = makeTestContext({ clients: new Map<never, unknown>([[tableClient as never, table]]) });
  const { teamId, ownerId, fleets, trips } = await makeTeam(testContext, DRIVERS, PLANNED);
  const last = fleets[DRIVERS - 1];
  if (last === undefined) throw new Error('The base has no foreign driver.');
  const foreign = await startTrip(testContext, last, await insertTrip(testContext, last));
  const other = await makeTeam(testContext, 1, [[0, 0]]);
  const [[stranger] = [], [trip] = []] = [other.drivers, other.trips];
  if (stranger === undefined || trip === undefined) throw new Error('The other team has no driver or no trip.');
  const policy = async (proof: PolicyState['proof']) => {
    await testContext.use(changeRoadPolicy)({ pool: 'staff', id: ownerId, teamId }, { proof });
    return table.snapshot();
  };
  const restore = { WARN: table.snapshot(), ENFORCE: await policy('ENFORCE'), NONE: await policy('NONE') };
  return {
    ...{ table, restore: (proof) => restore[proof](), teamId, ownerId, trips, foreignTripId: foreign.id },
    drivers: fleets.map(({ driver: { id, sub } }) => ({ id, sub, teamId })),
    vehicleIds: fleets.map(({ vehicle }) => vehicle.id).slice(0, VEHICLES - 1),
    other: { teamId: other.teamId, ownerId: other.ownerId, driver: stranger, trip },
  };
}

/** Inserts a team with so many drivers and vehicles, and with these trips. */
async function makeTeam(
  testContext: TestContext,
  drivers: number,
  planned: readonly (readonly [driver: number, vehicle: number])[],
) {
  const [teamId, ownerId] = [someId(), someId()];
  await insertTeam(testContext, { teamId, ownerId });
  await insertUser(testContext, { id: ownerId });
  await insertMembership(testContext, { teamId, userId: ownerId, role: 'OWNER' });
  const client = await insertClient(testContext, { teamId });
  const actor = { pool: 'staff', role: 'OWNER', id: ownerId, teamId } as const;
  const fleets = [];
  for (let index = 0; index < drivers; index += 1) {
    const sub = someId();
    const account = { sub, username: `operador.${index}`, appAccessStatus: 'ACTIVE', everActive: true } as const;
    const driver = { ...(await insertDriver(testContext, { ...account, teamId })), sub };
    fleets.push({ actor, driver, vehicle: await insertVehicle(testContext, { teamId, plate: `12-AB-${index}C` }) });
  }
  const trips: BaseTrip[] = [];
  for (const [driver, vehicle] of planned) {
    const [fleet, other] = [fleets[driver], fleets[vehicle]];
    if (fleet === undefined || other === undefined) throw new Error('The base has no such driver or vehicle.');
    const plan = { clientId: client.id, revenue: 1_000, startDate: storedTrip().startDate };
    const trip = await insertTrip(testContext, { ...fleet, vehicle: other.vehicle }, plan);
    const stopIds = await planStops(testContext, fleet.actor, trip, trips.length < PLANNED.length - 1);
    trips.push({ id: trip.id, teamId, driverId: fleet.driver.id, vehicleId: other.vehicle.id, stopIds });
  }
  return { teamId, ownerId, fleets, trips, drivers: fleets.map(({ driver: { id, sub } }) => ({ id, sub, teamId })) };
}

async function planStops(
  testContext: TestContext,
  actor: Parameters<ReturnType<(typeof editStops)['make']>>[0],
  trip: Parameters<ReturnType<(typeof editStops)['make']>>[1],
  hasPlaces: boolean,
): Promise<string[]> {
  const stops = STOPS.map(({ name, requires, ...place }, index) => ({
    ...{ order: index + 1, name, requires: [...requires], radiusM: 200 },
    ...(hasPlaces && place),
  }));
  const planned = await testContext.use(editStops)(actor, trip, { stopsRevision: 0, stops });
  return planned.stops.map(({ id }) => id);
}
