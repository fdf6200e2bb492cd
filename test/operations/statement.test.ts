import * as v from 'valibot';
import { operation as readStatement } from '../../functions/clients/read-statement';
import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as replaceAllocations } from '../../functions/collections/replace-allocations';
import { operation as voidCollection } from '../../functions/collections/void-collection';
import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as createCreditNote } from '../../functions/invoices/create-credit-note';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as createReceipt } from '../../functions/receipts/create-receipt';
import { operation as reportTaxes } from '../../functions/reports/report-taxes';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import type { Operation } from '../../shared/operation/define';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { Statement } from '../../shared/reports/statement';
import { TaxSummary } from '../../shared/reports/tax-summary';
import type { TestRequest } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { insertClient, insertTrips } from '../support/store-fleet';
import { ITEM } from '../support/store-invoices';

const offices = stampingOffices(quickTable());
const { bench, world, open, insertCustomer, stamp } = offices;

afterEach(offices.forgetWork);

const SECOND = 1000;
/** The provider's clock runs through all tests. That of an office begins with it. */
let passed = 0;

function pass({ testContext }: Office): void {
  testContext.pass(SECOND);
  bench.pass(SECOND);
  passed += SECOND;
}

interface Desk {
  readonly office: Office;
  readonly clientId: string;
}

async function openDesk(): Promise<Desk> {
  const office = await open();
  office.testContext.pass(passed);
  return { office, clientId: (await insertCustomer(office)).id };
}

async function send({ office }: Desk, operation: Operation, request: TestRequest = {}) {
  const headers = { ...(await office.exchange.bearer(undefined, office.id)), ...request.headers };
  return office.send(operation, { ...request, headers });
}

async function created(desk: Desk, operation: Operation, request: TestRequest): Promise<string> {
  const { status, body } = await send(desk, operation, request);
  expect(status).toBe(201);
  return String(body.id);
}

async function stamped(desk: Desk, operation: Operation, request: TestRequest): Promise<string> {
  pass(desk.office);
  const id = await created(desk, operation, request);
  expect(await stamp(desk.office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  pass(desk.office);
  return id;
}

const invoice = (desk: Desk, body: object = {}) =>
  stamped(desk, createInvoice, { body: { clientId: desk.clientId, items: [{ ...ITEM, price: 25_000 }], ...body } });
const note = (desk: Desk, id: string, body: object) =>
  stamped(desk, createCreditNote, { path: { id }, body: { relation: '01', paymentForm: '03', ...body } });
const substitute = (desk: Desk, id: string, body: object = {}) =>
  stamped(desk, substituteInvoice, { path: { id }, body });

function collect(desk: Desk, amount: number): Promise<string> {
  pass(desk.office);
  const paidAt = desk.office.testContext.now().toISOString();
  const body = { clientId: desk.clientId, amount, method: 'TRANSFERENCIA', paidAt };
  return created(desk, createCollection, { body });
}

async function statement(desk: Desk, query: Record<string, string> = {}, id = desk.clientId) {
  pass(desk.office);
  const { status, body } = await send(desk, readStatement, { path: { id }, query });
  expect(status).toBe(200);
  return v.parse(Statement, body);
}
const linesOf = ({ entries }: v.InferOutput<typeof Statement>) =>
  entries.map(({ kind, id, charge, payment, balance }) => [kind, id, charge, payment, balance]);

describe('tax 6.8: the statement of account', () => {
  test('of documents, a credit note, a collection and its void, a cancellation', async () => {
    const desk = await openDesk();
    const one = await invoice(desk);
    const other = await invoice(desk, { items: [{ ...ITEM, price: 1000 }] });
    const credit = await note(desk, one, { share: 0.1 });
    const collection = await collect(desk, 30_000);
    pass(desk.office);
    expect((await send(desk, voidCollection, { path: { collectionId: collection } })).status).toBe(200);
    pass(desk.office);
    expect((await send(desk, cancelInvoice, { path: { id: other }, body: { motive: '02' } })).status).toBe(200);
    const { teamId, testContext } = desk.office;
    // A later change of the record does not move the cancellation.
    const later = { set: { updatedAt: '2030-01-01T00:00:00.000Z' } };
    await transact(testContext.context, [update(invoiceKey(teamId, other), later, {}, () => new Error('gone'))]);
    const read = await statement(desk);
    expect(linesOf(read)).toEqual([
      ['INVOICE', one, 28_000, 0, 28_000],
      ['INVOICE', other, 1120, 0, 29_120],
      ['CREDIT_NOTE', credit, 0, 2800, 26_320],
      ['COLLECTION', collection, 0, 30_000, -3680],
      ['VOID', collection, 30_000, 0, 26_320],
      ['CANCELLATION', other, 0, 1120, 25_200],
    ]);
    expect(read).toMatchObject({ client: { id: desk.clientId }, opening: 0, closing: 25_200, inFavour: 0 });
    expect(read.entries[0]).toMatchObject({ uuid: expect.any(String), folio: expect.any(String) });
  });

  test('tax 6.8: names the client as its invoices do, by the legal name, or else by the name of the office', async () => {
    const { office } = await openDesk();
    const nameOf = async (fields: object) => {
      const { id } = await insertClient(office.testContext, {
        teamId: office.teamId,
        name: 'Planta Apodaca',
        ...fields,
      });
      return (await office.send(readStatement, { path: { id } })).body.client;
    };
    expect(await nameOf({ legalName: 'ACEROS DEL NORTE' })).toMatchObject({ name: 'ACEROS DEL NORTE' });
    expect(await nameOf({})).toMatchObject({ name: 'Planta Apodaca' });
  });

  test('of a substituted document shows its end and the substitute at one instant', async () => {
    const desk = await openDesk();
    const old = await invoice(desk);
    await collect(desk, 5000);
    const next = await substitute(desk, old, { items: [{ ...ITEM, price: 10_000 }] });
    const read = await statement(desk);
    expect(linesOf(read).slice(2)).toEqual([
      ['CANCELLATION', old, 0, 28_000, -5000],
      ['INVOICE', next, 11_200, 0, 6200],
    ]);
    expect(read.entries[2]?.at).toBe(read.entries[3]?.at);
    expect(read).toMatchObject({ closing: 6200, inFavour: 0 });
  });

  test('of an invoice for another client than the trip’s has the payments of the trip that pay it', async () => {
    const desk = await openDesk();
    const { teamId, testContext } = desk.office;
    const { id: ofTrip } = await insertClient(testContext, { teamId });
    const [trip] = await insertTrips(testContext, [{ teamId, clientId: ofTrip, status: 'EN_PROCESO' }]);
    await invoice(desk, { tripId: trip?.id, noCartaPorteReason: 'LOCAL' });
    const body = { tripId: trip?.id, amount: 28_100, method: 'EFECTIVO' };
    expect((await send(desk, createPayment, { body })).status).toBe(201);
    expect(await statement(desk)).toMatchObject({ closing: 0, inFavour: 0 });
    expect(await statement(desk, {}, ofTrip)).toMatchObject({ closing: -100, inFavour: 100 });
  });

  test('opens where the range before it ended', async () => {
    const desk = await openDesk();
    await invoice(desk);
    await collect(desk, 1000);
    const all = await statement(desk);
    const [first = { at: '' }, second = { at: '' }] = all.entries;
    expect(await statement(desk, { to: first.at })).toMatchObject({ opening: 0, closing: 28_000 });
    expect(await statement(desk, { from: second.at })).toMatchObject({ opening: 28_000, closing: 27_000 });
  });

  test('is a table without formulas', async () => {
    const desk = await openDesk();
    const id = await invoice(desk);
    const csv = readStatement.output.csv?.(await statement(desk), 'en') ?? '';
    const [head, line] = csv.split('\r\n');
    expect(head).toBe('\ufeff"at","kind","id","uuid","folio","tripId","charge","payment","balance","day"');
    expect(line).toContain(`"INVOICE","${id}"`);
  });

  test('names the local day of each entry: an evening of the last day of a month is the next month in UTC', async () => {
    const desk = await openDesk();
    const { clientId } = desk;
    const at = '2026-03-01T05:59:59.999Z';
    const body = { clientId, amount: 100, method: 'EFECTIVO', paidAt: at, allocations: [] };
    await created(desk, createCollection, { body });
    const february = await statement(desk, { from: '2026-02-01', to: '2026-02-28' });
    expect(february.entries).toMatchObject([{ at, day: '2026-02-28' }]);
    expect(readStatement.output.csv?.(february, 'es')).toMatch(/"día local"\r\n.*,"2026-02-28"\r\n$/);
  });

  test('refuses a range that ends before it begins', async () => {
    const desk = await openDesk();
    const query = { from: '2026-04-01', to: '2026-03-01' };
    expect(await send(desk, readStatement, { path: { id: desk.clientId }, query })).toMatchObject({
      status: 400,
      body: { field: 'from' },
    });
  });

  test('of another team’s client is 404; a member may read those of the own team', async () => {
    const one = await openOffice(world);
    const other = await openOffice(world);
    const { id } = await insertClient(other.testContext, { teamId: other.teamId });
    expect(await one.send(readStatement, { path: { id } })).toMatchObject({
      status: 404,
      body: { error: 'NOT_FOUND' },
    });
    const member = await other.hire('MEMBER');
    expect((await member.send(readStatement, { path: { id } })).status).toBe(200);
    expect((await one.send(readStatement, { path: { id }, query: { teamId: other.teamId } })).status).toBe(403);
  });
});

describe('tax 6.7: the tax summary after a stamp', () => {
  const taxes = async (desk: Desk, query: Record<string, string> = {}) => {
    const { status, body } = await send(desk, reportTaxes, { query });
    expect(status).toBe(200);
    return v.parse(TaxSummary, body);
  };

  test('finds what was stamped, with credit notes, and excludes what was cancelled or substituted', async () => {
    const desk = await openDesk();
    const one = await invoice(desk);
    expect(await taxes(desk)).toMatchObject({ sums: { documents: 1, base16: 25_000, total: 28_000 }, unlisted: 0 });
    await note(desk, one, { share: 0.1 });
    expect(await taxes(desk)).toMatchObject({ sums: { documents: 2, base16: 22_500, total: 25_200 }, unlisted: 0 });
    const other = await invoice(desk, { items: [{ ...ITEM, price: 1000 }] });
    await substitute(desk, other, { items: [{ ...ITEM, price: 2000 }] });
    const third = await invoice(desk);
    expect((await send(desk, cancelInvoice, { path: { id: third }, body: { motive: '02' } })).status).toBe(200);
    expect(await taxes(desk)).toMatchObject({ sums: { documents: 3, base16: 24_500, total: 27_440 }, unlisted: 0 });
  });

  test('tax 4.5: has the bases of each line of a receipt, also of two lines for one document', async () => {
    const desk = await openDesk();
    const { clientId } = desk;
    const id = await invoice(desk);
    const some = [{ invoiceId: id, amount: 4_000 }];
    const body = { clientId, amount: 10_000, method: 'TRANSFERENCIA', allocations: some };
    const collectionId = await created(desk, createCollection, { body });
    pass(desk.office);
    const draft = { body: { clientId, collectionIds: [collectionId] } };
    const first = await stamped(desk, createReceipt, draft);
    // The allocation with a receipt stays, so the payment has two for one document.
    const rest = { allocations: [{ invoiceId: id, amount: 6_000 }] };
    expect((await send(desk, replaceAllocations, { path: { collectionId }, body: rest })).status).toBe(200);
    expect((await send(desk, cancelInvoice, { path: { id: first }, body: { motive: '02' } })).status).toBe(200);
    await stamped(desk, createReceipt, draft);
    expect((await taxes(desk, { basis: 'collected' })).sums).toMatchObject({ base16: 8928.57, total: 10_000 });
  });

  test('has the bases of a receipt in force, also when a later credit note would change them', async () => {
    const desk = await openDesk();
    const id = await invoice(desk);
    const collection = await collect(desk, 10_000);
    pass(desk.office);
    await stamped(desk, createReceipt, { body: { clientId: desk.clientId, collectionIds: [collection] } });
    const untaxed = [{ ...ITEM, price: 1000, taxRate: 0, withholdingRate: 0 }];
    await note(desk, id, { items: untaxed });
    // 25,000 × 10,000 / 28,000. Of what the note left it would be 24,000 × 10,000 / 27,000.
    expect((await taxes(desk, { basis: 'collected' })).sums).toMatchObject({
      documents: 1,
      base16: 8928.57,
      ivaTransferred16: 1428.57,
      ivaWithheld: 357.14,
      total: 10_000,
    });
    // What is left: 25,000 − 1,000 − 8,928.571429.
    await collect(desk, 17_000);
    expect((await taxes(desk, { basis: 'collected' })).sums).toMatchObject({ base16: 24_000, total: 27_000 });
  });

  test('subtracts the taxes of the credit that a payment uses: its money was collected for another document before', async () => {
    const desk = await openDesk();
    const { clientId } = desk;
    const id = await invoice(desk);
    const collection = await collect(desk, 28_000);
    pass(desk.office);
    await stamped(desk, createReceipt, { body: { clientId, collectionIds: [collection] } });
    const credit = await note(desk, id, { share: 0.1 });
    await invoice(desk, { items: [{ ...ITEM, price: 2800, taxRate: 0, withholdingRate: 0 }] });
    const use = (amount: number) =>
      created(desk, createCollection, { body: { clientId, amount, method: 'OTRO', paymentForm: '17' } });
    await use(1400);
    const half = { base16: 23_750, ivaTransferred16: 3800, ivaWithheld: 950, base0: 1400, total: 28_000 };
    expect((await taxes(desk, { basis: 'collected' })).sums).toMatchObject({ documents: 2, ...half });
    await use(1400);
    const whole = { base16: 22_500, ivaTransferred16: 3600, ivaWithheld: 900, base0: 2800, total: 28_000 };
    expect((await taxes(desk, { basis: 'collected' })).sums).toMatchObject({ documents: 2, ...whole });
    expect((await taxes(desk)).sums).toMatchObject(whole);
    pass(desk.office);
    // Without the note nothing is given back.
    expect((await send(desk, cancelInvoice, { path: { id: credit }, body: { motive: '02' } })).status).toBe(200);
    expect((await taxes(desk, { basis: 'collected' })).sums).toMatchObject({
      base16: 25_000,
      base0: 2800,
      total: 30_800,
    });
  });
});
