import * as fc from 'fast-check';
import type { DriverRecord } from '../../shared/fleet/driver';
import { type DayHours, dayHoursKey, daysOf, dayTripOf, stretchOfDay, withTrip } from '../../shared/hours/day-hours';
import { DUTY_STATES, type DutyState, storeDuty } from '../../shared/hours/duty';
import { clipped, type ShownState } from '../../shared/hours/interval';
import { capability } from '../../shared/platform/runtime/capability';
import { uuidVersion7 } from '../../shared/platform/runtime/uuid';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { addDays } from '../../shared/platform/values/calendar';
import { readHours } from '../../shared/trips/read-hours';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { runs } from '../support/runs';
import { insertDriver, insertTeam } from '../support/store-fleet';

const table = quickTable();
const ZONE = 'America/Mexico_City';
const HOUR = 3600;
const FIRST = '2026-01-10';
const DAYS = 14;
const start = stretchOfDay(FIRST, ZONE).from;

const storeReport = capability(
  { table: ['UpdateItem'] },
  (context) => async (teamId: string, id: string, at: number, state: DutyState) => {
    const instant = new Date(at * 1000).toISOString();
    const duty = { id: uuidVersion7(at * 1000, new Uint8Array(10)), state, at: instant, recordedAt: instant };
    await storeDuty(context, { teamId, id }, new Date(at * 1000), duty, 365);
  },
);

/** Trips one after the other: the hours before each, and its hours in different states. */
const Trips = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 60 }),
    parts: fc.array(
      fc.record({
        state: fc.constantFrom('CONDUCE', 'CONDUCE', 'AUXILIAR', 'PAUSA', 'SIN_DATO', 'ESPERA'),
        hours: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  { maxLength: 6 },
);
const Reports = fc.uniqueArray(
  fc.record({
    hour: fc.integer({ min: 0, max: DAYS * 24 }),
    state: fc.constantFrom(...DUTY_STATES),
  }),
  { maxLength: 8, selector: ({ hour }) => hour },
);

interface Story {
  readonly trips: readonly { readonly gap: number; readonly parts: readonly { state: ShownState; hours: number }[] }[];
  readonly reports: readonly { readonly hour: number; readonly state: DutyState }[];
}

/** A pause on the second day, and trips without movement on nine stored days after it. */
const NINE_DAYS_UNMOVED: Story = {
  trips: [
    { gap: 31, parts: [{ state: 'CONDUCE', hours: 16 }] },
    { gap: 21, parts: [{ state: 'ESPERA', hours: 18 }] },
    { gap: 2, parts: [{ state: 'SIN_DATO', hours: 13 }] },
    { gap: 29, parts: [{ state: 'PAUSA', hours: 28 }] },
    { gap: 29, parts: [{ state: 'AUXILIAR', hours: 70 }] },
  ],
  reports: [{ hour: 20, state: 'CONDUCE' }],
};

/** The stored days of trips one after the other. */
function daysOfTrips(trips: Story['trips']): DayHours[] {
  const days = new Map<string, DayHours>();
  let at = start;
  for (const { gap, parts } of trips) {
    at += gap * HOUR;
    const [from, tripId] = [at, someId()];
    const intervals = parts.map(({ state, hours }) => {
      at += hours * HOUR;
      return { from: at - hours * HOUR, to: at, state };
    });
    for (const day of daysOf({ from, to: at }, ZONE)) {
      const after = withTrip(day, days.get(day), tripId, dayTripOf(tripId, intervals, stretchOfDay(day, ZONE)), 365);
      if (after) days.set(day, after);
    }
  }
  return [...days.values()];
}

/** Stores the story of a new driver. Work that no one ends is not looked for on later days: here a pause follows it. */
async function store(testContext: TestContext, teamId: string, { trips, reports }: Story): Promise<DriverRecord> {
  const driver = await insertDriver(testContext, { teamId });
  for (const day of daysOfTrips(trips))
    await transact(testContext.context, [putItem(dayHoursKey(teamId, driver.id, day.day), day)]);
  for (const { hour, state } of reports) {
    const at = start + hour * HOUR + HOUR / 2;
    await testContext.use(storeReport)(teamId, driver.id, at, state);
    const isWork = state === 'CONDUCE' || state === 'AUXILIAR';
    if (isWork) await testContext.use(storeReport)(teamId, driver.id, at + 11 * HOUR + 60, 'PAUSA');
  }
  return driver;
}

test('road 6: a day of the log is the same in each query that has it', async () => {
  const testContext = table.testContext();
  const { teamId } = await insertTeam(testContext, { timeZone: ZONE });
  const story = fc.record({ trips: Trips, reports: Reports });
  await fc.assert(
    fc.asyncProperty(story, async (given) => {
      const driver = await store(testContext, teamId, given);
      const read = async (from: string, to: string) => {
        const { intervals } = await testContext.use(readHours)(driver, { from, to });
        return intervals.map(({ from: first, to: last, state, isReported }) => ({
          ...{ from: Date.parse(first) / 1000, to: Date.parse(last) / 1000, state, isReported },
        }));
      };
      const whole = await read(FIRST, addDays(FIRST, DAYS));
      for (let index = 0; index <= DAYS; index += 1) {
        const day = addDays(FIRST, index);
        expect([day, await read(day, day)]).toEqual([day, clipped(whole, stretchOfDay(day, ZONE))]);
      }
    }),
    { numRuns: runs(40, 1_000), examples: [[NINE_DAYS_UNMOVED]] },
  );
});
