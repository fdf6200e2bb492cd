import * as v from 'valibot';
import { operation as listClients } from '../../functions/clients/list-clients';
import { indexWords, unlistedRecords } from '../../scripts/words/index-words';
import { clientKey, searchedClient } from '../../shared/clients/client';
import type { Operation } from '../../shared/operation/define';
import { tableClient } from '../../shared/platform/table/client';
import type { IndexKeys } from '../../shared/platform/table/keys';
import { put, type Step } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { inListByName, type Searched } from '../../shared/platform/table/word-keys';
import { newWordSteps } from '../../shared/platform/table/word-rows';
import { accounts } from '../support/accounts';
import { engineTable } from '../support/engine';
import { ENVIRONMENT } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { storedClient } from '../support/store-records';

/** Lists over many records: what a call costs, and that the pages together answer every record once. */

const table = engineTable();
const world = accounts(table);

const COUNT = 400;
const refuse = () => new Error('exists');

interface Kind {
  readonly list: Operation;
  readonly plural: string;
  /** The item of a record with this name and status. */
  readonly item: (
    teamId: string,
    name: string,
    isRare: boolean,
  ) => { readonly searched: Searched; readonly write: (indexes: IndexKeys) => Step };
  readonly rare: Readonly<Record<string, string>>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  clients: {
    list: listClients,
    plural: 'clients',
    item: (teamId, name, isRare) => {
      const client = storedClient({ teamId, name, status: isRare ? 'INACTIVO' : 'ACTIVO', notes: 'n'.repeat(300) });
      const searched = searchedClient(client);
      return { searched, write: (indexes) => put(clientKey(teamId, client.id), client, {}, refuse, indexes) };
    },
    rare: { status: 'INACTIVO' },
  },
};

/** Records whose names have "norte" or "sur", by turns; each hundredth has the rare status. */
async function lay({ testContext, teamId }: Office, { item }: Kind): Promise<void> {
  const numbers = Array.from({ length: COUNT }, (_, index) => index);
  for (let start = 0; start < COUNT; start += 20) {
    const steps = numbers.slice(start, start + 20).flatMap((number) => {
      const name = `Fletes ${number % 2 === 0 ? 'Norte' : 'Sur'} ${String(number).padStart(4, '0')}`;
      const { write, searched } = item(teamId, name, number % 100 === 7);
      return [write(inListByName(searched)), ...newWordSteps(searched)];
    });
    await transact(testContext.context, steps);
  }
}

/** Follows the cursors, and checks what each call costs. */
async function readAll(office: Office, { list, plural }: Kind, query: Readonly<Record<string, string>>) {
  const records: Record<string, unknown>[] = [];
  let calls = 0;
  for (let cursor: unknown; cursor !== null; calls += 1) {
    const answer = await office.send(list, { query: { ...query, ...(typeof cursor === 'string' && { cursor }) } });
    const { rru } = v.parse(v.object({ rru: v.number() }), JSON.parse(office.testContext.logs.at(-1) ?? '{}'));
    expect(rru).toBeGreaterThan(0);
    expect(rru).toBeLessThanOrEqual(8);
    records.push(...recordsOf(answer, plural));
    cursor = answer.body.nextCursor;
  }
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  return { count: records.length, calls };
}

describe.each(Object.entries(KINDS))('desk 3.4: the list of %s', (_, kind) => {
  test('answers each query within 8 RRU a call, every record once, and ends without a cursor', async () => {
    const office = await openOffice(world);
    await lay(office, kind);
    expect(await readAll(office, kind, { limit: '50' })).toEqual({ count: COUNT, calls: 8 });
    expect((await readAll(office, kind, { ...kind.rare })).count).toBe(4);
    expect((await readAll(office, kind, { sort: 'name' })).count).toBe(COUNT);
    expect((await readAll(office, kind, { q: 'fletes' })).count).toBe(COUNT);
    expect((await readAll(office, kind, { q: 'norte flet' })).count).toBe(COUNT / 2);
    expect(await readAll(office, kind, { q: '0123' })).toEqual({ count: 1, calls: 1 });
    expect((await readAll(office, kind, { q: 'sur', ...kind.rare })).count).toBe(4);
    // Two words that each occur in half of the records, and never together.
    expect((await readAll(office, kind, { q: 'norte sur' })).count).toBe(0);
  });

  test('records of an older release are found after `npm run index:words`', async () => {
    const office = await openOffice(world);
    await transact(office.testContext.context, [kind.item(office.teamId, 'Viejo Registro', false).write({})]);
    const client = office.testContext.context.client(tableClient);
    const unlisted = async () =>
      (await unlistedRecords(client, String(ENVIRONMENT.TABLE_NAME))).filter(({ pk }) => pk.includes(office.teamId));
    expect(await unlisted()).toHaveLength(1);
    expect(await readAll(office, kind, { q: 'viejo' })).toEqual({ count: 0, calls: 1 });
    const lines: string[] = [];
    const run = async () => indexWords(office.testContext.runtime, await unlisted(), (line) => lines.push(line));
    expect([await run(), lines, await unlisted()]).toEqual([0, [], []]);
    for (const query of [{ q: 'viejo' }, { q: 'registro' }, { sort: 'name' }])
      expect((await readAll(office, kind, query)).count).toBe(1);
  });

  test('a record that changes while `npm run index:words` runs is left for the next run', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const { write, searched } = kind.item(teamId, 'Viejo Registro', false);
    await transact(testContext.context, [write({})]);
    const client = testContext.context.client(tableClient);
    const read = (await unlistedRecords(client, String(ENVIRONMENT.TABLE_NAME))).filter(({ pk }) =>
      pk.includes(teamId),
    );
    const stale = read.map((record) => ({ ...record, name: 'Anterior', plate: 'ANT-1', economicNumber: 'A1' }));
    const lines: string[] = [];
    expect(await indexWords(testContext.runtime, stale, (line) => lines.push(line))).toBe(1);
    expect(lines.join()).toMatch(`${searched.id} of TEAM#${teamId}: it changed meanwhile`);
    expect(await table.partition(`TEAM#${teamId}#WORDS`)).toEqual([]);
  });
});
