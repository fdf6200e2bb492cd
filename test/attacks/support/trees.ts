import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Break } from './attack';

/** A copy of the project in a temporary folder. */
export interface Tree {
  readonly root: string;
  readonly remove: () => void;
}

const git = (root: string, args: readonly string[]): string =>
  execFileSync('git', ['-C', root, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });

/** The tree of a commit, with the packages of the working tree. */
export function treeOf(root: string, commit: string): Tree {
  const copy = emptyTree(root);
  const archive = join(copy.root, 'archive.tar');
  git(root, ['archive', '--format=tar', '-o', archive, commit]);
  execFileSync('tar', ['-xf', archive, '-C', copy.root]);
  rmSync(archive);
  return copy;
}

/** The tree of a commit, or else the working tree, with one weakening. Throws when the text is not there exactly once: the check has changed. */
export function brokenTree(root: string, { file, text, replacement }: Break, commit?: string): Tree {
  const copy = commit === undefined ? workingTree(root) : treeOf(root, commit);
  try {
    const source = weakened(copy.root, { file, text, replacement });
    writeFileSync(join(copy.root, file), source);
  } catch (failure) {
    copy.remove();
    throw failure;
  }
  return copy;
}

/** The file of a weakening, with the weakening. Throws when the text is not there exactly once. */
export function weakened(root: string, { file, text, replacement }: Break): string {
  const source = readFileSync(join(root, file), 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${file} does not contain this text exactly once: ${text}`);
  return source.replace(text, () => replacement);
}

function workingTree(root: string): Tree {
  const copy = emptyTree(root);
  const files = git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']).split('\0');
  for (const one of files) if (one !== '' && existsSync(join(root, one))) cpSync(join(root, one), join(copy.root, one));
  return copy;
}

/** True when the commit was made before the other one, or is the same. */
export function isBefore(root: string, commit: string, other: string): boolean {
  try {
    git(root, ['merge-base', '--is-ancestor', commit, other]);
    return true;
  } catch {
    return false;
  }
}

/** A folder with links to the packages. The links are one by one, because the server writes a cache beside them. */
function emptyTree(root: string): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-attacked-'));
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
