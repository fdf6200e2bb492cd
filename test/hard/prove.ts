import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Checks } from '../deploy/progress';
import { runInWeakenedCopy } from '../support/weakened-copy';
import { isInFocus } from './part';
import { SECTIONS } from './parts';
import { type ProofReport, type Proven, renewed, tellsOf } from './report';
import { type Weakening, weakeningsOf } from './weakening';

/** A part uses more than one core itself. */
const AT_ONCE = 2;
const MOST_MS = 20 * 60_000;

/**
 * Leaves out one guard of the product after the other, each in a copy of the project, and expects its part to fail there and to say why.
 * Writes into docs/reliability.md what was seen. A focus chooses among the weakenings by their titles. With so many minutes it begins none
 * after them, and takes first what the document does not tell of: the next run goes on from there.
 */
export async function prove(parts: readonly string[], document: string, { focus, minutes }: Chosen): Promise<number> {
  const checks = new Checks();
  const startedAt = Date.now();
  const before = existsSync(document) ? readFileSync(document, 'utf8') : '';
  const isUnseen = ({ part, title }: Task): boolean => !tellsOf(before, part, title);
  const chosen = (await Promise.all(parts.map(tasksOf))).flat().filter(({ title }) => isInFocus(title, focus));
  const all = minutes === undefined ? chosen : [...chosen].sort((one, other) => +isUnseen(other) - +isUnseen(one));
  const until = startedAt + Number(minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const tried: Task[] = [];
  const seen: (Proven & { readonly part: string })[] = [];
  const waiting = [...all];
  const lane = async (): Promise<void> => {
    while (Date.now() < until) {
      const task = waiting.shift();
      if (task === undefined) return;
      tried.push(task);
      const { part, guard, title } = task;
      console.log(`  … ${all.length - waiting.length} of ${all.length}: ${part}: ${title}`);
      await checks.check(`${part}: ${title}`, async () => {
        const said = await turnsRed(task);
        seen.push({ part, guard, title, said });
        console.log(`      ${said}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const reports = parts.map(async (part): Promise<ProofReport> => {
    const { WEAKENINGS, UNWEAKENED } = await weakeningsOf(part);
    return {
      part,
      date: new Date().toISOString().slice(0, 10),
      proven: seen.filter((one) => one.part === part),
      titles: WEAKENINGS.map(({ title }) => title),
      tried: tried.flatMap((one) => (one.part === part ? [one.title] : [])),
      unweakened: UNWEAKENED,
    };
  });
  // As it is by now: another part may have renewed its own.
  const present = existsSync(document) ? readFileSync(document, 'utf8') : '';
  writeFileSync(document, renewed(present, SECTIONS, await Promise.all(reports)));
  console.log(`\nTime: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return checks.report();
}

export interface Chosen {
  readonly focus?: string | undefined;
  readonly minutes?: string | undefined;
}

interface Task extends Weakening {
  readonly part: string;
}

const tasksOf = async (part: string): Promise<Task[]> =>
  (await weakeningsOf(part)).WEAKENINGS.map((weakening) => ({ part, ...weakening }));

/** What the part says of it; throws when it says nothing, or something else. */
async function turnsRed(task: Task): Promise<string> {
  const { part, focus, minutes, says } = task;
  const args = [
    ...['test/hard/run.ts', '--short', '--only', part],
    ...(focus === undefined ? [] : ['--focus', focus]),
    ...(minutes === undefined ? [] : ['--minutes', String(minutes)]),
  ];
  const { status, stdout, stderr } = await runInWeakenedCopy(task, args, MOST_MS);
  const mark = `  ✕ ${part}: `;
  const failures = stdout.split('\n').flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []));
  const said = failures.find((failure) => says.test(failure));
  if (status !== 0 && said !== undefined) return said;
  throw new Error(
    failures.length > 0
      ? `It turned red for another reason: ${failures.slice(0, 5).join('\n')}\n${stderr.slice(-2000)}`
      : `It stayed green (${status}): ${stdout.slice(-2000)}${stderr.slice(-2000)}`,
  );
}
