import { removeTrip } from '../../shared/deletion/delete-trip';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { changeRoadPolicy } from '../../shared/road-policy/change-policy';
import { type RoadPolicyChanges, readRoadPolicy, roadPolicyKey } from '../../shared/road-policy/policy';
import { agendaKey } from '../../shared/trips/agenda';
import { editTrip } from '../../shared/trips/edit-trip';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { relayTrip } from '../../shared/trips/relay-trip';
import { type NewTrip, type TripChanges, type TripRecord, tripKey } from '../../shared/trips/trip';
import { START, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import {
  asDriver,
  type Fleet,
  insertDriver,
  insertFleet,
  insertTrip,
  insertVehicle,
  moveAsOwner,
  startTrip,
} from '../support/store-fleet';

const table = quickTable();
const ROUNDS = 4;
const HOUR_MS = 60 * 60_000;
/** So many hours after the start of the tests' clock. */
const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
const from = (start: number, end: number) => ({ startDate: at(start), endDate: at(end) });

/** A team that has refused overlaps since an hour before. Each test context is a function of its own, which reads the policy itself. */
async function openRefusing(): Promise<Fleet> {
  const fleet = await insertFleet(table.testContext());
  const policy = { overlap: 'REFUSE', refusesSince: at(-1) } as const;
  await transact(table.testContext().context, [putItem(roadPolicyKey(fleet.actor.teamId), policy)]);
  return fleet;
}

const plan = (fleet: Fleet, body: Partial<NewTrip>, testContext: TestContext = table.testContext()) =>
  insertTrip(testContext, fleet, body);
const edit = ({ actor }: Fleet, trip: TripRecord, changes: TripChanges, testContext = table.testContext()) =>
  testContext.use(editTrip)(actor, trip, changes);
const cancel = (fleet: Fleet, trip: TripRecord, testContext = table.testContext()) =>
  moveAsOwner(testContext, fleet, trip, 'CANCELADO');
const end = (fleet: Fleet, trip: TripRecord, testContext = table.testContext()) =>
  testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'COMPLETADO', undefined);
const setPolicy = ({ actor }: Fleet, changes: RoadPolicyChanges, testContext = table.testContext()) =>
  testContext.use(changeRoadPolicy)(actor, changes);

const resultsOf = async (requests: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(requests)).map((one) =>
    one.status === 'fulfilled' ? 'OK' : String(Object(one.reason).code ?? one.reason),
  );

/** The hours in an agenda, in hours after the start of the tests' clock. */
async function hoursOf({ actor }: Fleet, id: string) {
  const agenda = await getItem(table.testContext().context, agendaKey(actor.teamId, id));
  return (agenda?.plans ?? [])
    .map((one) => [one.from, one.to].map((instant) => (instant - START) / HOUR_MS))
    .sort(([one = 0], [other = 0]) => one - other);
}

const refusedPlan = { code: 'PLAN_OVERLAPS', field: 'driverId' };

describe('road 7: two plans at once', () => {
  test('road 7: for one driver and vehicle: one is planned, and the others are told', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fleet = await openRefusing();
      const results = await resultsOf(Array.from({ length: 6 }, (_, one) => plan(fleet, from(one, one + 7))));
      expect(results.sort()).toEqual(['OK', ...Array.from({ length: 5 }, () => 'PLAN_OVERLAPS')]);
      expect(await hoursOf(fleet, fleet.driver.id)).toHaveLength(1);
    }
  });

  test.each(['driver', 'vehicle'] as const)('road 7: for one %s alone: one is planned', async (what) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fleet = await openRefusing();
      const { teamId } = fleet.actor;
      const driver = await insertDriver(table.testContext(), { teamId });
      const vehicle = await insertVehicle(table.testContext(), { teamId });
      const other = { driver: { vehicleId: vehicle.id }, vehicle: { driverId: driver.id } }[what];
      const results = await resultsOf([plan(fleet, from(1, 3)), plan(fleet, { ...from(2, 4), ...other })]);
      expect(results.sort()).toEqual(['OK', 'PLAN_OVERLAPS']);
    }
  });

  test('road 7: in other hours: all are planned', async () => {
    const fleet = await openRefusing();
    const results = await resultsOf(Array.from({ length: 12 }, (_, one) => plan(fleet, from(one, one + 1))));
    expect(new Set(results)).toEqual(new Set(['OK']));
    expect(await hoursOf(fleet, fleet.vehicle.id)).toHaveLength(12);
  });

  test('road 7: the one that commits second is compared again, with an agenda or without', async () => {
    for (const before of [false, true]) {
      const fleet = await openRefusing();
      if (before) await plan(fleet, from(20, 21));
      const testContext = table.interrupted(() => plan(fleet, from(1, 3)));
      await expect(plan(fleet, from(2, 4), testContext)).rejects.toMatchObject(refusedPlan);
      const apart = table.interrupted(() => plan(fleet, from(5, 6)));
      await plan(fleet, from(3, 5), apart);
      const hours = await hoursOf(fleet, fleet.driver.id);
      expect(hours.slice(0, 3)).toEqual([
        [1, 3],
        [3, 5],
        [5, 6],
      ]);
    }
  });

  test('road 7: a change to the hours of a plan that commits first is refused', async () => {
    const fleet = await openRefusing();
    const trip = await plan(fleet, from(1, 2));
    const testContext = table.interrupted(() => plan(fleet, from(3, 4)));
    const refusal = { code: 'VALIDATION_FAILED', field: 'endDate' };
    await expect(edit(fleet, trip, { endDate: at(5) }, testContext)).rejects.toMatchObject(refusal);
    const changes = [edit(fleet, trip, { endDate: at(3) }), plan(fleet, from(2, 3))];
    expect([
      ['OK', 'PLAN_OVERLAPS'],
      ['VALIDATION_FAILED', 'OK'],
    ]).toContainEqual(await resultsOf(changes));
  });

  test('road 7: two changes of one trip: the agenda has the hours of the trip', async () => {
    for (const [first, second] of [
      [{ startDate: at(2) }, { endDate: at(8) }],
      [{ endDate: at(8) }, { startDate: at(2) }],
      [{ endDate: at(8) }, { driverId: null }],
    ]) {
      const fleet = await openRefusing();
      const trip = await plan(fleet, from(1, 5));
      const testContext = table.interrupted(() => edit(fleet, trip, second ?? {}));
      await resultsOf([edit(fleet, trip, first ?? {}, testContext)]);
      const stored = await getItem(table.testContext().context, tripKey(trip.teamId, trip.id));
      const hours = [stored?.startDate, stored?.endDate].map((one) => (Date.parse(String(one)) - START) / HOUR_MS);
      expect(await hoursOf(fleet, fleet.vehicle.id)).toEqual([hours]);
      expect(await hoursOf(fleet, fleet.driver.id)).toEqual(stored?.driverId ? [hours] : []);
    }
  });
});

describe('road 7: a trip that leaves the agendas while they change', () => {
  test('road 7: by its cancellation, its end or its deletion, leaves what was planned meanwhile', async () => {
    const leaving = [
      cancel,
      async (fleet: Fleet, trip: TripRecord, testContext: TestContext) => end(fleet, trip, testContext),
      async ({ actor }: Fleet, trip: TripRecord, testContext: TestContext) =>
        testContext.use(removeTrip)(actor, trip, undefined),
    ];
    for (const leave of leaving) {
      const fleet = await openRefusing();
      const trip = await plan(fleet, from(1, 3));
      if (leave === leaving[1]) await startTrip(table.testContext(), fleet, trip);
      await leave(
        fleet,
        trip,
        table.interrupted(() => plan(fleet, from(4, 5))),
      );
      for (const id of [fleet.driver.id, fleet.vehicle.id]) expect(await hoursOf(fleet, id)).toEqual([[4, 5]]);
    }
  });

  test('road 7: unnoticed refuses no plan: the other trip is read before', async () => {
    const fleet = await openRefusing();
    const trip = await plan(fleet, from(1, 3));
    const believesWarn = table.testContext();
    await setPolicy(fleet, { overlap: 'WARN' });
    await cancel(fleet, trip, believesWarn);
    const policy = { overlap: 'REFUSE', refusesSince: at(-1) } as const;
    await transact(table.testContext().context, [putItem(roadPolicyKey(trip.teamId), policy)]);
    expect(await hoursOf(fleet, fleet.driver.id)).toEqual([[1, 3]]);
    await plan(fleet, from(2, 4));
    expect(await hoursOf(fleet, fleet.driver.id)).toEqual([[2, 4]]);
  });

  test('road 7: by a relay that a change of the hours overtakes: the next agenda has the new hours', async () => {
    const fleet = await openRefusing();
    const { actor } = fleet;
    const trip = await plan(fleet, from(1, 3));
    await startTrip(table.testContext(), fleet, trip);
    const driver = await insertDriver(table.testContext(), { teamId: actor.teamId });
    const read = await getItem(table.testContext().context, tripKey(trip.teamId, trip.id));
    const testContext = table.interrupted(() => edit(fleet, read ?? trip, { endDate: at(9) }));
    await testContext.use(relayTrip)(actor, read ?? trip, { driverId: driver.id }, undefined);
    expect(await hoursOf(fleet, fleet.driver.id)).toEqual([]);
    expect(await hoursOf(fleet, driver.id)).toEqual([[1, 9]]);
    expect(await hoursOf(fleet, fleet.vehicle.id)).toEqual([[1, 9]]);
  });
});

describe('road 7: a change of the policy', () => {
  test('road 7: is unknown to a function for a minute: what it plans meanwhile counts when REFUSE has settled', async () => {
    const fleet = await insertFleet(table.testContext());
    const believesWarn = table.testContext();
    const knows = table.testContext();
    await plan(fleet, from(50, 51), believesWarn);
    await setPolicy(fleet, { overlap: 'REFUSE' });
    for (const testContext of [believesWarn, knows]) testContext.pass(1_000);
    await plan(fleet, from(1, 3), knows);
    believesWarn.pass(40_000);
    await plan(fleet, from(5, 7), believesWarn);
    knows.pass(60_000);
    await expect(plan(fleet, from(6, 8), knows)).rejects.toMatchObject(refusedPlan);
    knows.pass(60_000);
    await plan(fleet, from(8, 9), knows);
    const hours = [
      [1, 3],
      [5, 7],
      [8, 9],
      [50, 51],
    ];
    expect(await hoursOf(fleet, fleet.driver.id)).toEqual(hours);
  });

  test('road 7: to REFUSE that a change to WARN overtakes begins a new period', async () => {
    const fleet = await openRefusing();
    const { teamId } = fleet.actor;
    const testContext = table.interrupted(() => setPolicy(fleet, { overlap: 'WARN' }));
    await setPolicy(fleet, { overlap: 'REFUSE' }, testContext);
    const stored = await readRoadPolicy(table.testContext().context, teamId);
    expect(stored).toMatchObject({ overlap: 'REFUSE', refusesSince: at(0) });
    await setPolicy(fleet, { overlap: 'REFUSE', lateMinutes: 5 });
    expect(await readRoadPolicy(table.testContext().context, teamId)).toEqual({ ...stored, lateMinutes: 5 });
  });
});
