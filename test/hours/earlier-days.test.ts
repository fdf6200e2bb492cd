import { operation as updateTeam } from '../../functions/teams/update-team';
import { accounts } from '../support/accounts';
import { openHoursLog } from '../support/hours-log';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);
const HOUR = 60;
const DAY = 24 * HOUR;
/** The trip starts at nine o'clock of this day, in the zone of the team. */
const START_DAY = '2026-03-02';
const MIDNIGHT = 15 * HOUR;

describe('road 6: what the driver reported on an earlier day', () => {
  test('road 6: driving that the end of a trip ended is not driving again when the log is read three days later', async () => {
    const { drive, report, pass, end, read, shown } = await openHoursLog(world);
    await report('CONDUCE', 0);
    pass(60);
    await drive(0, 60);
    await end();
    pass(3 * DAY);
    const later = await read();
    expect(later.to).toBe('2026-03-05');
    expect([shown(later), later.drivenMinutes, later.warnings]).toEqual([[], 0, []]);
    expect(shown(await read({ from: '2026-03-03', to: '2026-03-05' }))).toEqual([]);
  });

  test('road 6: a pause that movement ended is no pause again when the log is read three days later', async () => {
    const { drive, report, pass, end, read, shown } = await openHoursLog(world);
    await report('PAUSA', 0);
    pass(60);
    await drive(20, 60);
    await end();
    pass(3 * DAY);
    expect(shown(await read())).toEqual([]);
  });

  test('road 6: a rest that began two days before the first day of the query holds', async () => {
    const { drive, report, pass, end, read, shown } = await openHoursLog(world);
    pass(60);
    await drive(0, 60);
    await end();
    await report('DESCANSO', 60);
    pass(3 * DAY);
    expect(shown(await read())).toEqual([`DESCANSO ${MIDNIGHT + 2 * DAY}-${60 + 3 * DAY} reported`]);
  });

  test('road 6: a rest of a week holds on each of its days, and a pause that movement ended does not', async () => {
    for (const [state, minute, holds] of [
      ['DESCANSO', 60, true],
      ['PAUSA', 0, false],
    ] as const) {
      const { drive, report, correct, pass, end, read, shown } = await openHoursLog(world);
      pass(60);
      await drive(20, 60);
      await end();
      await report(state, minute);
      pass(7 * DAY);
      await correct(6 * DAY, 6 * DAY + 10, { state: 'DESCANSO' });
      const rest = `DESCANSO ${MIDNIGHT + 6 * DAY}-${60 + 7 * DAY} reported`;
      expect([state, shown(await read())]).toEqual([state, holds ? [rest] : []]);
    }
  });
});

test('road 6: a rest of two weeks holds on its last day, however often it was corrected', async () => {
  const { drive, report, correct, pass, end, read, shown } = await openHoursLog(world);
  pass(60);
  await drive(0, 60);
  await end();
  await report('DESCANSO', 60);
  for (let day = 1; day <= 9; day += 1) {
    pass(DAY);
    await correct(day * DAY, day * DAY + 10, { state: 'AUXILIAR' });
  }
  pass(5 * DAY);
  expect(shown(await read())).toEqual([`DESCANSO ${MIDNIGHT + 13 * DAY}-${60 + 14 * DAY} reported`]);
});

test('road 6: an earlier day of a trip under way is shown, also when today is not', async () => {
  const { drive, pass, read, shown } = await openHoursLog(world);
  pass(60);
  await drive(0, 60);
  pass(DAY);
  const whole = shown(await read({ from: START_DAY, to: '2026-03-03' }));
  expect(whole).toEqual(['CONDUCE 0-60', `SIN_DATO 60-${60 + DAY}`]);
  expect(shown(await read({ from: START_DAY, to: START_DAY }))).toEqual(['CONDUCE 0-60', `SIN_DATO 60-${MIDNIGHT}`]);
  expect(shown(await read({ from: '2026-02-20', to: '2026-03-01' }))).toEqual([]);
});

test('road 6: a day is whole after the team has changed its time zone, and has no correction of the next one', async () => {
  const { office, drive, pass, end, correct, read, shown } = await openHoursLog(world);
  pass(20 * HOUR);
  await drive(0, 60);
  await drive(61, 120);
  await end();
  await correct(18 * HOUR, 19 * HOUR);
  await office.send(updateTeam, { body: { timeZone: 'America/Tijuana' } });
  const day = await read({ from: START_DAY, to: START_DAY });
  expect(shown(day)).toEqual(['CONDUCE 0-120', `SIN_DATO 120-${MIDNIGHT + 2 * HOUR}`]);
  expect(day.corrections).toEqual([]);
  expect((await read({ from: '2026-03-03', to: '2026-03-03' })).corrections).toHaveLength(1);
});

test('road 6: a limit that the driver passed before midnight is a warning of the next day until a pause ends it', async () => {
  const { drive, report, pass, read, at } = await openHoursLog(world);
  const first = MIDNIGHT - 310;
  await report('DESCANSO', 0);
  for (let minute = first; minute < MIDNIGHT + 20; minute += 30) {
    pass(minute === first ? first + 30 : 30);
    await drive(minute, minute + 30);
  }
  const passed = { code: 'HOURS_OVER_LIMIT', rule: 'CONTINUOUS_DRIVING', at: at(MIDNIGHT - 10) };
  expect((await read()).warnings).toEqual([passed]);
  await report('PAUSA', MIDNIGHT + 20);
  pass(40);
  expect((await read()).warnings).toEqual([]);
});
