import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS, sectionOf } from '../mutation/folders';

/** The folders here that contain a part, sorted by name. */
export const PARTS = readdirSync(__dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(__dirname, entry.name, 'part.ts')))
  .map(({ name }) => name)
  .sort();

/** The sections of docs/reliability.md: one for each part, and those that `npm run test:mutation` writes. */
export const SECTIONS = [...PARTS, ...FOLDERS.map(sectionOf)];
