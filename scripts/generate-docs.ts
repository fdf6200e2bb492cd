import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientTypes } from './client-types';
import { documents } from './documents';

/** `npm run docs`: writes the documents that follow from the declarations and the tables. */
async function main(): Promise<void> {
  for (const [path, text] of Object.entries({ ...(await documents()), ...(await clientTypes()) })) {
    writeFileSync(join(__dirname, '..', path), text);
    console.log(`${path}: ${text.length} characters`);
  }
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
