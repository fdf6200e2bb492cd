import { OPERATIONS, TRIGGERS } from '../../../functions/catalog';
import { permissionsOfTrigger } from '../../../shared/operation/define-trigger';
import { Chance } from '../../load/chance';
import { alternativesOf, type Findings, type HardPart, isInFocus, type Row, type Settings } from '../part';
import { openBench } from './bench';
import { type Cell, type Known, Trial, type Verdict } from './cells';
import { Executor } from './execution';
import { KINDS } from './kinds';
import { MOST_OF_ONE, recordSamples, type Sample } from './samples';

/** The short form draws every third function, and of their cells this number. Other seeds draw others. */
const SHORT_SHARE = 3;
const SHORT_CELLS = 400;
const TOLD_EVERY = 200;

/**
 * Tries every combination of function, outbound call and fault. Each cell sends a valid request, and the fault applies to one call. The
 * answer must be a success, or a clear error without changes. When some changes were made, the same request sent again must reach the
 * result of a single request.
 */
export const part: HardPart = {
  id: 'faults',
  title: 'Faults at every outbound call',
  run: async (settings) => {
    const bench = await openBench();
    try {
      const samples = await recordSamples(bench);
      settings.progress(`${samples.length} good requests recorded`);
      const trial = new Trial(bench, new Executor(bench));
      const { known, failures } = await learned(trial, samples, settings);
      const cells = chosen(known, settings);
      const results: Result[] = [];
      // Not `Date`, because a test clock has replaced it.
      const end = settings.until - performance.timeOrigin;
      for (const [known, cell] of cells) {
        if (performance.now() > end) break;
        const verdict = await trial.try(known, cell);
        results.push({ known, cell, verdict });
        if (verdict.wrong) settings.progress(`✕ ${cell.name}: ${verdict.wrong}`);
        if (results.length % TOLD_EVERY === 0) settings.progress(`${results.length} of ${cells.length} cells`);
      }
      return findings(known, results, failures);
    } finally {
      await bench.stop();
    }
  },
};

interface Result {
  readonly known: Known;
  readonly cell: Cell;
  readonly verdict: Verdict;
}

/** Every function has a sample, and each sample succeeds without faults. */
async function learned(trial: Trial, samples: readonly Sample[], { form, seed, focus }: Settings) {
  const chance = new Chance(seed);
  const isDrawn = form === 'long' || focus !== undefined ? () => true : () => chance.below(SHORT_SHARE) === 0;
  const drawn = [...new Set(samples.map(({ file }) => file))].filter(isDrawn);
  const known: Known[] = [];
  const failures = [...Object.keys(OPERATIONS), ...Object.keys(TRIGGERS)]
    .filter((file) => !samples.some((sample) => sample.file === file) && !hasNoCalls(file))
    .map((file) => `${file}: no journey calls it, so no fault of its calls is tried. Add it to a journey.`);
  const inFocus = (file: string): boolean =>
    focus === undefined || alternativesOf(focus).some((one) => one.startsWith(file) || file.startsWith(one));
  for (const sample of samples.filter(({ file }) => drawn.includes(file) && inFocus(file))) {
    const nth = known.filter((one) => one.sample.file === sample.file).length;
    const one = await trial.learn(sample, nth === 0 ? sample.file : `${sample.file} (${nth + 1})`);
    if (typeof one === 'string') failures.push(one);
    else if (nth < MOST_OF_ONE && !known.some((other) => isLike(one, other))) known.push(one);
  }
  return { known, failures };
}

/** True for a trigger that declares no capability, or that only calls functions: it reaches no record. */
const hasNoCalls = (file: string): boolean => {
  const trigger = TRIGGERS[file];
  return trigger !== undefined && Object.keys(permissionsOfTrigger(trigger)).every((one) => one === 'functions');
};

/** True for samples of one function with the same outbound calls. */
const isLike = (one: Known, other: Known): boolean =>
  one.sample.file === other.sample.file &&
  one.cells.map(({ name }) => name.replace(one.name, '')).join() ===
    other.cells.map(({ name }) => name.replace(other.name, '')).join();

function chosen(known: readonly Known[], { form, seed, focus }: Settings): (readonly [Known, Cell])[] {
  const all = known.flatMap((one) => one.cells.map((cell) => [one, cell] as const));
  if (focus !== undefined) return all.filter(([, { name }]) => isInFocus(name, focus));
  const chance = new Chance(seed);
  if (form === 'long') return shuffled(all, chance);
  return all.filter(() => chance.below(all.length) < SHORT_CELLS);
}

/** Puts all cells into a random order (Fisher and Yates), so that a run that ends early has tried cells of every kind. */
function shuffled<T>(all: readonly T[], chance: Chance): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(chance.below(left.length), 1));
}

function findings(known: readonly Known[], results: readonly Result[], failures: readonly string[]): Findings {
  const wrong = results.flatMap(({ cell, verdict }) => (verdict.wrong ? [`${cell.name}: ${verdict.wrong}`] : []));
  const functions = new Set(known.map(({ sample }) => sample.file)).size;
  const calls = known.reduce((sum, { cells }) => sum + new Set(cells.map(({ at }) => at)).size, 0);
  return {
    rows: [
      {
        tried: 'Functions with recorded sample requests',
        times: functions,
        held: `${known.length} requests, ${calls} outbound calls, ${known.reduce((sum, { cells }) => sum + cells.length, 0)} cells, of which ${results.length} were tried`,
      },
      ...KINDS.map((kind) =>
        rowOf(
          kind.name,
          results.filter(({ cell }) => cell.kind === kind),
        ),
      ),
    ],
    failures: [...failures, ...wrong],
    passed: results.length - wrong.length,
  };
}

function rowOf(name: string, results: readonly Result[]): Row {
  const count = (is: (verdict: Verdict) => boolean) => results.filter(({ verdict }) => is(verdict)).length;
  const well = count(({ first, again, wrong }) => wrong === undefined && first === 'well' && again === undefined);
  const again = count(({ again, wrong }) => wrong === undefined && again !== undefined);
  const wrong = count((verdict) => verdict.wrong !== undefined);
  return {
    tried: `A call ${name}`,
    times: results.length,
    held: `${well} succeeded despite the fault, ${again} correct when sent again${wrong > 0 ? `, ${wrong} wrong` : ''}`,
  };
}
