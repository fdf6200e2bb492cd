import type { HoursState, Interval } from '../../shared/hours/interval';
import { HOURS_RULES, limitsOf, sumsOf } from '../../shared/hours/limits';

const MINUTE = 60;
const STATES: Readonly<Record<string, HoursState>> = {
  C: 'CONDUCE',
  A: 'AUXILIAR',
  P: 'PAUSA',
  D: 'DESCANSO',
  S: 'SIN_DATO',
};

/** A log such as 'C300 P30': letters of states with minutes, one after the other. A gap is '-480'. */
function logFrom(text: string): Interval[] {
  let at = 0;
  return text.split(' ').flatMap((part) => {
    const [from, state] = [at, STATES[part[0] ?? '']];
    at += Number(part.slice(1)) * MINUTE;
    return state ? [{ from, to: at, state }] : [];
  });
}
const lengthOf = (text: string): number => text.split(' ').reduce((sum, part) => sum + Number(part.slice(1)), 0);

/** Minutes of continuous driving and of driving, and the minutes at which the limits were passed. */
function told(text: string) {
  const { counts } = limitsOf(logFrom(text), lengthOf(text) * MINUTE);
  const [continuous, driven] = counts;
  return {
    counts: counts.map(({ seconds }) => seconds / MINUTE),
    over: [continuous, driven].map((count) => count?.over.map((at) => at / MINUTE)),
  };
}

describe('road 6: NOM-087, worked by hand', () => {
  test.each<[string, string, number, number[]]>([
    ['five hours and a pause of 30 minutes', 'C300 P30 C300', 300, []],
    ['five hours and one minute', 'C301', 301, [300]],
    ['a pause of 29 minutes', 'C300 P29 C1', 301, [329]],
    ['a pause in two parts within 5 h 30', 'C150 P15 C150 P15 C300', 300, []],
    ['a pause in three parts within 5 h 30', 'C100 P10 C100 P10 C100 P10 C10', 10, []],
    ['the parts over 5 h 31', 'C10 P15 C290 A16 P15 C1', 301, [346]],
    ['the same with a longer last part', 'C10 P15 C290 A16 P30 C1', 1, []],
    ['a long pause, which saves nothing for later', 'C10 P120 C301', 301, [430]],
    ['a pause before the driving', 'P60 C301', 301, [360]],
    ['a part of a pause before the driving', 'P20 C300 P10 C1', 301, [330]],
    ['parts in a span of 5 h 30', 'C10 P1 C270 A30 P29 C5', 5, []],
    ['parts in a span of 5 h 31', 'C10 P1 C270 A31 P29 C5', 285, []],
    ['loading instead of a pause', 'C200 A60 C101', 301, [360]],
    ['no data instead of a pause', 'C200 S60 C101', 301, [360]],
    ['a rest is a pause too', 'C300 D30 C5', 5, []],
    ['pause and rest that touch', 'C300 P10 D20 C5', 5, []],
  ])('road 6: %s', (_, text, continuous, over) => {
    const { counts, over: passed } = told(text);
    expect([counts[0], passed[0]]).toEqual([continuous, over]);
  });

  const SHIFT = 'C300 P30 C300 P30 C240';
  test.each<[string, string, number, number[]]>([
    ['14 hours and a rest of 8 hours', `${SHIFT} D480 C60`, 60, []],
    ['14 hours and one minute', `${SHIFT} P30 C1`, 841, [930]],
    ['a rest of 7 h 59', `${SHIFT} D479 C1`, 841, [1379]],
    ['a rest in two parts', `${SHIFT} D240 A1 D240 C1`, 841, [1381]],
    ['a rest of a pause and a rest that touch', `${SHIFT} P240 D240 C1`, 1, []],
    ['a rest with a gap of data', `${SHIFT} D240 S10 D240 C1`, 841, [1390]],
    ['a trip that is over, without a report', `${SHIFT} -479 C1`, 841, [1379]],
    ['unknown time of 8 hours between trips, which begins a new count', `${SHIFT} -480 C1`, 1, []],
  ])('road 6: %s', (_, text, driven, over) => {
    const { counts, over: passed } = told(text);
    expect([counts[1], passed[1]]).toEqual([driven, over]);
  });

  test('road 6: time between trips that no one reported is named, also the present one', () => {
    const text = 'C60 -480 C60 -500';
    const { unreportedRests, counts } = limitsOf(logFrom(text), lengthOf(text) * MINUTE);
    expect(unreportedRests).toEqual([540 * MINUTE, 1100 * MINUTE]);
    expect(counts.map(({ seconds }) => seconds)).toEqual([0, 0]);
  });

  test('road 6: the warning comes 30 minutes before the limit', () => {
    const { counts } = limitsOf(logFrom('C100 A50 C200'), 350 * MINUTE);
    expect(counts[0]).toEqual({
      rule: 'CONTINUOUS_DRIVING',
      since: 0,
      seconds: 300 * MINUTE,
      left: 0,
      near: [320 * MINUTE],
      over: [],
    });
    expect(limitsOf(logFrom('C269'), 269 * MINUTE).counts[0]).toMatchObject({ near: [], left: 31 * MINUTE });
  });

  test('road 6: what lies after the instant does not count', () => {
    expect(limitsOf(logFrom('C400'), 100 * MINUTE).counts[0]).toMatchObject({ seconds: 100 * MINUTE, over: [] });
  });

  test('road 6: the rules are data: other values give other limits', () => {
    const rule = { ...HOURS_RULES[0], most: 60, endedBy: { states: ['AUXILIAR'], minutes: 5, within: 10 } } as const;
    expect(limitsOf(logFrom('C61 A5 C10'), 76 * MINUTE, [rule]).counts).toMatchObject([{ seconds: 600, over: [3600] }]);
  });

  test('road 6: the sums of the states', () => {
    expect(sumsOf(logFrom('C10 A20 P30 D40 S50 C1'))).toEqual({
      ...{ CONDUCE: 660, AUXILIAR: 1200, PAUSA: 1800, DESCANSO: 2400, SIN_DATO: 3000 },
    });
  });
});
