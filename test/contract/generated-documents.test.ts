import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from '../../scripts/documents';

const ROOT = join(__dirname, '..', '..');

/** Throws the command to run instead of a difference of thousands of lines. */
function assertFresh(path: string, generated: string): void {
  if (readFileSync(join(ROOT, path), 'utf8') !== generated) {
    throw new Error(`${path} does not match the declarations. Run "npm run docs" and commit the result.`);
  }
}

const made = documents();

test('every generated document is what the declarations say now', async () => {
  for (const [path, generated] of Object.entries(await made)) assertFresh(path, generated);
});

test('generating twice gives the same bytes', async () => {
  expect(await documents()).toEqual(await made);
});
