import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The module that Lambda loads, beside the bundle `index.cjs`. Lambda waits for an ES module, and not for a CommonJS one. A bundle that is
 * itself an ES module would start later: Node then loads all of its own modules that the bundle names.
 */
const START = `import made from './index.cjs'; await made.ready; export const { handler } = made;\n`;

/** Completes the folder of a bundle. Returns the path of the module that Lambda loads. */
export function writeStart(folder: string): string {
  const path = join(folder, 'index.mjs');
  if (!existsSync(path)) writeFileSync(path, START);
  return path;
}
