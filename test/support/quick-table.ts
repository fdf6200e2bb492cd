import { engineTable } from './engine';
import { MemoryTable } from './memory-table';
import { scenesOn, type TestTable } from './test-table';

/**
 * The table for tests of operations, which are about what an operation does and not about how DynamoDB answers: in memory, at a third of the
 * time. With `TEST_TABLE=engine` it is the engine's, as `npm run test:permissions` has it. What DynamoDB alone decides (conflicts of callers at
 * once, units, the size of a page) is tested on {@link engineTable}. Call it once at the top of a test file.
 */
export function quickTable(): TestTable {
  return process.env.TEST_TABLE === 'engine' ? engineTable() : memoryTable();
}

function memoryTable(): TestTable {
  // No token is ever ten minutes old: a test passes in less, whatever its scenes say.
  const table = new MemoryTable(() => 0);
  return {
    ...scenesOn(() => table),
    everything: async () => table.everything(),
    partition: async (pk, prefix = '') =>
      table
        .partition(pk)
        .filter(({ sk }) => String(sk).startsWith(prefix))
        .sort((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1)),
  };
}
