import { writeFileSync } from 'node:fs';
import makePoolKeys from '../support/pool-keys';
import '../support/setup';
import { record } from './recordings';

/** Calls the handlers and writes the recordings to the file that the first argument names. */
async function main(): Promise<void> {
  await makePoolKeys();
  writeFileSync(String(process.argv[2]), JSON.stringify(await record()));
}

main().then(
  () => process.exit(0),
  (failure: unknown) => {
    console.error(failure);
    process.exit(1);
  },
);
