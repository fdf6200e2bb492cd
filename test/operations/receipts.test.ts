import { operation as readStatement } from '../../functions/clients/read-statement';
import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as getCollection } from '../../functions/collections/get-collection';
import { operation as replaceAllocations } from '../../functions/collections/replace-allocations';
import { operation as voidCollection } from '../../functions/collections/void-collection';
import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as createCreditNote } from '../../functions/invoices/create-credit-note';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { operation as validateInvoice } from '../../functions/invoices/validate-invoice';
import { operation as listPayments } from '../../functions/payments/list-payments';
import { operation as createReceipt } from '../../functions/receipts/create-receipt';
import { operation as listDueReceipts } from '../../functions/receipts/list-due-receipts';
import { operation as reportIncome } from '../../functions/reports/report-income';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { trigger as raiseReceiptAlerts } from '../../functions/triggers/raise-receipt-alerts';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { getItem } from '../../shared/platform/table/read';
import { someId } from '../support/engine-runtime';
import { lambdaContext } from '../support/http-event';
import { type Office, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { ITEM } from '../support/store-invoices';

const offices = stampingOffices(quickTable());
const { bench, befall, open, insertCustomer, stamp, refresh, recover, alerted } = offices;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

afterEach(offices.forgetWork);

interface Desk {
  readonly office: Office;
  readonly clientId: string;
}

async function openDesk(): Promise<Desk> {
  const office = await open();
  return { office, clientId: (await insertCustomer(office)).id };
}

const invoiceItem = (price: number, changes: object = {}) => ({ ...ITEM, price, ...changes });

/** A VALID PPD invoice; by default of 28,000.00: 25,000 with IVA and 4 % withheld. */
async function invoiceOf({ office, clientId }: Desk, body: object = {}): Promise<string> {
  const created = await office.send(createInvoice, { body: { clientId, items: [invoiceItem(25_000)], ...body } });
  expect(created.status).toBe(201);
  const id = String(created.body.id);
  expect(await stamp(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  return id;
}

async function collect({ office, clientId }: Desk, amount: number, body: object = {}): Promise<string> {
  const answer = await office.send(createCollection, {
    body: { clientId, amount, method: 'TRANSFERENCIA', ...body },
    headers: await office.exchange.bearer(undefined, office.id),
  });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}

const receipt = ({ office, clientId }: Desk, ...collectionIds: string[]) =>
  office.send(createReceipt, { body: { clientId, collectionIds } });

async function drafted(desk: Desk, ...collectionIds: string[]): Promise<string> {
  const answer = await receipt(desk, ...collectionIds);
  expect(answer).toMatchObject({ status: 201, body: { type: 'P', status: 'DRAFT', total: 0 } });
  return String(answer.body.id);
}

async function stamped(desk: Desk, ...collectionIds: string[]): Promise<string> {
  const id = await drafted(desk, ...collectionIds);
  expect(await stamp(desk.office, id)).toMatchObject({ status: 200, body: { status: 'VALID', type: 'P' } });
  return id;
}

const ledgerOf = async ({ office: { testContext, teamId } }: Desk, id: string) => {
  const record = await getItem(testContext.context, invoiceKey(teamId, id));
  return [record?.receipted, record?.receiptCount, record?.documentPending];
};
const FREE = [undefined, undefined, undefined];

const bearer = (office: Office) => office.exchange.bearer(undefined, office.id);
const cancel = async ({ office }: Desk, id: string, body: object = { motive: '02' }) =>
  office.send(cancelInvoice, { path: { id }, body, headers: await bearer(office) });
const readOf = async ({ office }: Desk, id: string) =>
  (await office.send(getInvoice, { path: { id }, headers: await bearer(office) })).body;
const linesOf = async (desk: Desk, id: string) =>
  Object.values(Object((await readOf(desk, id)).payments)).flatMap((payment) =>
    Object.values(Object(payment).documents).map((one) => {
      const { invoiceId, installment, lastBalance, amount, balance } = Object(one);
      return [invoiceId, installment, lastBalance, amount, balance];
    }),
  );
const findings = async ({ office }: Desk, id: string, kind: 'errors' | 'warnings' = 'errors') => {
  const { body } = await office.send(validateInvoice, { path: { id }, headers: await bearer(office) });
  return Object.values(Object(body[kind])).map((one) => `${Object(one).code} ${Object(one).field}`);
};
const statusesOf = async ({ office }: Desk) =>
  recordsOf(await office.send(listPayments, { headers: await bearer(office) }), 'payments').map(
    ({ receiptStatus }) => receiptStatus,
  );

describe('tax 4.3: the draft of a receipt', () => {
  test('has every allocation to PPD documents, a preview of balances, and is audited', async () => {
    const desk = await openDesk();
    const [one, other] = [await invoiceOf(desk), await invoiceOf(desk)];
    const collection = await collect(desk, 40_000, { reference: 'SPEI 88123' });
    const { body } = await receipt(desk, collection);
    expect(body).toMatchObject({
      type: 'P',
      status: 'DRAFT',
      total: 0,
      cfdiUse: 'CP01',
      clientId: desk.clientId,
      items: [],
      payments: [{ collectionId: collection, paymentForm: '03', reference: 'SPEI 88123' }],
    });
    expect(await linesOf(desk, String(body.id))).toEqual([
      [one, 1, 28_000, 28_000, 0],
      [other, 1, 28_000, 12_000, 16_000],
    ]);
    expect(Object(body.payments)[0].documents[1].taxes).toEqual([
      { type: 'IVA', rate: 0.16, withholding: false, base: 10_714.285714 },
      { type: 'IVA', rate: 0.04, withholding: true, base: 10_714.285714 },
    ]);
    expect(await ledgerOf(desk, one)).toEqual(FREE);
    expect(await statusesOf(desk)).toEqual(['DRAFT']);
  });

  test('is 409 NOTHING_TO_RECEIPT for a PUE document, and for allocations with a receipt', async () => {
    const desk = await openDesk();
    await invoiceOf(desk, { paymentMethod: 'PUE', paymentForm: '03' });
    const paid = await collect(desk, 28_000);
    expect(await receipt(desk, paid)).toMatchObject({ status: 409, body: { error: 'NOTHING_TO_RECEIPT' } });
    expect(await statusesOf(desk)).toEqual(['NONE']);
    await invoiceOf(desk);
    const other = await collect(desk, 1_000);
    await stamped(desk, other);
    expect(await receipt(desk, other)).toMatchObject({ status: 409, body: { error: 'NOTHING_TO_RECEIPT' } });
  });

  test('is 400 for other months, other clients, unknown and voided collections, and a repeated id', async () => {
    const desk = await openDesk();
    await invoiceOf(desk);
    const [march, february] = [
      await collect(desk, 100),
      await collect(desk, 100, { paidAt: '2026-03-01T05:59:59.000Z' }),
    ];
    const field = async (...ids: string[]) => (await receipt(desk, ...ids)).body.field;
    expect(await field(march, february)).toBe('collectionIds[1]');
    expect(await field(march, someId())).toBe('collectionIds[1]');
    expect(await field(march, march)).toBe('collectionIds');
    const stranger = { ...desk, clientId: (await insertCustomer(desk.office)).id };
    await invoiceOf(stranger);
    expect(await field(march, await collect(stranger, 100))).toBe('collectionIds[1]');
    await desk.office.send(voidCollection, { path: { collectionId: march } });
    expect(await field(march)).toBe('collectionIds[0]');
    expect(await field(february)).toBeUndefined();
  });

  test('needs an administrator, refuses unknown fields, and repeats its answer for an Idempotency-Key', async () => {
    const desk = await openDesk();
    await invoiceOf(desk);
    const body = { clientId: desk.clientId, collectionIds: [await collect(desk, 100)] };
    const member = await desk.office.hire('MEMBER');
    expect((await member.send(createReceipt, { body })).status).toBe(403);
    expect(await desk.office.send(createReceipt, { body: { ...body, month: '2026-03' } })).toMatchObject({
      status: 400,
      body: { field: 'month' },
    });
    const headers = { 'idempotency-key': 'one' };
    const [first, again] = [
      await desk.office.send(createReceipt, { body, headers }),
      await desk.office.send(createReceipt, { body, headers }),
    ];
    expect(again.body).toEqual(first.body);
  });

  test('only series and notes are edited; deleted, its allocations are due again', async () => {
    const desk = await openDesk();
    await invoiceOf(desk);
    const id = await drafted(desk, await collect(desk, 100));
    const edit = (body: object) => desk.office.send(editInvoice, { path: { id }, body });
    expect(await edit({ series: 'P', notes: 'x' })).toMatchObject({ status: 200, body: { series: 'P' } });
    for (const [field, changes] of Object.entries({
      'items[0].price': undefined,
      items: { items: [invoiceItem(1)] },
      clientId: { clientId: null },
      paymentForm: { paymentForm: '03' },
      cfdiUse: { cfdiUse: 'G03' },
      conditions: { conditions: 'x' },
    }))
      if (changes) expect(await edit(changes)).toMatchObject({ status: 400, body: { field } });
    expect(await edit(await readOf(desk, id))).toMatchObject({ status: 200 });
    expect((await desk.office.send(deleteInvoice, { path: { id } })).status).toBe(200);
    expect(await statusesOf(desk)).toEqual(['DUE']);
  });
});

describe('tax 4.7: the payment form', () => {
  test.each([
    ['EFECTIVO', '01'],
    ['CHEQUE', '02'],
    ['TRANSFERENCIA', '03'],
    ['TARJETA_CREDITO', '04'],
    ['TARJETA_DEBITO', '28'],
  ])('of %s is %s', async (method, form) => {
    const desk = await openDesk();
    await invoiceOf(desk);
    const { body } = await receipt(desk, await collect(desk, 100, { method }));
    expect(body.payments).toMatchObject([{ paymentForm: form }]);
  });

  test('of DEPOSITO and OTRO is the one of the collection; 99 and unknown keys are refused', async () => {
    const desk = await openDesk();
    await invoiceOf(desk);
    for (const given of [{ method: 'DEPOSITO' }, { method: 'OTRO' }, { paymentForm: '99' }, { paymentForm: '07' }])
      expect(await receipt(desk, await collect(desk, 1, given))).toMatchObject({
        status: 400,
        body: { field: 'paymentForm' },
      });
    const { body } = await receipt(desk, await collect(desk, 1, { method: 'OTRO', paymentForm: '12' }));
    expect(body.payments).toMatchObject([{ paymentForm: '12' }]);
  });
});

describe('tax 4.4: the lock, and the outcome', () => {
  test('numbers the lines from the ledgers, receipts the documents, and frees them', async () => {
    const desk = await openDesk();
    const invoice = await invoiceOf(desk);
    const [first, second, last] = [
      await collect(desk, 10_000),
      await collect(desk, 0.01),
      await collect(desk, 17_999.99),
    ];
    const draft = await drafted(desk, last);
    const earlier = await stamped(desk, first, second);
    expect(await linesOf(desk, earlier)).toEqual([
      [invoice, 1, 28_000, 10_000, 18_000],
      [invoice, 2, 18_000, 0.01, 17_999.99],
    ]);
    expect(await ledgerOf(desk, invoice)).toEqual([1_000_001, 2, undefined]);
    // The draft is older than the receipt: its preview said 1 and 28,000.
    expect((await stamp(desk.office, draft)).status).toBe(200);
    expect(await linesOf(desk, draft)).toEqual([[invoice, 3, 17_999.99, 17_999.99, 0]]);
    expect(await ledgerOf(desk, invoice)).toEqual([2_800_000, 3, undefined]);
    expect(await statusesOf(desk)).toEqual(['VALID', 'VALID', 'VALID']);
  });

  test('tax 4.6: the provider gets one payment for each collection, and no envelope', async () => {
    const desk = await openDesk();
    const invoice = await invoiceOf(desk, { series: 'F' });
    const id = await stamped(desk, await collect(desk, 14_000, { reference: 'SPEI|1' }), await collect(desk, 14_000));
    const { uuid } = await readOf(desk, invoice);
    const sent = [...bench.served().standIn.state.invoices.entries()].map(([, { body }]) => body);
    const body = sent.find(({ external_id }) => external_id === id);
    expect(Object.keys(Object(body)).sort()).toEqual(
      ['type', 'external_id', 'idempotency_key', 'customer', 'complements'].sort(),
    );
    const document = (installment: number, balance: number) => ({
      uuid,
      amount: 14_000,
      installment,
      last_balance: balance,
      currency: 'MXN',
      series: 'F',
      folio_number: 1,
      taxability: '02',
      taxes: [
        { base: 12_500, type: 'IVA', rate: 0.16, factor: 'Tasa', withholding: false },
        { base: 12_500, type: 'IVA', rate: 0.04, factor: 'Tasa', withholding: true },
      ],
    });
    const payment = { payment_form: '03', date: expect.any(String), currency: 'MXN' };
    expect(Object(body).complements).toEqual([
      {
        type: 'pago',
        data: [
          { ...payment, numOperacion: 'SPEI 1', related_documents: [document(1, 28_000)] },
          { ...payment, related_documents: [document(2, 14_000)] },
        ],
      },
    ]);
  });

  test('fifty stamps of two receipts of one document make one of them; instalments stay consecutive', async () => {
    const desk = await openDesk();
    const invoice = await invoiceOf(desk);
    const [one, other] = [
      await drafted(desk, await collect(desk, 1_000)),
      await drafted(desk, await collect(desk, 500)),
    ];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => stamp(desk.office, n % 2 ? one : other)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    for (const id of [one, other])
      if ((await offices.statusOf(desk.office, id)) !== 'VALID')
        expect((await stamp(desk.office, id)).status).toBe(200);
    expect(await ledgerOf(desk, invoice)).toEqual([150_000, 2, undefined]);
    const lines = [...(await linesOf(desk, one)), ...(await linesOf(desk, other))];
    expect(lines.map(([, installment]) => installment).sort()).toEqual([1, 2]);
    expect((await bench.documents(one)).length + (await bench.documents(other)).length).toBe(2);
  });

  test('of a receipt and a credit note that are stamped at once, the second numbers after the first', async () => {
    const desk = await openDesk();
    const { office } = desk;
    const invoice = await invoiceOf(desk);
    const id = await drafted(desk, await collect(desk, 14_000));
    const note = await office.send(createCreditNote, {
      path: { id: invoice },
      body: { relation: '01', paymentForm: '03', share: 0.5 },
    });
    const noteId = String(note.body.id);
    const both = [id, noteId];
    const answers = await Promise.all(both.map((one) => stamp(office, one)));
    for (const { status, body } of answers)
      if (status !== 200)
        expect([409, String(body.error)]).toEqual([status, expect.stringMatching(/^(DOCUMENT_PENDING|CONFLICT)$/)]);
    for (const one of both)
      if ((await offices.statusOf(office, one)) !== 'VALID') expect((await stamp(office, one)).status).toBe(200);
    const isReceiptFirst = (await linesOf(desk, id))[0]?.[2] === 28_000;
    expect(await linesOf(desk, id)).toEqual([
      isReceiptFirst ? [invoice, 1, 28_000, 14_000, 14_000] : [invoice, 1, 14_000, 14_000, 0],
    ]);
    expect(await ledgerOf(desk, invoice)).toEqual([1_400_000, 1, undefined]);
    expect((await readOf(desk, invoice)).total).toBe(28_000);
  });

  test('waits for the decision about the cancellation of an earlier receipt', async () => {
    const desk = await openDesk();
    const { office } = desk;
    await invoiceOf(desk);
    const first = await stamped(desk, await collect(desk, 1_000));
    const second = await drafted(desk, await collect(desk, 500));
    befall({ fault: 'PENDING', seconds: 60, outcome: 'rejected', actions: ['CancelInvoice'] });
    expect(await cancel(desk, first)).toMatchObject({ body: { status: 'CANCELLED_PENDING' } });
    const refusal = await stamp(office, second);
    expect(refusal).toMatchObject({ status: 409, body: { error: 'DOCUMENT_PENDING' } });
    expect(refusal.body.message).toContain(first);
    office.testContext.pass(2 * MINUTE);
    bench.pass(2 * MINUTE);
    await refresh(office, first);
    expect((await stamp(office, second)).status).toBe(200);
  });

  test('stays reserved while the outcome is unknown: a receipt and a credit note are 409 DOCUMENT_PENDING', async () => {
    const desk = await openDesk();
    const { office } = desk;
    const invoice = await invoiceOf(desk);
    const collections = [await collect(desk, 1_000), await collect(desk, 500)];
    const [one, other] = [await drafted(desk, collections[0] ?? ''), await drafted(desk, collections[1] ?? '')];
    const note = await office.send(createCreditNote, {
      path: { id: invoice },
      body: { relation: '01', paymentForm: '03', share: 0.1 },
    });
    befall({ fault: 'LOSE_ANSWER' });
    expect((await stamp(office, one)).status).toBe(202);
    expect(await ledgerOf(desk, invoice)).toEqual([undefined, undefined, one]);
    expect(await statusesOf(desk)).toEqual(['DRAFT', 'PENDING']);
    for (const id of [other, String(note.body.id)])
      expect(await stamp(office, id)).toMatchObject({ status: 409, body: { error: 'DOCUMENT_PENDING' } });
    expect(await receipt(desk, collections[1] ?? '')).toMatchObject({
      status: 409,
      body: { error: 'DOCUMENT_PENDING' },
    });
    expect(await refresh(office, one)).toMatchObject({ body: { status: 'VALID' } });
    expect(await ledgerOf(desk, invoice)).toEqual([100_000, 1, undefined]);
    expect((await stamp(office, other)).status).toBe(200);
    expect(await linesOf(desk, other)).toEqual([[invoice, 2, 27_000, 500, 26_500]]);
  });

  test('a definite refusal frees documents and allocations; the same receipt is stamped again', async () => {
    const desk = await openDesk();
    const invoice = await invoiceOf(desk);
    const id = await drafted(desk, await collect(desk, 1_000));
    befall({ fault: 'REFUSE' });
    expect((await stamp(desk.office, id)).status).toBe(502);
    expect(await ledgerOf(desk, invoice)).toEqual(FREE);
    expect(await statusesOf(desk)).toEqual(['DUE']);
    expect((await stamp(desk.office, id)).status).toBe(200);
    expect(await ledgerOf(desk, invoice)).toEqual([100_000, 1, undefined]);
    expect(await statusesOf(desk)).toEqual(['VALID']);
  });

  test('ERROR without an answer stays reserved for 72 hours; then it is free', async () => {
    const desk = await openDesk();
    const invoice = await invoiceOf(desk);
    const id = await drafted(desk, await collect(desk, 1_000));
    befall({ fault: 'CUT' });
    expect((await stamp(desk.office, id)).status).toBe(202);
    const runAfter = async (milliseconds: number) => {
      desk.office.testContext.pass(milliseconds);
      await recover(desk.office);
    };
    for (const wait of [30 * MINUTE, 30 * MINUTE]) await runAfter(wait);
    expect(await readOf(desk, id)).toMatchObject({ status: 'ERROR' });
    expect(await ledgerOf(desk, invoice)).toEqual([undefined, undefined, id]);
    expect(await statusesOf(desk)).toEqual(['PENDING']);
    await runAfter(72 * HOUR);
    expect(await ledgerOf(desk, invoice)).toEqual(FREE);
    expect(await statusesOf(desk)).toEqual(['DUE']);
    expect(await alerted(desk.office, 'RECEIPT_CONFLICT')).toEqual([]);
  });

  test('a payment that changed after the draft is refused', async () => {
    const desk = await openDesk();
    const invoice = await invoiceOf(desk);
    const collection = await collect(desk, 1_000);
    const id = await drafted(desk, collection);
    const allocations = [{ invoiceId: invoice, amount: 400 }];
    const { office } = desk;
    await office.send(replaceAllocations, { path: { collectionId: collection }, body: { allocations } });
    expect(await findings(desk, id)).toEqual(['RECEIPT_CHANGED payments']);
    expect((await stamp(office, id)).status).toBe(400);
    expect(await statusesOf(desk)).toEqual(['DUE']);
    expect((await stamp(office, await drafted(desk, collection))).status).toBe(200);
    await office.send(voidCollection, { path: { collectionId: collection } });
  });
});

describe('tax 3.7: a payment with a receipt', () => {
  test('cannot be voided while the receipt is live, and its allocation stays', async () => {
    const desk = await openDesk();
    const { office } = desk;
    const invoice = await invoiceOf(desk);
    const collection = await collect(desk, 1_000);
    const id = await stamped(desk, collection);
    const path = { collectionId: collection };
    const refusal = await office.send(voidCollection, { path });
    expect(refusal).toMatchObject({ status: 409, body: { error: 'PAYMENT_HAS_RECEIPT' } });
    expect(refusal.body.message).toContain(id);
    await office.send(replaceAllocations, { path, body: { allocations: [] } });
    expect((await office.send(getCollection, { path })).body.allocations).toMatchObject([
      { invoiceId: invoice, amount: 1_000, receiptId: id },
    ]);
    expect(await cancel(desk, id)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect((await office.send(voidCollection, { path })).status).toBe(200);
  });
});

describe('tax 4.8: cancellation', () => {
  test('newest first, and then the allocations need a receipt again', async () => {
    const desk = await openDesk();
    const invoice = await invoiceOf(desk);
    const older = await stamped(desk, await collect(desk, 1_000));
    bench.pass(MINUTE);
    const newer = await stamped(desk, await collect(desk, 500));
    for (const id of [older, invoice]) {
      const refusal = await cancel(desk, id);
      expect(refusal).toMatchObject({ status: 409, body: { error: 'LATER_DOCUMENTS' } });
      expect(refusal.body.message).toContain(newer);
    }
    expect(await cancel(desk, newer)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await ledgerOf(desk, invoice)).toEqual([100_000, 1, undefined]);
    expect(await statusesOf(desk)).toEqual(['DUE', 'VALID']);
    expect(await cancel(desk, older)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await ledgerOf(desk, invoice)).toEqual(FREE);
    expect(await cancel(desk, invoice)).toMatchObject({ body: { status: 'CANCELLED' } });
  });

  test('a credit note that is later than a receipt comes first, and takes its part of the bases', async () => {
    const desk = await openDesk();
    const { office } = desk;
    const invoice = await invoiceOf(desk);
    const first = await stamped(desk, await collect(desk, 14_000));
    bench.pass(MINUTE);
    const note = await office.send(createCreditNote, {
      path: { id: invoice },
      body: { relation: '01', paymentForm: '03', share: 0.1 },
    });
    const noteId = String(note.body.id);
    expect((await stamp(office, noteId)).status).toBe(200);
    expect(await cancel(desk, first)).toMatchObject({ status: 409, body: { error: 'LATER_DOCUMENTS' } });
    const last = await stamped(desk, await collect(desk, 11_200));
    expect(await linesOf(desk, last)).toEqual([[invoice, 2, 11_200, 11_200, 0]]);
    const { payments } = await readOf(desk, last);
    expect(Object(payments)[0].documents[0].taxes[0]).toMatchObject({ base: 10_000 });
  });

  test('a rejected cancellation leaves the receipt VALID', async () => {
    const desk = await openDesk();
    const invoice = await invoiceOf(desk);
    const id = await stamped(desk, await collect(desk, 1_000));
    befall({ fault: 'PENDING', seconds: 60, outcome: 'rejected', actions: ['CancelInvoice'] });
    expect(await cancel(desk, id)).toMatchObject({ body: { status: 'CANCELLED_PENDING' } });
    desk.office.testContext.pass(2 * MINUTE);
    bench.pass(2 * MINUTE);
    await refresh(desk.office, id);
    expect(await ledgerOf(desk, invoice)).toEqual([100_000, 1, undefined]);
  });

  test('a substitute keeps instalments and balances, and counts once', async () => {
    const desk = await openDesk();
    const { office } = desk;
    const invoice = await invoiceOf(desk);
    const id = await stamped(desk, await collect(desk, 1_000));
    const { body } = await office.send(substituteInvoice, { path: { id }, body: { notes: 'x' } });
    expect(body).toMatchObject({ type: 'P', relations: [{ type: '04' }] });
    const newer = String(body.id);
    expect(await stamp(office, newer)).toMatchObject({ status: 200, body: { status: 'VALID' } });
    expect(await linesOf(desk, newer)).toEqual([[invoice, 1, 28_000, 1_000, 27_000]]);
    expect(await ledgerOf(desk, invoice)).toEqual([100_000, 1, undefined]);
    expect(await readOf(desk, id)).toMatchObject({ status: 'CANCELLED' });
    const payment = recordsOf(await office.send(listPayments), 'payments')[0];
    expect(payment?.allocations).toMatchObject([{ receiptId: newer }]);
    expect(await cancel(desk, newer)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await ledgerOf(desk, invoice)).toEqual(FREE);
    expect(await statusesOf(desk)).toEqual(['DUE']);
  });
});

test('tax 4.9: a payment before its invoice is a warning', async () => {
  const desk = await openDesk();
  await invoiceOf(desk);
  const id = await drafted(desk, await collect(desk, 100, { paidAt: '2026-03-02T06:00:00.000Z' }));
  expect(await findings(desk, id, 'warnings')).toContain('PAID_BEFORE_INVOICE payments[0].documents[0]');
  expect(await findings(desk, id)).toEqual([]);
});

test('tax 4.6: a payment in the future is an error', async () => {
  const desk = await openDesk();
  await invoiceOf(desk);
  const id = await drafted(desk, await collect(desk, 100, { paidAt: '2026-03-25T06:00:00.000Z' }));
  expect(await findings(desk, id)).toEqual(['RECEIPT_DATE payments[0].paidAt']);
});

test('tax 4.2: the list by type has receipts alone, with exact totals', async () => {
  const desk = await openDesk();
  const { office, clientId } = desk;
  const invoice = await invoiceOf(desk);
  const valid = await stamped(desk, await collect(desk, 100));
  const draft = await drafted(desk, await collect(desk, 100));
  const listed = async (query: Record<string, string>) => {
    const answer = await office.send(listInvoices, { query });
    expect(Object(answer.body.pagination).total).toBe(recordsOf(answer, 'invoices').length);
    return recordsOf(answer, 'invoices').map((one) => one.id);
  };
  expect(await listed({})).toEqual([invoice]);
  expect(await listed({ type: 'P' })).toEqual([draft, valid]);
  expect(await listed({ type: 'P', status: 'VALID' })).toEqual([valid]);
  expect(await listed({ type: 'P', clientId })).toEqual([draft, valid]);
  expect(await listed({ clientId })).toEqual([invoice]);
  expect(await listed({ type: 'ALL' })).toEqual([draft, valid, invoice]);
});

describe('tax 4.1: the receipts that are due', () => {
  test('are listed by days left, with what no receipt confirms, in pages', async () => {
    const desk = await openDesk();
    const { office } = desk;
    await invoiceOf(desk);
    const february = await collect(desk, 1_000, { paidAt: '2026-02-10T18:00:00.000Z' });
    const march = await collect(desk, 500, { paidAt: '2026-03-02T07:00:00.000Z' });
    const due = recordsOf(await office.send(listDueReceipts), 'due');
    expect(due).toMatchObject([
      { collectionId: february, clientId: desk.clientId, amount: 1_000, dueOn: '2026-03-05', daysLeft: 3 },
      { collectionId: march, amount: 500, dueOn: '2026-04-05', daysLeft: 34 },
    ]);
    const month = async (of: string) =>
      recordsOf(await office.send(listDueReceipts, { query: { month: of } }), 'due').map((one) => one.collectionId);
    expect(await month('2026-02')).toEqual([february]);
    expect(await month('2026-03')).toEqual([march]);
    expect(await month('2026-01')).toEqual([]);
    const pages = await pagesOf(office, listDueReceipts, 'due', { limit: '1' });
    expect(pages.flat().map((one) => one.collectionId)).toEqual([february, march]);
    await stamped(desk, february);
    expect(recordsOf(await office.send(listDueReceipts), 'due')).toMatchObject([{ collectionId: march }]);
    expect(await office.send(listDueReceipts, { query: { month: '2026-13' } })).toMatchObject({
      status: 400,
      body: { field: 'month' },
    });
  });

  test.each(['the receipt', 'the cancellation of the invoice'])('%s resolves the alert of the month', async (what) => {
    const desk = await openDesk();
    const invoiceId = await invoiceOf(desk);
    const collectionId = await collect(desk, 28_000, { paidAt: '2026-02-10T18:00:00.000Z' });
    await makeTriggerHandler(raiseReceiptAlerts, desk.office.testContext.runtime)({}, lambdaContext());
    expect(await alerted(desk.office, 'RECEIPT_DUE')).toMatchObject([{ status: 'OPEN' }]);
    if (what === 'the receipt') await stamped(desk, collectionId);
    else expect((await cancel(desk, invoiceId)).body).toMatchObject({ status: 'CANCELLED' });
    expect(await alerted(desk.office, 'RECEIPT_DUE')).toMatchObject([{ status: 'RESOLVED' }]);
  });

  test('a payment past the fifth is LATE, and validate warns of it', async () => {
    const desk = await openDesk();
    await invoiceOf(desk);
    const collection = await collect(desk, 1_000, { paidAt: '2026-01-31T18:00:00.000Z' });
    expect(await statusesOf(desk)).toEqual(['LATE']);
    const id = await drafted(desk, collection);
    expect(await findings(desk, id, 'warnings')).toContain('RECEIPT_LATE payments[0].paidAt');
  });
});

describe('tax 3.6: what a credit note leaves of a receipted document', () => {
  const creditOf = async ({ office }: Desk) => {
    const { body } = await office.send(reportReceivables, { headers: await bearer(office) });
    return [body.total, body.inFavour, Object(body.credits)[0]?.creditNotes];
  };
  const pay = async ({ office, clientId }: Desk, amount: number) =>
    office.send(createCollection, {
      body: { clientId, amount, method: 'OTRO', paymentForm: '17' },
      headers: await bearer(office),
    });
  const statementOf = async ({ office, clientId }: Desk) =>
    (
      await office.send(readStatement, {
        path: { id: clientId },
        query: { from: '2020-01-01' },
        headers: await bearer(office),
      })
    ).body;
  const incomeOf = async ({ office }: Desk) =>
    (await office.send(reportIncome, { query: { from: '2020-01-01' }, headers: await bearer(office) })).body.total;

  /** A document of 28,000.00, paid and receipted, of which a note took a quarter back. */
  async function credited() {
    const desk = await openDesk();
    const { office } = desk;
    const id = await invoiceOf(desk);
    const receiptId = await stamped(desk, await collect(desk, 28_000));
    const body = { relation: '01', paymentForm: '03', share: 0.25 };
    const note = await office.send(createCreditNote, { path: { id }, body, headers: await bearer(office) });
    const noteId = String(note.body.id);
    expect(await stamp(office, noteId)).toMatchObject({ status: 200, body: { status: 'VALID' } });
    return { desk, id, receiptId, noteId };
  }

  test('is a credit of the client, which a collection of method OTRO and form 17 uses', async () => {
    const { desk } = await credited();
    expect(await creditOf(desk)).toEqual([0, 7_000, 7_000]);
    expect(await statementOf(desk)).toMatchObject({ closing: -7_000, inFavour: 7_000 });
    const other = await invoiceOf(desk);
    expect(await pay(desk, 7_000.01)).toMatchObject({ status: 400, body: { field: 'amount' } });
    const paid = await pay(desk, 7_000);
    expect(paid).toMatchObject({
      status: 201,
      body: { creditKind: 'CREDIT_NOTE', unallocated: 0, allocations: [{ invoiceId: other, amount: 7_000 }] },
    });
    expect(await creditOf(desk)).toEqual([21_000, 0, undefined]);
    const { entries, ...sums } = await statementOf(desk);
    expect(sums).toMatchObject({ closing: 21_000, inFavour: 0 });
    const line = Object.values(Object(entries)).find((one) => Object(one).id === paid.body.id);
    expect(line).toMatchObject({ kind: 'COLLECTION', charge: 7_000, payment: 7_000 });
    expect(await incomeOf(desk)).toBe(28_000);
    const receiptId = await stamped(desk, String(paid.body.id));
    expect(await readOf(desk, receiptId)).toMatchObject({ payments: [{ paymentForm: '17' }] });
  });

  test('comes back when the collection that used it is voided', async () => {
    const { desk } = await credited();
    await invoiceOf(desk);
    const paid = await pay(desk, 5_000);
    expect(await creditOf(desk)).toEqual([23_000, 2_000, 2_000]);
    const path = { collectionId: String(paid.body.id) };
    expect(await desk.office.send(voidCollection, { path, headers: await bearer(desk.office) })).toMatchObject({
      status: 200,
    });
    expect(await creditOf(desk)).toEqual([28_000, 7_000, 7_000]);
    expect(await statementOf(desk)).toMatchObject({ closing: 21_000, inFavour: 7_000 });
  });

  test('goes when the note is cancelled; after its use the client owes it', async () => {
    const { desk, noteId } = await credited();
    await invoiceOf(desk);
    await pay(desk, 7_000);
    expect(await cancel(desk, noteId)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await creditOf(desk)).toEqual([21_000, 0, undefined]);
    expect(await statementOf(desk)).toMatchObject({ closing: 28_000, inFavour: -7_000 });
    expect(await pay(desk, 0.01)).toMatchObject({ status: 400, body: { field: 'amount' } });
  });

  test('is none without a receipt: the collection has the rest, and form 17 is refused', async () => {
    const desk = await openDesk();
    await invoiceOf(desk);
    expect(await pay(desk, 1)).toMatchObject({ status: 400, body: { field: 'amount' } });
  });
});
