import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, found from the folder of this file. The code runs as source under jest, and bundled from node_modules/.cache. */
export const projectRoot = (): string => rootFrom(__dirname);

function rootFrom(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('No folder above this file holds the project’s package-lock.json.');
  return rootFrom(parent);
}
