import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientTypes } from './client-types';
import { documents, releasedDocument } from './documents';
import { undescribedIn } from './undescribed';

/**
 * `npm run docs` writes the documents that are generated from the declarations and the state tables. With `--release`
 * it writes only the released document, to which later ones are compared. It fails if a field, a parameter or an
 * operation has no description.
 */
async function main(): Promise<void> {
  const isRelease = process.argv.includes('--release');
  const made = isRelease ? await releasedDocument() : { ...(await documents()), ...(await clientTypes()) };
  for (const [path, text] of Object.entries(made)) {
    writeFileSync(join(__dirname, '..', path), text);
    console.log(`${path}: ${text.length} characters`);
  }
  const undescribed = isRelease ? [] : undescribedIn(JSON.parse(made['docs/openapi.json'] ?? '{}'));
  for (const one of undescribed) console.error(`${one}. Write a comment above the field where it is declared.`);
  if (undescribed.length > 0) process.exitCode = 1;
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
