import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Mutant } from './report';

const FILE = join(__dirname, 'explained.json');

const explainedSchema = v.array(
  v.strictObject({
    file: v.string(),
    /** The line in which the mutant begins, without indentation. A line number would change with every edit above it. */
    line: v.string(),
    original: v.string(),
    mutant: v.string(),
    /** The reason that no test can notice the mutant, or need not. */
    reason: v.pipe(v.string(), v.minLength(20)),
  }),
);

export type Explained = v.InferOutput<typeof explainedSchema>[number];

/** The mutants that may survive, each with its reason. */
export const readExplained = (): Explained[] => v.parse(explainedSchema, JSON.parse(readFileSync(FILE, 'utf8')));

const keyOf = ({ file, line, original, mutant }: Omit<Explained, 'reason'>): string =>
  JSON.stringify([file, line, original, mutant]);

/** Survivors without an explanation, and explanations of mutants that do not survive. Both are failures. */
export function compare(survivors: readonly Mutant[], explained: readonly Explained[]) {
  const reasons = new Set(explained.map(keyOf));
  const alive = new Set(survivors.map(keyOf));
  return {
    unexplained: survivors.filter((mutant) => !reasons.has(keyOf(mutant))),
    stale: explained.filter((entry) => !alive.has(keyOf(entry))),
  };
}
