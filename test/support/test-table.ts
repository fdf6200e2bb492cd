import { tableClient } from '../../shared/platform/table/client';
import { makeTestContext, type TestContext, type TestContextOptions } from './engine-runtime';

/** A table for one test file. */
export interface TestTable {
  readonly testContext: (options?: TestContextOptions) => TestContext;
  /** A test context in which `meanwhile` runs once, just before the first transaction. */
  readonly interrupted: (meanwhile: () => Promise<unknown>) => TestContext;
  /** All stored items. Only tests may read them: the product has no right to scan. */
  readonly everything: () => Promise<Record<string, unknown>[]>;
  /** All items of a partition whose sort key has the prefix. */
  readonly partition: (pk: string, prefix?: string) => Promise<Record<string, unknown>[]>;
}

/** Makes test contexts whose table client is this one. */
export function testContextsOn(client: () => unknown): Pick<TestTable, 'testContext' | 'interrupted'> {
  const testContext: TestTable['testContext'] = (options = {}) =>
    makeTestContext({ clients: new Map([[tableClient, client()]]), ...options });
  return {
    testContext,
    interrupted: (meanwhile) => testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] }),
  };
}
