import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { operation as updateTripStops } from '../../functions/trips/update-trip-stops';
import { intervalsOf } from '../../shared/hours/day-hours';
import { getItem } from '../../shared/platform/table/read';
import { moveTrip } from '../../shared/trips/move-trip';
import { tripKey } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { recordsOf } from '../support/office';
import { minutes, openDays } from '../support/open-day';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const MINUTE_MS = 60_000;
const PATIO = { order: 1, name: 'Patio', lat: 25, lng: -100 };

const openDay = openDays(table);

describe('road 6: the days of a driver', () => {
  test('road 6: are written at the end of the trip by the office, and not before', async () => {
    const { ping, cabs, pass, end, shown, storedOf } = await openDay();
    pass(40);
    await ping(cabs[0], minutes(0, 40));
    expect(await storedOf()).toEqual([]);
    expect((await end()).status).toBe(200);
    expect(await shown()).toEqual(['CONDUCE 0-40']);
    expect(await storedOf()).toMatchObject([{ day: '2026-03-02', revision: 1 }]);
  });

  test('road 6: are written at the end of the trip by the phone, with the positions of the same call', async () => {
    const { fact, send, pass, shown } = await openDay();
    pass(60);
    const points = minutes(0, 30).map((minute) => fact('PING', minute, { lat: 25 + minute / 100, lng: -100 }));
    await send([fact('TRIP_END', 31), ...points]);
    expect(await shown()).toEqual(['CONDUCE 0-30', 'ESPERA 30-31']);
  });

  test.each(['COMPLETADO', 'CANCELADO'])(
    'road 6: are those of the whole trip when the table is slow at the end: %s',
    async (status) => {
      const { office, path, ping, cabs, pass, slow, again, storedOf } = await openDay();
      pass(40);
      await ping(cabs[0], minutes(0, 40));
      slow(3_000);
      expect((await office.send(updateTripStatus, { path, body: { status } })).status).toBe(200);
      const [written] = await storedOf();
      await again([]);
      expect(await storedOf()).toEqual([written]);
    },
  );

  test('road 6: of a former driver are those of the whole leg when the table is slow at the relay', async () => {
    const { office, path, ping, cabs, pass, slow, again, storedOf, colleagueId } = await openDay();
    pass(40);
    await ping(cabs[0], minutes(0, 40));
    slow(3_000);
    const headers = { 'idempotency-key': someId() };
    expect((await office.send(relayTrip, { path, body: { driverId: colleagueId }, headers })).status).toBe(200);
    const [written] = await storedOf();
    await again([]);
    expect(await storedOf()).toEqual([written]);
  });

  test('road 6: have nothing of a trip whose driver recorded a start after the office had entered the end', async () => {
    const { ping, cabs, fact, send, pass, end, shown } = await openDay();
    pass(40);
    await ping(cabs[0], minutes(0, 40));
    await end();
    expect(await shown()).toEqual(['CONDUCE 0-40']);
    pass(10);
    expect(await send([fact('TRIP_START', 45)])).toEqual(['APPLIED']);
    expect(await shown()).toEqual([]);
  });

  test('road 6: are cut at midnight of the team’s zone', async () => {
    const { ping, cabs, pass, end, storedOf } = await openDay();
    pass(20 * 60);
    for (let hour = 0; hour < 20; hour += 1) await ping(cabs[0], minutes(hour * 60, hour * 60 + 60));
    await end();
    const midnight = Date.parse('2026-03-03T06:00:00.000Z') / 1000;
    const days = (await storedOf()).toReversed();
    expect(days.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03']);
    expect(days.map(({ trips }) => trips.flatMap(intervalsOf).map(({ from, to }) => [from, to]))).toEqual([
      [[midnight - 15 * 3600, midnight]],
      [[midnight, midnight + 5 * 3600]],
    ]);
  });

  test('road 6: are written again when late positions and stops come, in any order and more than once', async () => {
    const logs: string[][] = [];
    for (const isReversed of [false, true]) {
      const { office, path, fact, send, pass, end, shown } = await openDay();
      const planned = await office.send(updateTripStops, { path, body: { stopsRevision: 0, stops: [PATIO] } });
      const stopId = String(recordsOf(planned, 'stops')[0]?.id);
      pass(60);
      await end();
      expect(await shown()).toEqual(['SIN_DATO 0-60']);
      pass(60);
      const late = [
        ...minutes(0, 19).map((minute) => fact('PING', minute, { lat: 24.81 + minute / 100, lng: -100 })),
        fact('STOP_ARRIVED', 20, { stopId, source: 'DRIVER' }),
        fact('STOP_DEPARTED', 50, { stopId }),
      ];
      const [first, second] = [late.filter((_, index) => index % 2 === 0), late.filter((_, index) => index % 2 === 1)];
      for (const items of isReversed ? [second, first, second] : [first, second, first])
        expect(await send(items)).not.toContain('REFUSED');
      logs.push(await shown());
    }
    expect(logs[0]).toEqual(['CONDUCE 0-19', 'SIN_DATO 19-20', 'AUXILIAR 20-50', 'SIN_DATO 50-60']);
    expect(logs[1]).toEqual(logs[0]);
  });

  test('road 6: of both drivers of a relayed trip have their own legs', async () => {
    const { office, path, ping, cabs, pass, end, shown, colleagueId, send, fact } = await openDay();
    pass(20);
    await ping(cabs[0], minutes(0, 10));
    const headers = { 'idempotency-key': someId() };
    expect((await office.send(relayTrip, { path, body: { driverId: colleagueId }, headers })).status).toBe(200);
    expect(await shown()).toEqual(['CONDUCE 0-10', 'PAUSA 10-20']);
    pass(20);
    await ping(cabs[1], minutes(21, 40));
    await end();
    expect(await shown(colleagueId)).toEqual(['ESPERA 20-21', 'CONDUCE 21-40']);
    // The former driver's late positions change the own days alone.
    expect(await send([fact('PING', 20, { lat: 26, lng: -100 })])).toEqual(['APPLIED']);
    expect(await shown()).toEqual(['CONDUCE 0-20']);
    expect(await shown(colleagueId)).toEqual(['ESPERA 20-21', 'CONDUCE 21-40']);
  });

  test('road 6: are kept for hoursDays, and pauseMinutes decide what a pause is', async () => {
    const { office, fact, send, pass, end, shown, storedOf, start } = await openDay();
    await office.send(changeRoadPolicy, { body: { pauseMinutes: 5, hoursDays: 31 } });
    pass(20);
    await send([0, 1, 2, 3, 4, 5, 6, 7].map((minute) => fact('PING', minute, { lat: 25, lng: -100 })));
    await send(minutes(8, 20).map((minute) => fact('PING', minute, { lat: 25 + minute / 100, lng: -100 })));
    await end();
    expect(await shown()).toEqual(['PAUSA 0-7', 'CONDUCE 7-20']);
    const lastSecond = Date.parse(`${new Date(start).toISOString().slice(0, 10)}T23:59:59Z`) / 1000;
    expect(await storedOf()).toMatchObject([{ expires: lastSecond + 31 * 24 * 60 * 60 }]);
  });

  test('road 6: of a trip of 40 days are the last 31', async () => {
    const { pass, end, storedOf } = await openDay();
    pass(40 * 24 * 60);
    expect((await end()).status).toBe(200);
    const days = (await storedOf()).toReversed();
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([31, '2026-03-12', '2026-04-11']);
  });

  test('road 6: an end that is interrupted before its transaction has written the day', async () => {
    const { office, path, ping, cabs, pass, shown } = await openDay();
    pass(10);
    await ping(cabs[0], minutes(0, 10));
    const faults = [{ action: 'TransactWriteItems', before: connectionReset }];
    const interrupted = table.testContext({ faults });
    interrupted.pass(10 * MINUTE_MS);
    const trip = await getItem(interrupted.context, tripKey(office.teamId, path.tripId));
    if (trip === undefined) throw new Error('The trip does not exist.');
    const mover = { pool: 'staff', role: 'OWNER', id: office.id, teamId: office.teamId } as const;
    await expect(interrupted.use(moveTrip)(mover, trip, 'COMPLETADO', undefined)).rejects.toThrow('ECONNRESET');
    expect(await shown()).toEqual(['CONDUCE 0-10']);
  });

  test('road 6: of a trip that began before the track is kept stay as they are', async () => {
    const { office, path, fact, send, ping, cabs, pass, end, shown } = await openDay();
    const planned = await office.send(updateTripStops, { path, body: { stopsRevision: 0, stops: [PATIO] } });
    const stopId = String(recordsOf(planned, 'stops')[0]?.id);
    await office.send(changeRoadPolicy, { body: { trackDays: 2 } });
    pass(40);
    await ping(cabs[0], minutes(0, 30));
    await end();
    const before = await shown();
    pass(2 * 24 * 60);
    await send([fact('STOP_ARRIVED', 31, { stopId, source: 'DRIVER' })]);
    expect(await shown()).toEqual(before);
  });
});
