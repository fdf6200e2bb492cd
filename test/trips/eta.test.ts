import { getItem } from '../../shared/platform/table/read';
import { correctStop } from '../../shared/trips/correct-stop';
import { editStops } from '../../shared/trips/edit-stops';
import { etasOf, type StopAhead } from '../../shared/trips/eta';
import { readStops } from '../../shared/trips/read-stops';
import { tripKey } from '../../shared/trips/trip';
import { START } from '../support/engine-runtime';
import { sync } from '../support/phone';
import { openStopRoad, placeAt, stopsAt, tripNow, truckAt } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { moveAsOwner } from '../support/store-fleet';

const NOW = new Date(START);
const MINUTE_MS = 60_000;

/** Stops at kilometres of a straight road. At 60 km/h a kilometre with its detour takes 1.3 minutes. */
const stopsOf = (kilometres: readonly number[], given: readonly Partial<StopAhead>[] = []): StopAhead[] =>
  kilometres.map((kilometre, index) => ({
    id: String(index),
    order: index,
    status: 'PENDIENTE',
    ...placeAt(1_000 * kilometre),
    ...given[index],
  }));

const minutes = (stops: readonly StopAhead[], metres = 0) =>
  Object.fromEntries(
    [...etasOf(stops, placeAt(metres), NOW)].map(([id, { at }]) => [id, (at.getTime() - START) / MINUTE_MS]),
  );

describe('road 5: the probable arrival', () => {
  test.each([
    ['is the way along the stops times 1.3 at 60 km/h', stopsOf([100, 200]), 0, { 0: 130, 1: 260 }],
    ['goes there and back', stopsOf([100, 0]), 0, { 0: 130, 1: 260 }],
    ['follows the order of the stops', stopsOf([200, 100], [{ order: 9 }]), 0, { 1: 130, 0: 260 }],
    ['counts the halts before the stop', stopsOf([100, 200], [{ estimatedDuration: 45 }]), 0, { 0: 130, 1: 305 }],
    [
      'counts the halt at a stop without a place, which has none',
      stopsOf([100, 150, 200], [{}, { lat: undefined, lng: undefined, estimatedDuration: 20 }]),
      0,
      { 0: 130, 2: 280 },
    ],
    ['leaves out what was reached', stopsOf([100, 200], [{ status: 'OTHER' }]), 150_000, { 1: 65 }],
    ['leaves out what was passed by', stopsOf([100, 200, 300], [{}, { status: 'OTHER' }]), 250_000, { 2: 65 }],
    [
      'counts the rest of the halt',
      stopsOf(
        [0, 100],
        [{ status: 'LLEGO', estimatedDuration: 45, since: new Date(START - 15 * MINUTE_MS).toISOString() }],
      ),
      0,
      { 1: 160 },
    ],
    [
      'does not wait for a halt that is over',
      stopsOf(
        [0, 100],
        [{ status: 'LLEGO', estimatedDuration: 45, since: new Date(START - 60 * MINUTE_MS).toISOString() }],
      ),
      0,
      { 1: 130 },
    ],
  ] as const)('road 5: %s', (_, stops, metres, expected) => {
    const found = minutes(stops, metres);
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    for (const [id, minute] of Object.entries(expected)) expect(found[id]).toBeCloseTo(minute, 0);
  });
});

describe('road 5: a read of the stops', () => {
  const table = quickTable();
  const later = laterOn(table);

  test('road 5: has eta and by for the stops ahead of a trip under way, from its last position', async () => {
    const road = await openStopRoad(table.testContext(), [1, 101, 201]);
    const planned = stopsAt([1, 101, 201]).map((stop, index) => ({
      ...stop,
      id: road.stopIds[index],
      estimatedDuration: 30,
    }));
    await later(0).use(editStops)(road.fleet.actor, road.trip, { stopsRevision: 1, stops: planned });
    const read = async (minute: number) => {
      const { stops } = await later(minute).use(readStops)(await tripNow(later(minute), road));
      return stops.map(({ eta, by }) => [eta && Math.round((Date.parse(eta) - START) / MINUTE_MS), by]);
    };
    const none = [undefined, undefined];
    expect(await read(1)).toEqual([none, none, none]);
    await sync(later(5), road.fleet, [truckAt(road, 5, 1_000)]);
    expect(await read(10)).toEqual([none, [5 + 30 + 130, 'FORMULA'], [5 + 30 + 130 + 30 + 130, 'FORMULA']]);
    await sync(later(7), road.fleet, [truckAt(road, 7, 2_000)]);
    // The truck has left the first stop.
    expect((await read(8))[1]).toEqual([Math.floor(8 + 99 * 1.3), 'FORMULA']);
    await sync(later(50), road.fleet, [truckAt(road, 50, 51_000)]);
    expect((await read(50))[1]).toEqual([50 + 65, 'FORMULA']);
    await moveAsOwner(later(60), road.fleet, await tripNow(later(60), road), 'COMPLETADO');
    expect(await read(61)).toEqual([none, none, none]);
    expect(await getItem(later(61).context, tripKey(road.trip.teamId, road.trip.id))).not.toHaveProperty('eta');
  });

  test.each(['OMITIDA', 'QUITADA'] as const)('road 5: has eta for a stop before one that is %s', async (status) => {
    const road = await openStopRoad(table.testContext(), [1, 101, 201]);
    const [, stopId = ''] = road.stopIds;
    const correction = { status, reason: 'Cerrado' };
    await later(1).use(correctStop)(road.fleet.actor, await tripNow(later(1), road), stopId, correction);
    await sync(later(5), road.fleet, [truckAt(road, 5, 501)]);
    const { stops } = await later(5).use(readStops)(await tripNow(later(5), road));
    expect(stops.map(({ eta }) => eta !== undefined)).toEqual([true, false, true]);
  });

  test('road 8: costs three read units beside the membership, the trip and the policy', async () => {
    const road = await openStopRoad(table.testContext(), [1, 101, 201]);
    await sync(later(5), road.fleet, [truckAt(road, 5, 1_000)]);
    const trip = await tripNow(later(5), road);
    const testContext = later(6);
    await testContext.use(readStops)(trip);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(4);
  });
});
