/** A failure that the developer can fix: one sentence and the command to run, shown without a stack trace. */
export class Problem extends Error {
  override readonly name = 'Problem';
}
