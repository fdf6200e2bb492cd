import { brokenPromises } from '../invariants/table';
import { plain, readExport } from './export';

/**
 * `npx tsx test/resilience/restore/check-export.ts FOLDER`: whether all that an export of the table holds belongs together. FOLDER is what
 * `aws s3 sync s3://BUCKET/PREFIX/AWSDynamoDB/EXPORT_ID FOLDER` brought (docs/operations.md, "Restore from an export").
 */
function main(folder: string | undefined): number {
  if (folder === undefined) throw new Error('Name the folder of the export: it holds manifest-summary.json.');
  const items = readExport(folder);
  const broken = brokenPromises(items.map(plain));
  for (const sentence of broken) console.log(`  ✕ ${sentence}`);
  console.log(`${items.length} items, ${broken.length} that do not belong together`);
  return broken.length === 0 ? 0 : 1;
}

process.exitCode = main(process.argv[2]);
