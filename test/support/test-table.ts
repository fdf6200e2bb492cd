import { tableClient } from '../../shared/store/table/client';
import { makeScene, type Scene, type SceneOptions } from './engine-runtime';

/** A table of this test file's own. */
export interface TestTable {
  readonly scene: (options?: SceneOptions) => Scene;
  /** Everything in the table, as it lies there: for tests alone, the product has no right to it. */
  readonly everything: () => Promise<Record<string, unknown>[]>;
  /** Everything under one partition key whose sort key begins so. */
  readonly partition: (pk: string, prefix?: string) => Promise<Record<string, unknown>[]>;
}

/** Makes scenes in which the product's own client is that one. */
export const sceneOn =
  (client: () => unknown): TestTable['scene'] =>
  (options = {}) =>
    makeScene({ clients: new Map([[tableClient, client()]]), ...options });
