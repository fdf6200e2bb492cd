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
}

const Stored = v.object({ ahead: v.pipe(v.number(), v.minValue(0)) });

/** The file keeps how far the clock was moved, so that a restart does not take it back behind the records. */
export function openClock(dataDir: string, machine: () => Date): Clock {
  const file = join(dataDir, 'clock.json');
  let ahead = existsSync(file) ? aheadIn(file) : 0;
  const now = () => new Date(machine().getTime() + ahead);
  return {
    now,
    ahead: () => ahead,
    moveTo: (milliseconds) => {
      const step = milliseconds - now().getTime();
      if (step <= 0) return;
      ahead += step;
      writeFileSync(`${file}.new`, JSON.stringify({ ahead }));
      replaceFile(`${file}.new`, file);
    },
  };
}

const aheadIn = (file: string): number =>
  readUndamaged(file, () => v.parse(Stored, JSON.parse(readFileSync(file, 'utf8'))).ahead);
