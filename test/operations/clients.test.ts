import * as v from 'valibot';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as deleteClient } from '../../functions/clients/delete-client';
import { operation as getClient } from '../../functions/clients/get-client';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as updateClient } from '../../functions/clients/update-client';
import type { Client } from '../../shared/clients/client';
import { clientKey } from '../../shared/clients/client';
import { editClient } from '../../shared/clients/clients';
import { getItem } from '../../shared/platform/table/read';
import { put } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';
import { storedClient } from '../support/store-records';

const table = quickTable();
const world = accounts(table);

const stored = ({ testContext, teamId }: Office, id: unknown) =>
  getItem(testContext.context, clientKey(teamId, String(id)));
const at = ({ id }: Pick<Client, 'id'>) => ({ path: { id } });

const FIELDS = {
  name: 'Cervecería del Bajío',
  nameRelated: 'Grupo Bajío',
  description: 'Cerveza y malta',
  rfc: 'CBA010101AB1',
  phone: '4421234567',
  email: 'pagos@bajio.mx',
  cfdiUse: 'G03',
  taxRegime: '601',
  zipCode: '76000',
  notes: 'Paga los viernes',
  status: 'INACTIVO',
  address: { street: 'Av. 5 de Febrero', extNumber: '12', city: 'Querétaro', country: 'México' },
  creditLimit: 500_000,
  paymentTerms: 30,
} as const;

describe('a new client', () => {
  it('is of the team that the body names, with all that was sent', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const { status, body } = await office.send(createClient, { body: FIELDS });
    const createdAt = office.testContext.now().toISOString();
    expect([status, body]).toEqual([201, { ...FIELDS, id: body.id, teamId: office.teamId, createdAt, version: 1 }]);
    expect(await stored(office, body.id)).toEqual(body);
  });

  it('needs nothing but a name: ACTIVO, and what is empty is omitted', async () => {
    const office = await openOffice(world);
    const { body } = await office.send(createClient, { body: { name: 'Ana' } });
    expect(Object.keys(body).sort()).toEqual(['createdAt', 'id', 'name', 'status', 'teamId', 'version']);
    expect(body.status).toBe('ACTIVO');
  });

  it('is one for an Idempotency-Key', async () => {
    const office = await openOffice(world);
    const request = { body: { name: 'Ana' }, headers: { 'idempotency-key': 'k' } };
    const [one, two] = [await office.send(createClient, request), await office.send(createClient, request)];
    expect([one.status, two]).toEqual([201, one]);
  });

  it('keeps no empty text: neither of its own, nor of its address', async () => {
    const office = await openOffice(world);
    const body = { name: 'Ana', rfc: '', notes: '', address: { street: '', city: 'León' } };
    const answer = await office.send(createClient, { body });
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
      201,
      ['address', 'createdAt', 'id', 'name', 'status', 'teamId', 'version'],
    ]);
    expect(answer.body.address).toEqual({ city: 'León', country: 'Mexico' });
    expect(await stored(office, answer.body.id)).toStrictEqual(answer.body);
  });

  it.each([
    [{ name: undefined }, 'name'],
    [{ name: '' }, 'name'],
    [{ email: 'pagos' }, 'email'],
    [{ creditLimit: 1.5 }, 'creditLimit'],
    [{ paymentTerms: '30' }, 'paymentTerms'],
    [{ status: 'BAJA' }, 'status'],
    [{ rfc: 'x'.repeat(2001) }, 'rfc'],
    [{ address: { zipCode: 'x'.repeat(2001) } }, 'address.zipCode'],
    [{ address: null }, 'address'],
  ])('is refused for %j', async (change, field) => {
    const { send } = await openOffice(world);
    const answer = await send(createClient, { body: { ...FIELDS, ...change } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('is refused by a clientId of another team, or of nobody; one of its own team is not kept', async () => {
    const office = await openOffice(world);
    for (const clientId of [(await insertClient(office.testContext, {})).id, someId()]) {
      const answer = await office.send(createClient, { body: { ...FIELDS, clientId } });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'clientId'));
    }
    const { id: clientId } = await insertClient(office.testContext, { teamId: office.teamId });
    const { status, body } = await office.send(createClient, { body: { ...FIELDS, clientId } });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('clientId');
    expect(await stored(office, body.id)).toStrictEqual(body);
  });

  it('of a team that one is not in, or that is none, is 403; without one 400', async () => {
    const { send } = await openOffice(world);
    const { teamId } = await openOffice(world);
    for (const other of [teamId, someId()]) {
      expect(refusal(await send(createClient, { body: { ...FIELDS, teamId: other } }))).toEqual(refused('FORBIDDEN'));
    }
    const nowhere = await send(createClient, { body: { ...FIELDS, teamId: undefined } });
    expect(refusal(nowhere)).toEqual(refused('VALIDATION_FAILED', 'teamId'));
  });
});

describe('a client', () => {
  it('is read and changed in its own team alone', async () => {
    const office = await openOffice(world);
    const client = await insertClient(office.testContext, { teamId: office.teamId });
    expect((await office.send(getClient, at(client))).body).toEqual(client);
    const other = await openOffice(world);
    for (const operation of [getClient, updateClient]) {
      expect(refusal(await other.send(operation, at(client)))).toEqual(refused('NOT_FOUND'));
      expect(refusal(await office.send(operation, at({ id: someId() })))).toEqual(refused('NOT_FOUND'));
      const query = { teamId: other.teamId };
      expect(refusal(await office.send(operation, { ...at(client), query }))).toEqual(refused('FORBIDDEN'));
      const without = await office.send(operation, { ...at(client), query: { teamId: '' } });
      expect(refusal(without)).toEqual(refused('VALIDATION_FAILED', 'teamId'));
    }
    expect(await stored(office, client.id)).toEqual(client);
  });

  it.each(Object.entries(FIELDS))('changes its %s and keeps the rest', async (field, value) => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const client = await insertClient(office.testContext, {
      teamId: office.teamId,
      name: 'Antes',
      rfc: 'XAXX010101000',
    });
    const answer = await office.send(updateClient, { ...at(client), body: { [field]: value } });
    expect([answer.status, answer.body]).toEqual([200, { ...client, [field]: value, version: client.version + 1 }]);
    expect(await stored(office, client.id)).toEqual(answer.body);
  });

  it.each([undefined, {}, { id: someId(), teamId: someId(), createdAt: 'now', balance: 7 }])(
    'is not changed by %j',
    async (body) => {
      const office = await openOffice(world);
      const client = await insertClient(office.testContext, { teamId: office.teamId, status: 'INACTIVO' });
      const before = await table.everything();
      expect((await office.send(updateClient, { ...at(client), body })).body).toEqual(client);
      expect(await table.everything()).toEqual(before);
    },
  );

  it('loses what an empty text is sent for, and the audit names it', async () => {
    const office = await openOffice(world);
    const { teamId } = office;
    const client = await insertClient(office.testContext, {
      teamId,
      name: 'Ana',
      rfc: 'XAXX010101000',
      notes: 'Paga tarde',
    });
    const { rfc, notes, ...rest } = client;
    const answer = await office.send(updateClient, { ...at(client), body: { rfc: '', notes: '', phone: '477' } });
    expect([answer.status, answer.body]).toStrictEqual([200, { ...rest, phone: '477', version: rest.version + 1 }]);
    expect(await stored(office, client.id)).toStrictEqual(answer.body);
    const [event] = await table.partition(`TEAM#${teamId}#CLIENT#${client.id}`);
    expect(event).toMatchObject({ action: 'UPDATE', changes: { fields: ['rfc', 'phone', 'notes'] } });
  });

  it('desk 1.2: a telephone that a phone copied with its marks of direction is found by its number', async () => {
    const { send } = await openOffice(world);
    const { body } = await send(createClient, { body: { name: 'Xenón', phone: '\u202a+52 81 1234 5678\u202c' } });
    const found = recordsOf(await send(listClients, { query: { q: '81 1234 5678' } }), 'clients');
    expect(found.map(({ id }) => id)).toEqual([body.id]);
  });

  it.each(['81 1234 5678', '+52 81 1234 5678', '(+52) 81 1234 5678', '+52 1 81 1234 5678', '52 (81) 1234-5678'])(
    'desk 3.1: the telephone %p is found in each form, and leaves no word behind',
    async (phone) => {
      const { send, teamId } = await openOffice(world);
      const { body } = await send(createClient, { body: { name: 'Xenón', phone } });
      for (const q of ['8112345678', '81 1234', '+52 81 12', '(+52) 81 1234 5678', '+52 1 81 1234 5678', phone])
        expect(recordsOf(await send(listClients, { query: { q } }), 'clients').map(({ id }) => id)).toEqual([body.id]);
      expect((await send(deleteClient, { path: { id: String(body.id) } })).status).toBe(200);
      expect(await table.partition(`TEAM#${teamId}#WORDS`)).toEqual([]);
    },
  );

  it.each([null, '', ' \t ', '\u200b'])('desk 1.2: refuses the name %j', async (name) => {
    const office = await openOffice(world);
    const client = await insertClient(office.testContext, { teamId: office.teamId });
    const answer = await office.send(updateClient, { ...at(client), body: { name } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'name'));
    expect(await stored(office, client.id)).toEqual(client);
  });
});

describe('the clients of a team', () => {
  const names = (found: Record<string, unknown>[]) => found.map(({ name }) => name);

  it.each([
    [{}, ['Ñandú Textil', 'Bebidas López', 'Bébidas Lara', 'Aceros']],
    [{ q: '' }, ['Ñandú Textil', 'Bebidas López', 'Bébidas Lara', 'Aceros']],
    [{ sort: 'createdAt' }, ['Ñandú Textil', 'Bebidas López', 'Bébidas Lara', 'Aceros']],
    [{ sort: 'name' }, ['Aceros', 'Bébidas Lara', 'Bebidas López', 'Ñandú Textil']],
    [{ sort: 'name', status: 'INACTIVO' }, ['Aceros', 'Bébidas Lara']],
    [{ status: 'INACTIVO' }, ['Bébidas Lara', 'Aceros']],
    [{ q: 'bebidas l' }, ['Bébidas Lara', 'Bebidas López']],
    [{ q: 'BEBIDAS LO' }, ['Bebidas López']],
    [{ q: 'lo BEBIDAS' }, ['Bebidas López']],
    [{ q: 'nandu' }, ['Ñandú Textil']],
    [{ q: 'TÉXTIL' }, ['Ñandú Textil']],
    [{ q: 'extil' }, []],
    [{ q: 'bebidas textil' }, []],
    [{ status: 'INACTIVO', q: 'béb' }, ['Bébidas Lara']],
  ])('desk 3.1: are found by %j', async (query, expected) => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    for (const name of ['Aceros', 'Bébidas Lara'])
      await insertClient(testContext, { teamId, name, status: 'INACTIVO' });
    for (const name of ['Bebidas López', 'Ñandú Textil']) await insertClient(testContext, { teamId, name });
    await insertClient(testContext, { name: 'Bebidas de otros' });
    expect(names(recordsOf(await office.send(listClients, { query }), 'clients'))).toEqual(expected);
    const pages = await pagesOf(office, listClients, 'clients', { ...query, limit: '1' });
    expect(names(pages.flat())).toEqual(expected);
    // desk 3.3: the last page has no cursor, so no page follows the last record.
    expect(pages.length).toBe(Math.max(1, expected.length));
  });

  it('desk 3.1: are sorted by name, a name before those that go on after it, each on one page', async () => {
    const office = await openOffice(world);
    const sorted = ['Cemex', 'Cemex Monterrey', 'Cemex Puebla', 'Cemex2', 'Cemexa'];
    for (const name of sorted.toReversed()) await insertClient(office.testContext, { teamId: office.teamId, name });
    for (const query of [{ sort: 'name' }, { q: 'cemex' }])
      for (const limit of ['1', '2', '50']) {
        const pages = await pagesOf(office, listClients, 'clients', { ...query, limit });
        expect(names(pages.flat())).toEqual(sorted);
      }
  });

  const found = async (office: Office, q: string) =>
    names(recordsOf(await office.send(listClients, { query: { q } }), 'clients'));

  it.each([
    ['elizondo', true],
    ['Ramón Elizondo', true],
    ['garza elizondo ram', true],
    ['leal', true],
    ['garza-leal', true],
    ['GARZALEAL', true],
    ['de elizondo', true],
    ['elr 8001', true],
    ['ELR-800101-AB1', true],
    ['elr8001', true],
    ['81 8345 6789', true],
    ['+52 (81) 8345', true],
    ['8345', false],
    ['ramon@garza', true],
    ['garza.mx', false],
    ['lizondo', false],
    ['ramon 81834', true],
    ['ramon perez', false],
  ])('desk 3.1: are searched by any word of name, RFC, telephone and e-mail: %p finds it: %p', async (q, isFound) => {
    const office = await openOffice(world);
    const body = {
      name: 'Fletes de Ramón Elizondo Garza-Leal',
      rfc: 'ELR800101AB1',
      phone: '+52 81 8345-6789',
      email: 'Ramon@Garza.mx',
    };
    expect((await office.send(createClient, { body })).status).toBe(201);
    expect((await office.send(createClient, { body: { name: 'Otro' } })).status).toBe(201);
    expect(await found(office, q)).toEqual(isFound ? [body.name] : []);
  });

  it.each(['del sol', 'sol del', 'la del so'])(
    'desk 3.1: a joining word beside another one finds by it: %p',
    async (q) => {
      const office = await openOffice(world);
      for (const name of ['Fletes La Luz del Sol', 'Soledad']) await office.send(createClient, { body: { name } });
      expect(await found(office, q)).toEqual(['Fletes La Luz del Sol']);
    },
  );

  it('desk 3.1: joining words alone find the names that begin with them', async () => {
    const office = await openOffice(world);
    for (const name of ['De la Torre', 'Fletes de la Torre']) await office.send(createClient, { body: { name } });
    expect(await found(office, 'de la')).toEqual(['De la Torre']);
    expect(await found(office, 'de la t')).toEqual(['De la Torre', 'Fletes de la Torre']);
  });

  it('desk 3.1: a client with several words that match is answered once', async () => {
    const office = await openOffice(world);
    for (const name of ['Mario Martínez Mármol', 'Marta']) await office.send(createClient, { body: { name } });
    const pages = await pagesOf(office, listClients, 'clients', { q: 'mar', limit: '1' });
    expect(names(pages.flat())).toEqual(['Mario Martínez Mármol', 'Marta']);
  });

  it('desk 3.1: a client with a name longer than a key is compared by its record', async () => {
    const office = await openOffice(world);
    const name = [...Array.from({ length: 60 }, (_, number) => `palabra${number}`), 'fin'].join(' ');
    await office.send(createClient, { body: { name } });
    for (const q of ['palabra0', 'palabra11', 'palabra11 fin']) expect(await found(office, q)).toEqual([name]);
    for (const q of ['palabra11 final', 'palabra2 otra']) expect(await found(office, q)).toEqual([]);
  });

  it.each([
    [{ q: 'uno dos tres cuatro' }, 'q'],
    [{ q: '-' }, 'q'],
    [{ sort: 'rfc' }, 'sort'],
    [{ q: 'ana', sort: 'name' }, 'sort'],
    [{ estatus: 'ACTIVO' }, 'estatus'],
  ])('desk 3.2: %j is refused', async (query, field) => {
    const { send } = await openOffice(world);
    expect(refusal(await send(listClients, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('a cursor of one order is refused in another', async () => {
    const office = await openOffice(world);
    for (const name of ['Ana', 'Anabel', 'Ana Paula']) await office.send(createClient, { body: { name } });
    const queries: Record<string, string>[] = [{ q: 'ana' }, { q: 'an' }, { sort: 'name' }, {}];
    for (const query of queries) {
      const { cursor } = v.parse(
        v.pipe(
          v.object({ nextCursor: v.string() }),
          v.transform(({ nextCursor }) => ({ cursor: nextCursor })),
        ),
        (await office.send(listClients, { query: { ...query, limit: '1' } })).body,
      );
      for (const other of queries.filter((one) => one !== query)) {
        const answer = await office.send(listClients, { query: { ...other, limit: '1', cursor } });
        expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'cursor'));
      }
    }
  });

  it('desk 3.1: are found by their new words after an edit, and by no word that was changed or cleared', async () => {
    const office = await openOffice(world);
    const body = { name: 'Aceros Ávila', rfc: 'AAV010101AB1', phone: '8181', email: 'ventas@avila.mx' };
    const { body: client } = await office.send(createClient, { body });
    const path = { id: String(client.id) };
    await office.send(updateClient, { path, body: { name: 'Metales Ávila', phone: null, email: null } });
    for (const q of ['metales', 'avila', 'aav01']) expect(await found(office, q)).toEqual(['Metales Ávila']);
    for (const q of ['aceros', '8181', 'ventas@']) expect(await found(office, q)).toEqual([]);
    const rows = (await table.partition(`TEAM#${office.teamId}#WORDS`)).map((row) => JSON.stringify(row)).join();
    expect(rows).not.toMatch(/aceros|8181|ventas/);
    expect(names(recordsOf(await office.send(listClients, { query: { sort: 'name' } }), 'clients'))).toEqual([
      'Metales Ávila',
    ]);
  });

  it('desk 3.1: are found by an e-mail address that is longer than a word of a key', async () => {
    const office = await openOffice(world);
    const email = 'recepcion.facturas.electronicas@transportesyautolineasdelbajio.com.mx';
    await office.send(createClient, { body: { name: 'Autolíneas', email } });
    for (const q of [email, 'recepcion.facturas', 'RECEPCION.FACTURAS.ELECTRONICAS@transportes'])
      expect(await found(office, q)).toEqual(['Autolíneas']);
    expect(await found(office, `otra.${email}`)).toEqual([]);
  });

  it('desk 3.1: a deleted client leaves no word', async () => {
    const office = await openOffice(world);
    const { body } = await office.send(createClient, { body: FIELDS });
    expect((await office.send(deleteClient, { path: { id: String(body.id) } })).status).toBe(200);
    expect(await table.partition(`TEAM#${office.teamId}#WORDS`)).toEqual([]);
  });

  it('desk 3.1: two edits at once leave the words of both', async () => {
    const office = await openOffice(world);
    const client = await insertClient(office.testContext, { teamId: office.teamId, name: 'Uno', rfc: 'AAA' });
    const interrupted = table.interrupted(() => office.send(updateClient, { ...at(client), body: { name: 'Dos' } }));
    await interrupted.use(editClient)({ id: someId(), teamId: office.teamId }, client, { rfc: 'BBB' });
    for (const q of ['dos bbb', 'bbb', 'dos']) expect(await found(office, q)).toEqual(['Dos']);
    for (const q of ['uno', 'aaa']) expect(await found(office, q)).toEqual([]);
    expect(await table.partition(`TEAM#${office.teamId}#WORDS`)).toHaveLength(1);
  });

  it('desk 3.1: a form that sends the name as it was read, beside a new name at once, keeps the new one and its words', async () => {
    const office = await openOffice(world);
    const client = await insertClient(office.testContext, { teamId: office.teamId, name: 'Uno Norte' });
    const interrupted = table.interrupted(() =>
      office.send(updateClient, { ...at(client), body: { name: 'Dos Sur' } }),
    );
    const form = { name: client.name, notes: 'Paga tarde' };
    await interrupted.use(editClient)({ id: someId(), teamId: office.teamId }, client, form);
    for (const q of ['dos', 'sur']) expect(await found(office, q)).toEqual(['Dos Sur']);
    expect((await office.send(getClient, at(client))).body).toMatchObject({ name: 'Dos Sur', notes: 'Paga tarde' });
  });

  it('desk 3.1: an edit that changes no row of words and one that does, at once, leave the words of both', async () => {
    const office = await openOffice(world);
    const client = await insertClient(office.testContext, { teamId: office.teamId, name: 'Uno SA de CV' });
    const interrupted = table.interrupted(() => office.send(updateClient, { ...at(client), body: { rfc: 'BBB' } }));
    await interrupted.use(editClient)({ id: someId(), teamId: office.teamId }, client, { name: 'Uno' });
    for (const q of ['uno bbb', 'bbb', 'uno']) expect(await found(office, q)).toEqual(['Uno']);
    await office.send(updateClient, { ...at(client), body: { rfc: null } });
    expect(await table.partition(`TEAM#${office.teamId}#WORDS`)).toEqual([]);
  });

  it('desk 3.1: an old client without words gets them with its next edit of a searched field', async () => {
    const office = await openOffice(world);
    const client = storedClient({ teamId: office.teamId, name: 'Viejo Cliente', rfc: 'VIE010101AB1' });
    const { context } = office.testContext;
    const key = clientKey(office.teamId, client.id);
    await transact(context, [put(key, client, {}, () => new Error('exists'))]);
    expect(await found(office, 'viejo')).toEqual([]);
    await office.send(updateClient, { ...at(client), body: { phone: '4771' } });
    for (const q of ['viejo', 'cliente', 'vie01', '4771']) expect(await found(office, q)).toEqual(['Viejo Cliente']);
  });

  it('are not shown to who is not in it', async () => {
    const office = await openOffice(world);
    expect(refusal(await (await office.stranger()).send(listClients))).toEqual(refused('FORBIDDEN'));
  });
});
