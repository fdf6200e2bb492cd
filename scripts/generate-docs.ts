import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientTypes } from './client-types';
import { documents, releasedDocument } from './documents';

/**
 * `npm run docs` writes the documents that are generated from the declarations and the state tables. With `--release`
 * it writes only the released document, to which later ones are compared.
 */
async function main(): Promise<void> {
  const isRelease = process.argv.includes('--release');
  const made = isRelease ? await releasedDocument() : { ...(await documents()), ...(await clientTypes()) };
  for (const [path, text] of Object.entries(made)) {
    writeFileSync(join(__dirname, '..', path), text);
    console.log(`${path}: ${text.length} characters`);
  }
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
