import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const PATH = join(__dirname, '..', '..', 'docs', 'openapi.json');

/**
 * The errors and warnings of the linter's recommended rules, with their place. The linter also checks the examples against their schemas.
 */
async function findings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: PATH, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/** Throws the linter's findings in the document. Throws too when the linter misses a part that was removed on purpose. */
export async function lintDocument(): Promise<void> {
  const document = readFileSync(PATH, 'utf8');
  assert.deepEqual(await findings(document), []);
  const [missing = ''] = await findings(document.replace('"operationId": "getHealth",', ''));
  assert.match(missing, /^operation-operationId: .*health/);
}
