import type { TeamActor } from '../../shared/audit/audit';
import { type Client, clientKey, searchedClient } from '../../shared/clients/client';
import { type DriverRecord, driverKey, searchedDriver } from '../../shared/fleet/driver';
import type { Position } from '../../shared/fleet/position';
import { POSITION_PLACE } from '../../shared/fleet/position-places';
import { searchedVehicle, type VehicleRecord, vehicleKey } from '../../shared/fleet/vehicle';
import { put, type Step, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { inListByName } from '../../shared/platform/table/word-keys';
import { newWordSteps } from '../../shared/platform/table/word-rows';
import { type Route, routeKey, searchedRoute } from '../../shared/routes/route';
import { joinCodeFrom, joinCodeKey } from '../../shared/teams/join-code';
import { type Membership, membershipIndexes, membershipKey, type Team, teamKey } from '../../shared/teams/team';
import { accountKey, type User, userKey } from '../../shared/teams/user';
import { createTrip } from '../../shared/trips/create-trip';
import { moveOwnTrip, moveTrip } from '../../shared/trips/move-trip';
import { type NewTrip, type TripRecord, tripIndexes, tripKey } from '../../shared/trips/trip';
import { newPlaceSteps } from '../../shared/trips/trip-places';
import { newTripWords } from '../../shared/trips/trip-words';
import { START, someId, type TestContext } from './engine-runtime';
import {
  storedClient,
  storedDriver,
  storedMembership,
  storedRoute,
  storedTeam,
  storedTrip,
  storedUser,
  storedVehicle,
} from './store-records';

/** Inserts records directly into the table. */

const insert = (testContext: TestContext, ...steps: Step[]): Promise<void> => transact(testContext.context, steps);
const refused = unexpectedConflict('A record of the test');

export async function insertDriver(testContext: TestContext, given: Partial<DriverRecord>): Promise<DriverRecord> {
  const driver = storedDriver(given);
  const searched = searchedDriver(driver);
  await insert(
    testContext,
    put(driverKey(driver.teamId, driver.id), driver, {}, refused, inListByName(searched)),
    ...newWordSteps(searched),
  );
  return driver;
}

/** The item that the pings of a trip under way write. */
export const insertPosition = (testContext: TestContext, teamId: string, position: Position): Promise<void> =>
  insert(testContext, put(POSITION_PLACE.key(teamId, position.tripId), POSITION_PLACE.stored(position), {}, refused));

export async function insertVehicle(testContext: TestContext, given: Partial<VehicleRecord>): Promise<VehicleRecord> {
  const vehicle = storedVehicle(given);
  const searched = searchedVehicle(vehicle);
  await insert(
    testContext,
    put(vehicleKey(vehicle.teamId, vehicle.id), vehicle, {}, refused, inListByName(searched)),
    ...newWordSteps(searched),
  );
  return vehicle;
}

export async function insertClient(testContext: TestContext, given: Partial<Client>): Promise<Client> {
  const client = storedClient(given);
  const searched = searchedClient(client);
  await insert(
    testContext,
    put(clientKey(client.teamId, client.id), client, {}, refused, inListByName(searched)),
    ...newWordSteps(searched),
  );
  return client;
}

export async function insertRoute(testContext: TestContext, given: Partial<Route>): Promise<Route> {
  const route = storedRoute(given);
  const searched = searchedRoute(route);
  await insert(
    testContext,
    put(routeKey(route.teamId, route.id), route, {}, refused, inListByName(searched)),
    ...newWordSteps(searched),
  );
  return route;
}

/** Inserts a user with a profile, as after a first sign-in. */
export async function insertUser(testContext: TestContext, given: Partial<User> = {}): Promise<User> {
  const user = storedUser(given);
  await insert(
    testContext,
    put(userKey(user.id), user, {}, refused),
    put(accountKey(user.email), { userId: user.id }, {}, refused),
  );
  return user;
}

/** A team with a join code that no other team has. */
export async function insertTeam(testContext: TestContext, given: Partial<Team>): Promise<Team> {
  const team = storedTeam({ joinCode: joinCodeFrom(testContext.runtime.randomBytes(40)), ...given });
  const { teamId } = team;
  await insert(
    testContext,
    put(teamKey(teamId), team, {}, refused),
    put(joinCodeKey(team.joinCode), { teamId }, {}, refused),
  );
  return team;
}

export async function insertMembership(testContext: TestContext, given: Partial<Membership>): Promise<Membership> {
  const member = storedMembership(given);
  await insert(
    testContext,
    put(membershipKey(member.teamId, member.userId), member, {}, refused, membershipIndexes(member)),
  );
  return member;
}

export interface Fleet {
  readonly actor: TeamActor & { readonly pool: 'staff'; readonly role: 'OWNER' };
  readonly driver: DriverRecord & { readonly sub: string };
  readonly vehicle: VehicleRecord;
}

/** Inserts a team with a driver and a vehicle, both DISPONIBLE. The driver has app access. */
export async function insertFleet(
  testContext: TestContext,
  given: { driver?: Partial<DriverRecord>; vehicle?: Partial<VehicleRecord> } = {},
): Promise<Fleet> {
  const teamId = someId();
  const sub = someId();
  const account = { sub, username: 'jose.hernandez', appAccessStatus: 'ACTIVE', everActive: true } as const;
  const driver = await insertDriver(testContext, { ...account, ...given.driver, teamId });
  const vehicle = await insertVehicle(testContext, { ...given.vehicle, teamId });
  return { actor: { pool: 'staff', role: 'OWNER', id: someId(), teamId }, driver: { ...driver, sub }, vehicle };
}

/** A trip of that driver and vehicle, NO_INICIADO by default. */
export const insertTrip = (testContext: TestContext, fleet: Fleet, plan: Partial<NewTrip> = {}): Promise<TripRecord> =>
  testContext.use(createTrip)(
    fleet.actor,
    { startDate: storedTrip().startDate, driverId: fleet.driver.id, vehicleId: fleet.vehicle.id, ...plan },
    undefined,
  );

/** The number of writes in one transaction. */
const TRANSACTION = 25;

/** Inserts trips in any status, without invoice, driver or vehicle. */
export async function insertTrips(
  testContext: TestContext,
  given: readonly Partial<TripRecord>[],
): Promise<TripRecord[]> {
  const trips = given.map((one) => storedTrip(one));
  for (let start = 0; start < trips.length; start += TRANSACTION) {
    const part = trips.slice(start, start + TRANSACTION);
    await insert(
      testContext,
      ...part.flatMap((trip) => [
        put(tripKey(trip.teamId, trip.id), trip, {}, refused, tripIndexes(trip)),
        ...newPlaceSteps(trip),
        ...newTripWords(trip),
      ]),
    );
  }
  return trips;
}

/** The driver as the mover of a trip, with the claims of the token: the session began with the test. */
export const asDriver = ({ driver }: Fleet) =>
  ({
    pool: 'drivers',
    id: driver.id,
    teamId: driver.teamId,
    sub: driver.sub,
    signedInAt: new Date(START).toISOString(),
    sessionId: 'session',
  }) as const;

/** Starts a trip as its driver does. */
export async function startTrip(testContext: TestContext, fleet: Fleet, trip: TripRecord): Promise<TripRecord> {
  const moved = await testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'EN_PROCESO', undefined);
  return moved.trip;
}

/** Moves a trip as the owner of the team does. */
export const moveAsOwner = (testContext: TestContext, fleet: Fleet, trip: TripRecord, to: TripRecord['status']) =>
  testContext.use(moveTrip)(fleet.actor, trip, to, undefined);

/** A trip under way. */
export const insertTripUnderWay = async (testContext: TestContext, fleet: Fleet): Promise<TripRecord> =>
  startTrip(testContext, fleet, await insertTrip(testContext, fleet));
