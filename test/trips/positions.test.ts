import { positionKey } from '../../shared/fleet/position-places';
import { getItem } from '../../shared/platform/table/read';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { relayTrip } from '../../shared/trips/relay-trip';
import { tripKey } from '../../shared/trips/trip';
import { START, someId, type TestContext } from '../support/engine-runtime';
import { factId, note, openPhoneRoad, type PhoneRoad, resultsOf, sync } from '../support/phone';
import { lastMinute, laterOn, minutesOf, pingAt, pingsOf, trackAt } from '../support/phone-track';
import { tripEnd } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { asDriver, insertDriver, insertFleet, insertTrip, moveAsOwner, startTrip } from '../support/store-fleet';

const table = quickTable();
const MINUTE_MS = 60_000;

const later = laterOn(table);

const openRoad = () => openPhoneRoad(table.testContext());
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const segmentsOf = ({ trip }: PhoneRoad) => table.partition(`TEAM#${trip.teamId}#TRIP#${trip.id}`, 'TRACK#');
const applied = (count: number) => Array.from({ length: count }, () => 'APPLIED');

async function relayTo(road: PhoneRoad, minutes: number, given: { readonly id?: string; readonly sub?: string } = {}) {
  const { teamId } = road.trip;
  const sub = given.sub ?? someId();
  const taker = given.id
    ? { id: given.id, sub }
    : await insertDriver(table.testContext(), { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true });
  const trip = await tripAfter(road);
  await later(minutes).use(relayTrip)(road.fleet.actor, trip, { driverId: taker.id }, undefined);
  return { ...road.fleet, driver: { ...road.fleet.driver, ...taker, sub } };
}

async function tripAfter({ trip: { teamId, id } }: PhoneRoad) {
  const trip = await getItem(table.testContext().context, tripKey(teamId, id));
  if (trip === undefined) throw new Error('The trip does not exist.');
  return trip;
}

describe('road 3: the positions of a phone', () => {
  test('road 3: are the track, and the last one the last position', async () => {
    const road = await openRoad();
    const answer = await sync(later(10), road.fleet, pingsOf(road, 1, 5));
    expect(answer.results.map(({ result }) => result)).toEqual(applied(5));
    expect(await minutesOf(later(10), road)).toEqual(range(1, 5));
    expect(await lastMinute(later(10), road)).toBe(5);
    expect((await trackAt(later(10), road))[0]).toMatchObject({ lat: 25.01, lng: -99.995, speedKmh: 80, heading: 44 });
    expect(await segmentsOf(road)).toEqual([]);
  });

  test('road 3: tell the phone of the trip, from the position item alone', async () => {
    const road = await openRoad();
    const items = pingsOf(road, 1, 3);
    const lastId = items[2]?.id;
    const testContext = later(10);
    const answer = await sync(testContext, road.fleet, items);
    expect(answer.trips).toEqual([{ tripId: road.trip.id, isOpen: true, stopsRevision: 1, lastId }]);
    expect(testContext.actions()).toEqual(['GetItem', 'UpdateItem']);
    const again = await sync(later(11), road.fleet, items.slice(0, 1));
    expect(again.trips).toEqual(answer.trips);
    await moveAsOwner(later(12), road.fleet, road.trip, 'COMPLETADO');
    const ended = await sync(later(13), road.fleet, [note(road, 'x')]);
    expect(ended.trips).toEqual([{ tripId: road.trip.id, isOpen: false, stopsRevision: 1, lastId }]);
  });

  test('road 3: stand once in the track when they are sent again, and are DUPLICATE while the list holds them', async () => {
    const road = await openRoad();
    const items = pingsOf(road, 1, 3);
    await sync(later(10), road.fleet, items);
    expect(await resultsOf(later(10), road.fleet, items)).toEqual(['DUPLICATE', 'DUPLICATE', 'DUPLICATE']);
    expect(await resultsOf(later(11), road.fleet, [...items, pingAt(road, 4)])).toEqual([
      ...['DUPLICATE', 'DUPLICATE', 'DUPLICATE', 'APPLIED'],
    ]);
    expect(await minutesOf(later(11), road)).toEqual(range(1, 4));
    expect(await segmentsOf(road)).toEqual([]);
  });

  test('road 3: of an identifier that is twice in a call are accepted once', async () => {
    const road = await openRoad();
    const item = pingAt(road, 1);
    const other = { ...item, lat: 1 };
    const noted = note(road, 'x');
    const items = [item, { ...item }, other, noted, pingAt(road, 2), { ...pingAt(road, 3), id: noted.id }];
    expect(await resultsOf(later(10), road.fleet, items)).toEqual([
      ...['APPLIED', 'DUPLICATE', 'REFUSED ID_REUSED', 'APPLIED', 'APPLIED', 'REFUSED ID_REUSED'],
    ]);
    expect(await minutesOf(later(10), road)).toEqual([1, 2]);
  });

  test('road 3: that arrive late are in the track, and change no later last position', async () => {
    const road = await openRoad();
    await sync(later(30), road.fleet, pingsOf(road, 10, 12));
    const items = [pingAt(road, 3), pingAt(road, 11.5), ...pingsOf(road, 13, 14)].reverse();
    expect(await resultsOf(later(31), road.fleet, items)).toEqual(applied(4));
    expect(await minutesOf(later(31), road)).toEqual([3, 10, 11, 11.5, 12, 13, 14]);
    expect(await lastMinute(later(31), road)).toBe(14);
    expect(await segmentsOf(road)).toHaveLength(1);
  });

  test('road 3: beyond 35 in the list become a segment, and the list begins anew', async () => {
    const road = await openRoad();
    for (let minute = 1; minute <= 36; minute += 1) {
      expect(await segmentsOf(road)).toHaveLength(0);
      await sync(later(200), road.fleet, [pingAt(road, minute)]);
    }
    expect(await segmentsOf(road)).toHaveLength(1);
    await sync(later(200), road.fleet, pingsOf(road, 37, 40));
    expect(await minutesOf(later(200), road)).toEqual(range(1, 40));
    expect(await lastMinute(later(200), road)).toBe(40);
  });

  test('road 3: 32 at once are in the list, and 33 a segment beside it', async () => {
    for (const [count, segments, listed] of [
      [32, 0, 32],
      [33, 1, 0],
    ] as const) {
      const road = await openRoad();
      await sync(later(200), road.fleet, pingsOf(road, 1, count));
      const item = await getItem(table.testContext().context, positionKey(road.trip.teamId, road.trip.id));
      expect([(await segmentsOf(road)).length, item?.points?.length ?? 0]).toEqual([segments, listed]);
    }
  });

  test('road 3: a hundred at once are a segment', async () => {
    const road = await openRoad();
    await sync(later(200), road.fleet, [pingAt(road, 1)]);
    expect(await resultsOf(later(200), road.fleet, pingsOf(road, 2, 101))).toEqual(applied(100));
    expect(await segmentsOf(road)).toHaveLength(1);
    expect(await minutesOf(later(200), road)).toEqual(range(1, 101));
    expect(await lastMinute(later(200), road)).toBe(101);
  });

  test('road 10: of which one is not valid refuse that one alone', async () => {
    const road = await openRoad();
    const items = [
      pingAt(road, 1),
      pingAt(road, 2, { lat: undefined }),
      pingAt(road, 3, { heading: 361 }),
      pingAt(road, 4),
    ];
    expect(await resultsOf(later(10), road.fleet, items)).toEqual([
      ...['APPLIED', 'REFUSED VALIDATION_FAILED items[1].lat', 'REFUSED VALIDATION_FAILED items[2].heading', 'APPLIED'],
    ]);
    expect(await minutesOf(later(10), road)).toEqual([1, 4]);
  });

  test('road 3: of two trips in one call are taken for each, and over 7 days old they are refused', async () => {
    const road = await openRoad();
    const other = { trip: await insertTrip(table.testContext(), road.fleet) };
    const items = [pingAt(road, 1), pingAt(other, 1), pingAt({ trip: { ...road.trip, id: someId() } }, 1)];
    expect(await resultsOf(later(10), road.fleet, items)).toEqual([
      ...['APPLIED', 'WAITING TRIP_NOT_STARTED', 'REFUSED NOT_FOUND'],
    ]);
    const weekLater = await resultsOf(later(7 * 24 * 60 + 2), road.fleet, [pingAt(road, 1)]);
    expect(weekLater).toEqual(['REFUSED TOO_OLD']);
  });
});

test('road 3: positions of a trip that are not begun within six seconds are left for the next call', async () => {
  const road = await openRoad();
  const { fleet } = road;
  const second = { trip: await insertTrip(table.testContext(), fleet) };
  const slow: { context?: TestContext } = {};
  const meanwhile = async () => slow.context?.pass(7_000);
  const testContext = later(10, [{ action: 'UpdateItem', times: 1, meanwhile }]);
  slow.context = testContext;
  const sent = [...pingsOf(road, 1, 2), ...pingsOf(second, 1, 2)];
  expect(await resultsOf(testContext, fleet, sent)).toEqual([
    ...['APPLIED', 'APPLIED', 'WAITING SEND_AGAIN', 'WAITING SEND_AGAIN'],
  ]);
  expect(await resultsOf(later(11), fleet, sent)).toEqual([
    ...['DUPLICATE', 'DUPLICATE', 'WAITING TRIP_NOT_STARTED', 'WAITING TRIP_NOT_STARTED'],
  ]);
  expect(await minutesOf(later(11), road)).toEqual([1, 2]);
});

describe('road 2 and 3: the order of positions', () => {
  test('ruling 2: the last position is chosen by identifier, also after the clock was set back', async () => {
    const road = await openRoad();
    await sync(later(60), road.fleet, pingsOf(road, 50, 51));
    // The generator stands still at minute 51 while the phone’s clock says 20 again.
    const back = Array.from({ length: 5 }, (_, index) => ({
      ...pingAt(road, 51),
      recordedAt: new Date(START + (20 + index) * MINUTE_MS).toISOString(),
    }));
    expect(await resultsOf(later(61), road.fleet, back)).toEqual(applied(5));
    expect(await lastMinute(later(61), road)).toBe(24);
    expect(await minutesOf(later(61), road)).toEqual([50, 51, 20, 21, 22, 23, 24]);
  });

  test('ruling 3: a wrong clock is corrected in the track and in the last position', async () => {
    const road = await openRoad();
    const sentAt = new Date(START + 70 * MINUTE_MS);
    await sync(later(10), road.fleet, pingsOf(road, 65, 67), sentAt);
    expect(await minutesOf(later(10), road)).toEqual([5, 6, 7]);
    expect(await lastMinute(later(10), road)).toBe(7);
  });
});

test('ruling 9: a position that comes after the end follows the place of the start, when no other came before', async () => {
  const fleet = await insertFleet(table.testContext());
  const trip = await insertTrip(table.testContext(), fleet);
  await table.testContext().use(moveOwnTrip)(asDriver(fleet), trip.id, 'EN_PROCESO', { lat: 25, lng: -100 });
  const road = { fleet, trip };
  await moveAsOwner(later(12), fleet, { ...trip, status: 'EN_PROCESO' }, 'COMPLETADO');
  expect(await lastMinute(later(12), road)).toBe(0);
  expect(await resultsOf(later(20), fleet, pingsOf(road, 5, 6))).toEqual(applied(2));
  expect(await lastMinute(later(20), road)).toBe(6);
});

describe('ruling 4: the time of recording decides whose position it is', () => {
  test('ruling 4: a former driver’s positions count until two minutes after the relay, and stand before the next leg', async () => {
    const road = await openRoad();
    await sync(later(10), road.fleet, pingsOf(road, 1, 5));
    const next = await relayTo(road, 20);
    await sync(later(25), next, pingsOf(road, 19, 25));
    const items = [...pingsOf(road, 6, 8), pingAt(road, 22), pingAt(road, 23)];
    expect(await resultsOf(later(26), road.fleet, items)).toEqual([
      ...['APPLIED', 'APPLIED', 'APPLIED', 'APPLIED', 'REFUSED NOT_YOUR_TRIP'],
    ]);
    expect(await minutesOf(later(26), road)).toEqual([...range(1, 8), 22, ...range(19, 25)]);
    expect(await lastMinute(later(26), road)).toBe(25);
  });

  test('ruling 4: a former driver’s position is the last one while the next driver has sent none', async () => {
    const road = await openRoad();
    await sync(later(10), road.fleet, pingsOf(road, 1, 2));
    await relayTo(road, 20);
    const answer = await sync(later(25), road.fleet, [pingAt(road, 4), pingAt(road, 3)]);
    expect(answer.trips).toEqual([{ tripId: road.trip.id, isOpen: false, stopsRevision: 1 }]);
    expect(await lastMinute(later(25), road)).toBe(4);
    await sync(later(26), road.fleet, [pingAt(road, 3.5)]);
    expect(await lastMinute(later(26), road)).toBe(4);
  });

  test('road 3: the last identifier that a driver is told is not one of another driver’s phone', async () => {
    const road = await openRoad();
    const own = pingsOf(road, 1, 2);
    await sync(later(10), road.fleet, own);
    const next = await relayTo(road, 20);
    await moveAsOwner(later(30), road.fleet, await tripAfter(road), 'COMPLETADO');
    const told = { tripId: road.trip.id, isOpen: false, stopsRevision: 1 };
    expect((await sync(later(31), next, [note(road, 'x')])).trips).toEqual([told]);
    expect((await sync(later(31), road.fleet, [note(road, 'x', factId(START))])).trips).toEqual([
      { ...told, lastId: own[1]?.id },
    ]);
  });

  test('ruling 4: a driver who has the trip again sends a position again, and it stands once', async () => {
    const road = await openRoad();
    const { id, sub } = road.fleet.driver;
    const first = pingsOf(road, 1, 3);
    await sync(later(10), road.fleet, first);
    const next = await relayTo(road, 20);
    await sync(later(25), next, [pingAt(road, 21)]);
    await relayTo(road, 30, { id, sub: sub ?? someId() });
    await sync(later(35), road.fleet, [...first, pingAt(road, 31)]);
    expect(await minutesOf(later(35), road)).toEqual([1, 2, 3, 21, 31]);
  });

  test('ruling 4: positions of every other driver are refused, and do not show the trip', async () => {
    const road = await openRoad();
    const stranger = await insertFleet(table.testContext());
    expect(await resultsOf(later(5), stranger, [pingAt(road, 1)])).toEqual(['REFUSED NOT_FOUND']);
    const { teamId } = road.trip;
    const sub = someId();
    const given = { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true } as const;
    const driver = { ...(await insertDriver(table.testContext(), given)), sub };
    const answer = await sync(later(5), { ...road.fleet, driver }, [pingAt(road, 1)]);
    expect(answer).toMatchObject({ results: [{ result: 'REFUSED', error: 'NOT_YOUR_TRIP' }], trips: [] });
    expect(await minutesOf(later(5), road)).toEqual([]);
  });
});

describe('ruling 9: positions after the end', () => {
  test.each(['COMPLETADO', 'CANCELADO'] as const)(
    'ruling 9: after %s those that were recorded before it are taken, until two minutes after it',
    async (to) => {
      const road = await openRoad();
      await sync(later(10), road.fleet, pingsOf(road, 1, 5));
      await moveAsOwner(later(20), road.fleet, road.trip, to);
      expect(await minutesOf(later(20), road)).toEqual(range(1, 5));
      const items = [pingAt(road, 22), ...pingsOf(road, 4, 7), pingAt(road, 22.1)];
      const answer = await sync(later(30), road.fleet, items);
      expect(answer.results.map(({ result, error }) => error ?? result)).toEqual([...applied(5), 'TRIP_ENDED']);
      expect(answer.trips).toMatchObject([{ isOpen: false }]);
      expect(await minutesOf(later(30), road)).toEqual([...range(1, 7), 22]);
      expect(await lastMinute(later(30), road)).toBe(22);
      await sync(later(31), road.fleet, [pingAt(road, 21)]);
      expect(await lastMinute(later(31), road)).toBe(22);
    },
  );

  test('ruling 9: those before the own end of a phone whose clock was set back in between are taken, those after it are not', async () => {
    const road = await openRoad();
    // The phone was half an hour ahead while it recorded.
    expect(await resultsOf(later(16), road.fleet, [tripEnd(road, 46)])).toEqual(['APPLIED']);
    const items = [...pingsOf(road, 40, 45), pingAt(road, 47)];
    expect(await resultsOf(later(60), road.fleet, items)).toEqual([...applied(6), 'REFUSED TRIP_ENDED']);
    expect(await minutesOf(later(60), road)).toEqual(range(40, 45));
  });

  test('ruling 9: a lesser TRIP_END that comes later refuses none of those before the one that ended the trip', async () => {
    const road = await openRoad();
    expect(await resultsOf(later(16), road.fleet, [tripEnd(road, 46)])).toEqual(['APPLIED']);
    for (const minute of [42, 41])
      expect(await resultsOf(later(60), road.fleet, [tripEnd(road, minute)])).toEqual(['APPLIED']);
    expect(await resultsOf(later(60), road.fleet, [pingAt(road, 44), pingAt(road, 47)])).toEqual([
      'APPLIED',
      'REFUSED TRIP_ENDED',
    ]);
  });

  test('ruling 9: after an end by the office the clock decides also for a driver who ended the trip later', async () => {
    const road = await openRoad();
    await moveAsOwner(later(16), road.fleet, road.trip, 'COMPLETADO');
    expect(await resultsOf(later(20), road.fleet, [tripEnd(road, 46)])).toEqual(['APPLIED']);
    expect(await resultsOf(later(60), road.fleet, [pingAt(road, 40)])).toEqual(['REFUSED TRIP_ENDED']);
  });

  test('ruling 9: positions of a trip that was cancelled before it began are refused', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    await moveAsOwner(table.testContext(), fleet, trip, 'CANCELADO');
    expect(await resultsOf(later(5), fleet, [pingAt({ trip }, 1)])).toEqual(['REFUSED TRIP_CANCELLED']);
  });

  test('ruling 8: positions of a trip that has not begun wait, and are taken after its start', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const items = [pingAt({ trip }, 1)];
    expect(await resultsOf(later(5), fleet, items)).toEqual(['WAITING TRIP_NOT_STARTED']);
    await startTrip(table.testContext(), fleet, trip);
    expect(await resultsOf(later(5), fleet, items)).toEqual(['APPLIED']);
    expect(await minutesOf(later(5), { trip })).toEqual([1]);
  });
});
