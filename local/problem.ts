/** Something the person at the keyboard can mend: one sentence and the command that does it, shown without a stack. */
export class Problem extends Error {
  override readonly name = 'Problem';
}
