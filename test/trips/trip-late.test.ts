import * as v from 'valibot';
import { alertText } from '../../shared/alerts/alert-texts';
import { changeAlertStatus, listAlerts } from '../../shared/alerts/alerts';
import type { WatchedStops } from '../../shared/fleet/watched-stops';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { RoadPolicy, roadPolicyKey } from '../../shared/road-policy/policy';
import { correctStop } from '../../shared/trips/correct-stop';
import { editStops } from '../../shared/trips/edit-stops';
import { delaysOf, tellings } from '../../shared/trips/late-stops';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { START, someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { factId, itemOf, sync } from '../support/phone';
import { openStopRoad, placeAt, type StopRoad, stopsAt, tripNow, truckAt } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { asDriver } from '../support/store-fleet';
import { runWatch } from '../support/watch-run';

const MINUTE_MS = 60_000;
const table = quickTable();
const later = laterOn(table);
const instantAt = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString();

/** A trip with one stop at 101 km, 130 minutes from the first kilometre, and one after it. The window of the first ends at the minute. */
async function openLateRoad(windowEnd: number): Promise<StopRoad> {
  const road = await openStopRoad(table.testContext(), [101, 111]);
  await agree(road, 0, windowEnd);
  return road;
}

/** The office enters another end of the first window. */
async function agree(road: StopRoad, minute: number, windowEnd: number): Promise<void> {
  const window = { from: instantAt(0), to: instantAt(windowEnd) };
  const stops = stopsAt([101, 111]).map((stop, index) => ({
    ...stop,
    id: road.stopIds[index],
    ...(index === 0 && { window }),
  }));
  const trip = await tripNow(later(minute), road);
  await later(minute).use(editStops)(road.fleet.actor, trip, { stopsRevision: trip.stopsRevision ?? 0, stops });
}

const alertsOf = async ({ trip }: StopRoad) => {
  const { records } = await later(999).use(listAlerts)(trip.teamId, {}, { limit: 50 });
  return records.toReversed();
};
const told = async (road: StopRoad) => (await alertsOf(road)).map(({ status, facts }) => [status, facts?.minutesLate]);
const at = (road: StopRoad, minute: number, metres: number) =>
  sync(later(minute), road.fleet, [truckAt(road, minute, metres)]);

describe('road 5: the delay at a stop', () => {
  const stop = { id: someId(), ...placeAt(100_000), radiusM: 200, isThere: false, haltMinutes: 0, told: 0 };
  const minutes = (stops: WatchedStops['stops']) =>
    delaysOf({ stops, hasMore: false }, placeAt(0), new Date(START)).map(({ minutes: late }) => late);

  test.each([
    ['is the probable arrival after the end of its window', [{ ...stop, latest: instantAt(100) }], [30]],
    ['is none within the window', [{ ...stop, latest: instantAt(131) }], []],
    ['is none without a window', [stop], []],
    ['is none at a stop at which the truck is', [{ ...stop, latest: instantAt(0), isThere: true }], []],
    [
      'counts the halts before it',
      [
        { ...stop, haltMinutes: 45 },
        { ...stop, id: someId(), ...placeAt(200_000), latest: instantAt(300) },
      ],
      [5],
    ],
  ])('road 5: %s', (_, stops, expected) => {
    expect(minutes(stops)).toEqual(expected);
  });

  test('road 5: is told once from the minutes of the policy on, and again for each 30 minutes more', () => {
    expect([0, 14, 15, 44, 45, 74, 75].map((late) => tellings(late, 15))).toEqual([0, 0, 1, 1, 2, 2, 3]);
  });
});

describe('road 5: TRIP_LATE', () => {
  test('road 5: is raised once for a stop, and again when the delay is 30 minutes worse', async () => {
    const road = await openLateRoad(130);
    await at(road, 5, 1_000);
    expect(await told(road)).toEqual([]);
    await at(road, 15, 1_000);
    await at(road, 20, 1_000);
    expect(await told(road)).toEqual([['OPEN', 15]]);
    await at(road, 44, 1_000);
    await at(road, 45, 1_000);
    await at(road, 46, 1_000);
    expect(await told(road)).toEqual([
      ['OPEN', 15],
      ['OPEN', 45],
    ]);
    expect((await alertsOf(road))[0]).toMatchObject({
      type: 'TRIP_LATE',
      severity: 'WARNING',
      entityType: 'TRIP',
      entityId: road.trip.id,
      facts: { name: 'km 101', minutesLate: 15 },
    });
  });

  test('road 5: is raised anew for a window that the office moved after it', async () => {
    const road = await openLateRoad(130);
    await at(road, 60, 1_000);
    await agree(road, 70, 200);
    await at(road, 80, 1_000);
    expect(await told(road)).toEqual([['OPEN', 60]]);
    await at(road, 90, 1_000);
    await at(road, 95, 1_000);
    expect(await told(road)).toEqual([
      ['OPEN', 60],
      ['OPEN', 20],
    ]);
  });

  test('road 5: is resolved by an arrival in the window that the office moved after it, and not in the former one', async () => {
    for (const [moved, status] of [
      [300, 'RESOLVED'],
      [130, 'OPEN'],
    ] as const) {
      const road = await openLateRoad(130);
      await at(road, 60, 1_000);
      await agree(road, 70, moved);
      await at(road, 250, 101_000);
      expect(await told(road)).toEqual([[status, 60]]);
    }
  });

  test('road 5: is judged by the time of the position, so that a late batch raises none', async () => {
    const road = await openLateRoad(130);
    await sync(later(300), road.fleet, [truckAt(road, 1, 1_000)]);
    expect(await told(road)).toEqual([]);
  });

  test('road 8: follows lateMinutes of the team', async () => {
    const road = await openLateRoad(130);
    const policy = v.parse(RoadPolicy, { lateMinutes: 60 });
    await transact(later(0).context, [putItem(roadPolicyKey(road.trip.teamId), policy)]);
    await at(road, 59, 1_000);
    expect(await told(road)).toEqual([]);
    await at(road, 60, 1_000);
    expect(await told(road)).toEqual([['OPEN', 60]]);
  });

  test('road 5: is not raised for a stop that the driver reported or the office corrected', async () => {
    const road = await openLateRoad(130);
    const item = itemOf(
      road,
      'STOP_SKIPPED',
      { stopId: road.stopIds[0], reason: 'Cerrado' },
      factId(START + MINUTE_MS),
    );
    await sync(later(2), road.fleet, [item]);
    await at(road, 60, 1_000);
    await at(road, 61, 1_000);
    expect(await told(road)).toEqual([]);
    const other = await openLateRoad(130);
    const sent = { status: 'SALIO', reason: 'x' } as const;
    await later(3).use(correctStop)(other.fleet.actor, await tripNow(later(3), other), other.stopIds[0] ?? '', sent);
    await at(other, 60, 1_000);
    expect(await told(other)).toEqual([]);
  });

  test('road 5: is raised once by two calls at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const road = await openLateRoad(130);
      await at(road, 1, 1_000);
      const items = [50, 50.5, 51].map((minute) => truckAt(road, minute, 1_000));
      await Promise.all(items.map((item) => sync(later(60), road.fleet, [item])));
      await at(road, 52, 1_000);
      expect((await told(road)).length).toBe(1);
    }
  });

  test('road 5: is raised by the next position when the call was interrupted', async () => {
    for (const when of ['before', 'after'] as const) {
      const road = await openLateRoad(130);
      await at(road, 1, 1_000);
      const faults = [{ action: 'TransactWriteItems', [when]: connectionReset }];
      await expect(sync(later(50, faults), road.fleet, [truckAt(road, 50, 1_000)])).rejects.toThrow('ECONNRESET');
      await at(road, 51, 1_000);
      expect(await told(road)).toHaveLength(1);
    }
  });

  test('road 5: is raised by the schedule for a truck that sends nothing, once, and again when it is 30 minutes worse', async () => {
    const road = await openLateRoad(180);
    await at(road, 1, 1_000);
    const late = async () =>
      (await alertsOf(road)).flatMap(({ type, facts }) => (type === 'TRIP_LATE' ? [facts?.minutesLate] : []));
    for (const [minute, expected] of [
      [31, []],
      [64, []],
      [65, [15]],
      [70, [15]],
      [95, [15, 45]],
    ] as const) {
      await runWatch(later(minute));
      expect([minute, await late()]).toEqual([minute, expected]);
    }
    await Promise.all([runWatch(later(125)), runWatch(later(125))]);
    expect(await late()).toEqual([15, 45, 75]);
  });

  test('road 5: is raised once by two runs of the schedule of which one runs between any two reads of the other', async () => {
    for (let skip = 0, isReached = true; isReached; skip += 1) {
      const road = await openLateRoad(180);
      await at(road, 1, 1_000);
      isReached = false;
      const meanwhile = async () => {
        isReached = true;
        await runWatch(later(65));
      };
      await runWatch(later(65, [{ action: 'BatchGetItem', skip, times: 1, meanwhile }]));
      const late = (await told(road)).filter(([, minutes]) => minutes !== undefined);
      expect([skip, late]).toEqual([skip, [['OPEN', 15]]]);
    }
  });

  test('road 5: is not raised by the schedule for a truck that has sent no position, or within its minutes of silence', async () => {
    const [road, other] = [await openLateRoad(1), await openLateRoad(200)];
    await at(other, 80, 1_000);
    await runWatch(later(109));
    expect([...(await alertsOf(road)), ...(await alertsOf(other))].map(({ type }) => type)).toEqual(['TRIP_SILENT']);
  });

  test('road 5: stays told after the list became a segment and after an edit of the stops', async () => {
    const road = await openLateRoad(130);
    for (let minute = 16; minute < 54; minute += 0.5) await at(road, minute, 1_000 + 800 * (minute - 16));
    expect(await told(road)).toHaveLength(1);
    const trip = await tripNow(later(60), road);
    const stops = stopsAt([101, 111]).map((stop, index) => ({
      ...stop,
      id: road.stopIds[index],
      ...(index === 0 && { window: { from: instantAt(0), to: instantAt(130) } }),
    }));
    await later(60).use(editStops)(road.fleet.actor, trip, { stopsRevision: trip.stopsRevision ?? 0, stops });
    await at(road, 61, 40_000);
    expect(await told(road)).toHaveLength(1);
  });
});

describe('ruling 14: TRIP_LATE resolves itself', () => {
  const opened = async () => {
    const road = await openLateRoad(130);
    await at(road, 20, 1_000);
    expect(await told(road)).toEqual([['OPEN', 20]]);
    return road;
  };
  const stop = (road: StopRoad, minute: number) =>
    itemOf(road, 'STOP_ARRIVED', { stopId: road.stopIds[0], source: 'DRIVER' }, factId(START + minute * MINUTE_MS));

  test.each([
    ['a position shows the arrival', (road: StopRoad) => sync(later(140), road.fleet, [truckAt(road, 140, 101_000)])],
    ['the driver reports the arrival', (road: StopRoad) => sync(later(140), road.fleet, [stop(road, 140)])],
    [
      'a late position shows the arrival',
      async (road: StopRoad) => {
        await sync(later(200), road.fleet, [truckAt(road, 200, 150_000)]);
        await sync(later(201), road.fleet, [truckAt(road, 140, 101_000)]);
      },
    ],
  ])('ruling 14: when %s within the tolerated minutes', async (_, arrive) => {
    const road = await opened();
    await arrive(road);
    const alerts = await alertsOf(road);
    expect(alerts.length).toBeGreaterThan(0);
    for (const alert of alerts) expect(alert).toMatchObject({ status: 'RESOLVED', resolvedBy: 'SYSTEM' });
  });

  test('ruling 14: of a delay of two days too, which has more alerts than a transaction can change', async () => {
    const road = await openLateRoad(130);
    for (let index = 0; index < 52; index += 1) await at(road, 20 + 30 * index, 1_000);
    const last = 20 + 30 * 52;
    const { results } = await sync(later(last), road.fleet, [truckAt(road, 140, 101_000)]);
    expect(results).toMatchObject([{ result: 'APPLIED' }]);
    expect(new Set((await told(road)).map(([status]) => status))).toEqual(new Set(['RESOLVED']));
    await later(last).use(moveOwnTrip)(asDriver(road.fleet), road.trip.id, 'COMPLETADO', undefined);
    expect((await tripNow(later(last), road)).status).toBe('COMPLETADO');
  });

  test('ruling 14: not when the truck arrived too late', async () => {
    const road = await opened();
    await sync(later(146), road.fleet, [truckAt(road, 146, 101_000), stop(road, 146)]);
    expect((await told(road)).map(([status]) => status)).toEqual(['OPEN']);
  });

  test('ruling 14: at the end at the latest, when the call of the arrival was interrupted, and not again', async () => {
    const road = await opened();
    const faults = [{ action: 'TransactWriteItems', before: connectionReset }];
    await expect(sync(later(140, faults), road.fleet, [truckAt(road, 140, 101_000)])).rejects.toThrow('ECONNRESET');
    expect((await told(road)).map(([status]) => status)).toEqual(['OPEN']);
    await later(141).use(moveOwnTrip)(asDriver(road.fleet), road.trip.id, 'COMPLETADO', undefined);
    const [alert] = await alertsOf(road);
    expect(alert?.status).toBe('RESOLVED');
    if (alert) await later(142).use(changeAlertStatus)(road.fleet.actor, alert, 'OPEN');
    await sync(later(143), road.fleet, [truckAt(road, 139, 101_000)]);
    expect((await told(road)).map(([status]) => status)).toEqual(['OPEN']);
  });
});

test('road 8: TRIP_LATE has its text in both languages', () => {
  const text = alertText('TRIP_LATE', { name: 'km 101', minutesLate: 20 });
  expect(text.en).toContain('km 101 20 minutes after');
  expect(text.es).toContain('km 101 20 minutos después');
});
