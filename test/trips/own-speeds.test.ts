import { listAlerts } from '../../shared/alerts/alerts';
import { removeRoute } from '../../shared/deletion/delete-records';
import { positionKey } from '../../shared/fleet/position-places';
import { capability } from '../../shared/platform/runtime/capability';
import { getItem } from '../../shared/platform/table/read';
import { deleteIfPresent } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { type Route, routeKey } from '../../shared/routes/route';
import { meanKmh } from '../../shared/routes/route-speeds';
import { editStops } from '../../shared/trips/edit-stops';
import { editTrip } from '../../shared/trips/edit-trip';
import { learnSpeeds } from '../../shared/trips/learn-speeds';
import { readStops, storedStops } from '../../shared/trips/read-stops';
import { stopPlanKey } from '../../shared/trips/stop';
import { watchedOf } from '../../shared/trips/watch-stops';
import { START, someId, type TestContext } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { arrival, factId, itemOf, openPhoneRoad, sync } from '../support/phone';
import { placeAt, type StopRoad, tripNow, truckAt } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { tripEnd } from '../support/phone-trip';
import { memoryTable } from '../support/quick-table';
import {
  drive,
  insertStopRoute,
  northwards,
  openTrip,
  speedsOf,
  started,
  type Visit,
  visitsAt,
} from '../support/stop-route';
import { type Fleet, insertFleet, insertTrip, moveAsOwner } from '../support/store-fleet';
import type { TestTable } from '../support/test-table';
import { runWatch, watchesOf } from '../support/watch-run';

const MINUTE_MS = 60_000;
const [FROM, TO] = northwards([0, 100]) as [ReturnType<typeof placeAt>, ReturnType<typeof placeAt>];
/** 100 km in 100 minutes: 78 km/h on a road of 130 km. */
const RIDE: readonly Visit[] = [
  [0, 1, 10],
  [100, 110, 120],
];
const RIDE_KMH = 78;

/** A team with a route of two stops, in a table of its own, because a run of the schedule looks at all trips. */
async function openRoute(kilometres: readonly number[] = [0, 100], stop: object = {}) {
  const table = memoryTable();
  const later = laterOn(table);
  const fleet = await insertFleet(later(0));
  const route = await insertStopRoute(later(0), fleet, northwards(kilometres), stop);
  return { table, later, fleet, route };
}
interface Opened {
  readonly table: TestTable;
  readonly later: (minutes: number) => TestContext;
  readonly fleet: Fleet;
  readonly route: Route;
}

const kmhOf = async ({ later, route }: Opened) => meanKmh(await speedsOf(later(0), route), FROM, TO);
const revisionOf = async ({ later, route }: Opened) => (await speedsOf(later(0), route))?.revision;

/** Drives the route once, and lets the schedule look. */
async function driveOnce(opened: Opened, visits: readonly Visit[] = RIDE): Promise<StopRoad> {
  const road = await drive(opened.later(130), opened.fleet, opened.route, visits);
  await runWatch(opened.later(200));
  return road;
}

const learn = capability(
  { table: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'] },
  (context) =>
    async ({ trip: { teamId, id } }: StopRoad) =>
      learnSpeeds(context, { teamId, tripId: id, ...(await storedStops(context, { teamId, id })) }),
);

/** The minute of each probable arrival, and how it was computed. */
async function etasAt(testContext: TestContext, road: StopRoad) {
  const { stops } = await testContext.use(readStops)(await tripNow(testContext, road));
  return stops.map(({ eta, by }) => [eta && (Date.parse(eta) - START) / MINUTE_MS, by]);
}

describe('road 5: own mean speeds', () => {
  test('road 5: a trip has the mean of the trips that ended before it was planned, in its stops and in the position item', async () => {
    const opened = await openRoute();
    const { later, fleet, route } = opened;
    const first = await openTrip(later(0), fleet, route);
    await sync(later(5), fleet, [truckAt(first, 5, 0)]);
    expect(await etasAt(later(5), first)).toEqual([
      [undefined, undefined],
      [5 + 130, 'FORMULA'],
    ]);
    await sync(later(130), fleet, visitsAt(first, RIDE).slice(1));
    await moveAsOwner(later(130), fleet, await tripNow(later(130), first), 'COMPLETADO');
    expect(await kmhOf(opened)).toBeUndefined();
    await runWatch(later(200));
    expect(await kmhOf(opened)).toBeCloseTo(RIDE_KMH, 0);
    const second = await openTrip(later(200), fleet, route);
    await sync(later(205), fleet, [truckAt(second, 205, 0)]);
    expect(await etasAt(later(205), second)).toEqual([
      [undefined, undefined],
      [expect.closeTo(205 + 100, -1), 'OWN_MEAN'],
    ]);
    const item = await getItem(later(205).context, positionKey(route.teamId, second.trip.id));
    expect(item?.watched?.stops.map(({ ownKmh }) => ownKmh)).toEqual([undefined, expect.closeTo(RIDE_KMH, 0)]);
  });

  test('road 5: an answer has neither the mean speed nor the mark of a moved stop', async () => {
    const opened = await openRoute();
    await driveOnce(opened);
    const road = await openTrip(opened.later(200), opened.fleet, opened.route);
    const plan = await getItem(opened.later(200).context, stopPlanKey(road.trip.teamId, road.trip.id));
    expect(plan?.stops[1]).toHaveProperty('ownKmh');
    const { stops } = await opened.later(200).use(readStops)(road.trip);
    expect(stops.some((stop) => 'ownKmh' in stop || 'isMoved' in stop)).toBe(false);
  });

  test.each([
    // 100 minutes from the stop by the own mean, 130 by 60 km/h.
    ['no trip has driven', 0, [], 130],
    ['a trip has driven faster', 1, RIDE, 100],
    [
      'a trip has driven slower',
      1,
      [
        [0, 1, 10],
        [100, 210, 220],
      ] as const,
      200,
    ],
  ])('road 5: TRIP_LATE and the read say the same when %s', async (_, rides, visits, minutes) => {
    const opened = await openRoute([0, 100], { estimatedArrival: new Date(START + 500 * MINUTE_MS).toISOString() });
    const { later, fleet, route } = opened;
    for (let ride = 0; ride < rides; ride += 1) {
      const road = await drive(later(230), fleet, route, visits);
      expect(road.trip.status).toBe('EN_PROCESO');
      await runWatch(later(300));
    }
    const road = await openTrip(later(300), fleet, route);
    const told = async () => {
      const { records } = await later(999).use(listAlerts)(route.teamId, { type: 'TRIP_LATE' }, { limit: 50 });
      return records.map(({ facts }) => facts?.minutesLate);
    };
    // Fifteen minutes after the end of the window it is told.
    const last = 500 + 15 - minutes;
    await sync(later(last - 2), fleet, [truckAt(road, last - 2, 0)]);
    expect(await told()).toEqual([]);
    await sync(later(last + 2), fleet, [truckAt(road, last + 2, 0)]);
    const [, [eta]] = (await etasAt(later(last + 2), road)) as [unknown, [number]];
    expect(await told()).toEqual([eta - 500]);
    expect(Math.abs(eta - (last + 2 + minutes))).toBeLessThanOrEqual(1);
  });

  test('road 5: the schedule judges a silent truck by the own mean too', async () => {
    const opened = await openRoute([0, 100], { estimatedArrival: new Date(START + 500 * MINUTE_MS).toISOString() });
    const { later, fleet, route } = opened;
    await driveOnce(opened);
    const road = await openTrip(later(300), fleet, route);
    await sync(later(301), fleet, [truckAt(road, 301, 0)]);
    const late = async () =>
      (await later(999).use(listAlerts)(route.teamId, { type: 'TRIP_LATE' }, { limit: 50 })).records.length;
    // At 60 km/h the truck would be late from minute 385 on.
    await runWatch(later(400));
    expect(await late()).toBe(0);
    await runWatch(later(420));
    expect(await late()).toBe(1);
  });

  test('road 5: a mean follows an edit of the stops, and a stop at another place has none', async () => {
    const opened = await openRoute();
    await driveOnce(opened);
    const { later, fleet, route } = opened;
    const road = await openTrip(later(200), fleet, route);
    const edit = async (kilometres: readonly number[]) => {
      const trip = await tripNow(later(201), road);
      const stops = kilometres.map((kilometre, index) => ({
        ...{ order: index + 1, name: `km ${kilometre}`, radiusM: 200, ...placeAt(1_000 * kilometre) },
        ...(road.stopIds[index] !== undefined && { id: road.stopIds[index] }),
      }));
      await later(201).use(editStops)(fleet.actor, trip, { stopsRevision: trip.stopsRevision ?? 0, stops });
      await sync(later(205), fleet, [truckAt(road, 205 + kilometres.length / 10, 0)]);
      return (await etasAt(later(206), road)).map(([, by]) => by);
    };
    expect(await edit([0, 100])).toEqual([undefined, 'OWN_MEAN']);
    expect(await edit([0, 100, 120])).toEqual([undefined, 'OWN_MEAN', 'OWN_MEAN']);
    expect(await edit([0, 101])).toEqual([undefined, 'FORMULA']);
    await moveAsOwner(later(210), fleet, await tripNow(later(210), road), 'COMPLETADO');
  });

  test('road 5: a stop that the office moves during the trip teaches nothing', async () => {
    const opened = await openRoute();
    const { later, fleet, route } = opened;
    const road = await openTrip(later(0), fleet, route);
    await sync(later(20), fleet, visitsAt(road, [[0, 1, 10]]));
    const trip = await tripNow(later(20), road);
    const plan = await getItem(later(20).context, stopPlanKey(trip.teamId, trip.id));
    const moved = (plan?.stops ?? []).map(({ ownKmh: _, isMoved: __, ...stop }, index) => ({
      ...stop,
      ...placeAt(index === 0 ? 50_000 : 100_000),
    }));
    await later(20).use(editStops)(fleet.actor, trip, { stopsRevision: 1, stops: moved });
    await sync(later(130), fleet, visitsAt(road, [[100, 110, 120]]));
    await moveAsOwner(later(130), fleet, await tripNow(later(130), road), 'COMPLETADO');
    await runWatch(later(200));
    expect(await speedsOf(later(200), route)).toBeUndefined();
  });

  test('road 5: another route of a planned trip brings its means', async () => {
    const opened = await openRoute();
    const { later, fleet, route } = opened;
    await driveOnce(opened);
    const planned = await insertTrip(later(200), fleet, {});
    await later(200).use(editTrip)(fleet.actor, planned, { routeId: route.id });
    const plan = await getItem(later(200).context, stopPlanKey(route.teamId, planned.id));
    expect(plan?.stops.map(({ ownKmh }) => ownKmh)).toEqual([undefined, expect.closeTo(RIDE_KMH, 0)]);
  });

  test('road 5: a trip without a route, and one without positions, teach nothing', async () => {
    const opened = await openRoute();
    const { later, fleet, route, table } = opened;
    const road = await openTrip(later(0), fleet, route);
    await moveAsOwner(later(10), fleet, road.trip, 'COMPLETADO');
    const other = await started(later(20), fleet, await insertTrip(later(20), fleet, {}));
    await moveAsOwner(later(30), fleet, other.trip, 'COMPLETADO');
    await runWatch(later(100));
    expect(await speedsOf(later(100), route)).toBeUndefined();
    expect(await watchesOf(table, road)).toEqual([]);
  });
});

/** What the driver reports of a stop, by its place in the plan, in a minute after the start. */
const reportedAt = (road: StopRoad, minute: number, kind: string, stop: number, fields: object = {}) =>
  itemOf(road, kind, { stopId: road.stopIds[stop], ...fields }, factId(START + minute * MINUTE_MS));

describe('road 5: what ended trips teach', () => {
  test('road 5: a trip counts once, also when its end is looked at again', async () => {
    const opened = await openRoute();
    const road = await driveOnce(opened);
    expect(await revisionOf(opened)).toBe(1);
    // A late report of the driver has the trip looked at again, and changes nothing about the positions.
    await sync(opened.later(210), opened.fleet, [reportedAt(road, 112, 'STOP_ARRIVED', 1, { source: 'DRIVER' })]);
    expect((await watchesOf(opened.table, road)).map(({ watched }) => watched)).toEqual(['LEGS']);
    await runWatch(opened.later(211));
    expect(await watchesOf(opened.table, road)).toEqual([]);
    expect([await revisionOf(opened), await kmhOf(opened)]).toEqual([1, expect.closeTo(RIDE_KMH, 0)]);
  });

  test.each([
    ['positions', (road: StopRoad) => visitsAt(road, RIDE)],
    [
      'reports of the driver',
      (road: StopRoad) => [
        reportedAt(road, 10, 'STOP_DEPARTED', 0),
        reportedAt(road, 110, 'STOP_ARRIVED', 1, { source: 'DRIVER' }),
      ],
    ],
  ])('road 5: %s that come long after the end count within five minutes', async (_, items) => {
    const opened = await openRoute();
    const { later, fleet, route } = opened;
    const road = await openTrip(later(0), fleet, route);
    await moveAsOwner(later(130), fleet, road.trip, 'COMPLETADO');
    await runWatch(later(200));
    expect(await kmhOf(opened)).toBeUndefined();
    await sync(later(300), fleet, items(road));
    await runWatch(later(305));
    expect(await kmhOf(opened)).toBeCloseTo(RIDE_KMH, 0);
  });

  test('road 5: a late report that a stop was skipped takes the trip out again', async () => {
    const opened = await openRoute();
    const road = await driveOnce(opened);
    await sync(opened.later(210), opened.fleet, [reportedAt(road, 112, 'STOP_SKIPPED', 1, { reason: 'Cerrado' })]);
    await runWatch(opened.later(215));
    expect((await speedsOf(opened.later(215), opened.route))?.trips).toEqual([]);
  });

  test('road 5: two ends at once, in two runs, both count', async () => {
    for (let round = 0; round < 5; round += 1) {
      const opened = await openRoute();
      const { later, fleet, route, table } = opened;
      await drive(later(130), fleet, route, RIDE);
      await drive(later(130), fleet, route, RIDE);
      await Promise.all([runWatch(later(200)), runWatch(later(200)), runWatch(later(200))]);
      const speeds = await speedsOf(later(200), route);
      expect([round, speeds?.trips.length, speeds?.revision]).toEqual([round, 2, 2]);
      expect(await table.partition('ROAD_WATCH#0')).toEqual([]);
    }
  });

  test.each([0, 1])('road 5: of two writes at once none is lost, with %i trips before', async (before) => {
    const opened = await openRoute();
    const { later, table, fleet, route } = opened;
    for (let ride = 0; ride < before; ride += 1) await driveOnce(opened);
    const [one, other] = [await drive(later(130), fleet, route, RIDE), await drive(later(130), fleet, route, RIDE)];
    const meanwhile = () => later(200).use(learn)(other);
    await laterOn(table)(200, [{ action: 'UpdateItem', times: 1, meanwhile }]).use(learn)(one);
    const speeds = await speedsOf(later(200), route);
    expect(speeds?.trips.map(({ tripId }) => tripId)).toEqual(expect.arrayContaining([one.trip.id, other.trip.id]));
    expect([speeds?.trips.length, speeds?.revision]).toEqual([before + 2, before + 2]);
  });

  test('road 5: positions in the call of the end, and reports of a trip without a route, have no trip looked at', async () => {
    const { later, table, fleet, route } = await openRoute();
    const road = await openTrip(later(0), fleet, route);
    await sync(later(130), fleet, [tripEnd(road, 125), ...visitsAt(road, RIDE)]);
    expect((await watchesOf(table, road)).map(({ watched }) => watched)).toEqual(['TRIP']);
    const other = await openPhoneRoad(later(0));
    await moveAsOwner(later(10), other.fleet, other.trip, 'COMPLETADO');
    await sync(later(20), other.fleet, [arrival(other, 0)]);
    expect((await watchesOf(table, other)).map(({ watched }) => watched)).toEqual(['TRIP']);
  });

  test('road 5: a stop that the truck passed by is judged at 60 km/h', () => {
    const stops = northwards([0, 100, 200]).map((place, order) => ({
      ...{ id: someId(), order, name: String(order), radiusM: 200, ...place, ownKmh: 70 + order },
    }));
    const inside = { key: '1', at: new Date(START).toISOString() };
    const { stops: watched = [] } = watchedOf(stops, [{ stopId: stops[1]?.id ?? '', inside, left: inside }]) ?? {};
    expect(watched.map(({ id, ownKmh }) => [stops.findIndex((stop) => stop.id === id), ownKmh])).toEqual([
      [2, 72],
      [0, undefined],
    ]);
  });

  test('road 5: twelve trips of one page leave the last ten', async () => {
    const opened = await openRoute();
    const { later, fleet, route } = opened;
    const roads: StopRoad[] = [];
    for (let ride = 0; ride < 12; ride += 1) {
      const visits: readonly Visit[] = [
        [0, 1 + ride, 10 + ride],
        [100, 110 + ride, 120 + ride],
      ];
      roads.push(await drive(later(150), fleet, route, visits));
    }
    expect(await runWatch(later(200))).toMatchObject({ looked: 12, failed: 0 });
    const speeds = await speedsOf(later(200), route);
    expect(new Set(speeds?.trips.map(({ tripId }) => tripId))).toEqual(
      new Set(roads.slice(2).map(({ trip }) => trip.id)),
    );
  });

  test('road 5: a run that ends at any of its writes leaves the trip to the next one', async () => {
    for (const action of ['UpdateItem', 'DeleteItem', 'GetItem'])
      for (const when of ['before', 'after'] as const) {
        const opened = await openRoute();
        const { later, table, fleet, route } = opened;
        const road = await drive(later(130), fleet, route, RIDE);
        const faults = [{ action, [when]: connectionReset }];
        const failed = await runWatch(laterOn(table)(200, faults));
        expect([action, when, failed]).toMatchObject([action, when, { failed: 1 }]);
        await runWatch(later(206));
        expect([action, when, (await speedsOf(later(206), route))?.trips.length]).toEqual([action, when, 1]);
        expect(await watchesOf(table, road)).toEqual([]);
      }
  });

  test('road 5: the speeds go with their route, also when a run writes them at that moment', async () => {
    const opened = await openRoute();
    await driveOnce(opened);
    await opened.later(210).use(removeRoute)(opened.fleet.actor, opened.route);
    expect(await speedsOf(opened.later(210), opened.route)).toBeUndefined();
    const other = await openRoute();
    const { later, table, fleet, route } = other;
    const road = await drive(later(130), fleet, route, RIDE);
    const meanwhile = () => transact(later(200).context, [deleteIfPresent(routeKey(route.teamId, route.id))]);
    await runWatch(laterOn(table)(200, [{ action: 'UpdateItem', times: 1, meanwhile }]));
    expect(await speedsOf(later(200), route)).toBeUndefined();
    expect(await watchesOf(table, road)).toEqual([]);
  });
});
