import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientTypes } from './client-types';
import { declaredFields } from './declared-texts';
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
  for (const one of undescribed) console.error(`${one}. Write a comment above the field: ${placesOf(one).join(', ')}`);
  if (undescribed.length > 0) process.exitCode = 1;
}

/** The declarations without a comment of the field that a fault names. */
function placesOf(fault: string): string[] {
  const [path = ''] = fault.split(': ');
  const name = path.split('/').at(-1) ?? '';
  const silent = [...declaredFields().values()].map((fields) => fields.get(name)).filter((one) => one && !one.text);
  return [...new Set(silent.map((one) => one?.place ?? ''))];
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
