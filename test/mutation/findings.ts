import type { Findings } from '../resilience/part';
import { compare, type Explained } from './explained';
import type { Folder } from './folders';
import { hasSurvived, type Mutant, tallyOf } from './report';

/** The files that a run changed, out of how many. */
export interface Tried {
  readonly files: readonly string[];
  readonly outOf: number;
}

/** What a run found in a folder: without a goal, each survivor that nobody has explained is a failure; with one, a score below it is. */
export function findingsOf(
  { name, goal }: Pick<Folder, 'name' | 'goal'>,
  { files, outOf }: Tried,
  mutants: readonly Mutant[],
  explained: readonly Explained[],
): Findings & { readonly survivors: readonly Mutant[] } {
  const { tried, failed, endless, survived, ignored, score } = tallyOf(mutants);
  const survivors = mutants.filter(hasSurvived);
  const { unexplained, stale } = compare(
    survivors,
    explained.filter(({ file }) => files.includes(file)),
  );
  // Rounded down: a score is never told as the goal that it has not reached.
  const percent = `${(Math.floor(score * 10) / 10).toFixed(1)} %`;
  const ends = `${failed} made a test fail, ${endless} ran without end, ${survived} survived`;
  const row = {
    tried: `Small changes of ${files.length === outOf ? outOf : `${files.length} of ${outOf}`} files`,
    times: tried,
  };
  const left = `${ignored} left out by rule`;
  if (goal === undefined) {
    const known = `${survived - unexplained.length} of them explained`;
    return {
      rows: [{ ...row, held: `${percent} noticed: ${ends}, ${known}; ${left}` }],
      failures: [...unexplained.map(surviving), ...stale.map(idle)],
      passed: tried - unexplained.length,
      survivors: unexplained,
    };
  }
  return {
    rows: [{ ...row, held: `${percent} noticed, and the goal is ${goal} %: ${ends}; ${left}` }],
    failures: score < goal ? [`${name}: ${percent} noticed, and the goal is ${goal} %: mend what survived`] : [],
    passed: tried - survived,
    survivors,
  };
}

export const surviving = ({ file, number, original, mutant }: Mutant): string =>
  `${file}:${number}: no test notices ${original} → ${mutant}`;
const idle = ({ file, original, mutant }: Explained): string =>
  `${file}: explained, but it does not survive: ${original} → ${mutant}`;
