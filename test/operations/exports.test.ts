import * as v from 'valibot';
import { OPERATIONS } from '../../functions/catalog';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as listEvents } from '../../functions/events/list-events';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { listAnswer, tableOf } from '../../shared/operation/csv-list';
import type { Operation } from '../../shared/operation/define';
import type { HttpAnswer } from '../../shared/operation/http';
import { makeHandler } from '../../shared/operation/lambda';
import { accounts } from '../support/accounts';
import { rowsOfCsv } from '../support/csv-rows';
import { httpEvent, lambdaContext } from '../support/http-event';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertDriver } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const world = accounts(quickTable());

const LISTS = Object.values<Operation>(OPERATIONS).filter(({ id }) => /^list[A-Z]/.test(id));

/** Asks for a list as CSV, as the gateway would. */
async function csv(office: Office, list: Operation, query: Record<string, string> = {}): Promise<HttpAnswer> {
  const { exchange, testContext, teamId, id } = office;
  const headers = { ...(await exchange.bearer(testContext.now(), id)), accept: 'text/csv' };
  const inPath = list.route.includes('{teamId}');
  const event = httpEvent(list.route, {
    headers,
    query: { ...(!inPath && { teamId }), ...query },
    ...(inPath && { path: { teamId } }),
  });
  return makeHandler(list, testContext.runtime)(event, lambdaContext());
}

const textOf = ({ statusCode, body = '' }: HttpAnswer): string => {
  expect(statusCode).toBe(200);
  return body;
};
const nextOf = ({ headers }: HttpAnswer): Record<string, string> | undefined => {
  const [, query] = /^<[^?]+\?(.*)>; rel="next"$/.exec(String(headers?.Link ?? '')) ?? [];
  return query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query));
};

/** All pages of an export, as a client that follows the links reads them. */
async function pagesOf(office: Office, list: Operation, query: Record<string, string>): Promise<string[]> {
  const pages: string[] = [];
  for (let next: typeof query | undefined = query; next; ) {
    const answer = await csv(office, list, next);
    pages.push(textOf(answer));
    next = nextOf(answer);
  }
  return pages;
}

describe('integrations 5: the export', () => {
  test.each(LISTS.map((list) => [list.id, list] as const))('of %s has columns, and none for a secret', (_, list) => {
    expect(list.output.exported).toBeDefined();
    if (!('entries' in list.output.body)) throw new Error('A list answers an object.');
    const { fields } = tableOf(Object(list.output.body), list.output.hidden);
    const columns = fields.map(({ column }) => column);
    expect(columns.length).toBeGreaterThan(3);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns.filter((column) => /secret|password|token|joincode|(^|\.)key$/i.test(column))).toEqual([]);
    if (list.id === 'listFiles') expect(columns).not.toContain('url');
  });

  it('of a team without records is the header line alone', async () => {
    const office = await openOffice(world);
    const text = textOf(await csv(office, listClients));
    expect(text).toMatch(/^\ufeff"id","teamId","name","legalName",.*"address\.street",.*"createdAt".*\r\n$/);
  });

  it('has the records and filters of the list, nested fields, and no formula', async () => {
    const office = await openOffice(world);
    const address = { street: 'Av. 5, "Norte"', city: 'León', country: 'México' };
    const one = { name: '=1+1', notes: 'a\nb;c', address, creditLimit: 500, externalId: '@SUM(A1)', phone: '+52 81' };
    await office.send(createClient, { body: one });
    await office.send(createClient, { body: { name: 'Otro', status: 'INACTIVO' } });
    const text = textOf(await csv(office, listClients, { status: 'ACTIVO' }));
    expect(text.startsWith('\ufeff"id"')).toBe(true);
    expect(text.replaceAll('\r\n', '').includes('\r')).toBe(false);
    const [listed] = recordsOf(await office.send(listClients, { query: { status: 'ACTIVO' } }), 'clients');
    expect(rowsOfCsv(text)).toMatchObject([
      {
        id: listed?.id,
        name: "'=1+1",
        notes: 'a\nb;c',
        'address.street': 'Av. 5, "Norte"',
        creditLimit: '500',
        externalId: "'@SUM(A1)",
        phone: "'+52 81",
        legalName: '',
      },
    ]);
  });

  it('is in pages that join to one file', async () => {
    const office = await openOffice(world);
    for (const name of ['A', 'B', 'C', 'D', 'E']) await office.send(createClient, { body: { name } });
    const pages = await pagesOf(office, listClients, { limit: '2' });
    expect(pages).toHaveLength(3);
    expect(pages.map((page) => [page.startsWith('\ufeff'), page.includes('"teamId"')])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    const whole = await csv(office, listClients);
    expect(pages.join('')).toBe(textOf(whole));
    expect(whole.headers?.Link).toBeUndefined();
  });

  it('reads more rows than a page of JSON when no limit is sent', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    for (let made = 0; made < 60; made += 1) await insertClient(testContext, { teamId });
    expect(recordsOf(await office.send(listClients), 'clients')).toHaveLength(50);
    expect(rowsOfCsv(textOf(await csv(office, listClients)))).toHaveLength(60);
  });

  it('of invoices is in numbered pages', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    for (let made = 0; made < 3; made += 1) await insertInvoice(testContext, { teamId });
    const pages = await pagesOf(office, listInvoices, { limit: '2' });
    expect([pages.length, rowsOfCsv(pages.join('')).length]).toEqual([2, 3]);
    expect(rowsOfCsv(textOf(await csv(office, listInvoices)))).toHaveLength(3);
  });

  it('of events goes on after the last one', async () => {
    const office = await openOffice(world);
    for (const name of ['A', 'B', 'C']) await office.send(createClient, { body: { name } });
    office.testContext.pass(200_000);
    const pages = await pagesOf(office, listEvents, { limit: '2' });
    expect(rowsOfCsv(pages.join('')).map((row) => [row.type, row['data.entity.type']])).toEqual(
      Array(3).fill(['client.created', 'CLIENT']),
    );
  });

  it('of a list without pages is cut into pages of 1,000 rows', async () => {
    const { exported } = listAnswer(v.object({ rows: v.array(v.object({ id: v.number(), joinCode: v.string() })) }));
    const read = async () => ({ rows: Array.from({ length: 2_001 }, (_, id) => ({ id, joinCode: 'secret' })) });
    const pages = ['1', '2', '3', '4'].map((page) =>
      exported({ rawPath: '/rows', queryStringParameters: { page, q: 'a&b' } }, {}, read),
    );
    const answers = await Promise.all(pages);
    expect(answers.map(({ body = '' }) => body.split('\r\n').length - 1)).toEqual([1_001, 1_000, 1, 0]);
    expect(answers.map(({ headers }) => headers?.Link)).toEqual([
      '</rows?page=2&q=a%26b>; rel="next"',
      '</rows?page=3&q=a%26b>; rel="next"',
      undefined,
      undefined,
    ]);
    expect(answers.map(({ body = '' }) => body.split('\r\n')[0])).toEqual(['\ufeff"id"', '1000', '2000', '']);
  });

  it('refuses a page that is too large for one answer', async () => {
    const { exported } = listAnswer(v.object({ rows: v.array(v.object({ text: v.string() })) }));
    const read = async () => ({ rows: Array(6).fill({ text: 'x'.repeat(1_000_000) }) });
    await expect(exported({ rawPath: '/rows' }, {}, read)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('shows a member no more than the list does', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    await insertDriver(office.testContext, { teamId: office.teamId, curp: 'EIGR790314HNLLRM08', salary: 9_000 });
    const text = textOf(await csv(office, listDrivers));
    expect([text.includes('EIGR790314HNLLRM08'), text.includes('9000')]).toEqual([false, false]);
    expect(rowsOfCsv(text)).toHaveLength(1);
  });

  it('refuses as the list does', async () => {
    const office = await openOffice(world);
    const { statusCode, headers, body = '' } = await csv(office, listClients, { cursor: 'abc' });
    expect([statusCode, headers?.['Content-Type'], JSON.parse(body).field]).toEqual([
      400,
      'application/json',
      'cursor',
    ]);
    const other = await openOffice(world);
    expect((await csv({ ...other, teamId: office.teamId }, listClients)).statusCode).toBe(403);
  });
});
