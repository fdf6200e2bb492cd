import { alertKey } from '../../shared/alerts/alert';
import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import { capability } from '../../shared/platform/runtime/capability';
import type { Runtime } from '../../shared/platform/runtime/context';
import { readEnvironment } from '../../shared/platform/runtime/env';
import { ignoreAlreadyThere } from '../../shared/platform/table/already-there';
import { transact } from '../../shared/platform/table/transact';
import type { MemberActor } from '../../shared/teams/members';
import { teamKey } from '../../shared/teams/team';
import { createTeam } from '../../shared/teams/teams';
import type { User } from '../../shared/teams/user';
import { joinSteps, welcomeUser } from '../../shared/teams/users';
import { tripKey } from '../../shared/trips/trip';
import { makeAccount } from './accounts';
import { asOf, look, use, withFixedBytes } from './capabilities';
import { DEMO } from './demo';
import { fixedId } from './identifiers';
import type { DemoMember } from './people';
import { addBox, addPayment, tellReservation } from './seed-books';
import { addFile } from './seed-files';
import { addCollection, addFreightPapers, addInvoice, stampInvoice } from './seed-invoices';
import { connectOtherSystems } from './seed-other-systems';
import {
  addClient,
  addDriver,
  addRoute,
  addRoutePoint,
  addVehicle,
  earlier,
  giveAccounts,
  type Seeding,
  setDriverStatus,
  setVehicleStatus,
} from './seed-records';
import { askForArchive, seedStamping } from './seed-stamping';
import { tellTrip } from './seed-trips';
import { addUploads } from './seed-uploads';

/** The time since the demo's carrier began to use the service. */
const FOUNDED_MS = 120 * 24 * 60 * 60_000;

/**
 * Makes the demo team with the same capabilities as the operations, in the table and pools of the runtime's environment: the local ones or
 * those of an emulator. Existing records stay unchanged, so the next start completes an interrupted seeding. The trip that waits for the
 * demo driver is written last and marks the seeding as complete. `publicUrl` is the address at which the stamping provider reaches this
 * service. Without it the team gets no organization, no stamped documents, and nothing of other systems.
 */
export async function seedDemo(runtime: Runtime, publicUrl?: string): Promise<void> {
  const [waiting, ...others] = DEMO.trips;
  if (await look(runtime, tripKey(DEMO.team.id, waiting.id))) return;
  const isResumed = (await look(runtime, teamKey(DEMO.team.id))) !== undefined;
  const founding = asOf(runtime, runtime.now().getTime() - FOUNDED_MS);
  const seeding: Seeding = { runtime, actor: await foundTeam(founding, isResumed), today: runtime.now(), isResumed };
  await addRecords({ ...seeding, runtime: founding });
  for (const file of DEMO.files) await addFile({ ...seeding, runtime: founding }, file);
  for (const trip of others) await tellTrip(seeding, trip);
  await Promise.all(DEMO.reservations.map((reservation) => tellReservation(seeding, reservation)));
  for (const payment of DEMO.payments) await addPayment(seeding, payment);
  for (const invoice of DEMO.invoices) await addInvoice(seeding, invoice);
  for (const papers of DEMO.freightPapers) await addFreightPapers(seeding, papers);
  await Promise.all([
    ...DEMO.drivers.map((driver) => setDriverStatus(seeding, driver)),
    ...DEMO.vehicles.map((vehicle) => setVehicleStatus(seeding, vehicle)),
  ]);
  if (publicUrl !== undefined) await useServices(seeding, publicUrl);
  await warnOfPapers(seeding);
  await tellTrip(seeding, waiting);
}

/** What needs the stamping provider, the data key and the queue of imports. */
async function useServices(seeding: Seeding, publicUrl: string): Promise<void> {
  await seedStamping(seeding, publicUrl);
  for (const invoice of DEMO.invoices) await stampInvoice(seeding, invoice);
  await addCollection(seeding);
  await askForArchive(seeding);
  await connectOtherSystems(seeding, publicUrl);
  await addUploads(seeding);
}

/** Raises the alerts of expiring documents, as the schedule does. One of them has the same identifier at each start. */
async function warnOfPapers(seeding: Seeding): Promise<void> {
  const { runtime, actor } = seeding;
  const first = fixedId('alert', 1);
  const isThere = (await earlier(seeding, alertKey(actor.teamId, first))) !== undefined;
  const raise = use(runtime, raiseExpiryAlerts, isThere ? undefined : first);
  await raise((failure) => {
    throw failure;
  });
}

/** Makes the team and its members. Returns the owner, who makes all other records. */
async function foundTeam(runtime: Runtime, isThere: boolean): Promise<MemberActor> {
  const { id: teamId, name, address } = DEMO.team;
  const [first, ...others] = DEMO.members;
  const [owner, ...otherUsers] = await welcome(runtime, [first, ...others, DEMO.newcomer]);
  const create = use(withFixedBytes(runtime, 'join code'), createTeam, teamId);
  if (!isThere) await create(owner, { name, address, invites: [] }, undefined);
  await Promise.all(
    others.map(({ email, name, role }, index) =>
      use(runtime, join)({ email, name, role, teamId, userId: otherUsers[index]?.id ?? '' }),
    ),
  );
  return { id: owner.id, teamId, role: 'OWNER' };
}

/** Adds all records except the trips. A record comes after those that it refers to. */
async function addRecords(seeding: Seeding): Promise<void> {
  await Promise.all([
    ...DEMO.drivers.map((driver) => addDriver(seeding, driver)),
    ...DEMO.vehicles.map((vehicle) => addVehicle(seeding, vehicle)),
    ...DEMO.clients.map((client) => addClient(seeding, client)),
    ...DEMO.routePoints.map((point) => addRoutePoint(seeding, point)),
    ...DEMO.boxes.map((box) => addBox(seeding, box)),
  ]);
  await Promise.all(DEMO.routes.map((route) => addRoute(seeding, route)));
  await giveAccounts(seeding, DEMO.drivers);
}

const join = capability(
  { table: ['PutItem'] },
  (context) => (member: Parameters<typeof joinSteps>[1]) =>
    transact(context, joinSteps(context, member)).catch(ignoreAlreadyThere),
);

/** Makes people of staff with account, password and profile, as after a first sign-in: the accounts side by side, the profiles one after the other. */
async function welcome(runtime: Runtime, people: readonly [Person, ...Person[]]): Promise<[User, ...User[]]> {
  const poolId = readEnvironment(runtime.environment, 'STAFF_USER_POOL_ID');
  const account = ({ id, email, name }: Person) =>
    makeAccount(poolId, email, { email, email_verified: 'true', name }, id);
  const subs = await Promise.all(people.map(account));
  const profile = ({ email, name }: Person, at: number) =>
    use(runtime, welcomeUser)({ id: subs[at] ?? '', email, name });
  const [first, ...others] = people;
  const welcomed: [User, ...User[]] = [await profile(first, 0)];
  for (const [index, one] of others.entries()) welcomed.push(await profile(one, index + 1));
  return welcomed;
}

type Person = Omit<DemoMember, 'role'>;
