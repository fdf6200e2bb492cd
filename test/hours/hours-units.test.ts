import { dayHoursKey, dayTripOf, stretchOfDay, withTrip } from '../../shared/hours/day-hours';
import type { Interval, ShownState } from '../../shared/hours/interval';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { addDays, localDay } from '../../shared/platform/values/calendar';
import { readHours } from '../../shared/trips/read-hours';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTeam } from '../support/store-fleet';

const table = quickTable();
const ZONE = 'America/Mexico_City';
const MINUTE = 60;

/** A local day on which a truck drives and pauses by turns of ten minutes. */
function busyDay(day: string) {
  const stretch = stretchOfDay(day, ZONE);
  const intervals = Array.from({ length: 144 }, (_, index): Interval<ShownState> => {
    const from = stretch.from + index * 10 * MINUTE;
    return { from, to: from + 10 * MINUTE, state: index % 2 === 0 ? 'CONDUCE' : 'PAUSA' };
  });
  const stored = withTrip(day, undefined, someId(), dayTripOf(someId(), intervals, stretch), 365);
  if (stored === undefined) throw new Error('The day has no intervals.');
  return stored;
}

/** A driver with so many busy days up to yesterday. */
async function openDriver(count: number) {
  const testContext = table.testContext();
  const { teamId } = await insertTeam(testContext, { timeZone: ZONE });
  const driver = await insertDriver(testContext, { teamId });
  const today = localDay(testContext.now(), ZONE);
  const days = Array.from({ length: count }, (_, index) => addDays(today, index - count));
  for (const day of days)
    await transact(testContext.context, [
      put(dayHoursKey(teamId, driver.id, day), busyDay(day), {}, unexpectedConflict('A day')),
    ]);
  return { driver, days, today };
}

describe('road 8: the units of working time', () => {
  test('road 8: a read of 31 busy days costs eight and a half read units, less than one a day, and no write', async () => {
    const { driver, days } = await openDriver(33);
    const testContext = table.testContext();
    const query = { from: days.at(-31), to: days.at(-1) };
    const { sums } = await testContext.use(readHours)(driver, query);
    expect(sums).toMatchObject({ CONDUCE: 31 * 720, PAUSA: 31 * 720 });
    expect(testContext.meter).toMatchObject({ readUnits: 8.5, writeUnits: 0 });
  });

  test('road 8: a read of one day costs three and a half read units: days, reports, an earlier report, and the zone of the team', async () => {
    const { driver, days } = await openDriver(3);
    const testContext = table.testContext();
    await testContext.use(readHours)(driver, { from: days.at(-1), to: days.at(-1) });
    expect(testContext.meter).toMatchObject({ readUnits: 3.5, writeUnits: 0 });
  });

  test('road 6: a day of 144 intervals is an item of at most 1 kB', async () => {
    const { driver, today } = await openDriver(0);
    const testContext = table.testContext();
    const key = dayHoursKey(driver.teamId, driver.id, today);
    await transact(testContext.context, [put(key, busyDay(today), {}, unexpectedConflict('A day'))]);
    // A transaction costs twice.
    expect(testContext.meter.writeUnits).toBe(2);
  });
});
