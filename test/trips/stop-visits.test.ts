import * as v from 'valibot';
import { positionKey } from '../../shared/fleet/position-places';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { RoadPolicy, roadPolicyKey } from '../../shared/road-policy/policy';
import { correctStop } from '../../shared/trips/correct-stop';
import { editStops } from '../../shared/trips/edit-stops';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { relayTrip } from '../../shared/trips/relay-trip';
import { someId } from '../support/engine-runtime';
import { itemOf, resultsOf, sync } from '../support/phone';
import { openStopRoad, placeAt, type StopRoad, stopsAt, tripNow, truckAt, visitsOf } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { planPhoneRoad, tripStart } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { asDriver, insertDriver, moveAsOwner } from '../support/store-fleet';

const table = quickTable();
const later = laterOn(table);

const open = (...kilometres: number[]) => openStopRoad(table.testContext(), kilometres);
const NOT_YET = ['PENDIENTE', undefined, undefined];

/** The truck is at the given metre of each minute, one sync a minute. */
async function drive(road: StopRoad, from: number, metres: readonly number[]): Promise<void> {
  for (const [index, metre] of metres.entries())
    await sync(later(300), road.fleet, [truckAt(road, from + index, metre)]);
}

const watchedOf = async ({ trip: { teamId, id } }: Pick<StopRoad, 'trip'>) =>
  (await getItem(table.testContext().context, positionKey(teamId, id)))?.watched;

const namesOf = async (road: StopRoad) => {
  const watched = await watchedOf(road);
  return [watched?.stops.map(({ id }) => road.stopIds.indexOf(id)), watched?.hasMore];
};

describe('road 5: a stop with a place', () => {
  test('road 5: is reached by the first position within its radius, and left at the last one before one outside', async () => {
    const road = await open(5, 9);
    await drive(road, 1, [4_000, 4_900, 5_000, 5_100]);
    expect(await visitsOf(later(9), road)).toEqual([['LLEGO', 2, undefined], NOT_YET]);
    await drive(road, 5, [5_250, 5_400, 9_000, 9_900]);
    expect(await visitsOf(later(9), road)).toEqual([
      ['LLEGO', 2, 4],
      ['LLEGO', 7, 7],
    ]);
  });

  test('road 5: that was skipped and then reached is LLEGO, and the office’s correction precedes both', async () => {
    const road = await open(5);
    await sync(later(10), road.fleet, [itemOf(road, 'STOP_SKIPPED', { stopId: road.stopIds[0], reason: 'Cerrado' })]);
    await drive(road, 1, [5_000]);
    expect(await visitsOf(later(9), road)).toEqual([['LLEGO', 1, undefined]]);
    const sent = { status: 'OMITIDA', reason: 'x' } as const;
    await later(9).use(correctStop)(road.fleet.actor, await tripNow(later(9), road), road.stopIds[0] ?? '', sent);
    expect(await visitsOf(later(9), road)).toEqual([['OMITIDA', 1, undefined]]);
  });

  test('road 5: is not reached by a fast or inexact position, by a ping, or when it has no place', async () => {
    const road = await open(5);
    await sync(later(9), road.fleet, [
      truckAt(road, 1, 5_000, { speedKmh: 80 }),
      truckAt(road, 2, 5_000, { accuracyM: 150 }),
    ]);
    await later(9).use(recordPing)(asDriver(road.fleet), road.trip.id, placeAt(5_000));
    expect(await visitsOf(later(9), road)).toEqual([NOT_YET]);
    const without = await open(5);
    const stops = [{ order: 1, name: 'x', radiusM: 200 }];
    await later(1).use(editStops)(without.fleet.actor, without.trip, { stopsRevision: 1, stops });
    expect(await watchedOf(without)).toBeUndefined();
    await drive(without, 2, [5_000]);
    expect(await visitsOf(later(9), without)).toEqual([NOT_YET]);
  });

  test('road 5: that is entered and left within one batch is written once', async () => {
    const road = await open(5, 9);
    const items = [4_000, 5_000, 6_000].map((metre, index) => truckAt(road, 1 + index, metre));
    await sync(later(9), road.fleet, items);
    expect(await visitsOf(later(9), road)).toEqual([['LLEGO', 2, 2], NOT_YET]);
    expect(await namesOf(road)).toEqual([[1], false]);
    const again = later(9);
    await sync(again, road.fleet, [truckAt(road, 4, 7_000)]);
    expect(again.actions()).toEqual(['GetItem', 'UpdateItem']);
  });
});

describe('road 5: the stops that a position item has', () => {
  test('road 5: are the next three, from the start of the trip on', async () => {
    const road = await planPhoneRoad(table.testContext());
    const stops = stopsAt([1, 2, 3, 4]);
    const { fleet, trip } = road;
    const planned = await later(0).use(editStops)(fleet.actor, trip, { stopsRevision: 1, stops });
    const stopIds = planned.stops.map(({ id }) => id);
    expect(await resultsOf(later(1), fleet, [tripStart(road)])).toEqual(['APPLIED']);
    expect(await namesOf({ fleet, trip, stopIds })).toEqual([[0, 1, 2], true]);
  });

  test('road 5: follow an edit, without those that were left, and stay with a correction and a relay', async () => {
    const road = await open(1, 2, 3, 4);
    await drive(road, 1, [1_000, 1_500]);
    expect(await namesOf(road)).toEqual([[1, 2], true]);
    const trip = await tripNow(later(3), road);
    const sent = stopsAt([1, 2, 3, 4]).map((stop, index) => ({ ...stop, id: road.stopIds[index] }));
    await later(3).use(editStops)(road.fleet.actor, trip, { stopsRevision: 1, stops: sent });
    expect(await namesOf(road)).toEqual([[1, 2, 3], false]);
    const correction = { status: 'SALIO', reason: 'x' } as const;
    await later(3).use(correctStop)(road.fleet.actor, await tripNow(later(3), road), road.stopIds[1] ?? '', correction);
    const taker = await insertDriver(table.testContext(), {
      teamId: trip.teamId,
      sub: someId(),
      appAccessStatus: 'ACTIVE',
      everActive: true,
    });
    await later(4).use(relayTrip)(road.fleet.actor, await tripNow(later(3), road), { driverId: taker.id }, undefined);
    expect(await namesOf(road)).toEqual([[1, 2, 3], false]);
  });

  test('road 5: are replaced by the next ones when the last of them is left', async () => {
    const road = await open(1, 2, 3, 4, 5);
    await drive(road, 1, [1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500]);
    expect(await namesOf(road)).toEqual([[4], false]);
    expect(await visitsOf(later(9), road)).toEqual([
      ...[1, 3, 5, 7].map((minute) => ['LLEGO', minute, minute]),
      NOT_YET,
    ]);
  });

  test('road 5: a stop out of order is found when the list becomes a segment, and one that was passed by stays', async () => {
    const road = await open(1, 2, 3, 4, 5);
    await drive(road, 1, [5_000, ...Array.from({ length: 34 }, () => 9_000)]);
    expect(await visitsOf(later(99), road)).toEqual([NOT_YET, NOT_YET, NOT_YET, NOT_YET, NOT_YET]);
    await drive(road, 36, [9_000]);
    expect((await visitsOf(later(99), road))[4]).toEqual(['LLEGO', 1, 1]);
    expect(await namesOf(road)).toEqual([[0, 1, 2], true]);
  });

  test('road 5: a stop out of order is found at the end of the trip', async () => {
    const road = await open(1, 2, 3, 4, 5);
    await drive(road, 1, [5_000, 9_000]);
    await later(9).use(moveOwnTrip)(asDriver(road.fleet), road.trip.id, 'COMPLETADO', undefined);
    expect((await visitsOf(later(9), road))[4]).toEqual(['LLEGO', 1, 1]);
  });

  test('road 5: a truck that stays for hours keeps its last point, so that the departure has the right time', async () => {
    const road = await open(1, 9);
    await drive(road, 1, [...Array.from({ length: 50 }, () => 1_000), 3_000]);
    expect((await visitsOf(later(99), road))[0]).toEqual(['LLEGO', 1, 50]);
    const ahead = await open(1, 9);
    await sync(
      later(99),
      ahead.fleet,
      Array.from({ length: 40 }, (_, index) => truckAt(ahead, 1 + index, 1_000)),
    );
    await drive(ahead, 41, [3_000]);
    expect((await visitsOf(later(99), ahead))[0]).toEqual(['LLEGO', 1, 40]);
  });
});

describe('road 10: late positions', () => {
  test('road 10: find an arrival before the first one, also after the end of the trip', async () => {
    const road = await open(1, 2);
    const [approach, arrival, stay, away] = [500, 1_000, 1_000, 4_000].map((metre, index) =>
      truckAt(road, 1 + index, metre),
    );
    await sync(later(9), road.fleet, [stay, away]);
    expect((await visitsOf(later(9), road))[0]).toEqual(['LLEGO', 3, 3]);
    await sync(later(9), road.fleet, [arrival]);
    expect((await visitsOf(later(9), road))[0]).toEqual(['LLEGO', 2, 3]);
    await moveAsOwner(later(10), road.fleet, road.trip, 'COMPLETADO');
    await sync(later(11), road.fleet, [approach, truckAt(road, 1.5, 990), truckAt(road, 3.5, 1_000)]);
    expect((await visitsOf(later(11), road))[0]).toEqual(['LLEGO', 1.5, 3.5]);
  });

  test('road 10: of a former leg count, and the arrival of the former driver is the first', async () => {
    const road = await open(1, 2);
    const { teamId } = road.trip;
    const sub = someId();
    const taker = await insertDriver(table.testContext(), { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true });
    await later(5).use(relayTrip)(road.fleet.actor, await tripNow(later(5), road), { driverId: taker.id }, undefined);
    const next = { ...road.fleet, driver: { ...road.fleet.driver, ...taker, sub } };
    await sync(later(20), next, [truckAt(road, 6, 1_000), truckAt(road, 7, 1_500)]);
    await sync(later(20), road.fleet, [truckAt(road, 2, 1_000)]);
    expect((await visitsOf(later(20), road))[0]).toEqual(['LLEGO', 2, 6]);
  });

  test('road 10: of a stop that the office adds later are found at the end', async () => {
    const road = await open(9);
    await drive(road, 1, [1_000, 4_000, ...Array.from({ length: 36 }, () => 8_000)]);
    const stops = [
      { ...stopsAt([9])[0], order: 1, name: 'x', radiusM: 200, id: road.stopIds[0] },
      { ...placeAt(1_000), order: 2, name: 'y', radiusM: 200 },
    ];
    await later(60).use(editStops)(road.fleet.actor, road.trip, { stopsRevision: 1, stops });
    await moveAsOwner(later(61), road.fleet, await tripNow(later(61), road), 'COMPLETADO');
    expect(await visitsOf(later(62), road)).toEqual([NOT_YET, ['LLEGO', 1, 1]]);
  });

  test('road 10: of a stop that the office adds while it cancels the trip are found', async () => {
    const road = await open(9);
    await drive(road, 1, [1_000, 4_000]);
    const stops = [{ ...placeAt(1_000), order: 1, name: 'y', radiusM: 200 }];
    const edit = () => later(60).use(editStops)(road.fleet.actor, road.trip, { stopsRevision: 1, stops });
    await moveAsOwner(table.interrupted(edit), road.fleet, await tripNow(later(60), road), 'CANCELADO');
    expect(await visitsOf(later(62), road)).toEqual([['LLEGO', 1, 1]]);
  });
});

test('road 5: a team that keeps no track learns of arrivals and departures too', async () => {
  const road = await open(1, 2);
  const policy = v.parse(RoadPolicy, { trackDays: 0 });
  await transact(table.testContext().context, [putItem(roadPolicyKey(road.trip.teamId), policy)]);
  await drive(road, 1, [500, 1_000, 1_000, 1_500]);
  expect(await visitsOf(later(9), road)).toEqual([['LLEGO', 2, 3], NOT_YET]);
  await sync(later(9), road.fleet, [truckAt(road, 1.5, 990)]);
  await moveAsOwner(later(10), road.fleet, road.trip, 'COMPLETADO');
  await sync(later(11), road.fleet, [truckAt(road, 3.5, 2_000)]);
  expect(await visitsOf(later(11), road)).toEqual([
    ['LLEGO', 1.5, 3],
    ['LLEGO', 3.5, undefined],
  ]);
});

test('road 4: a stop that positions reached is not deleted by an edit, but QUITADA', async () => {
  const road = await open(1, 2);
  await drive(road, 1, [1_000]);
  const stops = [{ ...stopsAt([2])[0], order: 2, name: 'x', radiusM: 200, id: road.stopIds[1] }];
  await later(2).use(editStops)(road.fleet.actor, road.trip, { stopsRevision: 1, stops });
  expect((await visitsOf(later(3), road))[0]).toEqual(['QUITADA', 1, undefined]);
});
