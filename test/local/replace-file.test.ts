import fs, { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../local/replace-file';
import { temporaryFolder } from './support/folder';

const folder = temporaryFolder();
const [fresh, file] = [join(folder, 'file.new'), join(folder, 'file')];

/** A system that refuses the next renames, as Windows does while a virus scanner holds the file. */
function refuseRenames(times: number, code: string) {
  const { renameSync } = fs;
  let left = times;
  return jest.spyOn(fs, 'renameSync').mockImplementation((...names) => {
    left -= 1;
    if (left >= 0) throw Object.assign(new Error(code), { code });
    renameSync(...names);
  });
}

beforeEach(() => {
  writeFileSync(fresh, 'new');
  writeFileSync(file, 'old');
});
afterEach(() => jest.restoreAllMocks());

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'desk 7.1: a file that another program holds for a moment is replaced all the same: %s',
  (code) => {
    const rename = refuseRenames(4, code);
    replaceFile(fresh, file);
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['file']]);
    expect(rename).toHaveBeenCalledTimes(5);
  },
);

test('desk 7.1: a file that stays held is reported after five tries, and another failure at once', () => {
  const held = refuseRenames(5, 'EPERM');
  expect(() => replaceFile(fresh, file)).toThrow('EPERM');
  expect(held).toHaveBeenCalledTimes(5);
  held.mockRestore();
  const gone = refuseRenames(1, 'ENOENT');
  expect(() => replaceFile(fresh, file)).toThrow('ENOENT');
  expect(gone).toHaveBeenCalledTimes(1);
  expect(readFileSync(file, 'utf8')).toBe('old');
});
