import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const positionSchema = v.object({ line: v.number(), column: v.number() });

/** The fields of Stryker's JSON report that are read here: https://github.com/stryker-mutator/mutation-testing-elements. */
const reportSchema = v.object({
  files: v.record(
    v.string(),
    v.object({
      source: v.string(),
      mutants: v.array(
        v.object({
          status: v.picklist([
            'Killed',
            'Timeout',
            'Survived',
            'NoCoverage',
            'Ignored',
            'CompileError',
            'RuntimeError',
          ]),
          replacement: v.string(),
          location: v.object({ start: positionSchema, end: positionSchema }),
        }),
      ),
    }),
  ),
});

/** One mutant: the source text before and after the change. */
export interface Mutant {
  readonly file: string;
  readonly number: number;
  readonly line: string;
  readonly original: string;
  readonly mutant: string;
  readonly status: string;
}

/** The mutants in a report of Stryker. */
export function readMutants(path: string): Mutant[] {
  const { files } = v.parse(reportSchema, JSON.parse(readFileSync(path, 'utf8')));
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ status, replacement, location: { start, end } }) => {
      const covered = lines.slice(start.line - 1, end.line);
      covered[covered.length - 1] = (covered.at(-1) ?? '').slice(0, end.column - 1);
      covered[0] = (covered[0] ?? '').slice(start.column - 1);
      const line = (lines[start.line - 1] ?? '').trim();
      return {
        file,
        number: start.line,
        line,
        original: squeezed(covered.join('\n')),
        mutant: squeezed(replacement),
        status,
      };
    });
  });
}

/** The result of a mutation run. */
export interface Tally {
  readonly tried: number;
  readonly failed: number;
  readonly endless: number;
  readonly survived: number;
  readonly ignored: number;
  /** The percentage of mutants that tests noticed. */
  readonly score: number;
}

const ENDS = { failed: ['Killed', 'RuntimeError'], endless: ['Timeout'], survived: ['Survived', 'NoCoverage'] };

export const hasSurvived = ({ status }: Mutant): boolean => ENDS.survived.includes(status);

export function tallyOf(mutants: readonly Mutant[]): Tally {
  const count = (statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const ignored = count(['Ignored']);
  const tried = mutants.length - ignored;
  const survived = count(ENDS.survived);
  const score = tried === 0 ? 100 : (100 * (tried - survived)) / tried;
  return { tried, failed: count(ENDS.failed), endless: count(ENDS.endless), survived, ignored, score };
}

const squeezed = (code: string): string => code.replaceAll(/\s+/g, ' ').trim();
