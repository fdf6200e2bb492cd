import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '../../local/cloud';
import { tellStory } from '../../scenarios/day/story';
import { invoicesJourney } from '../../scenarios/journeys/invoices';
import { screenOn } from '../../scenarios/print/screen';
import { LOSE_ANSWER, localServer } from '../../scenarios/server';
import { documentOf } from '../conformance/judge/cfdi';
import { undescribedFields } from '../conformance/judge/provider-fields';
import { ISSUER } from '../conformance/judge/samples';
import { schemaValidator } from '../conformance/judge/validator';
import { walkDemo } from './walk-demo';

const { faultsOf } = schemaValidator();

/** The documents that the stand-in of the provider has stored, as its journal holds them. */
function storedDocuments(dataDir: string) {
  const stored = new Map<string, { body: { readonly type?: string }; status: string; total: number }>();
  for (const line of readFileSync(join(dataDir, 'facturapi-invoices.jsonl'), 'utf8').trim().split('\n')) {
    const [id, record] = JSON.parse(line);
    if (record === undefined) stored.delete(id);
    else stored.set(id, record);
  }
  return [...stored.values()].filter(({ status }) => status !== 'draft');
}

describe('tax 10.3: the documents that the stand-in holds after the demo, the journey of invoices and the walk', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'documents-'));
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud({ seed: true, dataDir, warn: () => {} });
  });
  afterAll(async () => {
    await cloud.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('are valid by the SAT’s schemas, have described fields alone, and the total of the second arithmetic', async () => {
    await tellStory(
      cloud.url,
      screenOn(() => {}, false),
    );
    await invoicesJourney(cloud.url, { loseNextAnswer: () => localServer(cloud.url).fault(LOSE_ANSWER) });
    await walkDemo(cloud.url);
    const documents = storedDocuments(dataDir);
    for (const { body, total } of documents) {
      const { xml, amounts } = documentOf(Buffer.from(JSON.stringify(body)), ISSUER);
      expect(await faultsOf(xml)).toEqual([]);
      expect(undescribedFields(body)).toEqual([]);
      expect(total.toFixed(2)).toBe(amounts.total.toFixed(2));
    }
    const ofType = (type: string) => documents.filter(({ body }) => body.type === type);
    expect(ofType('I').filter(({ body }) => 'complements' in body).length).toBeGreaterThan(0);
    expect(ofType('T').length).toBeGreaterThan(0);
    expect(documents.length).toBeGreaterThan(3);
  });
});
