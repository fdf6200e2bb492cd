import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { findingsIn, readRows } from './organizations/claims';

/**
 * `npm run check:organizations -- TABLE` compares the teams' organizations at the stamping provider with their claims. It only reads. It ends
 * with 1 when it finds a contradiction.
 */
async function main(tableName: string | undefined): Promise<void> {
  if (tableName === undefined) throw new Error('Pass the name of the table.');
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const rows = await readRows(client, tableName);
  const findings = findingsIn(rows);
  for (const finding of findings) console.log(finding);
  console.log(`${rows.length} accounts and claims, ${findings.length} contradictions`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

main(process.argv[2]).catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});
