import { driverKey } from '../../shared/fleet/driver';
import { finishAccessChange, lockDriverAccess } from '../../shared/fleet/driver-access';
import { endDriverSessions } from '../../shared/fleet/end-driver-sessions';
import { listPositions } from '../../shared/fleet/list-positions';
import { type Ping, type Position, trustOnly } from '../../shared/fleet/position';
import { formerPositionKey, positionKey } from '../../shared/fleet/position-places';
import { getItem, getItems } from '../../shared/platform/table/read';
import { deleteItem, putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { readLocation } from '../../shared/trips/read-location';
import { recordPing } from '../../shared/trips/record-ping';
import { relayTrip } from '../../shared/trips/relay-trip';
import { type TripRecord, tripKey } from '../../shared/trips/trip';
import { START, someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import {
  asDriver,
  type Fleet,
  insertDriver,
  insertFleet,
  insertPosition,
  insertTripUnderWay,
  moveAsOwner,
} from '../support/store-fleet';

const table = quickTable();
const HERE = { lat: 24.02, lng: -101.5, speedKmh: 81.5 };
const THERE = { lat: 25.67, lng: -100.31, heading: 12 };

interface Road {
  readonly fleet: Fleet;
  readonly trip: TripRecord;
}

async function insertRoad(): Promise<Road> {
  const fleet = await insertFleet(table.testContext());
  return { fleet, trip: await insertTripUnderWay(table.testContext(), fleet) };
}

/** A trip under way as the release before the list of positions left it. */
async function insertFormerRoad(measured: Partial<Position> = {}): Promise<Road> {
  const road = await insertRoad();
  const { trip, fleet } = road;
  const { teamId, id: tripId } = trip;
  const { id: driverId, sub } = fleet.driver;
  const position = { tripId, driverId, sub, isOpen: true, ...measured, ...trustOnly(new Date(START), 'session') };
  await transact(table.testContext().context, [
    deleteItem(positionKey(teamId, tripId), {}, () => new Error('The trip has no position item.')),
    putItem(formerPositionKey(teamId, tripId), position),
  ]);
  return road;
}

const ping = ({ fleet, trip }: Road, body: Ping, testContext: TestContext = table.testContext()) =>
  testContext.use(recordPing)(asDriver(fleet), trip.id, body);
const end = ({ fleet, trip }: Road, testContext: TestContext = table.testContext()) =>
  testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'COMPLETADO', undefined);
const location = ({ trip }: Road, testContext: TestContext = table.testContext()) =>
  testContext.use(readLocation)(trip);
const codeOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'OK',
    (failure: { code?: string }) => failure.code ?? String(failure),
  );

async function stored({ trip: { teamId, id } }: Road) {
  const { context } = table.testContext();
  const [trip, position, former] = await getItems(context, [
    tripKey(teamId, id),
    positionKey(teamId, id),
    formerPositionKey(teamId, id),
  ]);
  return { trip, position, former };
}

describe.each([
  ['of this release', insertRoad],
  ['that began in an earlier release', insertFormerRoad],
] as const)('integrations 5: a trip %s', (what, insert) => {
  test.each(['COMPLETADO', 'CANCELADO'] as const)(
    'integrations 5: keeps its last position when it is %s, and its item goes',
    async (status) => {
      const road = await insert();
      const now = table.testContext().now().toISOString();
      await ping(road, HERE);
      const before = await location(road);
      await moveAsOwner(table.testContext(), road.fleet, road.trip, status);
      const { trip, position, former } = await stored(road);
      expect([position, former]).toEqual([undefined, undefined]);
      expect(trip?.lastPosition).toEqual({ ...HERE, timestamp: now, receivedAt: now });
      expect(await location(road)).toEqual(before);
      expect(await location({ ...road, trip: trip ?? road.trip })).toEqual(before);
    },
  );

  test('integrations 5: has none after its end if it never sent one', async () => {
    const road = await insert();
    await end(road);
    expect((await stored(road)).trip).not.toHaveProperty('lastPosition');
    expect(await codeOf(location(road))).toBe('NOT_FOUND');
  });

  test('integrations 5: takes positions of its driver, and refuses those of another one', async () => {
    const road = await insert();
    await ping(road, HERE);
    expect(await location(road)).toMatchObject(HERE);
    const stranger = { ...road, fleet: { ...road.fleet, driver: { ...road.fleet.driver, sub: someId() } } };
    expect(await codeOf(ping(stranger, THERE))).toBe('FORBIDDEN');
    expect(await location(road)).toMatchObject(HERE);
  });

  test('integrations 5: knows a session by its limits', async () => {
    const road = await insert();
    const { teamId, id, sub } = asDriver(road.fleet);
    await table.testContext().use(endDriverSessions)({ teamId, id, sub });
    expect(await codeOf(ping(road, HERE))).toBe('UNAUTHENTICATED');
    const later = { signedInAt: new Date(START + 2000).toISOString(), sessionId: 'later' };
    await table.testContext().use(recordPing)({ ...asDriver(road.fleet), ...later }, road.trip.id, THERE);
    expect(await location(road)).toMatchObject(THERE);
  });

  test('integrations 5: takes none while the access is closed', async () => {
    const road = await insert();
    const { context } = table.testContext();
    const driver = await getItem(context, driverKey(road.trip.teamId, road.fleet.driver.id));
    const read = driver ?? road.fleet.driver;
    const testContext = table.testContext();
    await testContext.use(lockDriverAccess)(read, 'DISABLE');
    await testContext.use(finishAccessChange)(road.fleet.actor, read, 'DISABLE', undefined);
    const { position, former } = await stored(road);
    expect([position?.isOpen, former?.isOpen].filter((one) => one !== undefined)).toEqual([false]);
    expect(await codeOf(ping(road, HERE))).toBe('FORBIDDEN');
  });

  test('integrations 5: is handed over by a relay, where it is', async () => {
    const road = await insert();
    await ping(road, HERE);
    const account = { sub: someId(), appAccessStatus: 'ACTIVE', everActive: true } as const;
    const next = await insertDriver(table.testContext(), { ...account, teamId: road.trip.teamId });
    await table.testContext().use(relayTrip)(road.fleet.actor, road.trip, { driverId: next.id }, undefined);
    const { position, former } = await stored(road);
    expect([position, former].filter((one) => one !== undefined)).toEqual([
      expect.objectContaining({ ...HERE, driverId: next.id, sub: account.sub }),
    ]);
    expect((await listOf(road)).map(({ driverId }) => driverId)).toEqual(what === 'of this release' ? [next.id] : []);
  });
});

const listOf = ({ trip }: Road) => table.testContext().use(listPositions)(trip.teamId);

/** The calls of each request at which another one can come in between. */
const POINTS = (['GetItem', 'TransactWriteItems', 'UpdateItem', 'BatchGetItem'] as const).flatMap((action) =>
  [0, 1, 2].map((skip) => ({ action, skip })),
);

/** Runs `meanwhile` just before one call, which is `skip` calls of the action after the first. Undefined if there was no such call. */
async function interrupted<T>(
  point: (typeof POINTS)[number],
  meanwhile: () => Promise<unknown>,
  request: (testContext: TestContext) => Promise<T>,
): Promise<{ readonly result: T; readonly isHit: boolean }> {
  let isHit = false;
  const testContext = table.testContext({
    faults: [
      {
        ...point,
        times: 1,
        meanwhile: async () => {
          isHit = true;
          await meanwhile();
        },
      },
    ],
  });
  return { result: await request(testContext), isHit };
}

/** The trip is over: it has no item, and keeps the last position that was accepted, which everyone reads. */
async function expectEnded(road: Road, accepted: Ping) {
  const { trip, position, former } = await stored(road);
  expect([trip?.status, position, former]).toEqual(['COMPLETADO', undefined, undefined]);
  expect(trip?.lastPosition).toMatchObject(accepted);
  expect(await location(road)).toMatchObject(accepted);
  expect(await listOf(road)).toEqual([]);
}

describe.each([
  ['of this release', insertRoad],
  ['that began in an earlier release', insertFormerRoad],
] as const)('integrations 5: a ping against the end of a trip %s', (_, insert) => {
  test('integrations 5: wherever the ping comes in between, it is kept or refused', async () => {
    let hits = 0;
    const results = new Set<string>();
    for (const point of POINTS) {
      const road = await insert();
      await ping(road, HERE);
      let result = 'OK';
      const { isHit } = await interrupted(
        point,
        async () => {
          result = await codeOf(ping(road, THERE));
        },
        (testContext) => end(road, testContext),
      );
      if (isHit) results.add(result);
      hits += isHit ? 1 : 0;
      await expectEnded(road, isHit && result === 'OK' ? THERE : HERE);
    }
    expect(hits).toBeGreaterThanOrEqual(3);
    expect([...results]).toEqual(['OK']);
  });

  test('integrations 5: wherever the end comes in between, the ping is kept or refused', async () => {
    let hits = 0;
    for (const point of POINTS) {
      const road = await insert();
      await ping(road, HERE);
      const { result, isHit } = await interrupted(
        point,
        () => end(road),
        (testContext) => codeOf(ping(road, THERE, testContext)),
      );
      if (!isHit) await end(road);
      expect(['OK', 'TRIP_NOT_IN_PROGRESS']).toContain(result);
      hits += isHit ? 1 : 0;
      await expectEnded(road, result === 'OK' ? THERE : HERE);
    }
    expect(hits).toBeGreaterThanOrEqual(1);
  });

  test('integrations 5: two pings in a row only make the end read the item again', async () => {
    const road = await insert();
    let sent = 0;
    const testContext = table.testContext({
      faults: [
        {
          action: 'TransactWriteItems',
          times: 2,
          meanwhile: () => {
            sent += 1;
            return ping(road, { ...THERE, lat: sent });
          },
        },
      ],
    });
    await end(road, testContext);
    expect(testContext.actions().filter((action) => action === 'TransactWriteItems')).toHaveLength(3);
    await expectEnded(road, { ...THERE, lat: 2 });
  });

  test('integrations 5: at once, in any order, they end in one of the two states', async () => {
    for (let round = 0; round < 30; round += 1) {
      const road = await insert();
      await ping(road, HERE);
      const requests = [() => codeOf(ping(road, THERE)), () => codeOf(end(road))];
      const [one, other] = await Promise.all(
        (round % 2 === 0 ? requests : requests.toReversed()).map((send) => send()),
      );
      const [pinged, ended] = round % 2 === 0 ? [one, other] : [other, one];
      expect(ended).toBe('OK');
      await expectEnded(road, pinged === 'OK' ? THERE : HERE);
    }
  });

  test('integrations 5: the location is told at each point of the end', async () => {
    for (const point of POINTS) {
      const road = await insert();
      await ping(road, HERE);
      const { result } = await interrupted(
        point,
        () => end(road),
        (testContext) => location(road, testContext),
      );
      expect(result).toMatchObject(HERE);
    }
  });
});

test('integrations 5: the list has each trip under way with a position, with its present driver', async () => {
  const road = await insertRoad();
  const second = { ...road, fleet: { ...(await insertFleet(table.testContext())) } };
  expect(await listOf(road)).toEqual([]);
  await ping(road, HERE);
  const now = table.testContext().now().toISOString();
  const expected = { tripId: road.trip.id, driverId: road.fleet.driver.id, ...HERE, timestamp: now, receivedAt: now };
  expect(await listOf(road)).toEqual([expected]);
  expect(await table.testContext().use(listPositions)(second.fleet.actor.teamId)).toEqual([]);
});

test('integrations 5: the trips of a team are in both shards, and the list has all of them in order', async () => {
  const fleet = await insertFleet(table.testContext());
  const { teamId } = fleet.actor;
  const ids = Array.from({ length: 40 }, () => someId());
  const position = { driverId: fleet.driver.id, isOpen: true, lat: 1, lng: 2 };
  const at = { timestamp: new Date(START).toISOString(), receivedAt: new Date(START).toISOString() };
  for (const tripId of ids) await insertPosition(table.testContext(), teamId, { tripId, ...position, ...at });
  expect((await table.testContext().use(listPositions)(teamId)).map(({ tripId }) => tripId)).toEqual([...ids].sort());
  const shards = new Set(ids.map((tripId) => positionKey(teamId, tripId).pk));
  expect(shards.size).toBe(2);
});
