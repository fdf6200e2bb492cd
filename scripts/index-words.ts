import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { liveRuntime } from '../shared/platform/runtime/live';
import { indexWords, unlistedRecords } from './words/index-words';

/**
 * `npm run index:words -- TABLE [--yes]` writes the words of the records that a release without search wrote (docs/operations.md, "Make
 * old records searchable"). Without `--yes` it only counts.
 */
async function main(tableName: string | undefined, confirmation: string | undefined): Promise<void> {
  if (tableName === undefined) throw new Error('Pass the name of the table.');
  const records = await unlistedRecords(DynamoDBDocumentClient.from(new DynamoDBClient({})), tableName);
  console.log(`${records.length} records have no words`);
  if (confirmation !== '--yes') return console.log('Nothing was written. Run it again with --yes.');
  const runtime = liveRuntime();
  const environment = { ...runtime.environment, TABLE_NAME: tableName };
  const failed = await indexWords({ ...runtime, environment }, records, (line) => console.log(line));
  console.log(`${records.length - failed} records have words now, ${failed} do not`);
  process.exitCode = failed === 0 ? 0 : 1;
}

main(process.argv[2], process.argv[3]).catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
