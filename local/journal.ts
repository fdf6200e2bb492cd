import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { appendWhole } from './append-whole';
import { readUndamaged } from './problem';
import { replaceFile } from './replace-file';

/**
 * A map on disk for the state of the stand-ins. A change is in the file before `set` or `delete` returns, so acknowledged changes survive a
 * kill −9 of the process. They may not survive a power cut.
 */
export interface Journal<T> {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
  readonly delete: (key: string) => void;
  /** In the order in which the keys were first written. */
  readonly entries: () => IterableIterator<[string, T]>;
  readonly close: () => void;
}

/** An open journal with the functions of a test that repeats one attempt. */
interface OpenJournal {
  readonly entries: () => IterableIterator<[string, unknown]>;
  /** Returns a function that restores the present content of the journal, in memory only. */
  readonly keep: () => () => void;
}

const open = new Map<string, OpenJournal>();

/** The open journals of a data folder, by file. */
export const journalsIn = (folder: string): ReadonlyMap<string, OpenJournal> =>
  new Map([...open].filter(([file]) => dirname(file) === folder));

/**
 * Opens the journal in the file and rewrites the file without overwritten entries, deleted entries, and entries for which `keep` returns
 * false. A last line that a kill cut off was never acknowledged and is skipped. An invalid line before it means damage, and throws.
 */
export function openJournal<T>(file: string, keep: (value: T) => boolean = () => true): Journal<T> {
  const map = readLines<T>(file);
  for (const [key, value] of map) if (!keep(value)) map.delete(key);
  compact(file, map);
  const descriptor = openSync(file, 'a');
  const append = (key: string, value?: T): void => appendWhole(file, descriptor, lineOf(key, value));
  open.set(file, { entries: () => map.entries(), keep: () => putBack(map, [...map]) });
  return {
    get: (key) => map.get(key),
    set: (key, value) => {
      append(key, value);
      map.set(key, value);
    },
    delete: (key) => {
      if (!map.has(key)) return;
      append(key);
      map.delete(key);
    },
    entries: () => map.entries(),
    close: () => {
      open.delete(file);
      closeSync(descriptor);
    },
  };
}

const putBack =
  <T>(map: Map<string, T>, kept: readonly (readonly [string, T])[]) =>
  (): void => {
    map.clear();
    for (const [key, value] of kept) map.set(key, value);
  };

/** A line is `[key, value]`, or `[key]` for a deletion. */
const lineOf = <T>(key: string, value: T | undefined): string =>
  `${JSON.stringify(value === undefined ? [key] : [key, value])}\n`;

function readLines<T>(file: string): Map<string, T> {
  const map = new Map<string, T>();
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const line of whole.split('\n')) {
    if (line === '') continue;
    const [key, value]: [string, T?] = readUndamaged(file, () => JSON.parse(line));
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }
  return map;
}

/** Writes another file and renames it, so that after a kill the old or the new file is complete. */
function compact<T>(file: string, map: ReadonlyMap<string, T>): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, [...map].map(([key, value]) => lineOf(key, value)).join(''), { mode: 0o600 });
  replaceFile(fresh, file);
}
