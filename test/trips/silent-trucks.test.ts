import * as v from 'valibot';
import { AlertRecord } from '../../shared/alerts/alert';
import { changeAlertStatus } from '../../shared/alerts/alerts';
import { POSITION_PLACE } from '../../shared/fleet/position-places';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { RoadPolicy, roadPolicyKey } from '../../shared/road-policy/policy';
import { moveTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { watchKey, writeWatch } from '../../shared/trips/road-watch';
import { START, someIdEnding } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { openPhoneRoad, type PhoneRoad, sync } from '../support/phone';
import { tripNow } from '../support/phone-stops';
import { laterOn, pingAt } from '../support/phone-track';
import { planPhoneRoad, tripEnd, tripStart } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { asDriver, moveAsOwner } from '../support/store-fleet';
import { alertsAbout, runWatch, statusesOf, watchesOf } from '../support/watch-run';

const MINUTE_MS = 60_000;
const table = quickTable();
const later = laterOn(table);
const minuteOf = (instant: unknown) => (Date.parse(String(instant)) - START) / MINUTE_MS;

const open = () => openPhoneRoad(later(0));
const run = (minute: number) => runWatch(later(minute));
const silences = (road: PhoneRoad) => statusesOf(table, 'TRIP_SILENT', road);
const duesOf = async (road: PhoneRoad) => (await watchesOf(table, road)).map(({ dueAt }) => minuteOf(dueAt));
const send = (road: PhoneRoad, minute: number) => sync(later(minute), road.fleet, [pingAt(road, minute)]);

async function setPolicy(road: PhoneRoad, policy: Partial<RoadPolicy>): Promise<void> {
  await transact(later(0).context, [
    putItem(roadPolicyKey(road.trip.teamId), { ...v.parse(RoadPolicy, {}), ...policy }),
  ]);
}

describe('road 5: the watch of a trip', () => {
  test('road 5: begins with the start, by a driver, a member or a fact of the phone, after the minutes of the policy', async () => {
    for (const [start, silentMinutes] of [
      [(road: PhoneRoad) => sync(later(3), road.fleet, [tripStart(road, 1)]), 30],
      [(road: PhoneRoad) => moveAsOwner(later(3), road.fleet, road.trip, 'EN_PROCESO'), 45],
    ] as const) {
      const road = await planPhoneRoad(later(0));
      await setPolicy(road, { silentMinutes });
      expect(await duesOf(road)).toEqual([]);
      await start(road);
      expect(await duesOf(road)).toEqual([3 + silentMinutes]);
    }
    expect(await duesOf(await open())).toEqual([30]);
  });

  test('road 5: a recent position moves it to the arrival of that position and the minutes of the policy', async () => {
    const road = await open();
    await send(road, 12);
    await run(30);
    expect(await duesOf(road)).toEqual([42]);
    await later(40).use(recordPing)(asDriver(road.fleet), road.trip.id, { lat: 25, lng: -100 });
    await run(42);
    expect([await duesOf(road), await silences(road)]).toEqual([[70], []]);
  });

  test('road 5: is not looked at before it is due', async () => {
    const road = await open();
    await run(29);
    expect([await duesOf(road), await silences(road)]).toEqual([[30], []]);
  });

  test.each([
    ['ended by its driver', (road: PhoneRoad) => sync(later(8), road.fleet, [tripEnd(road, 8)])],
    ['ended by a member', (road: PhoneRoad) => moveAsOwner(later(8), road.fleet, road.trip, 'COMPLETADO')],
    ['cancelled', (road: PhoneRoad) => moveAsOwner(later(8), road.fleet, road.trip, 'CANCELADO')],
  ])('road 5: is removed when the trip was %s', async (_, end) => {
    const road = await open();
    await end(road);
    expect(await duesOf(road)).toEqual([30]);
    await run(30);
    expect([await duesOf(road), await silences(road)]).toEqual([[], []]);
  });
});

describe('road 5: TRIP_SILENT', () => {
  test('road 5: is raised once after the minutes of the policy without a position', async () => {
    const road = await open();
    await send(road, 5);
    for (const minute of [30, 34]) await run(minute);
    expect(await silences(road)).toEqual([]);
    for (const minute of [35, 40, 45, 300]) await run(minute);
    expect(await alertsAbout(table, 'TRIP_SILENT', road)).toMatchObject([
      {
        status: 'OPEN',
        severity: 'WARNING',
        entityType: 'TRIP',
        facts: { minutesSilent: 30 },
        message: 'The truck has sent no position for 30 minutes. Call the driver.',
      },
    ]);
  });

  test('road 5: counts from the start before the first position, also of a trip that the phone started late', async () => {
    const road = await planPhoneRoad(later(0));
    await sync(later(100), road.fleet, [tripStart(road, 1)]);
    await run(129);
    expect(await silences(road)).toEqual([]);
    await run(130);
    expect(await silences(road)).toEqual(['OPEN']);
  });

  test('road 1.14: is resolved by the run after the next position, and raised again for another silence', async () => {
    const road = await open();
    await run(30);
    await send(road, 50);
    await run(55);
    expect([await silences(road), await duesOf(road)]).toEqual([['RESOLVED'], [80]]);
    await run(80);
    await run(85);
    expect(await silences(road)).toEqual(['RESOLVED', 'OPEN']);
  });

  test('road 1.14: is resolved by the run after the end of the trip', async () => {
    const road = await open();
    await run(30);
    await sync(later(33), road.fleet, [tripEnd(road, 33)]);
    await run(35);
    expect([await silences(road), await duesOf(road)]).toEqual([['RESOLVED'], []]);
  });

  test('road 1.14: that a member has resolved stays as it is', async () => {
    const road = await open();
    await run(30);
    const [alert] = await alertsAbout(table, 'TRIP_SILENT', road);
    await later(31).use(changeAlertStatus)(road.fleet.actor, v.parse(AlertRecord, alert), 'RESOLVED');
    await send(road, 32);
    await run(35);
    expect([await silences(road), await duesOf(road)]).toEqual([['RESOLVED'], [62]]);
    expect((await alertsAbout(table, 'TRIP_SILENT', road))[0]?.resolvedBy).toBeUndefined();
  });

  test('road 8: is not raised with silentMinutes 0, and the watch still finds the end of the trip', async () => {
    const road = await planPhoneRoad(later(0));
    await setPolicy(road, { silentMinutes: 0 });
    await moveAsOwner(later(0), road.fleet, road.trip, 'EN_PROCESO');
    for (const minute of [30, 360]) await run(minute);
    expect([await silences(road), await duesOf(road)]).toEqual([[], [720]]);
    await sync(later(500), road.fleet, [tripEnd(road, 500)]);
    await run(720);
    expect(await duesOf(road)).toEqual([]);
  });

  test('road 8: that was raised before silentMinutes became longer or 0 is resolved by the next position', async () => {
    for (const silentMinutes of [0, 60]) {
      const road = await open();
      await run(30);
      await setPolicy(road, { silentMinutes });
      await run(35);
      expect([await silences(road), await duesOf(road)]).toEqual([['OPEN'], [silentMinutes === 0 ? 395 : 60]]);
      await send(road, 50);
      await run(400);
      expect((await silences(road))[0]).toBe('RESOLVED');
    }
  });

  test('road 5: stays in its team', async () => {
    const [road, other] = [await open(), await open()];
    await send(other, 29);
    await run(31);
    expect([await silences(road), await silences(other)]).toEqual([['OPEN'], []]);
    expect(await table.partition(`TEAM#${other.trip.teamId}`, 'ALERT#')).toEqual([]);
  });
});

describe('road 5: runs and calls at once', () => {
  test('road 5: two runs at once raise one alert, and move one watch', async () => {
    for (let round = 0; round < 5; round += 1) {
      const road = await open();
      await Promise.all([run(30), run(30), run(30)]);
      expect(await silences(road)).toEqual(['OPEN']);
      await send(road, 33);
      await Promise.all([run(35), run(35)]);
      expect([await silences(road), await duesOf(road)]).toEqual([['RESOLVED'], [63]]);
    }
  });

  test.each([
    ['a position', (road: PhoneRoad) => send(road, 30), [60]],
    ['the end of the trip', (road: PhoneRoad) => sync(later(30), road.fleet, [tripEnd(road, 30)]), []],
  ])('road 5: %s that comes before the alert is written prevents it', async (_, act, dues) => {
    const road = await open();
    await runWatch(
      table.interrupted(() => act(road)),
      240_000,
    );
    const interrupted = table.testContext({
      faults: [{ action: 'TransactWriteItems', times: 1, meanwhile: () => act(road) }],
    });
    interrupted.pass(30 * MINUTE_MS);
    await runWatch(interrupted);
    expect(await silences(road)).toEqual([]);
    await run(31);
    expect([await silences(road), await duesOf(road)]).toEqual([[], dues]);
  });

  test('road 5: a second watch of the trip, which an interrupted run left, raises no second alert', async () => {
    const road = await open();
    const [watch] = await watchesOf(table, road);
    const { teamId, id: tripId } = road.trip;
    const dueAt = new Date(START + 32 * MINUTE_MS).toISOString();
    const second = { teamId, tripId, watched: 'TRIP', dueAt, since: String(watch?.since) } as const;
    await transact(later(0).context, [putItem(watchKey(second), second)]);
    for (const minute of [31, 33, 38]) await run(minute);
    expect([await silences(road), await duesOf(road)]).toEqual([['OPEN'], [30]]);
    await send(road, 39);
    await run(40);
    expect(await silences(road)).toEqual(['RESOLVED']);
  });

  test('road 5: a fault at one trip leaves the others, and is counted', async () => {
    const [road, other] = [await open(), await open()];
    const testContext = later(30, [{ action: 'TransactWriteItems', times: 1, before: connectionReset }]);
    expect(await runWatch(testContext)).toMatchObject({ failed: 1 });
    expect([...(await silences(road)), ...(await silences(other))]).toEqual(['OPEN']);
    await run(31);
    expect([await silences(road), await silences(other)]).toEqual([['OPEN'], ['OPEN']]);
  });

  test('road 5: a trip cannot be started by two calls with two watches', async () => {
    const road = await planPhoneRoad(later(0));
    const start = () => later(1).use(moveTrip)(road.fleet.actor, road.trip, 'EN_PROCESO', undefined);
    await Promise.allSettled([start(), start(), sync(later(1), road.fleet, [tripStart(road, 1)])]);
    expect(await duesOf(road)).toEqual([31]);
    expect((await tripNow(later(2), road)).status).toBe('EN_PROCESO');
  });
});

test('road 5: a position that cannot be read is counted, its trip is not taken for ended, and the trucks beside it are looked at', async () => {
  const road = await open();
  const { teamId, id } = road.trip;
  const tripId = someIdEnding(id.slice(-1));
  const { context } = later(0);
  const since = new Date(START).toISOString();
  await writeWatch(context, { teamId, tripId, watched: 'TRIP', dueAt: since, since });
  const { pk, sk } = POSITION_PLACE.key(teamId, tripId);
  await transact(context, [putItem({ pk, sk, schema: v.unknown() }, { lat: 'unreadable' })]);
  expect(await run(30)).toMatchObject({ failed: 1 });
  expect(await silences(road)).toEqual(['OPEN']);
  expect(await watchesOf(table, { trip: { ...road.trip, id: tripId } })).toHaveLength(1);
});
