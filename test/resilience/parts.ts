import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS, sectionOf } from '../mutation/folders';

/** The parts: every folder here that has one, in the order of their names. */
export const PARTS = readdirSync(__dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(__dirname, entry.name, 'part.ts')))
  .map(({ name }) => name)
  .sort();

/**
 * The sections of docs/reliability.md: of each part what it found. Those of mutation have a runner of their own, `npm run
 * test:mutation`.
 */
export const SECTIONS = [...PARTS, ...FOLDERS.map(sectionOf)];
