import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { projectRoot } from '../root';

/** The Spanish of descriptions in docs/openapi.json, by their English text. */
const Texts = v.record(v.string(), v.string());

const spanishFolder = (): string => join(projectRoot(), 'local', 'console', 'spanish');

/** The files of all topics, by their names. They are read at each call, so that a reload of the console shows a change. */
export const spanishFiles = (): Record<string, Readonly<Record<string, string>>> =>
  Object.fromEntries(
    readdirSync(spanishFolder())
      .sort()
      .map((file) => [file, v.parse(Texts, JSON.parse(readFileSync(join(spanishFolder(), file), 'utf8')))]),
  );

/** All topics as one file for the console, which has no build step. */
export const spanishTexts = async (): Promise<string> =>
  JSON.stringify(Object.assign({}, ...Object.values(spanishFiles())));
