import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTripLocation } from '../../functions/trips/get-trip-location';
import { operation as getTripTrack } from '../../functions/trips/get-trip-track';
import { operation as pingLocation } from '../../functions/trips/ping-location';
import { operation as startTrip } from '../../functions/trips/start-trip';
import { operation as updateOwnTripStatus } from '../../functions/trips/update-own-trip-status';
import { getItem } from '../../shared/platform/table/read';
import { tripKey } from '../../shared/trips/trip';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import type { TestAnswer } from '../support/http-event';
import { openOffice, recordsOf } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const MINUTE_MS = 60_000;
const placeAt = (minute: number) => ({ lat: 25 + minute / 100, lng: -100 });

/** A driver with a planned trip, an app that makes the interface’s single calls, and one that sends what it recorded. */
async function openDay() {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, {
    ...{ teamId, sub: someId(), appAccessStatus: 'ACTIVE', everActive: true },
  });
  const vehicle = await insertVehicle(testContext, { teamId });
  const begin = testContext.now().getTime();
  const at = (minute: number) => new Date(begin + minute * MINUTE_MS).toISOString();
  const body = { driverId: driver.id, vehicleId: vehicle.id, startDate: at(0) };
  const path = { tripId: String((await office.send(createTrip, { body })).body.id) };
  const cab = await office.cab(driver);
  const item = (kind: string, minute: number, fields: object = {}) => ({
    ...{ id: factId(begin + minute * MINUTE_MS), kind, recordedAt: at(minute), ...path },
    ...fields,
  });
  const sync = async (...items: object[]) => {
    const answer = await cab.send(syncFacts, { body: { sentAt: testContext.now().toISOString(), items } });
    return recordsOf(answer, 'results').map(({ result }) => result);
  };
  return {
    ...{ office, at, sync, item },
    wait: (minute: number) => testContext.pass(begin + minute * MINUTE_MS - testContext.now().getTime()),
    start: () => cab.send(startTrip, { path, body: placeAt(10) }),
    ping: (minute: number) => cab.send(pingLocation, { path, body: { ...placeAt(minute), timestamp: at(minute) } }),
    end: () => cab.send(updateOwnTripStatus, { path, body: { status: 'COMPLETADO' } }),
    lastMinute: async () => Math.round((Number((await office.send(getTripLocation, { path })).body.lat) - 25) * 100),
    track: async () =>
      Object((await office.send(getTripTrack, { path })).body.properties).times.map(
        (time: string) => (Date.parse(time) - begin) / MINUTE_MS,
      ),
    trip: () => getItem(testContext.context, tripKey(teamId, path.tripId)),
  };
}

/** What an old app reads of an answer. The version and the identifier differ on each trip. */
const seen = ({ status, body }: TestAnswer) => {
  const { version: _, tripId: __, ...rest } = body;
  return [status, rest];
};

test('road 10: an old app gets the same answers with a new app on the same trip, and the new one loses nothing by them', async () => {
  const [alone, beside] = [await openDay(), await openDay()];
  const answers: { readonly alone: unknown[]; readonly beside: unknown[] } = { alone: [], beside: [] };
  const old = async (call: (day: typeof alone) => Promise<TestAnswer>) => {
    answers.alone.push(seen(await call(alone)));
    answers.beside.push(seen(await call(beside)));
  };
  const wait = (minute: number) => [alone, beside].map((day) => day.wait(minute));
  const { sync, item } = beside;
  const position = (minute: number) => item('PING', minute, placeAt(minute));
  const [begun, ended] = [item('TRIP_START', 7), item('TRIP_END', 39)];
  wait(10);
  await old(({ start }) => start());
  expect(await sync(begun, position(8), position(9))).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
  wait(20);
  await old(({ ping }) => ping(20));
  expect(await sync(position(12), position(19))).toEqual(['APPLIED', 'APPLIED']);
  expect(await beside.lastMinute()).toBe(20);
  wait(30);
  expect(await sync(position(29))).toEqual(['APPLIED']);
  expect(await beside.lastMinute()).toBe(29);
  await old(({ ping }) => ping(30));
  expect(await beside.lastMinute()).toBe(30);
  wait(40);
  await old(({ end }) => end());
  expect(await sync(ended, position(38))).toEqual(['APPLIED', 'APPLIED']);
  // The trip is over: the single calls say so, as the interface has it, and the same facts are duplicates.
  await old(({ end }) => end());
  await old(({ ping }) => ping(41));
  expect(await sync(begun, ended)).toEqual(['DUPLICATE', 'DUPLICATE']);
  expect(answers.beside).toEqual(answers.alone);
  expect(answers.beside.map((answer) => Object(answer)[0])).toEqual([200, 200, 200, 200, 409, 409]);
  expect(await beside.track()).toEqual([8, 9, 12, 19, 29, 38]);
  expect(await beside.trip()).toMatchObject({
    ...{ status: 'COMPLETADO', actualStartDate: beside.at(7), actualEndDate: beside.at(39) },
  });
});
