import { mock } from 'node:test';

/** A Monday morning in Monterrey. */
const BEGINNING = Date.parse('2026-03-02T15:00:00.000Z');

/**
 * Stops the clock of the whole process until {@link goOn} advances it: the check of tokens reads the machine's clock, not the runtime's.
 * Identifiers and random bytes come from counters, so the same calls give the same answers.
 */
export function fixedRuntime() {
  mock.timers.enable({ apis: ['Date'], now: BEGINNING });
  let made = 0;
  let drawn = 0;
  return {
    now: () => new Date(),
    newId: () => {
      made += 1;
      const time = Date.now().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${made.toString(16).padStart(12, '0')}`;
    },
    sleep: async (milliseconds: number) => goOn(milliseconds),
    randomBytes: (size: number) => {
      drawn += 1;
      return Uint8Array.from({ length: size }, (_, index) => (drawn * 31 + index * 17) % 256);
    },
  };
}

/** Advances the clock. A pause before another attempt has fractions of a millisecond, which the clock refuses. */
export const goOn = (milliseconds: number): void => mock.timers.setTime(Date.now() + Math.ceil(milliseconds));
