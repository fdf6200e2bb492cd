import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStore } from '../../../local/table/file-store';
import type { Store } from '../../../local/table/store';
import { storedItem } from '../../../local/table/stored';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
let files = 0;
const newFile = (): string => {
  files += 1;
  return join(folder, `${files}.table.jsonl`);
};

/** Writes or, without a text, deletes items in one commit. */
function commit(store: Store, changes: Readonly<Record<string, string | undefined>>): void {
  store.commit(
    Object.entries(changes).map(([sk, text]) => {
      const key = { pk: 'ÑANDÚ', sk };
      const after = text === undefined ? undefined : storedItem({ ...key, text, gsi1pk: 'INDEX', gsi1sk: text });
      return { ...key, before: store.get(key), after };
    }),
  );
}

const contentOf = (store: Store) => ({
  table: [...store.all()].map(({ item }) => item()),
  index: [...store.range({ place: 0, partition: 'INDEX', isDescending: true })].map(({ sk }) => sk),
});

const COMMITS = [
  { a: 'one', b: 'línea 1\nlínea 2\ttab', c: 'x' },
  { b: undefined, d: '🚚' },
  { a: 'two', c: undefined, e: '' },
].map((changes) => Object.fromEntries(Object.entries(changes).map(([sk, text]) => [sk, text === '' ? ' ' : text])));

test('a file that was cut off at any byte holds exactly the commits that are whole', () => {
  const file = newFile();
  const store = openFileStore(file);
  const states = [{ length: 0, content: contentOf(store) }];
  for (const changes of COMMITS) {
    commit(store, changes);
    states.push({ length: statSync(file).size, content: contentOf(store) });
  }
  store.close();
  const whole = readFileSync(file);
  for (let length = 0; length <= whole.length; length += 1) {
    const cut = newFile();
    writeFileSync(cut, whole.subarray(0, length));
    const opened = openFileStore(cut);
    const expected = states.findLast((state) => state.length <= length);
    expect([length, contentOf(opened)]).toEqual([length, expected?.content]);
    // What comes next must not follow the rest of a torn commit.
    commit(opened, { z: 'next' });
    const content = contentOf(opened);
    opened.close();
    const again = openFileStore(cut);
    expect([length, contentOf(again)]).toEqual([length, content]);
    again.close();
  }
});

test('a file of mostly overwritten items is written anew with the same items', () => {
  const file = newFile();
  const store = openFileStore(file);
  for (let round = 0; round < 1_200; round += 1) commit(store, { a: `round ${round}`, b: 'kept' });
  const content = contentOf(store);
  store.close();
  const before = statSync(file).size;
  const again = openFileStore(file);
  expect(contentOf(again)).toEqual(content);
  expect(statSync(file).size).toBeLessThan(before / 100);
  commit(again, { c: 'after' });
  again.close();
  expect(contentOf(openFileStore(file)).table).toHaveLength(3);
});

test('a commit that cannot be written changes nothing', () => {
  const file = newFile();
  const store = openFileStore(file);
  commit(store, { a: 'one' });
  const content = contentOf(store);
  store.close();
  expect(() => commit(store, { a: 'two' })).toThrow('EBADF');
  expect(contentOf(store)).toEqual(content);
  truncateSync(file, statSync(file).size);
  expect(contentOf(openFileStore(file))).toEqual(content);
});
