import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readUndamaged } from './problem';
import { replaceFile } from './replace-file';

/** The one clock of functions and stand-ins. It goes as the machine's clock does, and can be moved forward, never back. */
export interface Clock {
  readonly now: () => Date;
  /** Milliseconds by which it is ahead of the machine's clock. */
  readonly ahead: () => number;
  /** Moves it to an instant. An earlier one changes nothing. */
  readonly moveTo: (milliseconds: number) => void;
  /** Ends a move of many steps: the file has exactly the present instant. */
  readonly settle: () => void;
}

/**
 * The file is written ahead by this time, because a move has thousands of steps and a file system can take 10 ms and more for one replaced
 * file. A process that is killed in a move starts again at most this time later than its last step.
 */
const WRITTEN_AHEAD_MS = 3_600_000;

const Stored = v.object({ ahead: v.pipe(v.number(), v.minValue(0)) });

/** The file keeps how far the clock was moved, so that a restart does not take it back behind the records. */
export function openClock(dataDir: string, machine: () => Date): Clock {
  const file = join(dataDir, 'clock.json');
  let ahead = existsSync(file) ? aheadIn(file) : 0;
  let written = ahead;
  const now = () => new Date(machine().getTime() + ahead);
  const write = (value: number): void => {
    writeFileSync(`${file}.new`, JSON.stringify({ ahead: value }));
    replaceFile(`${file}.new`, file);
    written = value;
  };
  return {
    now,
    ahead: () => ahead,
    moveTo: (milliseconds) => {
      const step = milliseconds - now().getTime();
      if (step <= 0) return;
      ahead += step;
      if (ahead > written) write(ahead + WRITTEN_AHEAD_MS);
    },
    settle: () => {
      if (written !== ahead) write(ahead);
    },
  };
}

const aheadIn = (file: string): number =>
  readUndamaged(file, () => v.parse(Stored, JSON.parse(readFileSync(file, 'utf8'))).ahead);
