import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { operation as createTrip } from '../../functions/trips/create-trip';
import type { Invoice } from '../../shared/invoices/invoice';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);
const ISSUED = '2026-03-01T12:00:00.000Z';

const stamped = (folio: string, series: string | null = 'A', uuid = someId()): Partial<Invoice> => ({
  ...{ status: 'VALID', folio, series, uuid, issuedAt: ISSUED },
});

async function openDesk() {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const client = (name: string, more: object = {}) => insertClient(testContext, { teamId, name, ...more });
  const bill = async ({ id, name }: { id: string; name: string }, given: Partial<Invoice> = {}) => {
    const record = await insertInvoice(testContext, { teamId, clientId: id, clientName: name, ...given });
    return record.id;
  };
  return { office, client, bill };
}

const answerOf = (office: Pick<Office, 'send' | 'teamId'>, q: string, more: Record<string, string> = {}) =>
  office.send(listInvoices, { query: { teamId: office.teamId, q, ...more } });

/** The invoices found, and the page's own numbers. */
async function found(office: Pick<Office, 'send' | 'teamId'>, q: string, more: Record<string, string> = {}) {
  const answer = await answerOf(office, q, more);
  expect(answer.status).toBe(200);
  const ids = recordsOf(answer, 'invoices').map(({ id }) => String(id));
  return { ids, pagination: answer.body.pagination };
}

const idsFor = async (...given: Parameters<typeof found>) => (await found(...given)).ids;

describe('desk 3: the search of invoices', () => {
  test('desk 3.1: finds the documents of a client by the beginnings of any words, the newest first', async () => {
    const { office, client, bill } = await openDesk();
    const [steel, salt] = [await client('Aceros del Norte SA de CV'), await client('Sal del Golfo')];
    const first = await bill(steel);
    await bill(salt);
    const second = await bill(steel, stamped('12'));
    for (const q of ['aceros', 'Acéros', 'nort', 'norte acer', 'aceros del norte'])
      expect([q, await idsFor(office, q)]).toEqual([q, [second, first]]);
    for (const q of ['aceros golfo', 'eros', 'cv']) expect([q, await idsFor(office, q)]).toEqual([q, []]);
  });

  test('desk 3.1: finds a document by folio, by series with folio, and by folio fiscal', async () => {
    const { office, client, bill } = await openDesk();
    const steel = await client('Hierros del Norte');
    const uuid = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
    const one = await bill(steel, stamped('1234', 'A', uuid));
    const other = await bill(steel, stamped('1234', 'F'));
    const longer = await bill(steel, stamped('12345', 'A'));
    await bill(steel, stamped('777', 'A'));
    await bill(steel);
    expect(await idsFor(office, '1234')).toEqual([longer, other, one]);
    expect(await idsFor(office, '12345')).toEqual([longer]);
    for (const q of ['A1234', 'a-1234', 'A 1234', '1234 a'])
      expect([q, await idsFor(office, q)]).toEqual([q, [longer, one]]);
    expect(await idsFor(office, 'f1234')).toEqual([other]);
    expect(await idsFor(office, 'hierros f1234')).toEqual([other]);
    for (const q of [uuid, uuid.toUpperCase(), '6f96', '6f9619ff-8b', '6f9619ff8b86d011b42d00cf'])
      expect([q, await idsFor(office, q)]).toEqual([q, [one]]);
    expect(await idsFor(office, 'hierros 6f96')).toEqual([one]);
    for (const [name, value] of [
      ['type', 'E'],
      ['status', 'DRAFT'],
    ] as const) {
      for (const q of ['6f96', '1234'])
        expect(await found(office, q, { [name]: value })).toMatchObject({ ids: [], pagination: { total: 0 } });
    }
    for (const q of ['b1234', '34', 'golfo 1234', 'golfo 6f96', '6f9619ff-9'])
      expect([q, await idsFor(office, q)]).toEqual([q, []]);
  });

  test('desk 3.1: finds a document whose series ends with digits, written without a separator', async () => {
    const { office, client, bill } = await openDesk();
    const steel = await client('Hierros del Norte');
    const of2026 = await bill(steel, stamped('2', 'F2026'));
    const of2 = await bill(steel, stamped('34', 'F2'));
    for (const series of ['F2025', 'G2026', 'F26']) await bill(steel, stamped('2', series));
    for (const q of ['F20262', 'f20262', 'F2026-2', 'F2026 2', 'norte F20262'])
      expect([q, await idsFor(office, q)]).toEqual([q, [of2026]]);
    for (const q of ['F234', 'F2-34']) expect([q, await idsFor(office, q)]).toEqual([q, [of2]]);
    for (const q of ['F20263', 'golfo F20262', '20262']) expect([q, await idsFor(office, q)]).toEqual([q, []]);
  });

  test('desk 3.1: finds the document of a series among many that have its folio, the newest first', async () => {
    const { office, client, bill } = await openDesk();
    const steel = await client('Bodega 2000');
    const series = Array.from({ length: 15 }, (_, number) => `F20${number + 12}`);
    const ids: string[] = [];
    for (const one of series) ids.unshift(await bill(steel, stamped('4', one)));
    for (const [at, one] of series.toReversed().entries())
      for (const q of [`${one}-4`, `${one} 4`]) expect([q, (await found(office, q)).ids]).toEqual([q, [ids[at]]]);
    const other = await bill(await client('Aceros'), stamped('15', 'A'));
    expect(await idsFor(office, 'aceros 15')).toEqual([other]);
    const fifteen = await bill(steel, stamped('15', 'B'));
    expect(await idsFor(office, 'bodega 2000 15')).toEqual([fifteen]);
    const { ids: newest, pagination } = await found(office, '4');
    expect([newest, pagination]).toMatchObject([ids.slice(0, 7), { isPartial: true }]);
  });

  test('desk 3.1: can be combined with every filter', async () => {
    const { office, client, bill } = await openDesk();
    const [steel, salt] = [await client('Aceros'), await client('Aceros Sal')];
    const draft = await bill(steel);
    const uuid = someId();
    const valid = await bill(steel, stamped('5', 'A', uuid));
    const ofSalt = await bill(salt, stamped('5', 'A'));
    const note = await bill(steel, { ...stamped('9', 'E'), type: 'E' });
    expect(await idsFor(office, 'aceros')).toEqual([ofSalt, valid, draft]);
    expect(await idsFor(office, 'aceros', { status: 'DRAFT' })).toEqual([draft]);
    expect(await idsFor(office, 'aceros', { clientId: salt.id })).toEqual([ofSalt]);
    expect(await idsFor(office, 'aceros', { type: 'E' })).toEqual([note]);
    expect(await idsFor(office, 'aceros', { type: 'ALL' })).toEqual([note, ofSalt, valid, draft]);
    expect(await idsFor(office, '9')).toEqual([]);
    expect(await idsFor(office, '9', { type: 'E' })).toEqual([note]);
    expect(await idsFor(office, '5', { clientId: steel.id, status: 'VALID' })).toEqual([valid]);
    expect(await idsFor(office, '5', { status: 'CANCELLED' })).toEqual([]);
    expect(await idsFor(office, 'aceros', { uuid })).toEqual([valid]);
    expect(await idsFor(office, 'golfo', { uuid })).toEqual([]);
    const [three, other] = [await client('Los 3 Reyes', { rfc: 'LTR990101AB1', phone: '8112345678' }), someId()];
    const ofThree = await bill(three, stamped('6', 'A', other));
    for (const filter of [{}, { uuid: other }]) expect(await idsFor(office, 'los 3', filter)).toEqual([ofThree]);
    const trip = await office.send(createTrip, { body: { startDate: ISSUED, clientId: three.id } });
    expect(await idsFor(office, 'los 3', { tripId: String(trip.body.id) })).toHaveLength(1);
    for (const q of ['LTR990101', '81 1234 5678']) {
      expect([q, await idsFor(office, q, { uuid: other })]).toEqual([q, [ofThree]]);
      expect([q, await idsFor(office, q, { uuid })]).toEqual([q, []]);
      expect(await idsFor(office, q, { tripId: String(trip.body.id) })).toHaveLength(1);
    }
  });

  test('desk 3.3: has the exact total, and pages that hold each document once', async () => {
    const { office, client, bill } = await openDesk();
    const [steel, iron] = [await client('Grupo Acero'), await client('Grupo Hierro')];
    const all: string[] = [];
    for (let number = 0; number < 7; number += 1)
      all.unshift(await bill(number % 2 ? steel : iron, stamped(`${number + 40}`)));
    const other = await bill(await client('Sal'), stamped('48', 'GRUPO'));
    for (const [q, wanted] of [
      ['grupo', [...all]],
      ['grupo acero', all.filter((_, index) => index % 2 === 1)],
    ] as const) {
      const pages = [];
      for (let page = 1; page <= Math.ceil(wanted.length / 2); page += 1) {
        const { ids, pagination } = await found(office, q, { page: String(page), limit: '2' });
        expect(pagination).toEqual({ total: wanted.length, page, limit: 2, hasMore: page * 2 < wanted.length });
        pages.push(...ids);
      }
      expect(pages).toEqual(wanted);
      expect(await idsFor(office, q, { page: '9', limit: '2' })).toEqual([]);
    }
    expect(await idsFor(office, 'grupo48')).toEqual([other]);
  });

  test('desk 3.1: a document of the client that is also found by its folio is answered once', async () => {
    const { office, client, bill } = await openDesk();
    const steel = await client('Acero 48 y Asociados');
    const [one, two] = [await bill(steel, stamped('48')), await bill(steel, stamped('49'))];
    const other = await bill(await client('Sal'), stamped('481'));
    const { ids, pagination } = await found(office, '48');
    expect([ids, pagination]).toMatchObject([[other, two, one], { total: 3 }]);
    expect(await idsFor(office, '48', { limit: '1', page: '2' })).toEqual([two]);
    expect(await idsFor(office, '48', { limit: '1', page: '3' })).toEqual([one]);
  });

  test('desk 3.3: says when it has not read all clients or documents with the words', async () => {
    const { office, client, bill } = await openDesk();
    for (let number = 0; number < 5; number += 1) await bill(await client(`Transportes ${'ABCDE'[number]}rroyo`));
    const many = await found(office, 'transportes');
    expect([many.ids.length, many.pagination]).toMatchObject([2, { total: 2, isPartial: true }]);
    expect((await found(office, 'transportes arroyo')).pagination).toEqual({
      total: 1,
      page: 1,
      limit: 7,
      hasMore: false,
    });
    const steel = await client('Aceros');
    const folios: string[] = [];
    folios.push(await bill(steel, stamped('33')));
    for (let number = 0; number < 30; number += 1) folios.push(await bill(steel, stamped(`33${number}`)));
    const numbers = await found(office, '33', { limit: '30' });
    expect(numbers.pagination).toEqual({ total: 7, page: 1, limit: 7, hasMore: false, isPartial: true });
    // The folio itself is found before longer ones, although it is the oldest.
    expect(numbers.ids).toContain(folios[0]);
  });

  test('desk 3.1: finds a folio of a series with digits, and a client whose name begins with a digit', async () => {
    const { office, client, bill } = await openDesk();
    const steel = await client('3M SA de CV');
    const [draft, document] = [await bill(steel), await bill(steel, stamped('34', 'F2'))];
    for (const q of ['34', 'F2 34', 'F2-34', '#34', '34 3m'])
      expect([q, await idsFor(office, q)]).toEqual([q, [document]]);
    for (const q of ['3m', '3M SA']) expect([q, await idsFor(office, q)]).toEqual([q, [document, draft]]);
  });

  test('desk 3.1: finds nothing of another team', async () => {
    const { office, client, bill } = await openDesk();
    await bill(await client('Aceros'), stamped('1234'));
    const stranger = await openOffice(world);
    for (const q of ['aceros', '1234', 'a1234']) expect(await idsFor(stranger, q)).toEqual([]);
    const foreign = await stranger.send(listInvoices, { query: { teamId: office.teamId, q: 'aceros' } });
    expect(foreign.status).toBe(403);
  });

  test('desk 3.1: an empty text searches nothing, and a text without letter or digit is refused', async () => {
    const { office, client, bill } = await openDesk();
    const one = await bill(await client('Aceros'));
    expect(await idsFor(office, ' ')).toEqual([one]);
    for (const q of ['%%', 'b c d f'])
      expect(refusal(await answerOf(office, q))).toEqual(refused('VALIDATION_FAILED', 'q'));
  });
});
