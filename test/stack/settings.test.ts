import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../lib/settings';
import { withSettingsFile } from '../../lib/settings-file';

const EXAMPLES = join(__dirname, '..', '..', 'docs', 'examples', 'settings');
const folder = mkdtempSync(join(tmpdir(), 'fleet-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (context: Readonly<Record<string, unknown>>, from = folder) =>
  readSettings(withSettingsFile(from, (name) => context[name]));
const write = (stage: string, settings: unknown) =>
  writeFileSync(join(folder, `${stage}.json`), JSON.stringify(settings));

test('production 4.8: the settings of a stage are in its file, and the context prevails', () => {
  write('staging', { logDays: 90, requestsPerSecond: 50 });
  expect(read({ stage: 'staging', requestsPerSecond: '70' })).toMatchObject({
    stage: 'staging',
    logDays: 90,
    requestsPerSecond: 70,
  });
});

test('production 4.8: without context and without a file the stage is dev', () => {
  expect(read({})).toMatchObject({ stage: 'dev', logDays: 30 });
});

test.each([
  ['a name that is no setting', { logDay: 30 }, '"logDay" in'],
  ['another stage', { stage: 'prod' }, '"stage" in'],
  ['an invalid value', { logDays: 8 }, '"logDays"'],
  ['a text', 'logDays', 'must be an object of settings'],
])('production 4.8: a file with %s ends the synthesis', (_, settings, sentence) => {
  write('wrong', settings);
  expect(() => read({ stage: 'wrong' })).toThrow(sentence);
});

test('production 4.8: a stage names no file outside of the folder', () => {
  write('outside', { logDay: 30 });
  expect(() => read({ stage: '../outside' }, join(folder, 'inner'))).toThrow('"stage"');
});

test.each(['staging', 'prod'])('production 4.8: the example settings of %s are valid', (stage) => {
  expect(read({ stage }, EXAMPLES)).toMatchObject({ stage });
});
