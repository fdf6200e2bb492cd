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

let made: Awaited<ReturnType<typeof documents>>;
// In a hook: Jest refuses an import between the load of this file and its first test, and the documents import every file of shared/.
beforeAll(async () => {
  made = await documents();
});

test('every generated document is what the declarations say now', () => {
  for (const [path, generated] of Object.entries(made)) assertFresh(path, generated);
});

test('generating twice gives the same bytes', async () => {
  expect(await documents()).toEqual(made);
});
