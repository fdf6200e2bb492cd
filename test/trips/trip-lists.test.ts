import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { listTrips, type TripQuery } from '../../shared/trips/list-trips';
import { TRIP_STATUSES, type TripRecord, tripIndexes, tripKey } from '../../shared/trips/trip';
import type { TripFilter } from '../../shared/trips/trip-places';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertTrips } from '../support/store-fleet';

const table = quickTable();

/** The n-th hour after a fixed Monday. */
const hour = (nth: number): string => new Date(Date.UTC(2026, 2, 2) + nth * 60 * 60_000).toISOString();
const pick = <T>(of: readonly T[], nth: number): T | undefined => of[nth % of.length];

type Range = Parameters<ReturnType<(typeof listTrips)['make']>>[2];

/** All trips under a filter, in pages of a limit. Each page is a request with units of its own. */
async function pages(teamId: string, filter: TripQuery, range: Range, limit: number) {
  const found: TripRecord[][] = [];
  let cursor: string | undefined;
  do {
    const page = await table.testContext().use(listTrips)(teamId, filter, range, { limit, cursor });
    expect(page.count).toBe(page.records.length);
    expect(page.count).toBeLessThanOrEqual(limit);
    found.push(page.records);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

describe('the trips of a team', () => {
  const teamId = someId();
  const [drivers, vehicles, clients, routes] = [3, 2, 2, 2].map((many) => Array.from({ length: many }, someId));
  let trips: TripRecord[];

  beforeAll(async () => {
    // Four trips start at each hour. All combinations of status, driver, vehicle and client occur.
    const given = Array.from({ length: 96 }, (_, nth) => ({
      teamId,
      startDate: hour(Math.floor(nth / 4)),
      status: pick(TRIP_STATUSES, Math.floor(nth / 2)) ?? 'NO_INICIADO',
      driverId: pick([...(drivers ?? []), undefined], nth),
      vehicleId: pick([...(vehicles ?? []), undefined], nth),
      clientId: pick([...(clients ?? []), undefined], Math.floor(nth / 3)),
      routeId: pick([...(routes ?? []), undefined], Math.floor(nth / 5)),
    }));
    trips = await insertTrips(table.testContext(), given);
    await insertTrips(table.testContext(), [{ startDate: hour(1) }, { startDate: hour(2), status: 'EN_PROCESO' }]);
  });

  const latestFirst = (one: TripRecord, other: TripRecord): number =>
    `${one.startDate}#${one.id}` < `${other.startDate}#${other.id}` ? 1 : -1;

  /** The expected list, computed from all trips. */
  const ruled = (filter: TripFilter, { from = '', to = '~' }: Range): TripRecord[] =>
    trips
      .filter(({ startDate }) => startDate >= from && startDate <= to)
      .filter((trip) => filter.status === undefined || trip.status === filter.status)
      .filter((trip) => filter.driverId === undefined || trip.driverId === filter.driverId)
      .filter((trip) => filter.vehicleId === undefined || trip.vehicleId === filter.vehicleId)
      .filter((trip) => filter.clientId === undefined || trip.clientId === filter.clientId)
      .filter((trip) => filter.routeId === undefined || trip.routeId === filter.routeId)
      .sort(latestFirst);

  const filters: readonly (readonly [string, TripFilter, Range])[] = [
    ['nothing', {}, {}],
    ...TRIP_STATUSES.map((status) => [`status ${status}`, { status }, {}] as const),
    ['driver', { driverId: drivers?.[0] }, {}],
    ['vehicle', { vehicleId: vehicles?.[1] }, {}],
    ['client', { clientId: clients?.[0] }, {}],
    ['route', { routeId: routes?.[1] }, {}],
    ['route and range', { routeId: routes?.[0] }, { from: hour(3), to: hour(20) }],
    ['driver and vehicle', { driverId: drivers?.[0], vehicleId: vehicles?.[1] }, {}],
    ['client, route and status', { clientId: clients?.[1], routeId: routes?.[0], status: 'COMPLETADO' }, {}],
    ['from', {}, { from: hour(20) }],
    ['to', {}, { to: hour(3) }],
    ['from and to', {}, { from: hour(5), to: hour(6) }],
    ['one instant', {}, { from: hour(5), to: hour(5) }],
    ['a range without trips', {}, { from: hour(100), to: hour(200) }],
    ['status and range', { status: 'COMPLETADO' }, { from: hour(2), to: hour(9) }],
    ['driver and range', { driverId: drivers?.[1] }, { from: hour(2), to: hour(9) }],
    ['driver and status', { driverId: drivers?.[2], status: 'EN_PROCESO' }, {}],
    ['vehicle and client', { vehicleId: vehicles?.[0], clientId: clients?.[1] }, {}],
    ['status and vehicle', { status: 'CANCELADO', vehicleId: vehicles?.[0] }, {}],
    [
      'all of them',
      { status: 'NO_INICIADO', driverId: drivers?.[0], vehicleId: vehicles?.[0], clientId: clients?.[0] },
      { from: hour(0), to: hour(23) },
    ],
    ['a driver without trips', { driverId: someId() }, {}],
  ];

  test.each(filters)(
    'desk 3.4: by %s are those of the ruling, the latest start first, each once by every page',
    async (_, filter, range) => {
      const expected = ruled(filter, range);
      for (const limit of [3, 200]) {
        const found = (await pages(teamId, filter, range, limit)).flat();
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }
    },
  );

  test.each(filters)(
    'desk 3.1: by %s, sorted by creation, are the same trips, the newest first',
    async (_, filter, range) => {
      const expected = ruled(filter, range).map(({ id }) => id);
      const sort = 'createdAt' as const;
      const found = (await pages(teamId, { ...filter, sort }, range, 7)).flat();
      expect(found.map(({ id }) => id)).toEqual(expected.sort().reverse());
    },
  );

  test('fill their pages, but for the last one', async () => {
    const found = await pages(teamId, { vehicleId: vehicles?.[0] }, {}, 7);
    for (const page of found.slice(0, -1)) expect(page).toHaveLength(7);
  });
});

describe('an index that lags behind', () => {
  /** Inserts a trip whose index entries are those of an earlier version. */
  async function insertLate(testContext: TestContext, trip: TripRecord, before: Partial<TripRecord>) {
    const keys = tripIndexes({ ...trip, ...before });
    await transact(testContext.context, [
      put(tripKey(trip.teamId, trip.id), trip, {}, unexpectedConflict('A late trip'), keys),
    ]);
  }

  test('does not show a trip under the status or the driver that it had', async () => {
    const testContext = table.testContext();
    const [trip] = await insertTrips(testContext, [{ status: 'EN_PROCESO', driverId: someId() }]);
    if (trip === undefined) throw new Error('One was laid.');
    const before = { status: 'NO_INICIADO', driverId: someId() } as const;
    await insertLate(testContext, trip, before);
    const list = testContext.use(listTrips);
    const wrong = [{ status: before.status }, { driverId: before.driverId }];
    for (const filter of wrong) expect((await list(trip.teamId, filter, {}, { limit: 10 })).records).toEqual([]);
  });

  test('does not show a trip twice that stands under two statuses', async () => {
    const testContext = table.testContext();
    const teamId = someId();
    const trips = await insertTrips(testContext, [{ teamId }, { teamId }, { teamId }]);
    // The state of an index just before the entry under the old status is deleted.
    for (const trip of trips) {
      const ghost = { pk: `TEAM#${trip.id}`, sk: 'GHOST', schema: tripKey(teamId, trip.id).schema };
      const late = tripIndexes({ ...trip, status: 'EN_PROCESO' });
      await transact(testContext.context, [put(ghost, trip, {}, unexpectedConflict('A ghost'), late)]);
    }
    for (const limit of [1, 2, 3, 50]) {
      const found = (await pages(teamId, {}, {}, limit)).flat();
      expect(found.map(({ id }) => id)).toEqual(trips.map(({ id }) => id).reverse());
    }
  });

  test('goes on from a cursor whose trip was moved meanwhile', async () => {
    const testContext = table.testContext();
    const teamId = someId();
    const trips = await insertTrips(
      testContext,
      [1, 2, 3, 4].map((nth) => ({ teamId, startDate: hour(nth) })),
    );
    const list = testContext.use(listTrips);
    const { nextCursor } = await list(teamId, {}, {}, { limit: 2 });
    const [, , third] = trips;
    await insertTrips(testContext, [{ ...third, startDate: hour(9) }]);
    const rest = await list(teamId, {}, {}, { limit: 2, cursor: nextCursor ?? '' });
    expect(rest.records.map(({ startDate }) => startDate)).toEqual([hour(2), hour(1)]);
  });
});

describe('what a page of trips costs', () => {
  /** Trips with texts of ordinary length: about a kilobyte each. */
  const insertMany = (teamId: string, count: number) => {
    const driverId = someId();
    const notes = 'Carga paletizada, entregar en andén 4. '.repeat(20);
    const given = Array.from({ length: count }, (_, nth) => ({
      teamId,
      startDate: hour(nth),
      status: pick(TRIP_STATUSES, nth) ?? 'NO_INICIADO',
      driverId: pick([driverId, someId()], nth) ?? driverId,
      notes,
    }));
    return insertTrips(table.testContext(), given).then(() => driverId);
  };

  /** Units and calls of the first page of ten. */
  async function unitsOf(teamId: string, filter: TripFilter, range: Range = {}) {
    const first = table.testContext();
    const page = await first.use(listTrips)(teamId, filter, range, { limit: 10 });
    expect(page.records).toHaveLength(10);
    return { read: first.meter.readUnits, calls: first.actions() };
  }

  test.each([
    // DynamoDB Local counts half a unit more than DynamoDB.
    ['all', {}, 4, 7.5],
    ['one status', { status: 'NO_INICIADO' }, 1, 6],
  ] as const)('does not grow with the number of trips: %s', async (_, filter, queries, most) => {
    const [few, many] = [someId(), someId()];
    await insertMany(few, 48);
    await insertMany(many, 300);
    const small = await unitsOf(few, filter);
    const large = await unitsOf(many, filter);
    expect(large).toEqual(small);
    expect(large.calls).toEqual([...new Array(queries).fill('Query'), 'BatchGetItem']);
    expect(large.read).toBeLessThanOrEqual(most);
  });

  test('does not grow with the trips of other drivers, nor with those outside the dates', async () => {
    const teamId = someId();
    const driverId = await insertMany(teamId, 300);
    expect((await unitsOf(teamId, { driverId })).read).toBeLessThanOrEqual(11);
    expect((await unitsOf(teamId, {}, { from: hour(100), to: hour(109) })).read).toBeLessThanOrEqual(14);
    expect(
      (await unitsOf(teamId, { status: 'NO_INICIADO' }, { from: hour(100), to: hour(140) })).read,
    ).toBeLessThanOrEqual(11);
  });

  test('desk 3.4: finds two trips of a vehicle among a thousand others in one call', async () => {
    const teamId = someId();
    const vehicleId = someId();
    await insertTrips(
      table.testContext(),
      Array.from({ length: 1_101 }, (_, nth) => ({
        teamId,
        startDate: hour(nth),
        ...((nth === 0 || nth === 1_100) && { vehicleId }),
      })),
    );
    const testContext = table.testContext();
    const first = await testContext.use(listTrips)(teamId, { vehicleId }, {}, { limit: 10 });
    expect([first.records.map(({ startDate }) => startDate), first.nextCursor]).toEqual([[hour(1_100), hour(0)], null]);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(2);
  });
});
