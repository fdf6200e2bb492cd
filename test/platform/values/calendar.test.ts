import * as v from 'valibot';
import { DateRangeQuery, instantRange, nextMonth } from '../../../shared/platform/values/calendar';
import { accepts } from './schemas';

describe('a day in the zone of a team', () => {
  test.each([
    ['America/Mexico_City', '2026-03-02', '2026-03-02T06:00:00.000Z', '2026-03-03T05:59:59.999Z'],
    // Mexico City has had no daylight saving time since 2022.
    ['America/Mexico_City', '2026-07-01', '2026-07-01T06:00:00.000Z', '2026-07-02T05:59:59.999Z'],
    ['America/Cancun', '2026-07-01', '2026-07-01T05:00:00.000Z', '2026-07-02T04:59:59.999Z'],
    ['America/Tijuana', '2026-03-07', '2026-03-07T08:00:00.000Z', '2026-03-08T07:59:59.999Z'],
    // The border changes its clocks with California: one day has 23 hours, another 25.
    ['America/Tijuana', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
    ['America/Tijuana', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
    // In Havana the clock skips midnight on this day in spring, and shows it twice on the day in autumn.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['UTC', '2028-02-29', '2028-02-29T00:00:00.000Z', '2028-02-29T23:59:59.999Z'],
    ['America/Mexico_City', '2026-12-31', '2026-12-31T06:00:00.000Z', '2027-01-01T05:59:59.999Z'],
    ['UTC', '0001-01-01', '0001-01-01T00:00:00.000Z', '0001-01-01T23:59:59.999Z'],
    // The date that a front end sends for "no end". A later instant would have a year of five digits.
    ['America/Mexico_City', '9999-12-31', '9999-12-31T06:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ])('of %s, %s, is from %s to %s', (zone, day, from, to) => {
    expect(instantRange({ from: day, to: day }, zone)).toEqual({ from, to });
  });

  test('begins where the day before ends, all through the year that changes its clocks', () => {
    const days = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString());
    const ranges = days.map((day) => instantRange({ from: day.slice(0, 10), to: day.slice(0, 10) }, 'America/Tijuana'));
    for (const [index, { to = '' }] of ranges.slice(0, -1).entries()) {
      expect(Date.parse(to) + 1).toBe(Date.parse(ranges[index + 1]?.from ?? ''));
    }
  });
});

describe('a range', () => {
  const zone = 'America/Mexico_City';

  test('has the ends that are asked for', () => {
    expect(instantRange({}, zone)).toEqual({ from: undefined, to: undefined });
    expect(instantRange({ from: '2026-03-02' }, zone)).toEqual({ from: '2026-03-02T06:00:00.000Z', to: undefined });
    expect(instantRange({ to: '2026-03-02' }, zone)).toEqual({ from: undefined, to: '2026-03-03T05:59:59.999Z' });
  });

  test('of instants is from the one to the other, whatever zone they are written in', () => {
    const range = { from: '2026-03-02T09:00:00-06:00', to: '2026-03-02T15:00:00Z' };
    const instant = '2026-03-02T15:00:00.000Z';
    expect(instantRange(range, zone)).toEqual({ from: instant, to: instant });
  });

  const REFUSED = {
    en: 'Send a start that is not after the end.',
    es: 'Envíe un inicio que no sea posterior al fin.',
  };

  test.each([
    ['2026-03-02', '2026-03-02', true],
    ['2026-03-03', '2026-03-02', false],
    ['2026-03-02T06:00:00.001Z', '2026-03-02T06:00:00Z', false],
    // The last instant of the day and the first of the next one.
    ['2026-03-03T05:59:59.999Z', '2026-03-02', true],
    ['2026-03-03T06:00:00Z', '2026-03-02', false],
  ])('from %s to %s is taken: %p', (from, to, taken) => {
    const range = () => instantRange({ from, to }, zone);
    if (taken) expect(range).not.toThrow();
    else expect(range).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', field: 'from', text: REFUSED }));
  });

  test.each(['', '2026-02-29', '2026-3-1', 'today', '2026-03-01T08:00:00', '2026-03-01 08:00'])(
    'has no end %j',
    (end) => {
      const Query = v.object(DateRangeQuery);
      expect([accepts(Query, { from: end }), accepts(Query, { to: end })]).toEqual([false, false]);
    },
  );
});

test.each([
  ['2026-01', '2026-02'],
  ['2026-02', '2026-03'],
  ['2028-02', '2028-03'],
  ['2026-12', '2027-01'],
])('the month after %s is %s', (month, after) => {
  expect(nextMonth(month)).toBe(after);
});
