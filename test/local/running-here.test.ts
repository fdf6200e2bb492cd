import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteRunning } from '../../local/running-here';

const folder = mkdtempSync(join(tmpdir(), 'running-here-'));
afterAll(() => rmSync(folder, { recursive: true }));

const addressIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).url;

test('desk 7.4: the note of the last start is there until that server ends', () => {
  const file = join(folder, 'below', 'server.json');
  const [endFirst, endSecond] = [noteRunning('http://127.0.0.1:1', file), noteRunning('http://127.0.0.1:2', file)];
  endFirst();
  expect(addressIn(file)).toBe('http://127.0.0.1:2');
  endSecond();
  expect(existsSync(file)).toBe(false);
  endSecond();
});

test('desk 7.4: a folder that cannot be written has no note, and the server runs', () => {
  writeFileSync(join(folder, 'a-file'), '');
  expect(() => noteRunning('http://127.0.0.1:1', join(folder, 'a-file', 'server.json'))()).not.toThrow();
});
