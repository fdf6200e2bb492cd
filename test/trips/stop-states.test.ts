import { STOP_REQUIREMENTS } from '../../shared/routes/route';
import type { StopRegisters } from '../../shared/trips/stop';
import { windowOf } from '../../shared/trips/stop-plan';
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
  test.each([
    ['14:30', undefined, '2026-03-04T20:30:00.000Z', '2026-03-04T20:30:00.000Z'],
    ['14:30', 45, '2026-03-04T20:30:00.000Z', '2026-03-04T21:15:00.000Z'],
    ['2026-03-06T08:00:00-06:00', 60, '2026-03-06T14:00:00.000Z', '2026-03-06T15:00:00.000Z'],
  ])('road 4: %s and %s minutes', (estimatedArrival, windowMinutes, from, to) => {
    expect(windowOf({ estimatedArrival, windowMinutes }, START, 'America/Mexico_City')).toEqual({ from, to });
  });

  test.each([null, 'por la tarde', '24:00', '14:60', '9999-12-31T23:59:00Z'])('road 4: %s gives none', (text) => {
    expect(windowOf({ estimatedArrival: text, windowMinutes: 60 }, START, 'America/Mexico_City')).toBeUndefined();
  });

  test('road 4: a time of day is read in the zone of the team', () => {
    const window = windowOf({ estimatedArrival: '14:30' }, START, 'America/Tijuana');
    expect(window?.from).toBe('2026-03-04T22:30:00.000Z');
  });
});
