import type { Chance } from '../load/chance';
import type { Temper } from './memory-provider';
import type { Faults } from './process';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The properties of a run that a seed decides: its length, the frequency of faults, and the behaviour of the provider. */
export interface Character {
  readonly invoices: number;
  readonly users: number;
  readonly lasts: number;
  /** The longest pause of a user, in milliseconds. */
  readonly pause: number;
  /** The interval of recovery, which may be called late. */
  readonly recoversEvery: number;
  readonly faults: Faults;
  readonly temper: Temper;
  /** Webhooks of document changes, in percent: sent at all, sent twice; and the longest delay. */
  readonly tellsOf: number;
  readonly tellsTwice: number;
  readonly tellsLate: number;
}

/** `isBusy`: no small runs, so that most runs have several documents of each kind. */
export function characterOf(chance: Chance, isBusy = false): Character {
  const one = <T>(...choices: readonly [T, ...T[]]): T => choices[chance.below(choices.length)] ?? choices[0];
  const unseenFor = one(0, 0, 3 * MINUTE, 2 * HOUR, 3 * HOUR, 40 * HOUR);
  const lasts = one(10 * MINUTE, 2 * HOUR, 4 * HOUR, 6 * HOUR, 20 * HOUR);
  return {
    ...sizeOf(chance.below(isBusy ? SMALL : 100), lasts, one),
    lasts,
    faults: {
      tableLoses: one(0, 0, 30, 100),
      providerLoses: one(0, 100, 350, 600, 600),
      dies: one(0, 0, 20, 80),
      dawdles: one(5, 5, 150),
    },
    temper: {
      unseenFor,
      keyKeptFor: one(Number.POSITIVE_INFINITY, Math.max(unseenFor, 50 * MINUTE) + 2 * MINUTE),
      refusesFirst: one(true, false),
      answersRepeated: one(true, false),
      keySettles: one(0, 0, 20_000, 5 * MINUTE),
      failureFreesKey: one(true, false),
      refuses: one(0, 5, 30),
      defers: one(0, 10, 50),
      fails: one(0, 20, 60),
      cancelsLater: one(0, 60),
      keepsCancelled: one(0, 50),
    },
    tellsOf: one(0, 50, 100),
    tellsTwice: one(0, 30),
    tellsLate: one(5_000, 10 * MINUTE, 3 * HOUR),
  };
}

/** Runs are small from this percentage on, and large below the other one. */
const [SMALL, LARGE] = [15, 3] as const;

/**
 * The percentages of small, medium and large runs. A fault needs only a few steps, so many small runs meet more faults in the same time
 * than a few large ones. Some faults need several users and many attempts.
 */
function sizeOf(
  dice: number,
  lasts: number,
  one: <T>(...choices: readonly [T, ...T[]]) => T,
): Pick<Character, 'invoices' | 'users' | 'pause' | 'recoversEvery'> {
  if (dice < LARGE)
    return { invoices: one(1, 2), users: one(1, 2, 3), pause: lasts / one(6, 12), recoversEvery: lasts / one(4, 12) };
  if (dice < SMALL)
    return {
      invoices: one(1, 1, 1, 2),
      users: one(1, 1, 2),
      pause: lasts / one(2, 4),
      recoversEvery: lasts / one(2, 4),
    };
  return { invoices: 1, users: 1, pause: lasts / one(1, 1, 2), recoversEvery: lasts / one(2, 3) };
}
