import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { liveRuntime } from '../shared/platform/runtime/live';
import { listDates, undatedDocuments } from './ledgers/list-dates';
import { openLedgers, unopenedDocuments } from './ledgers/open';

/**
 * `npm run open:ledgers -- TABLE [--yes]` opens the ledgers of the documents that a release without ledgers stamped, and lists by date
 * those that a release without tax summary stamped (docs/operations.md, "Open the ledgers of old documents"). Without `--yes` it only
 * counts.
 */
async function main(tableName: string | undefined, confirmation: string | undefined): Promise<void> {
  if (tableName === undefined) throw new Error('Pass the name of the table.');
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const documents = await unopenedDocuments(client, tableName);
  const undated = await undatedDocuments(client, tableName);
  console.log(`${documents.length} documents have no ledger`);
  console.log(`${undated.documents.length} documents are not listed by date`);
  if (undated.unknown > 0) console.log(`${undated.unknown} documents have no folio fiscal: refresh them`);
  if (confirmation !== '--yes') return console.log('Nothing was written. Run it again with --yes.');
  const runtime = liveRuntime();
  const environment = { ...runtime.environment, TABLE_NAME: tableName };
  const failed = await openLedgers({ ...runtime, environment }, documents, (line) => console.log(line));
  console.log(`${documents.length - failed} ledgers were opened, ${failed} were not`);
  const unlisted = await listDates({ ...runtime, environment }, undated, (line) => console.log(line));
  console.log(`${undated.documents.length - unlisted} documents were listed by date, ${unlisted} were not`);
  process.exitCode = failed + unlisted === 0 ? 0 : 1;
}

main(process.argv[2], process.argv[3]).catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
