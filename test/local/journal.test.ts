import fs, { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClock } from '../../local/clock';
import { openJournal } from '../../local/journal';
import { Problem } from '../../local/problem';
import { shellWord } from '../../local/shell-word';
import { openFileStore } from '../../local/table/file-store';
import { temporaryFolder } from './support/folder';

const folder = temporaryFolder();
/** What the next start reads in the file, from a copy: it may be open as at a kill, and Windows renames nothing over an open file. */
const entriesIn = (file: string) => {
  const copy = `${file}-after-a-kill`;
  copyFileSync(file, copy);
  const journal = openJournal<number>(copy);
  const entries = [...journal.entries()];
  journal.close();
  return entries;
};

test('keeps what was set and forgets what was deleted, without being closed', () => {
  const file = join(folder, 'kept');
  const journal = openJournal<number>(file);
  journal.set('a', 1);
  journal.set('b', 2);
  journal.set('a', 3);
  journal.delete('b');
  expect(entriesIn(file)).toEqual([['a', 3]]);
});

test('passes over a last line that a kill has torn, and appends after it', () => {
  const file = join(folder, 'torn');
  const whole = openJournal<number>(file);
  whole.set('a', 1);
  whole.close();
  appendFileSync(file, '["b",2');
  const reopened = openJournal<number>(file);
  reopened.set('c', 3);
  reopened.close();
  expect(entriesIn(file)).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});

test('keeps nothing of a line that a full disk has cut off, and appends after the lines before it', () => {
  const file = join(folder, 'full');
  const journal = openJournal<number>(file);
  journal.set('a', 1);
  const { writeSync } = fs;
  const full = jest.spyOn(fs, 'writeSync');
  const disk = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const halfOf = (line: string | NodeJS.ArrayBufferView) => Buffer.from(String(line)).subarray(0, 3);
  for (const change of [() => journal.set('b', 2), () => journal.delete('a')]) {
    full.mockImplementationOnce((descriptor: number, line: string | NodeJS.ArrayBufferView) => {
      return writeSync(descriptor, halfOf(line));
    });
    full.mockImplementationOnce(() => {
      throw disk;
    });
    expect(change).toThrow(disk);
  }
  full.mockRestore();
  journal.set('c', 3);
  expect([...journal.entries()]).toEqual(entriesIn(file));
  expect(entriesIn(file)).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});

test('refuses a file that is broken before its end: that is damage', () => {
  const file = join(folder, 'damaged');
  writeFileSync(file, '["a",1\n["b",2]\n');
  expect(() => openJournal(file)).toThrow(Problem);
});

test('desk 7.2: a damaged file of the data is named in one sentence that says what works', () => {
  const data = join(folder, 'data of Ana');
  mkdirSync(data);
  const file = join(data, 'damaged-too');
  writeFileSync(file, 'x\ty\tz\n');
  for (const open of [openJournal, openFileStore]) {
    expect(() => open(file)).toThrow(`The file ${file} is damaged: `);
    // One word, so that the command works when it is pasted.
    expect(() => open(file)).toThrow(` --fresh, which deletes the data, or with --data ${shellWord(`${data}-2`)}`);
  }
  writeFileSync(join(folder, 'clock.json'), '');
  expect(() => openClock(folder, () => new Date())).toThrow(/clock\.json is damaged/);
});

describe('integrations 5: the file of a clock that moves through two days in steps of a minute', () => {
  const machine = new Date('2026-11-28T06:00:00Z');
  const HOUR_MS = 3_600_000;
  const clockIn = (name: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    const clock = openClock(dataDir, () => machine);
    const kept = () =>
      openClock(dataDir, () => machine)
        .now()
        .getTime();
    const step = (minutes: number) => clock.moveTo(machine.getTime() + minutes * 60_000);
    return { clock, kept, step };
  };

  test('is written for an hour, and never behind the clock', () => {
    const { clock, kept, step } = clockIn('steps');
    const seen = new Set<number>();
    for (let minutes = 1; minutes <= 48 * 60; minutes += 1) {
      step(minutes);
      seen.add(kept());
      expect(kept()).toBeGreaterThanOrEqual(clock.now().getTime());
      expect(kept()).toBeLessThanOrEqual(clock.now().getTime() + HOUR_MS);
    }
    expect(seen.size).toBeLessThanOrEqual(49);
  });

  test('has the exact instant after the move', () => {
    const { clock, kept, step } = clockIn('settled');
    step(90);
    clock.settle();
    expect(kept()).toBe(machine.getTime() + 90 * 60_000);
  });
});

test('is rewritten at the opening without what was overwritten or is no longer wanted', () => {
  const file = join(folder, 'compacted');
  const journal = openJournal<number>(file);
  for (let value = 0; value < 100; value += 1) journal.set('a', value);
  journal.set('old', -1);
  journal.close();
  openJournal<number>(file, (value) => value >= 0).close();
  expect(readFileSync(file, 'utf8')).toBe('["a",99]\n');
});
