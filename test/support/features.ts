import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The features of the product: the folders of `shared/` beside the platform and the machinery of operations. */
export const FEATURES: readonly string[] = readdirSync(join(__dirname, '..', '..', 'shared'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'platform' && entry.name !== 'operation')
  .map(({ name }) => name)
  .sort();
