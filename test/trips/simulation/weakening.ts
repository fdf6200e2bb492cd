import type { WeakRules } from './rules';

/** A fault that the proof must notice. */
export interface Weakening {
  readonly name: string;
  readonly rules?: WeakRules;
  /** Changes a command to the table. */
  readonly rewrite?: (command: unknown) => unknown;
  /** What a seed must see, where it could also notice a side effect of the weak rule. */
  readonly sees?: RegExp;
  /** The seed that noticed it last. It is tried first. */
  readonly seed?: number;
}
