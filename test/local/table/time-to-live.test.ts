import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../../local/engine';
import { openTables, type Tables } from '../../../local/table/tables';

const NOW = Date.parse('2026-03-02T15:00:00.000Z');
const SECONDS = NOW / 1_000;
const YEAR = 365 * 24 * 60 * 60;

const item = (sk: string, more: Record<string, unknown> = {}) => ({
  ...{ pk: 'TEAM#1', sk, gsi1pk: 'LIST#1', gsi1sk: sk },
  ...more,
});
const ITEMS = [
  item('past', { expires: SECONDS - 1 }),
  item('now', { expires: SECONDS }),
  item('future', { expires: SECONDS + 60 }),
  item('without'),
  item('text', { expires: '1' }),
  item('nested', { inner: { expires: SECONDS - 1 } }),
  item('mistake', { expires: SECONDS - 6 * YEAR }),
];
const KEPT = ['future', 'mistake', 'nested', 'now', 'text', 'without'];

const folder = mkdtempSync(join(tmpdir(), 'expiry-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const keysOf = (tables: Tables, IndexName?: string) => {
  const name = IndexName ? 'gsi1pk' : 'pk';
  const { found = [] } = tables.named('t').query({
    TableName: 't',
    ...(IndexName && { IndexName }),
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': name },
    ExpressionAttributeValues: { ':pk': IndexName ? 'LIST#1' : 'TEAM#1' },
  });
  return found.map((one) => String(one.sk)).sort();
};

function filled(dataDir: string | undefined): Tables {
  const tables = openTables(dataDir, () => NOW);
  tables.create('t');
  for (const Item of ITEMS) tables.named('t').put({ TableName: 't', Item });
  return tables;
}

test.each([
  ['in memory', undefined],
  ['in a file', folder],
])('desk 7: a sweep deletes what is past its time to live, and nothing else, %s', (_, dataDir) => {
  const tables = filled(dataDir);
  expect(keysOf(tables)).toEqual([...KEPT, 'past'].sort());
  tables.sweep();
  expect(keysOf(tables)).toEqual(KEPT);
  expect(keysOf(tables, 'gsi1')).toEqual(KEPT);
  tables.close();
  if (dataDir === undefined) return;
  const again = openTables(dataDir, () => NOW);
  expect(keysOf(again)).toEqual(KEPT);
  again.close();
});

test('desk 7: the engine sweeps each minute by its own clock, and not after its end', async () => {
  const [every, cleared] = [jest.spyOn(global, 'setInterval'), jest.spyOn(global, 'clearInterval')];
  const engine = await startEngine({ now: () => NOW });
  const sweeper = every.mock.calls.findIndex(([, milliseconds]) => milliseconds === 60_000);
  expect(sweeper).not.toBe(-1);
  await engine.stop();
  expect(cleared).toHaveBeenCalledWith(every.mock.results[sweeper]?.value);
  jest.restoreAllMocks();
});
