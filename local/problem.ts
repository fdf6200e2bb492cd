import { dirname } from 'node:path';

/** A failure that the developer can fix: one sentence and the command to run, shown without a stack trace. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** A file of the data that cannot be read, although only whole lines are ever written. */
export const damaged = (file: string): Problem =>
  new Problem(
    `The file ${file} is damaged: repeat the command with --fresh, which deletes the data, or with --data ${dirname(file)}-2`,
  );
