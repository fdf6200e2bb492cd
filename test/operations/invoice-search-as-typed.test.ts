import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { invoiceOfUuidKey } from '../../shared/invoices/invoice-record';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { unitsOf } from '../support/list-units';
import { openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

/** What a person at an office types, or pastes, to find a document. */

const world = accounts(quickTable());
const refuse = () => new Error('changed');
const ISSUED = '2026-03-01T12:00:00.000Z';

interface Document {
  readonly type?: 'I' | 'E';
  readonly series?: string | null;
  readonly folio?: string;
  readonly uuid?: string;
}

async function openDesk() {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const client = (more: object) => insertClient(testContext, { teamId, name: 'Un cliente', ...more });
  /** A draft, or a stamped document. */
  const bill = async ({ id, name }: { id: string; name: string }, document?: Document) => {
    const stamp = {
      status: 'VALID',
      folio: '9998',
      series: 'Z',
      uuid: someId(),
      issuedAt: ISSUED,
      ...document,
    } as const;
    const given = { teamId, clientId: id, clientName: name, ...(document && stamp) };
    return (await insertInvoice(testContext, given)).id;
  };
  /** The first page of a search reads at most eight units. Further pages count the documents before them. */
  const search = async (q: string, more: Record<string, string> = {}) => {
    const answer = await office.send(listInvoices, { query: { teamId, q, ...more } });
    expect([q, answer.status, answer.body.errors]).toEqual([q, 200, undefined]);
    if (more.page === undefined || more.page === '1') expect(unitsOf(office).rru).toBeLessThanOrEqual(8);
    const ids = recordsOf(answer, 'invoices').map(({ id }) => String(id));
    return { ids, pagination: answer.body.pagination };
  };
  const found = async (q: string, more: Record<string, string> = {}) => (await search(q, more)).ids;
  return { office, client, bill, search, found };
}

const OF_CLIENTS: readonly (readonly [client: object, ...typed: string[]])[] = [
  [
    { name: '7-Eleven México S.A. de C.V.' },
    '7 eleven',
    '7-eleven',
    '7eleven',
    'eleven',
    '7-Eleven México S.A. de C.V.',
  ],
  [{ name: '7 Eleven' }, '7-eleven', '7eleven', '7/eleven', 'eleven 7'],
  [{ name: 'Grupo Garza Leal' }, 'garza-leal', 'garza/leal', 'garza.leal', 'grupo garza-leal'],
  [{ name: 'Grupo Garza-Leal' }, 'garza leal', 'garza-leal', 'garzaleal', 'grupo leal'],
  [{ name: 'Coca Cola FEMSA' }, 'coca-cola', 'coca-cola femsa'],
  [{ name: 'Bodega 2000' }, 'bodega2000', 'bodega-2000', 'bodega #2000', '#2000'],
  [{ name: 'Café 8' }, 'cafe8', 'cafe-8', 'café 8'],
  [{ name: 'Logística 24/7' }, '24 7', '24-7', '247', 'logistica 24-7'],
  [{ name: 'AT&T Comunicaciones' }, 'at&t', 'att', 'at&t comunicaciones'],
  [{ name: 'Pérez & Hijos' }, 'perez & hijos', 'perez y hijos', 'pérez e hijos'],
  [{ name: 'Salinas y Torre' }, 'sal', 'sa', 's'],
  [{ name: 'De la Torre' }, 'de la', 'de', 'la torre'],
  [{ rfc: 'XIA190128J61' }, 'XIA190128J61', 'XIA-190128-J61', 'XIA 190128 J61', ' xia190128 '],
  [{ phone: '8183456789' }, '81 8345 6789', '+52 81 8345 6789', '81-8345-6789'],
];

test.each(OF_CLIENTS.flatMap(([client, ...typed]) => typed.map((q) => [client, q] as const)))(
  'desk 3.1: the documents of %j are found by %j',
  async (given, q) => {
    const { client, bill, found } = await openDesk();
    await bill(await client({ name: 'Zeta Ñandú' }), {});
    const steel = await client(given);
    const [draft, document] = [await bill(steel), await bill(steel, { folio: '777', series: 'Q' })];
    expect(await found(q)).toEqual([document, draft]);
  },
);

const UUID = '6f9619ff-8b86-4011-b42d-00cf4fc964ff';
const OF_DOCUMENTS: readonly (readonly [document: Document, ...typed: string[]])[] = [
  [
    { series: 'A', folio: '123' },
    ...['A-123', 'A 123', 'a123', 'A/123', 'A – 123', '#123', 'A #123', '123 A'],
    ...['A123.', '(A123)', '"A-123"', 'A123,', '\u200bA123', 'Ａ１２３', 'A-123.pdf'],
    ...['folio 123', 'Factura A-123', 'factura 123', 'serie A folio 123', 'No. 123', 'Nº 123', 'núm. A123'],
    ...['0123', '000123', 'A-0123', 'A 000123', 'A000123'],
  ],
  [{ series: 'A', folio: '1234' }, '1,234', 'A-1,234', '1 234'],
  [{ series: null, folio: '42' }, '42.', '-42', 'folio 42'],
  [{ series: 'CFDI-A', folio: '77' }, 'CFDI-A77', 'CFDI-A-77', 'cfdia77'],
  [{ series: 'A&B', folio: '6' }, 'A&B6', 'A&B-6', 'ab6'],
  [{ series: '2026', folio: '15' }, '2026 15', '2026-15', '202615'],
  [
    { uuid: UUID },
    ...[UUID, UUID.toUpperCase(), ` ${UUID}`, `\u00a0${UUID}`, `\u200b${UUID}`, UUID.replaceAll('-', '')],
    ...[
      '6f96',
      '6F9619FF',
      '6f9619ff-',
      '6f9619ff-8b86',
      '6f9619ff8b86',
      '6f9619ff 8b86',
      '6f9619ff–8b86',
      '6f9619ff-\u200b8b86',
      '6f9619ff‐8b86',
    ],
    ...[`{${UUID}}`, `"${UUID}"`, `${UUID}.`, `${UUID},`, `${UUID}.xml`, `UUID: ${UUID}`, `folio fiscal ${UUID}`],
  ],
];

test.each(OF_DOCUMENTS.flatMap(([document, ...typed]) => typed.map((q) => [document, q] as const)))(
  'desk 3.1: the document %j is found by %j, also beside a filter',
  async (given, q) => {
    const { client, bill, found } = await openDesk();
    const steel = await client({});
    const [uuid, other] = [given.uuid ?? someId(), someId()];
    await bill(steel, { series: 'B', folio: '9', uuid: other });
    const wanted = await bill(steel, { ...given, uuid });
    expect(await found(q)).toEqual([wanted]);
    expect(await found(q, { uuid })).toEqual([wanted]);
    for (const one of [q, 'folio']) expect(await found(one, { uuid: other })).toEqual([]);
  },
);

test('desk 3.1: a name beside a folio is found by its pieces, and no label, zero or sign finds another document', async () => {
  const { client, bill, found } = await openDesk();
  const [eleven, steel] = [await client({ name: '7-Eleven' }), await client({ name: 'Folio Bodega' })];
  const [one, other] = [
    await bill(eleven, { series: 'A', folio: '123' }),
    await bill(steel, { series: 'B', folio: '123' }),
  ];
  for (const q of ['eleven 123', 'eleven a123', '7 eleven 123', '7-eleven factura 123', 'serie a folio 123'])
    expect([q, await found(q)]).toEqual([q, [one]]);
  for (const q of ['bodega 123', 'folio b 123', 'B-00123']) expect([q, await found(q)]).toEqual([q, [other]]);
  // A word of a client may be a label too.
  for (const q of ['folio', 'folio bodega']) expect([q, await found(q)]).toEqual([q, [other]]);
  for (const q of ['F-123', 'h 123', 'serie c 123', 'factura', 'serie a', '1023', 'a1023', 'eleven b123', 'golfo 123'])
    expect([q, await found(q)]).toEqual([q, []]);
});

test('desk 3.1: a document whose entry an older release wrote is found as before', async () => {
  const { office, client, bill, found } = await openDesk();
  const { testContext, teamId } = office;
  const [eleven, uuid] = [await client({ name: '7-Eleven Norte' }), someId()];
  const id = await bill(eleven, { series: 'A', folio: '15', uuid });
  const gsi2sk = ['15', id, 'I', eleven.id, 'a 15 a15 7eleven norte'].join('#');
  await transact(testContext.context, [update(invoiceOfUuidKey(teamId, uuid), { set: { gsi2sk } }, {}, refuse)]);
  for (const q of [
    '15',
    'A-15',
    'a15',
    '7eleven 15',
    '7 eleven 15',
    'eleven 15',
    'norte a15',
    'factura 15',
    'A-0015',
    uuid,
  ])
    expect([q, await found(q)]).toEqual([q, [id]]);
});

test.each([
  // Of clients in the pieces of a word, beside a folio and a folio fiscal that nothing has.
  ['7-eleven', ['7 Eleven Norte', '7 Eleven Sur'], 24, undefined],
  ['bodega-2000', ['Bodega 2000 Norte', 'Bodega 2000 Sur'], 12, true],
  ['bodega20261', ['Bodega 20261 Norte', 'Bodega 20261 Sur'], 12, true],
  ['cafe8', ['Café 8 Norte', 'Café 8 Sur'], 12, true],
  ['XIA 190128 J61', ['Xia190128j61'], 12, undefined],
] as const)(
  'desk 3.4: the pages of %j have four documents, each once, for eight units',
  async (q, names, total, isPartial) => {
    const { client, bill, search } = await openDesk();
    for (const name of names) {
      const one = await client({ name });
      for (let folio = 31; folio <= 42; folio += 1)
        await bill(one, { folio: String(folio), uuid: `9${someId().slice(1)}` });
    }
    const ids: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { ids: read, pagination } = await search(q, { page: String(page), limit: '50' });
      expect([q, pagination]).toMatchObject([q, { total, limit: 4, page }]);
      expect([q, pagination]).toEqual([q, expect.objectContaining(isPartial ? { isPartial } : {})]);
      ids.push(...read);
    }
    expect(new Set(ids).size).toBe(12);
  },
);

test('desk 3.4: a search in the second form and then behind the digits of a series reads eight units', async () => {
  const { client, bill, search } = await openDesk();
  const steel = await client({ name: 'Aceros' });
  const ids: string[] = [];
  for (const [series, folio] of [
    ['FAC2026', '2'],
    ['FAC202', '62'],
    ['FAC20', '262'],
  ] as const)
    ids.push(await bill(steel, { series, folio }));
  const { ids: found, pagination } = await search('fac20262');
  expect(found).toHaveLength(2);
  expect(ids).toEqual(expect.arrayContaining(found));
  expect(pagination).toMatchObject({ total: 2, isPartial: true });
});

test('desk 3.4: a search that has read documents without an entry says that it left out the second form', async () => {
  const { office, client, bill, search } = await openDesk();
  const { testContext, teamId } = office;
  const [steel, coffee] = [await client({ name: 'Aceros' }), await client({ name: 'Café 8 Norte' })];
  const uuids = Array.from({ length: 4 }, () => `cafe8${someId().slice(5)}`);
  for (const uuid of uuids) await bill(steel, { uuid });
  const draft = await bill(coffee);
  expect((await search('cafe8 norte')).ids).toEqual([draft]);
  for (const uuid of uuids)
    await transact(testContext.context, [
      update(invoiceOfUuidKey(teamId, uuid), { remove: ['gsi2pk', 'gsi2sk'] }, {}, refuse),
    ]);
  expect(await search('cafe8 norte')).toMatchObject({ ids: [], pagination: { total: 0, isPartial: true } });
});

test('desk 3.1: zeros before a folio are left out, and those of a series or a name are not', async () => {
  const { client, bill, found } = await openDesk();
  const store = await client({ name: 'Bodega1' });
  const [one, other] = [
    await bill(store, { series: 'A1', folio: '123' }),
    await bill(store, { series: 'A01', folio: '123' }),
  ];
  for (const q of ['A01 123', 'A01-123', 'A01123', 'A01-0123', 'A01 00123'])
    expect([q, await found(q)]).toEqual([q, [other]]);
  expect(await found('A1-00123')).toEqual([one]);
  for (const q of ['bodega01 123', 'bodega01 0123']) expect([q, await found(q)]).toEqual([q, []]);
});

/** Words that fill the entry of a client, which then has no room for those behind them. */
const LONG = Array.from({ length: 25 }, (_, number) => `refacciones${number}`).join(' ');

test('desk 3.1: a client with a long name is found by its first words, and a search that reads few of such clients says so', async () => {
  const { client, bill, search } = await openDesk();
  const ids: string[] = [];
  for (const place of ['Norte', 'Sur', 'Este'])
    ids.push(await bill(await client({ name: `Grupo ${place} ${LONG} Final${place}` })));
  for (const [index, q] of ['grupo norte', 'grupo sur', 'grupo este'].entries()) {
    const { ids: found, pagination } = await search(q);
    expect([q, found]).toEqual([q, [ids[index]]]);
    expect(pagination).not.toHaveProperty('isPartial');
  }
  // The last word is compared in two clients.
  const { ids: found, pagination } = await search('grupo final');
  expect(ids).toEqual(expect.arrayContaining(found));
  expect([found.length, pagination]).toMatchObject([2, { total: 2, isPartial: true }]);
});

test('desk 3.4: a folio behind the digits of a series, which many documents have, reads eight units and says what it left out', async () => {
  const { client, bill, search } = await openDesk();
  const steel = await client({ name: `Aceros ${LONG}`.slice(0, 170) });
  await bill(steel, { series: 'FAC2026', folio: '2' });
  const newer = Array.from({ length: 24 }, (_, number) => `S${number}`);
  for (const folio of ['0262', '262', '62', '2']) for (const series of newer) await bill(steel, { series, folio });
  expect(await search('FAC20262')).toMatchObject({ ids: [], pagination: { total: 0, isPartial: true } });
  expect(await search('F20262')).toMatchObject({ ids: [], pagination: { total: 0, isPartial: true } });
  const last = await bill(steel, { series: 'F2026', folio: '2' });
  const notes: string[] = [];
  for (let count = 0; count < 4; count += 1) notes.push(await bill(steel, { series: 'F2026', folio: '2', type: 'E' }));
  expect((await search('F20262')).ids).toEqual([last]);
  expect((await search('F20262', { type: 'E' })).ids).toEqual(notes.toReversed());
});

test.each([
  ['bodega', ['Bodega Norte', 'Bodega Sur'], 5, 48],
  ['bodega norte', ['Bodega Norte', 'Bodega Sur'], 6, 24],
  // In the second form one client is read.
  ['7-eleven', ['7 Eleven Norte', '7 Eleven Sur'], 3, 24],
  ['bodega-2000', ['Bodega 2000 Norte', 'Bodega 2000 Sur'], 3, 24],
] as const)(
  'desk 3.4: a list of another type leaves room for fewer documents on the pages of %j',
  async (q, names, limit, total) => {
    const { client, bill, search } = await openDesk();
    for (const name of names) {
      const one = await client({ name });
      for (let folio = 31; folio <= 42; folio += 1)
        for (const type of ['I', 'E'] as const) await bill(one, { type, folio: String(folio) });
    }
    const ids: string[] = [];
    for (let page = 1; ids.length < total; page += 1) {
      const { ids: read, pagination } = await search(q, { type: 'ALL', page: String(page), limit: '50' });
      expect([q, pagination]).toMatchObject([q, { total, limit, page }]);
      ids.push(...read);
    }
    expect(new Set(ids).size).toBe(total);
  },
);
