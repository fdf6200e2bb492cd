import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import type { TestAnswer } from '../support/http-event';
import type { Office } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { insertInvoice } from '../support/store-invoices';

const { bench, befall, forgetWork, insertCustomer, openWithInvoice, insertReady, recover, refresh, stamp, statusOf } =
  stampingOffices(quickTable());

afterEach(forgetWork);

const headers = { 'idempotency-key': 'k' };
const stampOnce = (office: Office, id: string) => office.send(stampInvoice, { path: { id }, headers });
const cancelOnce = (office: Office, id: string, body: object = { motive: '02' }) =>
  office.send(cancelInvoice, { path: { id }, body, headers });
const tenTimes = (send: () => Promise<TestAnswer>) => Promise.all(Array.from({ length: 10 }, send));

describe('integrations 4: a stamp with an Idempotency-Key', () => {
  test('that is sent ten times at once makes one document, and no sender is refused', async () => {
    const { office, id } = await openWithInvoice();
    const answers = await tenTimes(() => stampOnce(office, id));
    for (const { status, body } of answers)
      expect([status, body.status]).toEqual(status === 200 ? [200, 'VALID'] : [202, 'PENDING']);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await bench.documents(id)).toHaveLength(1);
  });

  test('is answered again with the invoice as it is by then', async () => {
    const { office, id } = await openWithInvoice();
    const first = await stampOnce(office, id);
    expect(await stampOnce(office, id)).toMatchObject({ status: 200, body: first.body });
    await office.send(cancelInvoice, { path: { id }, body: { motive: '02' } });
    expect(await stampOnce(office, id)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await stamp(office, id)).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
    expect(await bench.documents(id)).toHaveLength(1);
  });

  test('whose answer was lost on its way is PENDING again, and VALID after the look-up', async () => {
    const { office, id } = await openWithInvoice();
    befall({ fault: 'LOSE_ANSWER' });
    expect(await stampOnce(office, id)).toMatchObject({ status: 202, body: { status: 'PENDING' } });
    expect(await stampOnce(office, id)).toMatchObject({ status: 202, body: { status: 'PENDING' } });
    office.testContext.pass(120_000);
    await recover(office);
    expect(await stampOnce(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
    expect(await bench.documents(id)).toHaveLength(1);
  });

  test('that the provider refuses is refused again without another request; a new key stamps', async () => {
    const { office, id } = await openWithInvoice();
    befall({ fault: 'REFUSE' });
    const refused = await stampOnce(office, id);
    expect(refused.status).toBe(502);
    expect(await stampOnce(office, id)).toMatchObject({ status: 502, body: { error: refused.body.error } });
    expect(await bench.documents(id)).toHaveLength(0);
    expect(await stamp(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  });

  test('that is not ready keeps no key: the same one stamps when it is', async () => {
    const { office } = await openWithInvoice();
    const { id } = await insertInvoice(office.testContext, { teamId: office.teamId });
    expect((await stampOnce(office, id)).status).toBe(400);
    const client = await insertCustomer(office);
    expect((await office.send(editInvoice, { path: { id }, body: { clientId: client.id } })).status).toBe(200);
    expect(await stampOnce(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  });

  test('of another invoice is another request: 409, and nothing is stamped', async () => {
    const { office, id } = await openWithInvoice();
    const other = await insertReady(office);
    await stampOnce(office, id);
    expect(await stampOnce(office, other)).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await statusOf(office, other)).toBe('DRAFT');
  });

  test('of another member is that member’s own: the second one is refused by the status', async () => {
    const { office, id } = await openWithInvoice();
    const colleague = await office.hire('ADMIN');
    await stampOnce(office, id);
    expect(await colleague.send(stampInvoice, { path: { id }, headers })).toMatchObject({ status: 409 });
  });

  test('integrations 6: costs the units of the stamp, and one read and two writes for the key', async () => {
    const { office, id } = await openWithInvoice();
    const second = await insertReady(office);
    const unitsOf = async (send: () => Promise<TestAnswer>) => {
      const before = office.testContext.logs.length;
      await send();
      const line = office.testContext.logs.slice(before).find((one) => one.includes('"stampInvoice"'));
      const { rru, wru } = JSON.parse(line ?? '{}');
      return { readUnits: Number(rru), writeUnits: Number(wru) };
    };
    const plain = await unitsOf(() => stamp(office, id));
    expect(await unitsOf(() => stampOnce(office, second))).toEqual({
      readUnits: plain.readUnits + 1,
      writeUnits: plain.writeUnits + 2,
    });
  });
});

describe('integrations 4: a cancellation with an Idempotency-Key', () => {
  const stamped = async () => {
    const { office, id } = await openWithInvoice();
    await stamp(office, id);
    return { office, id };
  };

  test('that is sent ten times at once is one, and no sender is refused', async () => {
    const { office, id } = await stamped();
    const answers = await tenTimes(() => cancelOnce(office, id));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await statusOf(office, id)).toBe('CANCELLED');
    expect(office.testContext.actions().filter((action) => action === 'CancelInvoice')).toHaveLength(1);
  });

  test('is answered again with the invoice as it is by then; without the key the status refuses', async () => {
    const { office, id } = await stamped();
    befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 60, outcome: 'accepted' });
    expect(await cancelOnce(office, id)).toMatchObject({ status: 200, body: { status: 'CANCELLED_PENDING' } });
    expect(await cancelOnce(office, id)).toMatchObject({ status: 200, body: { status: 'CANCELLED_PENDING' } });
    bench.pass(60_000);
    await refresh(office, id);
    expect(await cancelOnce(office, id)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect((await office.send(cancelInvoice, { path: { id }, body: { motive: '02' } })).status).toBe(409);
  });

  test('that the provider refuses is told to its sender, and a repeat answers the invoice, which is VALID', async () => {
    const { office, id } = await stamped();
    befall({ fault: 'REFUSE', actions: ['CancelInvoice'] });
    expect((await cancelOnce(office, id)).status).toBe(502);
    expect(await cancelOnce(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
    expect(await cancelOnce(office, id, { motive: '03' })).toMatchObject({
      status: 409,
      body: { error: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  test('tax 6.2: of a substituted document is one too', async () => {
    const { office, id } = await stamped();
    const { body: substitute } = await office.send(substituteInvoice, { path: { id } });
    befall({ fault: 'REFUSE', actions: ['CancelInvoice'], times: 10 });
    await stamp(office, String(substitute.id));
    bench.served().standIn.faults.clear();
    const body = { motive: '01', substitution: substitute.id };
    const answers = await tenTimes(() => cancelOnce(office, id, body));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await cancelOnce(office, id, body)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  });
});
