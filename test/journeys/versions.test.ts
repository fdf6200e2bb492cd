import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Cloud, startCloud } from '../../local/cloud';
import { tellStory } from '../../scenarios/day/story';
import { screenOn } from '../../scenarios/print/screen';
import { walkDemo } from './walk-demo';

/** The records whose versions the interface shows. */
const RECORD = /^(TRIP|INVOICE|CLIENT|DRIVER|VEHICLE)#[0-9a-f-]{36}$/;

const Key = v.tupleWithRest([v.string(), v.string()], v.unknown());
const Item = v.object({ version: v.optional(v.object({ N: v.string() })) });

/** The versions of each record in the order of the commits, as the file of the table has them. A commit writes an item once. */
function versionsIn(dataDir: string): Map<string, number[]> {
  const versions = new Map<string, number[]>();
  for (const line of readFileSync(join(dataDir, 'fleet-local.table.jsonl'), 'utf8').trim().split('\n')) {
    const [, key = '', item = ''] = line.split('\t');
    const [pk, sk] = v.parse(Key, JSON.parse(key));
    if (!RECORD.test(sk) || !/^TEAM#[^#]+$/.test(pk) || item === '') continue;
    const { version } = v.parse(Item, JSON.parse(item));
    const name = `${pk} ${sk}`;
    versions.set(name, [...(versions.get(name) ?? []), Number(version?.N)]);
  }
  return versions;
}

describe('integrations 8: every write of a record adds one to its version', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'versions-'));
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud({ seed: true, dataDir, warn: () => {} });
  });
  afterAll(async () => {
    await cloud.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('in all operations and schedules of the demo and of the walk', async () => {
    await tellStory(
      cloud.url,
      screenOn(() => {}, false),
    );
    await walkDemo(cloud.url);
    const versions = versionsIn(dataDir);
    const wrong = [...versions].filter(([, found]) => found.some((version, index) => version !== index + 1));
    expect(wrong).toEqual([]);
    const writes = (kind: string) =>
      [...versions].flatMap(([name, found]) => (name.includes(` ${kind}#`) ? found : [])).length;
    for (const kind of ['TRIP', 'INVOICE', 'DRIVER', 'VEHICLE', 'CLIENT']) expect(writes(kind)).toBeGreaterThan(5);
    expect(Math.max(...[...versions.values()].map(({ length }) => length))).toBeGreaterThan(5);
  });
});
