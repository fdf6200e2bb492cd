import { engineTable } from './engine';
import { MemoryTable } from './memory-table';
import { type TestTable, testContextsOn } from './test-table';

/**
 * The table for tests of operations. It is in memory, because these tests do not depend on DynamoDB's own behaviour, and takes a third of
 * the time. With `TEST_TABLE=engine` it is the engine's, as in `npm run test:dynamodb`. Behaviour that only DynamoDB decides (conflicts,
 * units, page size) is tested on {@link engineTable}. Call it once at the top of a test file.
 */
export function quickTable(): TestTable {
  return process.env.TEST_TABLE === 'engine' ? engineTable() : memoryTable();
}

/** A table in memory that can go back to an earlier moment. Its tests do not run on the engine. Call it once at the top of a test file. */
export function memoryTable(): TestTable & Pick<MemoryTable, 'snapshot'> {
  // A fixed clock, so that no transaction token expires even when a test moves its own clock.
  const table = new MemoryTable(() => 0);
  return {
    ...testContextsOn(() => table),
    snapshot: () => table.snapshot(),
    everything: async () => table.everything(),
    partition: async (pk, prefix = '') =>
      table
        .partition(pk)
        .filter(({ sk }) => String(sk).startsWith(prefix))
        .sort((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1)),
  };
}
