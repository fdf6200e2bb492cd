import { TZDate } from '@date-fns/tz';
import { STOP_REQUIREMENTS } from '../../shared/routes/route';
import type { StopRegisters } from '../../shared/trips/stop';
import { windowsOf } from '../../shared/trips/stop-plan';
import { statusOfStop } from '../../shared/trips/stop-states';
import { someId } from '../support/engine-runtime';

const at = '2026-03-04T15:00:00.000Z';
const id = someId();
const arrived = { id, at, source: 'DRIVER' } as const;
const departed = { id, at, outcome: 'DELIVERED' } as const;
const inside = { key: '0000', at };
const skipped = { id, at, reason: 'Cerrado' };
const correctedTo = (status: 'PENDIENTE' | 'QUITADA') => ({ status, by: id, correctedAt: at });

describe('road 2: the status of a stop is that of the first condition that holds', () => {
  const ROWS: readonly (readonly [string, Partial<StopRegisters>, string])[] = [
    ['nothing was reported', {}, 'PENDIENTE'],
    ['skipped', { skipped }, 'OMITIDA'],
    ['skipped and then reached', { skipped, arrived }, 'LLEGO'],
    ['skipped, and then a position was inside', { skipped, inside }, 'LLEGO'],
    ['arrived', { arrived }, 'LLEGO'],
    ['a position was inside, and a later one outside', { inside, left: inside }, 'LLEGO'],
    ['arrived and departed', { arrived, departed }, 'SALIO'],
    ['departed without an arrival', { departed }, 'SALIO'],
    ['corrected over all reports', { arrived, departed, skipped, correction: correctedTo('PENDIENTE') }, 'PENDIENTE'],
    ['removed', { arrived, correction: correctedTo('QUITADA') }, 'QUITADA'],
  ];
  test.each(ROWS)('road 2: %s', (_, registers, status) => {
    for (const proof of ['NONE', 'WARN'] as const)
      expect(statusOfStop({ registers, missing: STOP_REQUIREMENTS, proof })).toBe(status);
    expect(statusOfStop({ registers, missing: [], proof: 'ENFORCE' })).toBe(status);
  });

  test('road 2: departed with something missing under ENFORCE is LLEGO', () => {
    const left = { registers: { departed }, missing: ['PHOTO'], proof: 'ENFORCE' } as const;
    expect(statusOfStop(left)).toBe('LLEGO');
  });
});

describe('road 4: the window of a stop', () => {
  const START = '2026-03-05T02:00:00.000Z';
  const journey = { startDate: START, timeZone: 'America/Mexico_City' };
  test.each([
    ['14:30', undefined, '2026-03-04T20:30:00.000Z', '2026-03-04T20:30:00.000Z'],
    ['14:30', 45, '2026-03-04T20:30:00.000Z', '2026-03-04T21:15:00.000Z'],
    ['2026-03-06T08:00:00-06:00', 60, '2026-03-06T14:00:00.000Z', '2026-03-06T15:00:00.000Z'],
  ])('road 4: %s and %s minutes', (estimatedArrival, windowMinutes, from, to) => {
    expect(windowsOf([{ estimatedArrival, windowMinutes }], journey)).toEqual([{ from, to }]);
  });

  test.each([null, 'por la tarde', '24:00', '14:60', '9999-12-31T23:59:00Z'])('road 4: %s gives none', (text) => {
    expect(windowsOf([{ estimatedArrival: text, windowMinutes: 60 }], journey)).toEqual([undefined]);
  });

  test('road 4: a time of day is read in the zone of the team', () => {
    const [window] = windowsOf([{ estimatedArrival: '14:30' }], { ...journey, timeZone: 'America/Tijuana' });
    expect(window?.from).toBe('2026-03-04T22:30:00.000Z');
  });

  // The trip starts at 20:00 of 4 March.
  test.each<[string, (string | null)[], (string | undefined)[]]>([
    ['a first stop after midnight', ['02:00'], ['05T02:00']],
    ['a first stop at which the truck loads', ['12:30'], ['04T12:30']],
    ['stops of a night', ['20:30', '23:50', '04:15', '11:00'], ['04T20:30', '04T23:50', '05T04:15', '05T11:00']],
    ['stops of three days', ['21:00', '20:00', null, '08:00'], ['04T21:00', '05T20:00', undefined, '06T08:00']],
    ['stops at one time', ['21:00', '21:00'], ['04T21:00', '04T21:00']],
    ['a stop behind an instant', ['2026-03-07T06:00:00Z', '03:00'], ['07T00:00', '07T03:00']],
  ])('road 4: a time of day before the stop before is one of the next day: %s', (_, times, expected) => {
    const windows = windowsOf(
      times.map((estimatedArrival) => ({ estimatedArrival })),
      journey,
    );
    const local = (at: string) => new TZDate(at, journey.timeZone).toISOString().slice(8, 16);
    expect(windows.map((window) => window && local(window.from))).toEqual(expected);
  });
});
