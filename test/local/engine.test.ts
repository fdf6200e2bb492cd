import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable, startEngine } from '../../local/engine';
import { notedProcess, noteProcess, startOf } from '../../local/processes';
import { createTableInput } from '../../shared/platform/table/table-definition';
import { temporaryFolder } from './support/folder';

const folder = temporaryFolder();

test('makes the table as the store defines it, and minds no second time', async () => {
  const engine = await startEngine();
  await createTable(engine.endpoint, 'table');
  await createTable(engine.endpoint, 'table');
  const client = new DynamoDBClient({ endpoint: engine.endpoint });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'table' }));
  client.destroy();
  const wanted = createTableInput('table');
  expect(Table?.KeySchema).toEqual(wanted.KeySchema);
  expect(
    Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    })),
  ).toEqual(wanted.GlobalSecondaryIndexes);
  await engine.stop();
});

test('ends an engine that a former server left behind', async () => {
  const left = spawn('sleep', ['600']);
  const ended = new Promise((resolve) => left.on('exit', (_code, signal) => resolve(signal)));
  noteProcess(join(folder, 'engine.json'), left.pid ?? 0);
  const engine = await startEngine({ dataDir: folder });
  expect(await ended).toBe('SIGKILL');
  expect(notedProcess(join(folder, 'engine.json'))?.pid).not.toBe(left.pid);
  await engine.stop();
  expect(notedProcess(join(folder, 'engine.json'))).toBeUndefined();
});

test('leaves alone a process that only has the number of a former engine', async () => {
  const other = spawn('sleep', ['600']);
  noteProcess(join(folder, 'engine.json'), other.pid ?? 0, { startedAt: 'at another time' });
  const engine = await startEngine({ dataDir: folder });
  expect(startOf(other.pid ?? 0)).toBeDefined();
  other.kill();
  await engine.stop();
});
