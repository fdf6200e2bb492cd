import * as v from 'valibot';
import { DriverFields } from '../../shared/domain/drivers';
import { type Capability, capability } from '../../shared/runtime/capability';
import { makeContext, type Runtime } from '../../shared/runtime/context';
import { readEnvironment } from '../../shared/runtime/env';
import { ignoreAlreadyThere } from '../../shared/store/already-there';
import type { TeamActor } from '../../shared/store/audit';
import { createTrip } from '../../shared/store/create-trip';
import { activateDriver, finishAccessChange } from '../../shared/store/driver-access';
import { createDriver } from '../../shared/store/drivers';
import { driverKey, type ItemKey, teamKey, tripKey, vehicleKey } from '../../shared/store/keys';
import { getItem } from '../../shared/store/read';
import { createTeam } from '../../shared/store/teams';
import { transact } from '../../shared/store/transact';
import { joinSteps, welcomeUser } from '../../shared/store/users';
import { createVehicle } from '../../shared/store/vehicles';
import { makeAccount } from './accounts';
import { DEMO, type Demo } from './demo';

/**
 * Makes the demo team, by the same store functions as the operations, in the table and pools that the runtime's environment names: the
 * local ones, or those of an emulator. What is there already stays as it is, so a seeding that was cut off is ended by the next.
 */
export async function seedDemo(runtime: Runtime, demo: Demo = DEMO): Promise<void> {
  const last = demo.trips.at(-1);
  if (last && (await isThere(runtime, tripKey(demo.team.id, last.id)))) return;
  const [owner, ...others] = await Promise.all(demo.members.map((member) => welcome(runtime, member)));
  if (owner === undefined) return;
  const actor = { id: owner.id, teamId: demo.team.id };
  if (!(await isThere(runtime, teamKey(demo.team.id)))) {
    const { name, address } = demo.team;
    await use(runtime, createTeam, demo.team.id)(owner.id, { name, address, invites: [] }, undefined);
  }
  await Promise.all([
    ...others.map((member) => use(runtime, join)({ ...member, teamId: demo.team.id, userId: member.id })),
    ...demo.drivers.map((driver) => hire(runtime, actor, driver)),
    ...demo.vehicles.map((vehicle) => register(runtime, actor, vehicle)),
  ]);
  for (const trip of demo.trips) await plan(runtime, actor, trip);
}

/** Makes a capability as an operation is given it. The first identifier that a creation asks for is the record's own: `firstId`. */
function use<Do>(runtime: Runtime, { rights, make }: Capability<Do>, firstId?: string): Do {
  const fixed = firstId === undefined ? [] : [firstId];
  const scope = {
    requestId: 'seed',
    remaining: () => 28_000,
    meter: { calls: 0, readUnits: 0, writeUnits: 0 },
  };
  return make(makeContext({ ...runtime, newId: () => fixed.shift() ?? runtime.newId() }, scope, rights));
}

const look = capability(
  { table: ['GetItem'] },
  (context) =>
    <S extends v.GenericSchema>(key: ItemKey<S>) =>
      getItem(context, key),
);

const isThere = async (runtime: Runtime, key: ItemKey): Promise<boolean> =>
  (await use(runtime, look)(key)) !== undefined;

const join = capability(
  { table: ['PutItem'] },
  (context) => (member: Parameters<typeof joinSteps>[1]) =>
    transact(context, joinSteps(context, member)).catch(ignoreAlreadyThere),
);

/** A member of staff with an account, a password and a profile, as if signed in once. */
async function welcome(runtime: Runtime, { email, name, role }: Demo['members'][number]) {
  const poolId = readEnvironment(runtime.environment, 'STAFF_USER_POOL_ID');
  const id = await makeAccount(poolId, email, { email, email_verified: 'true', name });
  await use(runtime, welcomeUser)({ id, email, name });
  return { id, email, name, role };
}

async function hire(
  runtime: Runtime,
  actor: TeamActor,
  { id, fields, username }: Demo['drivers'][number],
): Promise<void> {
  const key = driverKey(actor.teamId, id);
  if (!(await isThere(runtime, key))) {
    await use(runtime, createDriver, id)(actor, v.parse(DriverFields, fields), undefined);
  }
  if (username === undefined) return;
  const poolId = readEnvironment(runtime.environment, 'DRIVERS_USER_POOL_ID');
  const sub = await makeAccount(poolId, username, { 'custom:teamId': actor.teamId, 'custom:driverId': id });
  const driver = await use(runtime, look)(key);
  if (driver === undefined || driver.appAccessStatus === 'ACTIVE') return;
  const invited = await use(runtime, finishAccessChange)(actor, driver, 'INVITE', { username, sub });
  await use(runtime, activateDriver)(invited);
}

async function register(runtime: Runtime, actor: TeamActor, { id, fields }: Demo['vehicles'][number]): Promise<void> {
  if (await isThere(runtime, vehicleKey(actor.teamId, id))) return;
  await use(runtime, createVehicle, id)(actor, fields, undefined);
}

async function plan(runtime: Runtime, actor: TeamActor, trip: Demo['trips'][number]): Promise<void> {
  if (await isThere(runtime, tripKey(actor.teamId, trip.id))) return;
  const startDate = new Date(runtime.now().getTime() + trip.startsInDays * DAY_MS).toISOString();
  await use(runtime, createTrip, trip.id)(actor, { ...trip.plan, startDate }, undefined);
}

const DAY_MS = 24 * 60 * 60_000;
