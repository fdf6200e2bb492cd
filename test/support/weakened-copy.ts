import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../local/root';

/** A change of one source file, made to see who notices it. */
export interface SourceChange {
  readonly title: string;
  readonly file: string;
  /** The source with the change; the same source, or a throw, where there is no longer what it changes. */
  readonly change: (source: string) => string;
}

/** How a program ended that ran in a copy. */
export interface Ended {
  /** Null: it was ended from without. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = projectRoot();

/** Puts one text in the place of another, which must stand in the source exactly once. */
export const instead =
  (text: string, other: string) =>
  (source: string): string => {
    const times = source.split(text).length - 1;
    if (times !== 1) throw new Error(`This stands there ${times} times: ${text}`);
    return source.replace(text, () => other);
  };

/** One change after the other. */
export const inTurn =
  (...changes: readonly SourceChange['change'][]): SourceChange['change'] =>
  (source) =>
    changes.reduce((changed, change) => change(changed), source);

/** The changed source of the project as it is; throws where the change has nothing left to change. */
export function changedSource({ title, file, change }: SourceChange): string {
  const source = readFileSync(join(ROOT, file), 'utf8');
  try {
    const changed = change(source);
    if (changed !== source) return changed;
  } catch (failure) {
    throw new Error(
      `“${title}” has nothing to change in ${file}: ${failure instanceof Error ? failure.message : failure}`,
    );
  }
  throw new Error(`“${title}” changes nothing in ${file}.`);
}

/** Runs a program of the project, by `tsx`, in a copy of it that has the change. */
export async function runInWeakenedCopy(
  change: SourceChange,
  args: readonly string[],
  mostMs = Number.POSITIVE_INFINITY,
): Promise<Ended> {
  const changed = changedSource(change);
  const copy = copyOfProject();
  try {
    writeFileSync(join(copy, change.file), changed);
    return await run(copy, args, mostMs);
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What git knows, as it lies here, with the packages of this folder; git knows it there too, for who looks through the tree. */
function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fleet-weakened-'));
  const git = (cwd: string, ...words: readonly string[]) => execFileSync('git', words, { cwd, encoding: 'utf8' });
  const files = git(ROOT, 'ls-files', '--cached', '--others', '--exclude-standard');
  for (const file of files.trim().split('\n')) cpSync(join(ROOT, file), join(copy, file));
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all');
  // Each package by itself: what is cached beside them is each copy's own.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '.cache'))
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  return copy;
}

function run(copy: string, args: readonly string[], mostMs: number): Promise<Ended> {
  // With a group of its own, which is ended whole: it starts engines and servers.
  const child = spawn('npx', ['tsx', ...args], { cwd: copy, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  const timer = Number.isFinite(mostMs) ? setTimeout(() => endGroup(child), mostMs) : undefined;
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, ...said });
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
