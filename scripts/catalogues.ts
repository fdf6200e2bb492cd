import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { date as dateBefore } from '../shared/carta-porte/sat/date.json';
import namesBefore from '../shared/carta-porte/sat/names.json';
import packedBefore from '../shared/carta-porte/sat/packed.json';
import { renewal } from './catalogues/renewal';

/**
 * Packs the SAT's catalogues for the service: `npm run catalogues -- --from FOLDER [--date YYYY-MM-DD]`. The folder and
 * the sources are described in shared/carta-porte/sat/README.md. `--date` is the day of the source; it is needed when a
 * key changed and the folder states no day. Prints what changed, and writes nothing if a key that the product names is
 * gone.
 */

const OUTPUT = join(__dirname, '..', 'shared', 'carta-porte', 'sat');
const { values } = parseArgs({ options: { from: { type: 'string' }, date: { type: 'string' } } });

function main({ from, date }: typeof values): void {
  if (from === undefined) throw new Error('Send the folder of the extracts: npm run catalogues -- --from FOLDER');
  const before = { packed: packedBefore, names: namesBefore, date: dateBefore };
  const { packed, names, date: now, report, refused } = renewal(from, before, date);
  console.log(report);
  if (refused !== undefined) throw new Error(refused);
  for (const [name, content] of Object.entries({ packed, names, date: { date: now } }))
    writeFileSync(join(OUTPUT, `${name}.json`), `${JSON.stringify(content, undefined, 2)}\n`);
  console.log(`Written: ${JSON.stringify(packed).length} bytes, names ${JSON.stringify(names).length}, of ${now}.`);
}

try {
  main(values);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
