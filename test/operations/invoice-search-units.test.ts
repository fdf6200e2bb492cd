import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { indexWords, unlistedRecords } from '../../scripts/words/index-words';
import { invoiceOfUuidKey } from '../../shared/invoices/invoice-record';
import { tableClient } from '../../shared/platform/table/client';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { accounts } from '../support/accounts';
import { ENVIRONMENT, someId } from '../support/engine-runtime';
import { unitsOf } from '../support/list-units';
import { openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);
const TABLE_NAME = String(ENVIRONMENT.TABLE_NAME);
const ISSUED = '2026-03-01T12:00:00.000Z';
const refuse = () => new Error('changed');

/** A team with so many clients of one name, each with so many invoices of rising folios. */
async function openDesk(clients: number, invoices: number) {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const ids: string[] = [];
  let folio = 0;
  for (let number = 0; number < clients; number += 1) {
    const { id: clientId, name: clientName } = await insertClient(testContext, {
      teamId,
      name: `Transportes ${['Norte 10', 'Norte 11', 'Este', 'Oeste'][number]}`,
    });
    for (let count = 0; count < invoices; count += 1) {
      folio += 1;
      const document = { folio: String(folio), series: 'A', uuid: someId(), issuedAt: ISSUED };
      ids.push((await insertInvoice(testContext, { teamId, clientId, clientName, status: 'VALID', ...document })).id);
    }
  }
  const search = async (q: string, more: Record<string, string> = {}) => {
    const answer = await office.send(listInvoices, { query: { teamId, q, ...more } });
    return { rru: unitsOf(office).rru, ids: recordsOf(answer, 'invoices').map(({ id }) => String(id)) };
  };
  return { office, ids, search };
}

test('desk 3.4: a search of invoices reads what its page, its clients and its entries cost, among few and among many', async () => {
  const units: Record<string, number>[] = [];
  for (const invoices of [15, 60]) {
    const { search, ids } = await openDesk(4, invoices);
    const of = {
      client: await search('transportes este'),
      clients: await search('transportes'),
      numbered: await search('transportes 1'),
      folio: await search('12'),
      document: await search('a1'),
      nothing: await search('golfo'),
    };
    // Two clients of the name are read, the first ones from A to Z: those of Este and of Norte 10.
    const newest = ids.slice(3 * invoices - 7, 3 * invoices).reverse();
    expect(of).toMatchObject({ client: { ids: newest }, clients: { ids: newest }, nothing: { ids: [] } });
    // The beginnings 12, 120, 121 …, of which the first seven are read.
    expect(of.folio.ids).toEqual((invoices === 15 ? [11] : [124, 123, 122, 121, 120, 119, 11]).map((at) => ids[at]));
    units.push(Object.fromEntries(Object.entries(of).map(([name, { rru }]) => [name, rru])));
  }
  // A page reads each of its seven invoices for half a unit. A client costs its number and its documents, half a unit each.
  const most = { client: 7, clients: 8, numbered: 8, folio: 7, document: 7, nothing: 2.5 };
  for (const [name, limit] of Object.entries(most))
    for (const one of units)
      expect({ name, isWithin: Number(one[name]) <= limit, units }).toEqual({ name, isWithin: true, units });
});

test('desk 3.4: a word that begins clients and folios fiscales costs no more than one that begins clients and folios', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  for (const name of ['Café Norte', 'Café Sur', 'Granos del Golfo']) {
    const { id: clientId, name: clientName } = await insertClient(testContext, { teamId, name });
    for (let folio = 1; folio <= 12; folio += 1) {
      const uuid = name.startsWith('Granos') ? `cafe${someId().slice(4)}` : someId();
      const document = { folio: String(folio), series: 'A', uuid, issuedAt: ISSUED };
      await insertInvoice(testContext, { teamId, clientId, clientName, status: 'VALID', ...document });
    }
  }
  const { status, body } = await office.send(listInvoices, { query: { teamId, q: 'cafe' } });
  // Twelve of one client, and the first seven of the folios fiscales.
  expect([status, body.pagination]).toMatchObject([200, { total: 19, isPartial: true }]);
  expect(unitsOf(office).rru).toBeLessThanOrEqual(8);
  const cancelled = await office.send(listInvoices, { query: { teamId, q: 'cafe', status: 'CANCELLED' } });
  expect(cancelled.body.pagination).toMatchObject({ total: 0, isPartial: true });
  // Four of the seven folios fiscales are compared with the status.
  expect(unitsOf(office).rru).toBe(5.5);
});

test('desk 3.4: a folio behind the digits of a series costs no more than a search may', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { id: clientId, name: clientName } = await insertClient(testContext, { teamId, name: 'Granos del Golfo' });
  const bill = (series: string, folio: string) =>
    insertInvoice(testContext, {
      ...{ teamId, clientId, clientName, status: 'VALID', folio, series, uuid: someId(), issuedAt: ISSUED },
    });
  for (const series of ['A', 'B', 'C', 'D'])
    for (let folio = 1; folio <= 40; folio += 1) await bill(series, String(folio));
  for (const [series, folio] of [
    ['F2026', '2'],
    ['F202', '62'],
    ['F20', '262'],
    ['F2', '0262'],
  ] as const)
    await bill(series, folio);
  const { status, body } = await office.send(listInvoices, { query: { teamId, q: 'F20262' } });
  expect([status, body.pagination]).toMatchObject([200, { total: 4 }]);
  expect(unitsOf(office).rru).toBeLessThanOrEqual(8);
});

test('desk 3.4: a search with a status compares few documents with it, and reads no document twice', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const ids = new Map<string, string>();
  for (const name of ['Norte 12', 'Norte 13', 'Granos del Golfo']) {
    const { id: clientId, name: clientName } = await insertClient(testContext, { teamId, name });
    for (let folio = 100; folio < 130; folio += 1) {
      const document = { folio: String(folio), series: name.slice(-2), uuid: someId(), issuedAt: ISSUED };
      const status = folio % 2 === 0 ? 'CANCELLED' : 'VALID';
      const { id } = await insertInvoice(testContext, { teamId, clientId, clientName, status, ...document });
      ids.set(`${name} ${folio}`, id);
    }
  }
  const search = async (q: string, status: string) => {
    const answer = await office.send(listInvoices, { query: { teamId, q, status } });
    const invoices = recordsOf(answer, 'invoices');
    expect(invoices.map((one) => one.status)).toEqual(invoices.map(() => status));
    // A page of ten of the client's documents in a status alone costs 9.5.
    expect(unitsOf(office).rru).toBeLessThanOrEqual(10);
    return { ids: invoices.map(({ id }) => id), pagination: answer.body.pagination };
  };
  // The 15 of Norte 12, and of the first four folios that begin so, those in the status that are of another client.
  const many = await search('12', 'CANCELLED');
  expect(many).toMatchObject({ ids: { length: 7 }, pagination: { isPartial: true } });
  expect(await search('golfo 121', 'VALID')).toEqual({
    ids: [ids.get('Granos del Golfo 121')],
    pagination: { total: 1, page: 1, limit: 7, hasMore: false },
  });
  expect(await search('golfo 121', 'CANCELLED')).toMatchObject({ ids: [], pagination: { total: 0 } });
  expect(await search('golfo', 'DRAFT')).toMatchObject({ ids: [], pagination: { total: 0 } });
  expect(await search('golfo', 'CANCELLED')).toMatchObject({ ids: { length: 7 }, pagination: { total: 15 } });
});

test('desk 3.4: a document of a release without the search is found by its folio after npm run index:words', async () => {
  const { office, ids, search } = await openDesk(1, 2);
  const { testContext, teamId } = office;
  const client = testContext.context.client(tableClient);
  const unlisted = async () => (await unlistedRecords(client, TABLE_NAME)).filter(({ pk }) => pk.includes(teamId));
  expect(await unlisted()).toEqual([]);
  const [pointer] = (await table.partition(`TEAM#${teamId}`)).filter(
    ({ sk, invoiceId }) => String(sk).startsWith('INVOICE_UUID#') && invoiceId === ids[0],
  );
  const key = invoiceOfUuidKey(teamId, String(pointer?.sk).slice('INVOICE_UUID#'.length));
  await transact(testContext.context, [update(key, { remove: ['gsi2pk', 'gsi2sk'] }, {}, refuse)]);
  expect((await search('a1')).ids).toEqual([]);
  expect((await search(String(pointer?.sk).slice('INVOICE_UUID#'.length))).ids).toEqual([ids[0]]);
  const read = await unlisted();
  expect(read.map(({ sk }) => sk)).toEqual([`INVOICE#${ids[0]}`]);
  expect(await indexWords(testContext.runtime, read, () => undefined)).toBe(0);
  expect((await search('a1')).ids).toEqual([ids[0]]);
  expect(await unlisted()).toEqual([]);
});
