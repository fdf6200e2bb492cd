import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock';
import type { Schedule } from './functions';

/** The interval at which schedules that are due are started. */
const TICK_MS = 1_000;

/** The interval at which a long move tells how far it is. */
const TOLD_EVERY_MS = 5_000;

export interface Timetable {
  /** Moves the clock, and runs what comes due in between: one after the other, each at its own instant. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** The end of the move that is under way. */
  readonly movesTo: () => Date | undefined;
  readonly stop: () => void;
}

interface Entry {
  readonly schedule: Schedule;
  next: number;
  isRunning: boolean;
}

interface Surroundings {
  /** Brings the stand-ins to the present after each step of the clock. */
  readonly settle: () => Promise<void>;
  /** Takes a line every five seconds of a move, because a move of weeks takes minutes. */
  readonly tell: (line: string) => void;
}

/**
 * Runs every schedule at its rate, by the clock. The first run comes one interval after the start. A run that is not over skips its next one.
 * A failed run logs a fault line.
 */
export function openTimetable(schedules: readonly Schedule[], clock: Clock, { settle, tell }: Surroundings): Timetable {
  const began = clock.now().getTime();
  const entries: readonly Entry[] = schedules
    .filter(({ needsStage }) => !needsStage)
    .map((schedule) => ({ schedule, next: began + schedule.milliseconds, isRunning: false }));

  const run = async (entry: Entry): Promise<void> => {
    const { schedule } = entry;
    entry.next +=
      schedule.milliseconds * Math.max(1, Math.ceil((clock.now().getTime() - entry.next) / schedule.milliseconds));
    if (entry.isRunning) return;
    entry.isRunning = true;
    await schedule.run().catch(() => undefined);
    entry.isRunning = false;
  };

  let movesTo: Date | undefined;
  const tick = setInterval(() => {
    if (movesTo !== undefined) return;
    const now = clock.now().getTime();
    for (const entry of entries) if (entry.next <= now) void run(entry);
  }, TICK_MS).unref();

  const advanceTo = async (end: number): Promise<void> => {
    let toldAt = performance.now();
    for (;;) {
      const [first] = entries.toSorted((one, other) => one.next - other.next);
      if (first === undefined || first.next > end) break;
      clock.moveTo(first.next);
      await settle();
      await run(first);
      // The table is in this process, so that a step can end without one turn of the event loop: requests and timers would wait for the whole move.
      await setImmediate();
      if (performance.now() - toldAt < TOLD_EVERY_MS) continue;
      toldAt = performance.now();
      tell(`The clock is at ${clock.now().toISOString()} and moves to ${new Date(end).toISOString()}`);
    }
    clock.moveTo(end);
    await settle();
  };
  const move = async (milliseconds: number): Promise<void> => {
    const end = clock.now().getTime() + milliseconds;
    movesTo = new Date(end);
    await advanceTo(end).finally(() => {
      movesTo = undefined;
      clock.settle();
    });
  };

  let last: Promise<void> = Promise.resolve();
  return {
    // A second call waits for the first one: both move the clock by their own time.
    advance: (milliseconds) => {
      last = last.catch(() => undefined).then(() => move(milliseconds));
      return last;
    },
    movesTo: () => movesTo,
    stop: () => clearInterval(tick),
  };
}
