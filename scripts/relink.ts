import { parseArgs } from 'node:util';
import { readAccounts } from './relink/export';
import { relink } from './relink/relink';

/**
 * `npm run relink -- --export FOLDER --table NAME --staff-pool ID --drivers-pool ID [--create] [--yes]` moves the rows of all
 * accounts to the `sub` that the pools have now (docs/operations.md, "Make the accounts again"). Without `--yes` it only counts.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      export: { type: 'string' },
      table: { type: 'string' },
      'staff-pool': { type: 'string' },
      'drivers-pool': { type: 'string' },
      create: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const { export: folder, table, 'staff-pool': staffPool, 'drivers-pool': driversPool } = values;
  if (!folder || !table || !staffPool || !driversPool)
    throw new Error('Pass --export FOLDER --table NAME --staff-pool ID --drivers-pool ID.');
  await relink({
    exported: readAccounts(folder),
    tableName: table,
    staffPool,
    driversPool,
    create: values.create,
    apply: values.yes,
    print: (line) => console.log(line),
  });
  if (!values.yes) console.log('Nothing was written. Run it again with --yes.');
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
