import { tableClient } from '../../shared/platform/table/client';
import { makeScene, type SceneOptions, type TestContext } from './engine-runtime';

/** A table of this test file's own. */
export interface TestTable {
  readonly testContext: (options?: SceneOptions) => TestContext;
  /** A scene in which somebody else acts once, just before its first transaction. */
  readonly interrupted: (meanwhile: () => Promise<unknown>) => TestContext;
  /** Everything in the table, as it lies there: for tests alone, the product has no right to it. */
  readonly everything: () => Promise<Record<string, unknown>[]>;
  /** Everything under one partition key whose sort key begins so. */
  readonly partition: (pk: string, prefix?: string) => Promise<Record<string, unknown>[]>;
}

/** Makes scenes in which the product's own client is that one. */
export function scenesOn(client: () => unknown): Pick<TestTable, 'testContext' | 'interrupted'> {
  const testContext: TestTable['testContext'] = (options = {}) =>
    makeScene({ clients: new Map([[tableClient, client()]]), ...options });
  return {
    testContext,
    interrupted: (meanwhile) => testContext({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] }),
  };
}
