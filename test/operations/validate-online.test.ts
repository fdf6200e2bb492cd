import { operation as validateInvoice } from '../../functions/invoices/validate-invoice';
import { REFUSED_CUSTOMERS } from '../../local/facturapi/customers';
import type { Client } from '../../shared/clients/client';
import type { Office } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { insertClient } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const offices = stampingOffices(table);
const customers = () => [...offices.bench.served().standIn.state.customers.values()];

const COMPLETE = { rfc: 'KIJ0906199R1', taxRegime: '601', zipCode: '28971', name: 'KERNEL INDUSTIA JUGUETERA' };

/** An office that stamps live, with an invoice for this client. */
async function openWith(given: Partial<Client> = {}) {
  const office = await offices.open();
  const { teamId, testContext } = office;
  const client = await insertClient(testContext, { teamId, ...COMPLETE, ...given });
  const invoice = await insertInvoice(testContext, { teamId, clientId: client.id, clientName: client.name });
  return { office, id: invoice.id };
}

interface Found {
  readonly code: string;
  readonly field: string;
  readonly source: string;
}

async function check(office: Office, id: string, online?: unknown) {
  const before = office.testContext.actions().length;
  const body = online === undefined ? {} : { online };
  const answer = await office.send(validateInvoice, { path: { id }, body });
  const { ready, errors, notChecked } = Object(answer.body);
  return {
    status: answer.status,
    ready,
    body: answer.body,
    errors: errors?.map(({ source, code, field }: Found) => `${source} ${code} ${field}`),
    notChecked: notChecked?.filter(({ field }: Found) => field.startsWith('client')),
    asked: office.testContext
      .actions()
      .slice(before)
      .filter((action) => action.endsWith('Customer')),
  };
}

const ASKED = ['CreateCustomer', 'ValidateCustomer', 'DeleteCustomer'];
const reason = (text: string) => [{ field: 'client.rfc', message: expect.stringContaining(text) }];

describe('tax M17: the online check of a customer', () => {
  test('tax M17: is made only on request', async () => {
    const { office, id } = await openWith({ name: 'NOMBRE DISTINTO' });
    for (const online of [undefined, false]) {
      const { ready, asked, notChecked } = await check(office, id, online);
      expect([ready, asked, notChecked]).toEqual([true, [], reason('CFDI40143 to CFDI40148')]);
    }
  });

  test('tax M17: finds a customer that is on the lists, and leaves nothing at the provider', async () => {
    const { office, id } = await openWith();
    const before = customers().length;
    expect(await check(office, id, true)).toMatchObject({ status: 200, ready: true, notChecked: [], asked: ASKED });
    expect(customers()).toHaveLength(before);
  });

  test.each([
    ['RFC QUE NO EXISTE', 'CFDI CFDI40143 client.rfc'],
    ['NOMBRE DISTINTO', 'CFDI CFDI40145 client.legalName'],
    ['POSTAL DISTINTO', 'CFDI CFDI40148 client.zipCode'],
    ['REGIMEN DISTINTO', 'CFDI CFDI40157 client.taxRegime'],
  ])('tax M17: %s is the error %s', async (name, error) => {
    const { office, id } = await openWith({ name });
    const { ready, errors, notChecked } = await check(office, id, true);
    expect([ready, errors, notChecked]).toEqual([false, [error], []]);
    expect(Object.keys(REFUSED_CUSTOMERS)).toContain(name);
  });

  test('tax M17: sends the name as the document contains it', async () => {
    const { office, id } = await openWith({ name: 'Otro', legalName: 'nombre   distinto' });
    expect((await check(office, id, true)).errors).toEqual(['CFDI CFDI40145 client.legalName']);
  });

  test('tax M17: does not delete a customer that the provider had before', async () => {
    const { office, id } = await openWith();
    const { organization } =
      offices.bench
        .organizations()
        .map((one) => ({ organization: one }))
        .at(-1) ?? {};
    const [live] = organization?.liveKeys ?? [];
    const { rfc: tax_id, taxRegime: tax_system, zipCode: zip, name: legal_name } = COMPLETE;
    const body = { legal_name, tax_id, tax_system, address: { zip } };
    await offices.bench.ask('POST', '/customers', body, live?.secret);
    const before = customers().length;
    office.testContext.pass(10 * 60_000);
    expect((await check(office, id, true)).asked).toEqual(['CreateCustomer', 'ValidateCustomer']);
    expect(customers()).toHaveLength(before);
  });
});

describe('tax M17: a check that cannot be made is in notChecked, and never 502', () => {
  test.each([
    ['HTML', 'CreateCustomer'],
    ['CUT', 'CreateCustomer'],
    ['REFUSE', 'CreateCustomer'],
    ['RATE_LIMIT', 'CreateCustomer'],
    ['LOSE_ANSWER', 'CreateCustomer'],
    ['HTML', 'ValidateCustomer'],
    ['REFUSE', 'ValidateCustomer'],
    ['RATE_LIMIT', 'ValidateCustomer'],
  ] as const)('tax M17: %s at %s', async (fault, action) => {
    const { office, id } = await openWith({ name: 'NOMBRE DISTINTO' });
    offices.befall({ fault, actions: [action], times: 9 });
    const { status, ready, errors, notChecked } = await check(office, id, true);
    expect([status, ready, errors, notChecked]).toEqual([200, true, [], reason('did not answer')]);
    offices.bench.served().standIn.faults.clear();
  });

  test('tax M17: a deletion that fails changes nothing', async () => {
    const { office, id } = await openWith();
    offices.befall({ fault: 'HTML', actions: ['DeleteCustomer'], times: 9 });
    expect(await check(office, id, true)).toMatchObject({ status: 200, ready: true, notChecked: [] });
    offices.bench.served().standIn.faults.clear();
  });

  test.each([
    ['a generic RFC', { rfc: 'xaxx010101000' }, 'generic'],
    ['no tax regime', { taxRegime: undefined }, 'are missing'],
    ['no postcode', { zipCode: undefined }, 'are missing'],
  ])('tax M17: a client with %s is not asked about', async (_, given, why) => {
    const { office, id } = await openWith(given);
    const { status, notChecked, asked } = await check(office, id, true);
    expect([status, notChecked, asked]).toEqual([200, reason(why), []]);
  });

  test('tax M17: a document without client is not asked about', async () => {
    const office = await offices.open();
    const { id } = await insertInvoice(office.testContext, { teamId: office.teamId });
    const { status, notChecked, asked } = await check(office, id, true);
    expect([status, notChecked, asked]).toEqual([200, reason('no client'), []]);
  });

  test('tax M17: a team that stamps in test mode is not asked about', async () => {
    const { manifest } = offices.bench.served().standIn;
    manifest.isPending = true;
    const { office, id } = await openWith({ name: 'NOMBRE DISTINTO' }).finally(() => {
      manifest.isPending = false;
    });
    const { status, notChecked, asked } = await check(office, id, true);
    expect([status, notChecked, asked]).toEqual([200, reason('does not stamp live'), []]);
  });

  test('tax M17: a team without organization does not stamp live', async () => {
    const { openOffice } = await import('../support/office');
    const office = await openOffice(offices.world);
    const { teamId, testContext } = office;
    const client = await insertClient(testContext, { teamId, ...COMPLETE });
    const { id } = await insertInvoice(testContext, { teamId, clientId: client.id });
    const { status, notChecked, asked } = await check(office, id, true);
    expect([status, notChecked, asked]).toEqual([200, reason('does not stamp live'), []]);
  });
});

test.each(['yes', 1, null])('tax M17: online is true or false, not %j', async (online) => {
  const { office, id } = await openWith();
  const { status, body } = await check(office, id, online);
  expect([status, body.field]).toEqual([400, 'online']);
});
