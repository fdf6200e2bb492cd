import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const PATH = join(__dirname, '..', '..', 'docs', 'openapi.json');

/** What the linter's recommended rules find, errors and warnings alike, with the place; examples are held to their schemas too. */
async function findings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: PATH, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/** Throws what the rules find in the document, or when they do not find what was taken out of it. */
export async function lintDocument(): Promise<void> {
  const document = readFileSync(PATH, 'utf8');
  assert.deepEqual(await findings(document), []);
  const [missing = ''] = await findings(document.replace('"operationId": "getHealth",', ''));
  assert.match(missing, /^operation-operationId: .*health/);
}
