import { mock } from 'node:test';

/** A Monday morning in Monterrey. */
const BEGINNING = Date.parse('2026-03-02T15:00:00.000Z');

/**
 * A clock that stands still until it is told to go on, for the whole process: tokens are checked by the machine's own. Identifiers and
 * random bytes are counted, so that the same calls give the same answers.
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

/** Lets so much time pass. */
export const goOn = (milliseconds: number): void => mock.timers.setTime(Date.now() + milliseconds);
