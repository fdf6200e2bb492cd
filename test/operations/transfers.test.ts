import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as reportIncome } from '../../functions/reports/report-income';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTripBalance } from '../../functions/trips/get-trip-balance';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { accounts, refusal, refused } from '../support/accounts';
import { cartaPorte } from '../support/freight';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertTrips } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);

const GOODS = { description: 'Perfiles de acero', productKey: '30102300', quantity: 12, unitKey: 'XPX' };
const transfer = { type: 'T', items: [GOODS], cartaPorte: cartaPorte() };

async function createdTransfer({ send }: Office): Promise<Record<string, unknown>> {
  const { status, body } = await send(createInvoice, { body: transfer });
  expect(status).toBe(201);
  return body;
}

describe('tax 7.10: a document of type T', () => {
  test('has no client, no total and the use S01', async () => {
    const office = await openOffice(world);
    const { id } = await createdTransfer(office);
    const { body } = await office.send(getInvoice, { path: { id: String(id) } });
    expect(body).toMatchObject({ type: 'T', clientId: null, clientName: null, total: 0, subtotal: 0, taxAmount: 0 });
    expect(body).toMatchObject({ cfdiUse: 'S01', hasCartaPorte: true, status: 'DRAFT' });
    expect(body.items).toEqual([expect.objectContaining({ ...GOODS, price: 0, taxRate: 0, withholdingRate: 0 })]);
  });

  test.each([
    ['a price', { items: [{ ...GOODS, price: 1 }] }, 'items[0].price'],
    ['a rate of IVA', { items: [{ ...GOODS, taxRate: 0.16 }] }, 'items[0].taxRate'],
    ['a withholding', { items: [GOODS, { ...GOODS, withholdingRate: 0.04 }] }, 'items[1].withholdingRate'],
    ['a payment form', { paymentForm: '03' }, 'paymentForm'],
    ['a payment method', { paymentMethod: 'PUE' }, 'paymentMethod'],
    ['a client', { clientId: '01890a5d-ac96-774b-bcce-b302099a8099' }, 'clientId'],
    ['conditions of payment', { conditions: 'OC 4471' }, 'conditions'],
    ['the currency MXN', { currency: 'MXN' }, 'currency'],
    ['another use', { cfdiUse: 'G03' }, 'cfdiUse'],
    ['no Carta Porte', { cartaPorte: undefined }, 'cartaPorte'],
    ['a withheld ISR', { items: [{ ...GOODS, isrWithholdingRate: 0.1 }] }, 'items[0].isrWithholdingRate'],
    [
      'the relation of an advance',
      { relations: [{ type: '07', invoiceIds: ['01890a5d-ac96-774b-bcce-b302099a8099'] }] },
      'relations',
    ],
    ['a reason for having no Carta Porte', { noCartaPorteReason: 'LOCAL' }, 'noCartaPorteReason'],
    ['another type', { type: 'X' }, 'type'],
  ])('is refused with %s', async (_, changes, field) => {
    const { send } = await openOffice(world);
    expect(refusal(await send(createInvoice, { body: { ...transfer, ...changes } }))).toEqual(
      refused('VALIDATION_FAILED', field),
    );
  });

  test('is edited without a price, and takes back what was read', async () => {
    const office = await openOffice(world);
    const read = await createdTransfer(office);
    const edit = (body: object) => office.send(editInvoice, { path: { id: String(read.id) }, body });
    expect(await edit({ ...read, notes: 'Bodega 2' })).toMatchObject({ status: 200, body: { notes: 'Bodega 2' } });
    expect(await edit({ items: [{ ...GOODS, quantity: 3 }] })).toMatchObject({
      status: 200,
      body: { type: 'T', total: 0, items: [{ quantity: 3, price: 0, taxRate: 0 }] },
    });
    expect(refusal(await edit({ items: [{ ...GOODS, price: 5 }] }))).toEqual(
      refused('VALIDATION_FAILED', 'items[0].price'),
    );
    expect(refusal(await edit({ paymentForm: '03' }))).toEqual(refused('VALIDATION_FAILED', 'paymentForm'));
    expect(refusal(await edit({ currency: 'MXN' }))).toEqual(refused('VALIDATION_FAILED', 'currency'));
    expect(refusal(await edit({ cartaPorte: null }))).toEqual(refused('VALIDATION_FAILED', 'cartaPorte'));
  });

  test('an invoice of type I still needs a price above 0, in creation and edit', async () => {
    const office = await openOffice(world);
    const { id: clientId } = await insertClient(office.testContext, { teamId: office.teamId });
    for (const item of [GOODS, { ...GOODS, price: 0 }])
      expect(refusal(await office.send(createInvoice, { body: { clientId, items: [item] } }))).toEqual(
        refused('VALIDATION_FAILED', 'items[0].price'),
      );
    const { body } = await office.send(createInvoice, { body: { clientId, items: [{ ...GOODS, price: 9 }] } });
    expect(body).toMatchObject({ type: 'I' });
    const edited = await office.send(editInvoice, { path: { id: String(body.id) }, body: { items: [GOODS] } });
    expect(refusal(edited)).toEqual(refused('VALIDATION_FAILED', 'items[0].price'));
    const other = await office.send(editInvoice, { path: { id: String(body.id) }, body: { currency: 'XXX' } });
    expect(refusal(other)).toEqual(refused('VALIDATION_FAILED', 'currency'));
  });
});

describe('tax 7.10: the list of invoices', () => {
  /** Newest last: I, E and T in turns, three of each CANCELLED. */
  async function mixed() {
    const office = await openOffice(world);
    const types = ['I', 'I', 'T', 'E', 'I', 'T', 'I', 'E', 'E', 'I', 'T', 'T', 'I', 'E', 'I', 'T'] as const;
    const ids: { id: string; type: string; status: string }[] = [];
    const count = { I: 0, E: 0, T: 0 };
    for (const type of types) {
      count[type] += 1;
      const status = count[type] <= 3 ? 'CANCELLED' : 'DRAFT';
      const { id } = await insertInvoice(office.testContext, { teamId: office.teamId, type, status });
      ids.unshift({ id, type, status });
    }
    return { office, ids };
  }

  /** The ids on all pages of a list, and on one page behind the last. Each page has the total. */
  async function listed({ send }: Office, filter: Record<string, string>, limit: number, total: number) {
    const found: unknown[] = [];
    for (let page = 1; page <= Math.ceil(total / limit) + 1; page += 1) {
      const answer = await send(listInvoices, { query: { ...filter, page: `${page}`, limit: `${limit}` } });
      expect(answer.body.pagination).toMatchObject({ total, page });
      found.push(...recordsOf(answer, 'invoices').map(({ id }) => id));
    }
    return found;
  }

  test.each([
    ['type I alone', {}, ['I']],
    ['type I', { type: 'I' }, ['I']],
    ['type T', { type: 'T' }, ['T']],
    ['type E', { type: 'E' }, ['E']],
    ['all types', { type: 'ALL' }, ['I', 'E', 'T']],
  ])('has %s for %j, with exact totals, on every page', async (_, filter, types) => {
    const { office, ids } = await mixed();
    for (const status of [{}, { status: 'CANCELLED' }]) {
      const expected = ids.filter((one) => types.includes(one.type) && one.status === (status.status ?? one.status));
      for (const limit of [1, 2, 3, 5, 50])
        expect(await listed(office, { ...filter, ...status }, limit, expected.length)).toEqual(
          expected.map(({ id }) => id),
        );
    }
  });

  test('refuses another type', async () => {
    const { send } = await openOffice(world);
    expect(refusal(await send(listInvoices, { query: { type: 'X' } }))).toEqual(refused('VALIDATION_FAILED', 'type'));
  });
});

describe('tax 7.10: a trip with own goods', () => {
  const list = async ({ send }: Office, type: string) =>
    recordsOf(await send(listInvoices, { query: { type } }), 'invoices');

  test('has a draft of type T without lines, which follows the trip', async () => {
    const office = await openOffice(world);
    const trip = { startDate: '2026-03-03T12:00:00.000Z', revenue: 5000, ownGoods: true };
    const { body } = await office.send(createTrip, { body: trip });
    const { id } = Object(body.trip ?? body);
    expect(await list(office, 'T')).toMatchObject([{ type: 'T', tripId: id, total: 0, items: [], cfdiUse: 'S01' }]);
    const change = (ownGoods: boolean) => office.send(updateTrip, { path: { tripId: id }, body: { ownGoods } });
    expect((await change(false)).status).toBe(200);
    expect(await list(office, 'T')).toEqual([]);
    expect(await list(office, 'I')).toMatchObject([{ type: 'I', tripId: id, total: 5800, cfdiUse: 'G03' }]);
    expect((await change(true)).status).toBe(200);
    expect([await list(office, 'I'), (await list(office, 'T')).length]).toEqual([[], 1]);
  });

  test('has balance 0 and no receivable when it is complete, and a payment for it is income', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const client = await insertClient(testContext, { teamId });
    const completed = { teamId, clientId: client.id, status: 'EN_PROCESO', revenue: 5000 } as const;
    const [own, freight] = await insertTrips(testContext, [{ ...completed, ownGoods: true }, completed]);
    const complete = async (tripId = '') =>
      (await office.send(updateTripStatus, { path: { tripId }, body: { status: 'COMPLETADO' } })).status;
    expect([await complete(own?.id), await complete(freight?.id)]).toEqual([200, 200]);
    const balance = async (tripId = '') => (await office.send(getTripBalance, { path: { tripId } })).body;
    expect(await balance(own?.id)).toMatchObject({ revenue: 5000, invoicedTotal: 0, paid: 0, balance: 0 });
    expect(await balance(freight?.id)).toMatchObject({ balance: 5000 });
    const open = await office.send(reportReceivables, {});
    expect(recordsOf(open, 'receivables')).toMatchObject([{ tripId: freight?.id, balance: 5000 }]);
    expect(
      (await office.send(createPayment, { body: { tripId: own?.id, amount: 300, method: 'EFECTIVO' } })).status,
    ).toBe(201);
    expect(await balance(own?.id)).toMatchObject({ paid: 300, balance: -300 });
    expect((await office.send(reportIncome, {})).body).toMatchObject({ payments: 1, total: 300 });
  });
});
