import { operation as loginDriver } from '../../functions/auth/login-driver';
import { operation as refreshDriver } from '../../functions/auth/refresh-driver';
import { OPERATIONS } from '../../functions/catalog';
import { poolAuthOf } from '../../shared/identity/caller';
import { type Throttle, throttleOf } from '../../shared/operation/throttle';

/**
 * A model of a shift start. Each driver's app sends one request at a random time of the window. A refused app sends it again after one to
 * three seconds. The gateway's throttle and Cognito's quota are token buckets; the second one comes after the first.
 */
const COGNITO: Throttle = { perSecond: 120, burst: 120 };

class Bucket {
  private tokens: number;
  private at = 0;
  constructor(private readonly throttle: Throttle) {
    this.tokens = throttle.burst;
  }
  takes(now: number): boolean {
    const { perSecond, burst } = this.throttle;
    this.tokens = Math.min(burst, this.tokens + (now - this.at) * perSecond);
    this.at = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}

/** Mulberry32: repeatable numbers from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Outcome {
  readonly refused: number;
  /** The second at which the last driver is signed in. */
  readonly last: number;
}

function shiftStart(throttle: Throttle, drivers: number, seconds: number, seed: number): Outcome {
  const random = numbersFrom(seed);
  const buckets = [new Bucket(throttle), new Bucket(COGNITO)];
  const due = Array.from({ length: drivers }, () => random() * seconds).sort((a, b) => a - b);
  let refused = 0;
  let last = 0;
  while (due.length > 0) {
    const now = due.shift() ?? 0;
    if (buckets.every((bucket) => bucket.takes(now))) last = now;
    else {
      refused += 1;
      const again = now + 1 + 2 * random();
      const place = due.findIndex((other) => other > again);
      due.splice(place === -1 ? due.length : place, 0, again);
    }
  }
  return { refused, last };
}

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);
const worst = (throttle: Throttle, seconds: number): Outcome => {
  const all = SEEDS.map((seed) => shiftStart(throttle, 1000, seconds, seed));
  return { refused: Math.max(...all.map(({ refused }) => refused)), last: Math.max(...all.map(({ last }) => last)) };
};

describe('doors 31, production 2.2: a shift of 1,000 drivers', () => {
  test.each([loginDriver, refreshDriver])(
    'that starts within a minute meets no refusal at $route (model)',
    (operation) => {
      const throttle = throttleOf(operation);
      expect(throttle && worst(throttle, 60).refused).toBe(0);
    },
  );

  test.each([loginDriver, refreshDriver])(
    'that starts within ten seconds is in after a minute, at $route (model)',
    (operation) => {
      const throttle = throttleOf(operation);
      expect(throttle && worst(throttle, 10).last).toBeLessThanOrEqual(60);
    },
  );

  test('would meet refusals at the throttle of the other public routes, and at that of the office (model)', () => {
    expect(worst({ perSecond: 10, burst: 20 }, 60).refused).toBeGreaterThan(0);
    expect(worst({ perSecond: 20, burst: 40 }, 10).refused).toBeGreaterThan(0);
  });
});

test('doors 31, production 9.1: a public route has a throttle below the quota of Cognito, and others have the stage’s', () => {
  for (const operation of Object.values(OPERATIONS)) {
    const throttle = throttleOf(operation);
    expect([operation.id, throttle === undefined]).toEqual([operation.id, poolAuthOf(operation.auth) !== undefined]);
    if (throttle) expect(throttle.perSecond).toBeLessThan(COGNITO.perSecond);
  }
});

test('doors 31: the document has the smallest throttle, because it is the largest answer', () => {
  const throttles = Object.values(OPERATIONS).flatMap((operation) => throttleOf(operation) ?? []);
  const { getOpenapi } = Object.fromEntries(Object.values(OPERATIONS).map((operation) => [operation.id, operation]));
  expect(getOpenapi && throttleOf(getOpenapi)).toEqual({ perSecond: 5, burst: 10 });
  expect(Math.min(...throttles.map(({ perSecond }) => perSecond))).toBe(5);
});
