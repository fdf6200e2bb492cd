import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { operation as updateTripStops } from '../../functions/trips/update-trip-stops';
import { type DayHours, dayHoursKey } from '../../shared/hours/day-hours';
import { capability } from '../../shared/platform/runtime/capability';
import { unexpectedConflict, update } from '../../shared/platform/table/steps';
import { writeOne } from '../../shared/platform/table/write';
import { readHours } from '../../shared/trips/read-hours';
import { someId } from '../support/engine-runtime';
import { recordsOf } from '../support/office';
import { minutes, openDays } from '../support/open-day';
import { quickTable } from '../support/quick-table';
import { runWatch } from '../support/watch-run';

const table = quickTable();
const openDay = openDays(table);
const PATIO = { order: 1, name: 'Patio', lat: 25, lng: -100 };

const writeAgain = capability(
  { table: ['UpdateItem'] },
  (context) => async (teamId: string, driverId: string, day: DayHours) => {
    const next = { ...day, revision: day.revision + 1 };
    await writeOne(
      context,
      update(dayHoursKey(teamId, driverId, day.day), { set: next }, {}, unexpectedConflict('A day')),
    );
  },
);

/** A day whose trip has a stop. */
async function openDayWithStop() {
  const day = await openDay();
  const { office, path, start } = day;
  const planned = await office.send(updateTripStops, { path, body: { stopsRevision: 0, stops: [PATIO] } });
  const stopId = String(recordsOf(planned, 'stops')[0]?.id);
  const arrival = (minute: number) => day.fact('STOP_ARRIVED', minute, { stopId, source: 'DRIVER' });
  const watch = () => {
    const later = table.testContext();
    later.pass(office.testContext.now().getTime() - start);
    return runWatch(later);
  };
  return { ...day, stopId, arrival, watch };
}

describe('road 6: the days of a driver, of writes at once', () => {
  test('road 6: a write that rests on facts from before another write is made again', async () => {
    const { office, driverId, ping, cabs, pass, end, faults, storedOf, shown } = await openDay();
    pass(20);
    await ping(cabs[0], minutes(0, 10));
    await end();
    let isOvertaken = false;
    // The other write knows nothing of the late positions.
    const meanwhile = async () => {
      for (const day of await storedOf()) await table.testContext().use(writeAgain)(office.teamId, driverId, day);
      isOvertaken = true;
    };
    faults.push({ action: 'UpdateItem', times: 5, meanwhile });
    await ping(cabs[0], minutes(11, 20));
    expect(isOvertaken).toBe(true);
    expect(await shown()).toEqual(['CONDUCE 0-20']);
  });

  test('road 6: have the stop that a call reported while the office ended the trip, as soon as the schedule has looked', async () => {
    const { arrival, send, faults, pass, end, shown, watch } = await openDayWithStop();
    pass(60);
    faults.push({ action: 'TransactWriteItems', times: 1, meanwhile: () => send([arrival(20)]) });
    await end();
    expect(await shown()).toEqual(['SIN_DATO 0-60']);
    // Another such call may still be running.
    await watch();
    expect(await shown()).toEqual(['SIN_DATO 0-60']);
    pass(5);
    await watch();
    expect(await shown()).toEqual(['SIN_DATO 0-20', 'AUXILIAR 20-60']);
  });

  test('road 6: have no stop that the office deleted while a call reported it', async () => {
    const { office, path, arrival, send, faults, pass, end, shown } = await openDayWithStop();
    pass(60);
    const body = { stopsRevision: 1, stops: [] };
    const meanwhile = async () => expect((await office.send(updateTripStops, { path, body })).status).toBe(200);
    faults.push({ action: 'UpdateItem', times: 1, meanwhile });
    expect(await send([arrival(20)])).toEqual(['APPLIED']);
    await end();
    expect(await shown()).toEqual(['SIN_DATO 0-60']);
  });

  test('road 6: are read as a whole while the office ends the trip', async () => {
    const { office, path, driverId, ping, cabs, pass, end } = await openDay();
    pass(40);
    await ping(cabs[0], minutes(0, 40));
    // The zone of the team is read first, and then the trip.
    const reader = table.testContext({ faults: [{ action: 'GetItem', skip: 1, times: 1, meanwhile: end }] });
    reader.pass(40 * 60_000);
    const driver = { id: driverId, teamId: office.teamId, tripId: path.tripId };
    expect((await reader.use(readHours)(driver, {})).sums.CONDUCE).toBe(40);
  });

  test('road 6: rest on the end that the driver recorded when two calls make them at once', async () => {
    const { fact, send, faults, pass, end, shown } = await openDay();
    pass(60);
    const [least, other] = [fact('TRIP_END', 40), fact('TRIP_END', 50)];
    await end();
    faults.push({ action: 'Query', times: 1, meanwhile: () => send([least]) });
    await send([other]);
    expect(await shown()).toEqual(['SIN_DATO 0-40']);
  });

  test('road 6: of the former driver follow what the next one reports of a stop, from the end on and after it', async () => {
    const { office, path, colleagueId, cabs, stopId, arrival, fact, send, pass, end, shown, watch } =
      await openDayWithStop();
    pass(60);
    await send([arrival(20)]);
    const headers = { 'idempotency-key': someId() };
    expect((await office.send(relayTrip, { path, body: { driverId: colleagueId }, headers })).status).toBe(200);
    expect(await shown()).toEqual(['SIN_DATO 0-20', 'AUXILIAR 20-60']);
    pass(60);
    await end();
    pass(10);
    expect(await shown(colleagueId)).toEqual(['AUXILIAR 60-120']);
    // The former driver left the stop at once, and says so when the trip is over.
    expect(await send([fact('STOP_DEPARTED', 30, { stopId })])).toEqual(['APPLIED']);
    expect(await shown()).toEqual(['SIN_DATO 0-20', 'AUXILIAR 20-30', 'SIN_DATO 30-60']);
    expect(await shown(colleagueId)).toEqual(['SIN_DATO 60-120']);
    // The later departure counts, and was there when the schedule looked.
    expect(await send([fact('STOP_DEPARTED', 90, { stopId })], cabs[1])).toEqual(['APPLIED']);
    await watch();
    expect(await shown()).toEqual(['SIN_DATO 0-20', 'AUXILIAR 20-60']);
    expect(await shown(colleagueId)).toEqual(['AUXILIAR 60-90', 'SIN_DATO 90-120']);
  });
});
