import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS, sectionOf } from '../mutation/folders';

/** The folders here that contain a part, sorted by name. */
export const PARTS = readdirSync(__dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(__dirname, entry.name, 'part.ts')))
  .map(({ name }) => name)
  .sort();

/**
 * The sections of docs/reliability.md, one for each part. The sections of the mutation tests have a runner of their own, `npm run
 * test:mutation`.
 */
export const SECTIONS = [...PARTS, ...FOLDERS.map(sectionOf)];
