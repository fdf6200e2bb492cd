import { dirname } from 'node:path';
import { shellWord } from './shell-word';

/** A failure that the developer can fix: one sentence and the command to run, shown without a stack trace. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** Reads something of a file of the data. Only whole lines are ever written, so a failure means that the file is damaged. */
export function readUndamaged<Value>(file: string, read: () => Value): Value {
  try {
    return read();
  } catch {
    const another = shellWord(`${dirname(file)}-2`);
    throw new Problem(
      `The file ${file} is damaged: repeat the command with --fresh, which deletes the data, or with --data ${another}`,
    );
  }
}
