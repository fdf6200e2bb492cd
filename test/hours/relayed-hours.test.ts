import { operation as getDriverHours } from '../../functions/drivers/get-driver-hours';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { recordsOf } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { openRoad } from '../support/road';

const table = quickTable();
const world = accounts(table);
const MINUTE_MS = 60_000;
const minutes = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A trip that two drivers drive in turn, and the log of the first one, such as 'CONDUCE 0-40'. */
async function openRelay() {
  const { office, cabs, path, start, at } = await openRoad(world);
  const [first, second] = cabs;
  return {
    ...{ first, second },
    pass: (minute: number) => office.testContext.pass(minute * MINUTE_MS),
    ping: (cab: typeof first, points: readonly number[], lat: number) => {
      const items = points.map((minute) => {
        const recordedAt = at(minute);
        return { id: factId(Date.parse(recordedAt)), kind: 'PING', recordedAt, ...path, lat, lng: -100 };
      });
      return cab.send(syncFacts, { body: { sentAt: office.testContext.now().toISOString(), items } });
    },
    relayTo: async (driverId: string) => {
      const headers = { 'idempotency-key': someId() };
      expect((await office.send(relayTrip, { path, body: { driverId }, headers })).status).toBe(200);
    },
    report: (cab: typeof first, minute: number, state: string) => {
      const item = { id: factId(Date.parse(at(minute))), kind: 'DUTY', state, recordedAt: at(minute) };
      return cab.send(syncFacts, { body: { sentAt: office.testContext.now().toISOString(), items: [item] } });
    },
    end: () => office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } }),
    shown: async () => {
      const answer = await office.send(getDriverHours, { path: { driverId: first.id } });
      const minuteOf = (instant: unknown) => (Date.parse(String(instant)) - start) / MINUTE_MS;
      return recordsOf(answer, 'intervals').map(({ state, from, to }) => `${state} ${minuteOf(from)}-${minuteOf(to)}`);
    },
  };
}

test('road 6: a driver’s time has no position of the driver who took over', async () => {
  const { first, second, pass, ping, relayTo, shown } = await openRelay();
  pass(20);
  await ping(first, minutes(0, 20), 25);
  await relayTo(second.id);
  expect(await shown()).toEqual(['PAUSA 0-20']);
  // The second driver was elsewhere before the relay. The late position of the first one makes the day again.
  await ping(second, [15], 26);
  await ping(first, [10], 25);
  expect(await shown()).toEqual(['PAUSA 0-20']);
});

test('road 6: the first leg of a driver who has the trip again is derived anew, and not what was stored of it', async () => {
  const { first, second, pass, ping, relayTo, shown } = await openRelay();
  pass(14);
  await ping(first, [0], 25);
  await ping(first, [14], 26);
  await relayTo(second.id);
  expect(await shown()).toEqual(['CONDUCE 0-14']);
  pass(1);
  await relayTo(first.id);
  await ping(first, minutes(1, 12), 25);
  expect(await shown()).toEqual(['PAUSA 0-12', 'CONDUCE 12-14']);
});

test('road 6: the relay ends driving that the driver reported, also when the driver has the trip again', async () => {
  const { first, second, pass, ping, report, relayTo, end, shown } = await openRelay();
  await report(first, 0, 'CONDUCE');
  pass(10);
  await ping(first, minutes(0, 10), 25);
  await relayTo(second.id);
  pass(100);
  await relayTo(first.id);
  pass(10);
  await ping(first, minutes(110, 120), 25);
  const expected = ['CONDUCE 0-10', 'PAUSA 110-120'];
  expect(await shown()).toEqual(expected);
  await end();
  expect(await shown()).toEqual(expected);
});
