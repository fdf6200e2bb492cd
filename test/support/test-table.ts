import { tableClient } from '../../shared/platform/table/client';
import { makeScene, type Scene, type SceneOptions } from './engine-runtime';

/** A table of this test file's own. */
export interface TestTable {
  readonly scene: (options?: SceneOptions) => Scene;
  /** A scene in which somebody else acts once, just before its first transaction. */
  readonly interrupted: (meanwhile: () => Promise<unknown>) => Scene;
  /** Everything in the table, as it lies there: for tests alone, the product has no right to it. */
  readonly everything: () => Promise<Record<string, unknown>[]>;
  /** Everything under one partition key whose sort key begins so. */
  readonly partition: (pk: string, prefix?: string) => Promise<Record<string, unknown>[]>;
}

/** Makes scenes in which the product's own client is that one. */
export function scenesOn(client: () => unknown): Pick<TestTable, 'scene' | 'interrupted'> {
  const scene: TestTable['scene'] = (options = {}) =>
    makeScene({ clients: new Map([[tableClient, client()]]), ...options });
  return {
    scene,
    interrupted: (meanwhile) => scene({ faults: [{ action: 'TransactWriteItems', times: 1, meanwhile }] }),
  };
}
