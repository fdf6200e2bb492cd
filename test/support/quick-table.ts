import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { engineTable } from './engine';
import { MemoryTable } from './memory-table';
import { type TestTable, testContextsOn } from './test-table';

/**
 * The table for tests of operations and features. It is in memory without the SDK, with the same pages and request units, and takes a third
 * of the time. With `TEST_TABLE=engine` the same tests run through the SDK, as in `npm run test:dynamodb`. The
 * tests of the table itself and of the SDK's answers are on {@link engineTable}. Call it once at the top of a test file.
 */
export function quickTable(): TestTable {
  return process.env.TEST_TABLE === 'engine' ? engineTable() : memoryTable();
}

/** A table in memory that can go back to an earlier moment. Its tests do not run on the engine. Call it once at the top of a test file. */
export function memoryTable(): TestTable & Pick<MemoryTable, 'snapshot'> {
  // A fixed clock, so that no transaction token expires even when a test moves its own clock.
  const table = new MemoryTable(() => 0);
  // The SDK pages only with an instance of its own client.
  const client: object = Object.create(DynamoDBDocumentClient.prototype, {
    send: { value: (command: unknown) => table.send(command) },
  });
  return {
    ...testContextsOn(() => client),
    snapshot: () => table.snapshot(),
    everything: async () => table.everything(),
    partition: async (pk, prefix = '') =>
      table
        .partition(pk)
        .filter(({ sk }) => String(sk).startsWith(prefix))
        .sort((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1)),
  };
}
