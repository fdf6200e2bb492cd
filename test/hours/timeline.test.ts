import * as fc from 'fast-check';
import { deriveTrip, type TripFacts } from '../../shared/hours/derive-trip';
import { decodeIntervals, encodeIntervals, type Interval, SHOWN_STATES } from '../../shared/hours/interval';
import { correctedLog, logOf, type Report } from '../../shared/hours/timeline';

const MINUTE = 60;
/** A degree of latitude is about 111 km, so this is about 1 km. */
const KM = 0.009;
const PATIO = { lat: 25, lng: -100, radiusM: 200 };

/** Positions a minute apart: a text such as 'm10 s20 .30' moves, stands, and sends nothing for so many minutes. */
function drive(text: string, start = 0): TripFacts['points'] {
  let [at, lat] = [start, 26];
  const points = [{ at: at * MINUTE, lat, lng: -100 }];
  for (const part of text.split(' ')) {
    for (let minute = 0; minute < Number(part.slice(1)); minute += 1) {
      at += 1;
      if (part[0] === 'm') lat += KM;
      if (part[0] !== '.') points.push({ at: at * MINUTE, lat, lng: -100 });
    }
  }
  return points;
}

const facts = (points: TripFacts['points'], to: number, given: Partial<TripFacts> = {}): TripFacts => ({
  ...{ legs: [{ from: 0, to: to * MINUTE }], points, places: [], visits: [], pauseMinutes: 10 },
  ...given,
});

/** Intervals as 'CONDUCE 0-10' in minutes. */
const shown = (intervals: readonly Interval<string>[]): string[] =>
  intervals.map(({ state, from, to }) => `${state} ${from / MINUTE}-${to / MINUTE}`);

describe('road 6: the states that positions and stops show', () => {
  test.each<[string, TripFacts, string[]]>([
    ['movement', facts(drive('m20'), 20), ['CONDUCE 0-20']],
    ['standing for pauseMinutes', facts(drive('m5 s10 m5'), 20), ['CONDUCE 0-5', 'PAUSA 5-15', 'CONDUCE 15-20']],
    ['standing shorter', facts(drive('m5 s9 m5'), 19), ['CONDUCE 0-5', 'ESPERA 5-14', 'CONDUCE 14-19']],
    [
      'standing shorter, with other pauseMinutes',
      facts(drive('m5 s9 m5'), 19, { pauseMinutes: 9 }),
      ['CONDUCE 0-5', 'PAUSA 5-14', 'CONDUCE 14-19'],
    ],
    ['standing for eight hours', facts(drive('m5 s480 m5'), 490), ['CONDUCE 0-5', 'DESCANSO 5-485', 'CONDUCE 485-490']],
    ['no positions for 16 minutes', facts(drive('m5 .15 m5'), 25), ['CONDUCE 0-5', 'SIN_DATO 5-21', 'CONDUCE 21-25']],
    ['no positions for 15 minutes', facts(drive('m5 .14 m5'), 24), ['CONDUCE 0-24']],
    ['no positions at all', facts([], 60), ['SIN_DATO 0-60']],
    ['no positions at the end', facts(drive('m5'), 60), ['CONDUCE 0-5', 'SIN_DATO 5-60']],
    [
      '300 m in a time that makes less than 8 km/h',
      facts(
        [
          { at: 0, lat: 25, lng: -100 },
          { at: 840, lat: 25.0028, lng: -100 },
        ],
        14,
      ),
      ['CONDUCE 0-14'],
    ],
    [
      'less than 300 m in such a time',
      facts(
        [
          { at: 0, lat: 25, lng: -100 },
          { at: 840, lat: 25.0025, lng: -100 },
        ],
        14,
      ),
      ['PAUSA 0-14'],
    ],
    [
      '8 km/h over less than 300 m',
      facts(
        [
          { at: 0, lat: 25, lng: -100 },
          { at: 60, lat: 25.0013, lng: -100 },
        ],
        1,
      ),
      ['CONDUCE 0-1'],
    ],
    [
      'a position that can be far off',
      facts([...drive('s20'), { at: 600, lat: 27, lng: -100, accuracyM: 101 }], 20),
      ['PAUSA 0-20'],
    ],
    [
      'two legs',
      facts(drive('m30'), 0, {
        legs: [
          { from: 0, to: 600 },
          { from: 1200, to: 1800 },
        ],
      }),
      ['CONDUCE 0-10', 'CONDUCE 20-30'],
    ],
  ])('road 6: %s', (_, given, expected) => {
    expect(shown(deriveTrip(given))).toEqual(expected);
  });

  const AT_PATIO = [
    ...drive('m5'),
    ...Array.from({ length: 21 }, (_, index) => ({ ...PATIO, at: (6 + index) * MINUTE })),
    ...drive('m5', 27),
  ];
  test.each<[string, Partial<TripFacts>, string[]]>([
    [
      'standing at a stop is work, also without a report',
      { places: [PATIO] },
      ['CONDUCE 0-6', 'AUXILIAR 6-26', 'CONDUCE 26-32'],
    ],
    ['standing where no stop is is a pause', {}, ['CONDUCE 0-6', 'PAUSA 6-26', 'CONDUCE 26-32']],
    [
      'from arrival to departure is work',
      { visits: [{ from: 10 * MINUTE, to: 20 * MINUTE }] },
      ['CONDUCE 0-6', 'PAUSA 6-10', 'AUXILIAR 10-20', 'PAUSA 20-26', 'CONDUCE 26-32'],
    ],
    [
      'an arrival without a departure lasts until the truck leaves',
      { visits: [{ from: 10 * MINUTE }] },
      ['CONDUCE 0-6', 'PAUSA 6-10', 'AUXILIAR 10-26', 'CONDUCE 26-32'],
    ],
    [
      'a late departure hides no driving',
      { visits: [{ from: 10 * MINUTE, to: 31 * MINUTE }] },
      ['CONDUCE 0-6', 'PAUSA 6-10', 'AUXILIAR 10-26', 'CONDUCE 26-32'],
    ],
  ])('road 6: %s', (_, given, expected) => {
    expect(shown(deriveTrip(facts(AT_PATIO, 32, given)))).toEqual(expected);
  });

  test('road 6: standing elsewhere before a late departure is no work', () => {
    const points = [...AT_PATIO, ...drive('s20', 33)];
    const visits = [{ from: 10 * MINUTE, to: 50 * MINUTE }];
    expect(shown(deriveTrip(facts(points, 53, { visits }))).at(-1)).toBe('PAUSA 33-53');
  });

  test('road 6: from arrival to departure is work without positions too', () => {
    const visits = [{ from: 10 * MINUTE, to: 50 * MINUTE }];
    expect(shown(deriveTrip(facts([], 60, { visits })))).toEqual(['SIN_DATO 0-10', 'AUXILIAR 10-50', 'SIN_DATO 50-60']);
  });
});

const report = (id: string, at: number, state: Report['state']): Report => ({ id, at: at * MINUTE, state });
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE });
const moves = (from: number, to: number) => ({ ...minutes(from, to), state: 'CONDUCE' as const });

describe('road 6: the log with what the driver reported', () => {
  const TRIP = [
    ...[moves(0, 60), { ...minutes(60, 67), state: 'ESPERA' as const }],
    ...[moves(67, 100), { ...minutes(100, 130), state: 'SIN_DATO' as const }],
    { ...minutes(130, 150), state: 'AUXILIAR' as const },
  ];
  const told = (reports: readonly Report[], to = 300) =>
    shown(logOf({ intervals: TRIP, ends: [150 * MINUTE] }, reports, minutes(0, to)));

  test.each<[string, Report[], string[]]>([
    ['nothing reported: short waiting is driving', [], ['CONDUCE 0-100', 'SIN_DATO 100-130', 'AUXILIAR 130-150']],
    [
      'a short pause that was reported',
      [report('1', 59, 'PAUSA'), report('2', 67, 'CONDUCE')],
      ['CONDUCE 0-60', 'PAUSA 60-67', 'CONDUCE 67-100', 'CONDUCE 100-130', 'AUXILIAR 130-150'],
    ],
    [
      'a pause that movement ends',
      [report('1', 62, 'PAUSA')],
      ['CONDUCE 0-62', 'PAUSA 62-67', 'CONDUCE 67-100', 'SIN_DATO 100-130', 'AUXILIAR 130-150'],
    ],
    [
      'a pause without data, and at a stop',
      [report('1', 110, 'PAUSA'), report('2', 140, 'AUXILIAR')],
      ['CONDUCE 0-100', 'SIN_DATO 100-110', 'PAUSA 110-140', 'AUXILIAR 140-150'],
    ],
    [
      'a rest after the trip',
      [report('1', 150, 'DESCANSO')],
      ['CONDUCE 0-100', 'SIN_DATO 100-130', 'AUXILIAR 130-150', 'DESCANSO 150-300'],
    ],
    [
      'work that the end of the trip ends',
      [report('1', 105, 'AUXILIAR')],
      ['CONDUCE 0-100', 'SIN_DATO 100-105', 'AUXILIAR 105-150'],
    ],
    [
      'driving that the next report ends',
      [report('1', 160, 'CONDUCE'), report('2', 170, 'PAUSA'), report('3', 180, 'DESCANSO')],
      ['CONDUCE 0-100', 'SIN_DATO 100-130', 'AUXILIAR 130-150', 'CONDUCE 160-170', 'PAUSA 170-180', 'DESCANSO 180-300'],
    ],
    [
      'a report that the next one, by identifier, dates back',
      [report('1', 200, 'PAUSA'), report('2', 180, 'DESCANSO')],
      ['CONDUCE 0-100', 'SIN_DATO 100-130', 'AUXILIAR 130-150', 'DESCANSO 180-300'],
    ],
  ])('road 6: %s', (_, reports, expected) => {
    expect(told(reports)).toEqual(expected);
  });

  test('road 6: a report from before the stretch holds in it', () => {
    expect(shown(logOf({ intervals: [], ends: [] }, [report('1', -500, 'DESCANSO')], minutes(0, 60)))).toEqual([
      'DESCANSO 0-60',
    ]);
  });

  test.each<[string, Interval<'CONDUCE'>[]]>([
    ['is stored in two days', [moves(0, 60), moves(60, 100)]],
    ['goes on on another trip', [moves(0, 60), moves(50, 100)]],
  ])('road 6: a rest that is reported during a movement begins after it, when the movement %s', (_, intervals) => {
    const log = logOf({ intervals, ends: [] }, [report('1', 30, 'DESCANSO')], minutes(0, 300));
    expect(shown(log)).toEqual(['CONDUCE 0-100', 'DESCANSO 100-300']);
  });

  test('road 6: corrections stand over the log, the later over the earlier, and leave it as it was', () => {
    const log = logOf({ intervals: TRIP, ends: [] }, [], minutes(0, 150));
    const before = structuredClone(log);
    const corrections = [
      { id: '2', ...minutes(20, 30), state: 'DESCANSO' as const },
      { id: '1', ...minutes(10, 40), state: 'PAUSA' as const },
      { id: '3', ...minutes(140, 200), state: 'PAUSA' as const },
    ];
    expect(shown(correctedLog(log, corrections, minutes(0, 150)))).toEqual([
      ...['CONDUCE 0-10', 'PAUSA 10-20', 'DESCANSO 20-30', 'PAUSA 30-40', 'CONDUCE 40-100'],
      ...['SIN_DATO 100-130', 'AUXILIAR 130-140', 'PAUSA 140-150'],
    ]);
    expect(log).toEqual(before);
  });
});

const Minute = fc.integer({ min: 0, max: 600 });
const Point = fc.record({
  at: Minute.map((at) => at * MINUTE),
  lat: fc.constantFrom(25, 25.001, 25.1),
  lng: fc.constant(-100),
});
const Spans = fc.record({ from: Minute, length: fc.integer({ min: 0, max: 60 }) });
const Visits = Spans.map(({ from, length }) => ({ ...minutes(from, from + length), place: PATIO }));
const Reports = fc.record({
  id: fc.integer({ min: 0, max: 1_000 }).map((id) => String(id).padStart(4, '0')),
  at: Minute.map((at) => at * MINUTE),
  state: fc.constantFrom('CONDUCE', 'AUXILIAR', 'PAUSA', 'DESCANSO'),
});

/** The list in another order, with some elements twice. */
const again = <T>(list: readonly T[]): fc.Arbitrary<T[]> =>
  fc
    .shuffledSubarray([...list, ...list], { minLength: list.length, maxLength: 2 * list.length })
    .map((some) => [...some, ...list]);

describe('road 10: order and repetition of the facts have no effect', () => {
  test('road 10: positions and stops', () => {
    const lists = fc.tuple(fc.array(Point, { maxLength: 40 }), fc.array(Visits, { maxLength: 4 }));
    const repeated = lists.chain(([points, visits]) =>
      fc.tuple(fc.constant([points, visits] as const), again(points), again(visits)),
    );
    fc.assert(
      fc.property(repeated, ([[points, visits], otherPoints, otherVisits]) => {
        const given = { places: [PATIO] };
        const one = deriveTrip(facts(points, 600, { ...given, visits }));
        expect(deriveTrip(facts(otherPoints, 600, { ...given, visits: otherVisits }))).toEqual(one);
        expect(one.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(600 * MINUTE);
        expect(one.every(({ from, to }, index) => from < to && from === (one[index - 1]?.to ?? 0))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('road 10: reports and trips', () => {
    const trips = fc.array(
      Spans.chain(({ from, length }) =>
        fc.constantFrom(...SHOWN_STATES).map((state) => ({ ...minutes(from, from + length), state })),
      ),
      { maxLength: 6 },
    );
    const reports = fc.uniqueArray(Reports, { maxLength: 8, selector: ({ id }) => id });
    const repeated = fc
      .tuple(trips, reports)
      .chain(([intervals, sent]) => fc.tuple(fc.constant([intervals, sent] as const), again(intervals), again(sent)));
    fc.assert(
      fc.property(repeated, ([[intervals, sent], otherIntervals, otherSent]) => {
        const ends = [300 * MINUTE];
        const log = logOf({ intervals, ends }, sent, minutes(0, 700));
        expect(logOf({ intervals: otherIntervals, ends }, otherSent, minutes(0, 700))).toEqual(log);
        expect(log.every(({ from, to }, index) => from < to && from >= (log[index - 1]?.to ?? 0))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('road 6: stored intervals are read as they were', () => {
    const intervals = fc.array(
      fc.record({
        gap: fc.integer({ min: 0, max: 90_000 }),
        length: fc.integer({ min: 1, max: 90_000 }),
        state: fc.constantFrom(...SHOWN_STATES),
      }),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(intervals, (parts) => {
        let at = 1_772_000_000;
        const list = parts.map(({ gap, length, state }) => {
          const from = at + gap;
          at = from + length;
          return { from, to: at, state };
        });
        expect(decodeIntervals(1_772_000_000, encodeIntervals(1_772_000_000, list))).toEqual(list);
      }),
    );
  });
});
