import fc from 'fast-check';
import { replaces, sideOf, VISIT_REGISTERS, type Visit, visitOf } from '../../shared/trips/geofence';
import type { TrackPoint } from '../../shared/trips/track-point';
import { placeAt } from '../support/phone-stops';

const FENCE = { ...placeAt(0), radiusM: 200 };
const NOON = Date.UTC(2026, 2, 2, 12) / 1000;

const pointAt = (metres: number, minute = 0, fields: Partial<TrackPoint> = {}): TrackPoint => {
  const time = NOON + 60 * minute;
  return { leg: 0, sent: time, recorded: time, at: time, ...placeAt(metres), ...fields };
};

describe('road 5: a point and a stop of 200 m', () => {
  test.each([
    ['INSIDE', 0, {}],
    ['INSIDE', 199, { accuracyM: 100, speedKmh: 30 }],
    ['INSIDE', -199, {}],
    ['NEITHER', 201, {}],
    ['NEITHER', 10, { accuracyM: 101 }],
    ['NEITHER', 10, { speedKmh: 31 }],
    ['NEITHER', 299, {}],
    ['OUTSIDE', 301, {}],
    ['OUTSIDE', -301, { speedKmh: 90 }],
    ['NEITHER', 399, { accuracyM: 100 }],
    ['OUTSIDE', 401, { accuracyM: 100 }],
    ['OUTSIDE', 600, { accuracyM: 253 }],
    ['NEITHER', 50_000, { accuracyM: 254 }],
  ] as const)('road 5: is %s at %i m with %j', (side, metres, fields) => {
    expect(sideOf(pointAt(metres, 0, fields), FENCE)).toBe(side);
  });
});

const minute = (moment: { readonly at: string } | undefined) => moment && (Date.parse(moment.at) / 1000 - NOON) / 60;
const seen = (visit: Visit) => [minute(visit.inside), minute(visit.left), visit.lastPoint !== undefined];

describe('road 5: the points of a stop', () => {
  const minute = (moment: { readonly at: string } | undefined) => moment && (Date.parse(moment.at) / 1000 - NOON) / 60;
  const seen = (visit: Visit) => [minute(visit.inside), minute(visit.left), visit.lastPoint !== undefined];

  test.each([
    ['that never come near', [900, 800], [undefined, undefined, false]],
    ['that arrive', [900, 100, 50], [1, undefined, true]],
    ['that arrive and leave: the last one inside is the departure', [900, 100, 50, 250, 900, 950], [1, 2, false]],
    ['that pass between inside and outside stay there', [100, 250, 250, 250], [0, undefined, true]],
    ['that leave and come again', [100, 900, 50], [0, 0, true]],
    ['that leave twice', [100, 900, 50, 60, 900], [0, 3, false]],
  ] as const)('road 5: %s', (_, metres, expected) => {
    expect(
      seen(
        visitOf(
          FENCE,
          metres.map((metre, index) => pointAt(metre, index)),
        ),
      ),
    ).toEqual(expected);
  });

  test('ruling 2: are ordered by identifiers, also when the clock of the phone was set back', () => {
    const back = [pointAt(100, 0, { recorded: NOON + 600, at: NOON + 600 }), pointAt(900, 1), pointAt(900, 2)];
    expect(seen(visitOf(FENCE, back))).toEqual([10, 10, false]);
  });

  test('ruling 4: of the next leg follow those of the former one', () => {
    expect(seen(visitOf(FENCE, [pointAt(900, 0, { leg: 1 }), pointAt(100, 5)]))).toEqual([5, 5, false]);
  });
});

const points = fc.array(
  fc
    .tuple(fc.nat(20), fc.nat(3), fc.constantFrom(0, 100, 250, 310, 900), fc.constantFrom(0, 5, 80), fc.nat(1))
    .map(([minute, late, metres, speedKmh, leg]) =>
      pointAt(metres, minute, { at: NOON + 60 * minute - late, speedKmh, leg }),
    ),
  { maxLength: 25 },
);

const REGISTERS = ['inside', 'left'] as const;

/** Merges visits one after the other, as the writes of the registers do. */
const merged = (visits: readonly Visit[]): Visit =>
  visits.reduce<Visit>((known, visit) => {
    const kept = REGISTERS.map((register) => {
      const moment = visit[register];
      return [register, moment && replaces(register, moment, known[register]) ? moment : known[register]] as const;
    });
    return Object.fromEntries(kept);
  }, {});

const registersOf = ({ inside, left }: Visit) => ({ inside, left });

describe('ruling 5: the merge of what points say of a stop', () => {
  test('ruling 5: has two registers, of which the first and the last stay', () => {
    expect(VISIT_REGISTERS).toEqual({ inside: 'LEAST', left: 'GREATEST' });
  });

  test('ruling 5: the order and the repetition of points have no effect', () => {
    fc.assert(
      fc.property(points, fc.func(fc.nat(1_000)), (track, rank) => {
        const other = [...track, ...track].toSorted((one, two) => rank(one) - rank(two));
        expect(seen(visitOf(FENCE, other))).toEqual(seen(visitOf(FENCE, track)));
        expect(registersOf(visitOf(FENCE, other))).toEqual(registersOf(visitOf(FENCE, track)));
      }),
      { numRuns: 500 },
    );
  });

  test('ruling 5: parts that were judged before, in any order and more than once, do not change what the whole track says', () => {
    fc.assert(
      fc.property(points, fc.array(fc.array(fc.nat(24))), fc.nat(10), (track, parts, place) => {
        const judged = parts.map((part) =>
          visitOf(
            FENCE,
            part.flatMap((index) => track[index] ?? []),
          ),
        );
        const whole = visitOf(FENCE, track);
        const visits = judged.toSpliced(place, 0, whole);
        expect(merged([...visits, ...judged])).toEqual(merged([whole]));
        expect(registersOf(merged([whole]))).toEqual(registersOf(whole));
      }),
      { numRuns: 1_000 },
    );
  });

  test('ruling 5: a point that was sent twice with two corrected times gives one of them, in any order', () => {
    const [early, late] = [pointAt(100, 0, { at: NOON - 9 }), pointAt(100, 0)];
    const visits = [visitOf(FENCE, [late]), visitOf(FENCE, [early])];
    expect(merged(visits)).toEqual(merged(visits.toReversed()));
  });
});
