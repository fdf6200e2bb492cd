import * as v from 'valibot';
import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as reportTaxes } from '../../functions/reports/report-taxes';
import { noteSteps } from '../../shared/invoices/invoice-writes';
import { taxIssuerKey } from '../../shared/invoices/issuer';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { TaxSummary } from '../../shared/reports/tax-summary';
import { COLLECTED, DOCUMENTS, ISSUED, NOTE_ITEMS, PAYMENTS } from '../reports/month';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);

const NOTED_CENTS = 41_441;
const names = ['freight', 'border', 'export', 'mixed', 'resico'] as const;
type Name = (typeof names)[number];

interface Month {
  readonly office: Office;
  readonly clients: Readonly<Record<'norte' | 'sur', string>>;
  readonly ids: Readonly<Record<Name, string>>;
}

async function openMonth(): Promise<Month> {
  const office = await openOffice(world, { team: { timeZone: 'America/Mexico_City' } });
  const { testContext, teamId } = office;
  const norte = (await insertClient(testContext, { teamId, name: '=Fletes del Norte' })).id;
  const sur = (await insertClient(testContext, { teamId, name: 'Bodegas del Sur' })).id;
  const clients = { norte, sur };
  const clientNames = { norte: '=Fletes del Norte', sur: 'Bodegas del Sur' };
  const insert = async (name: Name) => {
    const { client, issuedAt, given } = DOCUMENTS[name];
    const fields = { teamId, clientId: clients[client], clientName: clientNames[client], issuedAt, uuid: someId() };
    const own = { ledgerVersion: 1, ...(name === 'freight' && { credited: NOTED_CENTS }) };
    return (await insertInvoice(testContext, { ...given, items: [...given.items], ...fields, status: 'VALID' }, own))
      .id;
  };
  const ids = {
    freight: await insert('freight'),
    border: await insert('border'),
    export: await insert('export'),
    mixed: await insert('mixed'),
    resico: await insert('resico'),
  };
  const note = await insertInvoice(testContext, {
    teamId,
    type: 'E',
    clientId: norte,
    clientName: '=Fletes del Norte',
    status: 'VALID',
    uuid: someId(),
    issuedAt: '2026-03-02T18:00:00.000Z',
    items: NOTE_ITEMS,
    relations: [{ type: '01', invoiceIds: [ids.freight], uuids: [] }],
  });
  await transact(testContext.context, noteSteps(note));
  return { office, clients, ids };
}

async function taxes({ office }: Pick<Month, 'office'>, query: Record<string, string> = {}) {
  const { status, body } = await office.send(reportTaxes, { query });
  expect(status).toBe(200);
  return v.parse(TaxSummary, body);
}

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

describe('tax 6.7: the tax summary of what was issued', () => {
  test('has the figures of the accountant by month, with the credit note subtracted', async () => {
    const month = await openMonth();
    const report = await taxes(month, MARCH);
    expect(report).toMatchObject({ ...MARCH, basis: 'issued', groupBy: 'month', differing: 0, unlisted: 0 });
    expect(report.rows).toEqual([{ key: '2026-03', ...ISSUED.all }]);
    expect(report.sums).toEqual(ISSUED.all);
  });

  test('has them by client, the largest first', async () => {
    const month = await openMonth();
    const { rows, sums } = await taxes(month, { ...MARCH, groupBy: 'client' });
    expect(rows).toEqual([
      { key: month.clients.sur, name: 'Bodegas del Sur', ...ISSUED.sur },
      { key: month.clients.norte, name: '=Fletes del Norte', ...ISSUED.norte },
    ]);
    expect(sums).toEqual(ISSUED.all);
  });

  test('counts the local day of the stamp: the first and the last instant of the month', async () => {
    const month = await openMonth();
    expect((await taxes(month, { from: '2026-02-01', to: '2026-02-28' })).rows).toEqual([]);
    expect((await taxes(month, { from: '2026-03-01', to: '2026-03-01' })).sums).toMatchObject({ total: 4144.07 });
    expect((await taxes(month, { from: '2026-03-31', to: '2026-03-31' })).sums).toMatchObject({ total: 11_075 });
    // All documents were created before these days.
    expect((await taxes(month, { from: '2026-03-10', to: '2026-03-11' })).sums).toMatchObject({ total: 9320.56 });
    expect((await taxes(month, { from: '2026-04-01', to: '2026-04-30' })).rows).toEqual([]);
  });

  test('leaves out documents that are cancelled or substituted, and counts one whose cancellation waits', async () => {
    const { office } = await openMonth();
    const { teamId, testContext } = office;
    const insert = (given: object, own: object = {}) =>
      insertInvoice(testContext, { teamId, uuid: someId(), issuedAt: '2026-05-05T18:00:00.000Z', ...given }, own);
    await insert({ status: 'CANCELLED' });
    await insert({ status: 'VALID' }, { isReplaced: true });
    await insert({ status: 'CANCELLED_PENDING' });
    await insert({ status: 'CANCELLED_PENDING', issuedAt: '2026-03-05T18:00:00.000Z' });
    const { sums } = await taxes({ office }, { from: '2026-05-01', to: '2026-05-31' });
    expect(sums).toMatchObject({ documents: 1, base16: 25_000, total: 28_000 });
    expect((await taxes({ office }, MARCH)).sums).toMatchObject({ documents: 7 });
  });

  test.each([
    ['leaves out test documents once the team stamps live', true, 1],
    ['has the test documents of a team that does not', false, 2],
  ])('%s', async (_, livemode, documents) => {
    const office = await openOffice(world);
    const { teamId, testContext } = office;
    const account = put(taxIssuerKey(teamId), { taxRegime: '601', livemode }, {}, unexpectedConflict('One'));
    await transact(testContext.context, [account]);
    for (const mode of [true, false])
      await insertInvoice(testContext, {
        ...{ teamId, status: 'VALID', uuid: someId(), issuedAt: '2026-05-05T18:00:00.000Z', livemode: mode },
      });
    expect((await taxes({ office }, { from: '2026-05-01', to: '2026-05-31' })).sums).toMatchObject({ documents });
  });

  test('tax 2.4: totals are the documents’ own; bases and taxes are those of the items; the report says how many differ', async () => {
    const office = await openOffice(world);
    const { teamId, testContext } = office;
    const given = { teamId, status: 'VALID', uuid: someId(), issuedAt: '2026-05-05T18:00:00.000Z' } as const;
    await insertInvoice(testContext, given, { documentTotal: 2_800_001, total: 28_000.01 });
    const report = await taxes({ office }, { from: '2026-05-01', to: '2026-05-31' });
    expect(report.sums).toMatchObject({ base16: 25_000, ivaTransferred16: 4000, ivaWithheld: 1000, total: 28_000.01 });
    expect(report.differing).toBe(1);
  });

  test('is a table without formulas', async () => {
    const csv = reportTaxes.output.csv?.(await taxes(await openMonth(), { ...MARCH, groupBy: 'client' }), 'en') ?? '';
    const [head, , norte] = csv.split('\r\n');
    expect(head).toBe(
      '\ufeff"key","name","documents","base16","base8","base0","baseExempt","notSubject","ivaTransferred16","ivaTransferred8","ivaWithheld","isrWithheld","total"',
    );
    expect(norte).toContain(`"'=Fletes del Norte",3,3330.05,4000.01,0,0,0,532.81,320,133.2,0,8049.67`);
  });

  test('refuses a range that ends before it begins, and an unknown basis', async () => {
    const office = await openOffice(world);
    const send = (query: Record<string, string>) => office.send(reportTaxes, { query });
    expect(await send({ from: '2026-04-01', to: '2026-03-01' })).toMatchObject({
      status: 400,
      body: { field: 'from' },
    });
    expect(await send({ basis: 'paid' })).toMatchObject({ status: 400, body: { field: 'basis' } });
  });
});

test('tax 6.7: a member who is no administrator may not read the tax summary', async () => {
  const office = await openOffice(world);
  const member = await office.hire('MEMBER');
  expect(await member.send(reportTaxes)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
  expect((await (await office.hire('ADMIN')).send(reportTaxes)).status).toBe(200);
});

describe('tax 6.7: the tax summary of what was collected', () => {
  async function openPaid(): Promise<Month> {
    const month = await openMonth();
    for (const { document, amount, paidAt } of PAYMENTS) {
      const clientId = month.clients[DOCUMENTS[document].client];
      const allocations = [{ invoiceId: month.ids[document], amount }];
      const body = { clientId, amount, paidAt, method: 'TRANSFERENCIA', allocations };
      expect((await month.office.send(createCollection, { body })).status).toBe(201);
    }
    return month;
  }

  test('has the taxes of the allocations by payment date, for PPD and PUE alike', async () => {
    const month = await openPaid();
    const report = await taxes(month, { basis: 'collected', from: '2026-03-01', to: '2026-04-30' });
    expect(report.rows).toEqual([
      { key: '2026-03', ...COLLECTED.march },
      { key: '2026-04', ...COLLECTED.april },
    ]);
    expect(report.sums).toMatchObject({ documents: 5, total: 16_049.67, base16: 10_365.52, ivaWithheld: 414.62 });
  });

  test('of April alone continues where March ended: the last payment takes what remains', async () => {
    const month = await openPaid();
    const { rows } = await taxes(month, { basis: 'collected', from: '2026-04-01', to: '2026-04-30' });
    expect(rows).toEqual([{ key: '2026-04', ...COLLECTED.april }]);
  });

  test('does not contain payments of test documents once the team stamps live', async () => {
    const office = await openOffice(world);
    const { teamId, testContext } = office;
    const account = put(taxIssuerKey(teamId), { taxRegime: '601', livemode: true }, {}, unexpectedConflict('One'));
    await transact(testContext.context, [account]);
    const { id: clientId } = await insertClient(testContext, { teamId });
    const given = { teamId, clientId, status: 'VALID', uuid: someId(), livemode: false } as const;
    const issuedAt = '2026-03-01T18:00:00.000Z';
    const { id: invoiceId } = await insertInvoice(testContext, { ...given, issuedAt }, { ledgerVersion: 1 });
    const body = { clientId, amount: 28_000, method: 'EFECTIVO', allocations: [{ invoiceId, amount: 28_000 }] };
    expect((await office.send(createCollection, { body })).status).toBe(201);
    expect((await taxes({ office }, { basis: 'collected' })).sums).toMatchObject({ documents: 0, total: 0 });
  });

  test('does not contain money on account', async () => {
    const month = await openMonth();
    const body = { clientId: month.clients.sur, amount: 100, method: 'EFECTIVO', allocations: [] };
    expect((await month.office.send(createCollection, { body })).status).toBe(201);
    expect((await taxes(month, { basis: 'collected' })).sums).toMatchObject({ documents: 0, total: 0 });
  });
});
