import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { appendWhole } from '../append-whole';
import { readUndamaged } from '../problem';
import { replaceFile } from '../replace-file';
import { type Change, SortedItems, type Store } from './store';
import { type IndexKey, type Key, type Stored, storedText } from './stored';

/**
 * A store in memory that appends every commit to a file before it answers. A line is `left TAB keys TAB item`. `left` counts the lines of
 * the commit that follow, so that a commit which a kill cut off is skipped as a whole. `keys` is `[pk, sk, size, …]` with the keys of the
 * indexes. A line without an item is a deletion. Acknowledged changes survive a kill −9. They may not survive a power cut.
 */
export function openFileStore(file: string): Store {
  const items = new SortedItems();
  const read = readItems(file);
  items.load(read.items.values());
  if (read.lines > 2 * read.items.size + FEW_LINES) rewrite(file, read.items.values());
  else cutTornCommit(file, read.length);
  const descriptor = openSync(file, 'a', OWNER_ONLY);
  return {
    get: (key) => items.get(key),
    range: (range) => items.range(range),
    all: () => items.all(),
    commit: (changes) => {
      const lines = changes.map(({ pk, sk, after }, index) => lineOf(changes.length - 1 - index, { pk, sk }, after));
      appendWhole(file, descriptor, lines.join(''));
      for (const change of changes) items.apply(asText(change));
    },
    close: () => closeSync(descriptor),
  };
}

const OWNER_ONLY = 0o600;

/** A file with fewer lines than this is not worth a rewrite. */
const FEW_LINES = 1_000;

const asText = (change: Change): Change => ({
  ...change,
  after: change.after && storedText(change.after, change.after.text()),
});

const lineOf = (left: number, { pk, sk }: Key, after: Stored | undefined): string =>
  after
    ? `${left}\t${JSON.stringify([pk, sk, after.size, ...after.indexes.flatMap((key) => [key?.partition ?? null, key?.sort ?? null])])}\t${after.text()}\n`
    : `${left}\t${JSON.stringify([pk, sk])}\t\n`;

interface Content {
  readonly items: Map<string, Stored>;
  readonly lines: number;
  /** The bytes of all complete commits. */
  readonly length: number;
}

function readItems(file: string): Content {
  const items = new Map<string, Stored>();
  let [lines, length] = [0, 0];
  let commit: Line[] = [];
  if (!existsSync(file)) return { items, lines, length };
  for (const line of linesOf(file)) {
    commit.push(line);
    if (line.left > 0) continue;
    for (const { key, stored } of commit) {
      const name = JSON.stringify([key.pk, key.sk]);
      if (stored) items.set(name, stored);
      else items.delete(name);
    }
    lines += commit.length;
    length += commit.reduce((sum, { bytes }) => sum + bytes, 0);
    commit = [];
  }
  return { items, lines, length };
}

interface Line {
  readonly left: number;
  readonly key: Key;
  readonly stored: Stored | undefined;
  readonly bytes: number;
}

const [TAB, NEWLINE] = [9, 10];
const PART_BYTES = 1 << 20;

/** Reads part by part, because a file can be longer than a string can be. A last line without its end is left out. */
function* linesOf(file: string): Generator<Line> {
  const descriptor = openSync(file, 'r');
  const shared = new Map<string, string>();
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const part = Buffer.allocUnsafe(PART_BYTES);
      const count = readSync(descriptor, part, 0, PART_BYTES, null);
      if (count === 0) return;
      const bytes = Buffer.concat([rest, part.subarray(0, count)]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        yield readLine(file, bytes.subarray(start, end), shared);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Partition key, sort key, size, and the keys of the indexes. */
type Keys = [pk: string, sk: string, size: number, ...indexes: (string | null)[]];

/** The parts of a line as strings of their own: a part of a string would keep all of it in memory. Many items share the name of a partition. */
function readLine(file: string, line: Buffer, shared: Map<string, string>): Line {
  const first = line.indexOf(TAB);
  const second = line.indexOf(TAB, first + 1);
  const [pk, sk, size, ...indexes]: Keys = readUndamaged(file, () =>
    JSON.parse(line.toString('utf8', first + 1, second)),
  );
  const once = (name: string): string => {
    const known = shared.get(name);
    if (known === undefined) shared.set(name, name);
    return known ?? name;
  };
  const key = { pk: once(pk), sk };
  const text = line.toString('utf8', second + 1);
  const stored = text === '' ? undefined : storedText({ ...key, size, indexes: indexKeys(indexes, once) }, text);
  return { left: Number(line.toString('utf8', 0, first)), key, stored, bytes: line.length + 1 };
}

function indexKeys(
  [partition, sort, ...others]: readonly (string | null | undefined)[],
  once: (name: string) => string,
): (IndexKey | undefined)[] {
  if (partition === undefined || sort === undefined) return [];
  const key = partition === null || sort === null ? undefined : { partition: once(partition), sort };
  return [key, ...indexKeys(others, once)];
}

/** Removes a commit that a kill cut off: the next one must not follow its lines. */
function cutTornCommit(file: string, length: number): void {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, 'r+');
  try {
    if (fstatSync(descriptor).size > length) ftruncateSync(descriptor, length);
  } finally {
    closeSync(descriptor);
  }
}

const LINES_AT_ONCE = 10_000;

/** Writes the present items to another file and renames it, so that after a kill the old or the new file is complete. */
function rewrite(file: string, items: Iterable<Stored>): void {
  const fresh = `${file}.new`;
  const descriptor = openSync(fresh, 'w', OWNER_ONLY);
  let lines: string[] = [];
  for (const item of items) {
    lines.push(lineOf(0, item, item));
    if (lines.length < LINES_AT_ONCE) continue;
    appendWhole(fresh, descriptor, lines.join(''));
    lines = [];
  }
  appendWhole(fresh, descriptor, lines.join(''));
  closeSync(descriptor);
  replaceFile(fresh, file);
}
