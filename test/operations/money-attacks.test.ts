import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as getCollection } from '../../functions/collections/get-collection';
import { operation as replaceAllocations } from '../../functions/collections/replace-allocations';
import { operation as voidCollection } from '../../functions/collections/void-collection';
import { operation as createCreditNote } from '../../functions/invoices/create-credit-note';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { collected, made, openReceiptDesk, type ReceiptDesk, receiptOf, validInvoice } from '../support/receipt-desk';
import { runs } from '../support/runs';
import { stampingOffices } from '../support/stamping-office';
import { ITEM } from '../support/store-invoices';

/** `npm test` looks at one of three calls. */
const EACH = runs(3, 1);

const offices = stampingOffices(quickTable());
const { befall, stamp, statusOf, sendWith } = offices;

afterEach(offices.forgetWork);

const ledgerOf = async ({ office: { testContext, teamId } }: ReceiptDesk, id: string) => {
  const record = await getItem(testContext.context, invoiceKey(teamId, id));
  return [record?.receipted, record?.receiptCount, record?.documentPending];
};
const allocationsOf = async ({ office }: ReceiptDesk, collectionId: string) =>
  recordsOf(await office.send(getCollection, { path: { collectionId } }), 'allocations');
const eventsOf = async ({ office }: ReceiptDesk, entityId: string) =>
  recordsOf(await office.send(listAudit, { query: { entityId } }), 'entries').map(({ action }) => action);

describe('tax 4.3: two receipts of one collection', () => {
  test('one after the other: the second is not ready, and the money is confirmed once', async () => {
    const desk = await openReceiptDesk(offices);
    const invoice = await validInvoice(offices, desk);
    const collection = await collected(desk);
    const [one, other] = [await receiptOf(desk, collection), await receiptOf(desk, collection)];
    expect((await stamp(desk.office, one)).status).toBe(200);
    expect(await stamp(desk.office, other)).toMatchObject({
      status: 400,
      body: { error: 'INVOICE_NOT_READY', errors: [{ code: 'RECEIPT_CHANGED' }] },
    });
    expect(await ledgerOf(desk, invoice)).toEqual([100_000, 1, undefined]);
  });

  test('at once, before each call of the other: one is VALID, and the money is confirmed once', async () => {
    const desk = await openReceiptDesk(offices);
    for (const action of ['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems', 'CreateInvoice']) {
      for (let skip = 0, isReached = true; isReached; skip += EACH) {
        const own = { ...desk, clientId: (await offices.insertCustomer(desk.office)).id };
        const invoice = await validInvoice(offices, own);
        const collection = await collected(own);
        const [one, other] = [await receiptOf(own, collection), await receiptOf(own, collection)];
        isReached = false;
        const meanwhile = async () => {
          isReached = true;
          await stamp(desk.office, other);
        };
        await sendWith([{ action, skip, times: 1, meanwhile }], desk.office, stampInvoice, { id: one });
        const statuses = [await statusOf(desk.office, one), await statusOf(desk.office, other)];
        expect([action, skip, statuses.filter((status) => status === 'VALID').length]).toEqual([action, skip, 1]);
        expect(await ledgerOf(own, invoice)).toEqual([100_000, 1, undefined]);
        const [allocation] = await allocationsOf(own, collection);
        expect(allocation?.receiptId).toBe(statuses[0] === 'VALID' ? one : other);
      }
    }
  });
});

test('tax 3.7: a void before each call of the stamp of its receipt: the receipt, or the void', async () => {
  const desk = await openReceiptDesk(offices);
  const seen = new Set<string>();
  for (const action of ['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems', 'CreateInvoice']) {
    for (let skip = 0, isReached = true; isReached; skip += EACH) {
      const own = { ...desk, clientId: (await offices.insertCustomer(desk.office)).id };
      const invoice = await validInvoice(offices, own);
      const collectionId = await collected(own);
      const id = await receiptOf(own, collectionId);
      isReached = false;
      const meanwhile = async () => {
        isReached = true;
        const { answer } = await sendWith([], desk.office, voidCollection, { collectionId });
        seen.add(String(answer.body.error ?? answer.status));
      };
      await sendWith([{ action, skip, times: 1, meanwhile }], desk.office, stampInvoice, { id });
      const collection = await desk.office.send(getCollection, { path: { collectionId } });
      const isVoid = collection.body.voidedAt !== undefined;
      const isValid = (await statusOf(desk.office, id)) === 'VALID';
      expect([action, skip, isVoid]).toEqual([action, skip, !isValid]);
      expect(await ledgerOf(own, invoice)).toEqual(
        isValid ? [100_000, 1, undefined] : [undefined, undefined, undefined],
      );
    }
  }
  expect([...seen].sort()).toEqual(['200', 'PAYMENT_HAS_RECEIPT']);
});

test('tax 6.2: an invoice whose receipt has no outcome is not substituted', async () => {
  const desk = await openReceiptDesk(offices);
  const id = await validInvoice(offices, desk);
  const receiptId = await receiptOf(desk, await collected(desk));
  befall({ fault: 'LOSE_ANSWER' });
  expect((await stamp(desk.office, receiptId)).status).toBe(202);
  const refusal = await desk.office.send(substituteInvoice, { path: { id }, body: { notes: 'x' } });
  expect(refusal).toMatchObject({ status: 409, body: { error: 'LATER_DOCUMENTS' } });
  expect(refusal.body.message).toContain(receiptId);
});

describe('tax 3.8: an amount of money', () => {
  test.each([-1, 0, 0.001, 10.005, '10', null, 1e15])(
    '%j is 400 by its field, of a collection and of an allocation',
    async (amount) => {
      const desk = await openReceiptDesk(offices);
      const { office, clientId } = desk;
      const invoiceId = await validInvoice(offices, desk);
      const money = { clientId, amount: 100, method: 'EFECTIVO' };
      const send = (body: object) => office.send(createCollection, { body: { ...money, ...body } });
      expect(await send({ amount })).toMatchObject({ status: 400, body: { field: 'amount' } });
      const field = 'allocations[0].amount';
      expect(await send({ allocations: [{ invoiceId, amount }] })).toMatchObject({ status: 400, body: { field } });
      const collectionId = await collected(desk);
      const body = { allocations: [{ invoiceId, amount }] };
      const answer = await office.send(replaceAllocations, { path: { collectionId }, body });
      expect(answer).toMatchObject({ status: 400, body: { field } });
      expect(await allocationsOf(desk, collectionId)).toMatchObject([{ invoiceId, amount: 1_000 }]);
    },
  );
});

test('tax 9: a collection, its allocations, its void and its receipt are in the audit', async () => {
  const desk = await openReceiptDesk(offices);
  const invoiceId = await validInvoice(offices, desk);
  const collectionId = await collected(desk);
  await desk.office.send(replaceAllocations, {
    path: { collectionId },
    body: { allocations: [{ invoiceId, amount: 400 }] },
  });
  const receiptId = await receiptOf(desk, collectionId);
  expect(await eventsOf(desk, receiptId)).toEqual(['RECEIPT']);
  expect((await desk.office.send(voidCollection, { path: { collectionId } })).status).toBe(200);
  expect((await eventsOf(desk, collectionId)).sort()).toEqual(['ALLOCATE', 'CREATE', 'DELETE']);
});

test('tax 5.4: a credit note of relation 07 and form 30 deducts an advance; the service makes no document of its own', async () => {
  const desk = await openReceiptDesk(offices);
  const { office, clientId } = desk;
  const item = { ...ITEM, description: 'Anticipo', productKey: '84111506', unitKey: 'ACT', price: 5_000 };
  const tax = { withholdingRate: 0, paymentMethod: 'PUE', paymentForm: '03' };
  const { withholdingRate, ...form } = tax;
  const advance = await made(office, createInvoice, {
    body: { clientId, items: [{ ...item, withholdingRate }], ...form },
  });
  expect(await stamp(office, advance)).toMatchObject({ status: 200, body: { total: 5_800 } });
  const freight = await made(office, createInvoice, {
    body: { clientId, items: [{ ...ITEM, price: 25_000 }], relations: [{ type: '07', invoiceIds: [advance] }] },
  });
  expect(await stamp(office, freight)).toMatchObject({ status: 200, body: { total: 28_000 } });
  const note = await made(office, createCreditNote, {
    path: { id: freight },
    body: { relation: '07', items: [{ ...item, withholdingRate }] },
  });
  expect(await stamp(office, note)).toMatchObject({
    status: 200,
    body: { type: 'E', paymentForm: '30', total: 5_800, relations: [{ type: '07', invoiceIds: [freight] }] },
  });
  const counts = await Promise.all(
    ['I', 'E', 'P'].map(
      async (type) => Object((await office.send(listInvoices, { query: { type } })).body.pagination).total,
    ),
  );
  expect(counts).toEqual([2, 1, 0]);
});
