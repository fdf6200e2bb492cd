import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const PATH = join(__dirname, '..', '..', 'docs', 'openapi.json');
const document = readFileSync(PATH, 'utf8');

/** What the linter's recommended rules find, errors and warnings alike, with the place. */
async function findings(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: PATH, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

test('the linter’s recommended rules find nothing in the document', async () => {
  expect(await findings(document)).toEqual([]);
}, 30_000);

test('they do find what is missing', async () => {
  const found = await findings(document.replace('"operationId": "getHealth",', ''));
  expect(found).toEqual([expect.stringMatching(/^operation-operationId: .*health/)]);
}, 30_000);
