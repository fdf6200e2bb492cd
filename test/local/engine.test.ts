import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { createTable, LOCAL_CREDENTIALS, LOCAL_REGION, startEngine } from '../../local/engine';
import { createTableInput } from '../../shared/platform/table/table-definition';

test('makes the table as the product defines it, and a second time changes nothing', async () => {
  const engine = await startEngine();
  await createTable(engine.endpoint, 'table');
  await createTable(engine.endpoint, 'table');
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
  });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'table' }));
  const { KeySchema, GlobalSecondaryIndexes } = createTableInput('table');
  expect(Table).toMatchObject({ KeySchema, GlobalSecondaryIndexes });
  expect(await client.send(new ListTablesCommand({}))).toMatchObject({ TableNames: ['table'] });
  client.destroy();
  await engine.stop();
});
