import { brokenPromises } from '../invariants/table';
import { plain, readExport } from './export';

/**
 * `npx tsx test/resilience/restore/check-export.ts FOLDER` checks that all items of a table's export are consistent. FOLDER is the result
 * of `aws s3 sync s3://BUCKET/PREFIX/AWSDynamoDB/EXPORT_ID FOLDER` (docs/operations.md, "Restore from an export").
 */
function main(folder: string | undefined): number {
  if (folder === undefined) throw new Error('Pass the folder of the export, which contains manifest-summary.json.');
  const items = readExport(folder);
  const broken = brokenPromises(items.map(plain));
  for (const sentence of broken) console.log(`  ✕ ${sentence}`);
  console.log(`${items.length} items, ${broken.length} inconsistencies`);
  return broken.length === 0 ? 0 : 1;
}

process.exitCode = main(process.argv[2]);
