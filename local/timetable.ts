import type { Clock } from './clock';
import type { Schedule } from './functions';

/** The interval at which schedules that are due are started. */
const TICK_MS = 1_000;

export interface Timetable {
  /** Moves the clock, and runs what comes due in between: one after the other, each at its own instant. */
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly stop: () => void;
}

interface Entry {
  readonly schedule: Schedule;
  next: number;
  isRunning: boolean;
}

/**
 * Runs every schedule at its rate, by the clock. The first run comes one interval after the start. A run that is not over skips its next one.
 * A failed run logs a fault line. `settle` brings the stand-ins to the present after each step of the clock.
 */
export function openTimetable(schedules: readonly Schedule[], clock: Clock, settle: () => Promise<void>): Timetable {
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

  let isMoving = false;
  const tick = setInterval(() => {
    if (isMoving) return;
    const now = clock.now().getTime();
    for (const entry of entries) if (entry.next <= now) void run(entry);
  }, TICK_MS).unref();

  const advanceTo = async (end: number): Promise<void> => {
    for (;;) {
      const [first] = entries.toSorted((one, other) => one.next - other.next);
      if (first === undefined || first.next > end) break;
      clock.moveTo(first.next);
      await settle();
      await run(first);
    }
    clock.moveTo(end);
    await settle();
  };
  const move = async (milliseconds: number): Promise<void> => {
    isMoving = true;
    await advanceTo(clock.now().getTime() + milliseconds).finally(() => {
      isMoving = false;
    });
  };

  let last: Promise<void> = Promise.resolve();
  return {
    // A second call waits for the first one: both move the clock by their own time.
    advance: (milliseconds) => {
      last = last.catch(() => undefined).then(() => move(milliseconds));
      return last;
    },
    stop: () => clearInterval(tick),
  };
}
