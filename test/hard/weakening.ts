import type { SourceChange } from '../support/weakened-copy';

/** A guard of the product, left out or made worse, that a part must notice. A part's are in its `weakenings.ts`. */
export interface Weakening extends SourceChange {
  /** The beginning of the row of docs/reliability.md that tells of it. */
  readonly guard: string;
  /** Enough of the part's tries to notice it; all of them where it has none to choose from. */
  readonly focus?: string;
  /** As long as the part needs to notice it, where it would go on for longer. */
  readonly minutes?: number;
  /** What the part must say. */
  readonly says: RegExp;
}

/** A row of docs/reliability.md that no change of the product can turn red, and why it needs none. */
export interface Unweakened {
  /** The beginning of the row. */
  readonly guard: string;
  readonly because: string;
}

/** What a part's `weakenings.ts` exports. */
export interface Weakenings {
  readonly WEAKENINGS: readonly Weakening[];
  readonly UNWEAKENED: readonly Unweakened[];
}

export const weakeningsOf = async (part: string): Promise<Weakenings> => import(`./${part}/weakenings`);
