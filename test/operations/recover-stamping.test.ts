import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as refreshInvoice } from '../../functions/invoices/refresh-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import type { Operation } from '../../shared/operation/define';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { STAMPING_SHARDS } from '../../shared/platform/table/work-list';
import { openKeys } from '../../shared/stamping/organization/open-keys';
import { acquireLease, saveCheckpoint } from '../../shared/stamping/work';
import type { Office } from '../support/office';
import { quickTable } from '../support/quick-table';
import { documentBody } from '../support/stamping';
import { stampingOffices } from '../support/stamping-office';
import { CARTA_PORTE, ITEM } from '../support/store-invoices';

const offices = stampingOffices(quickTable());
const { bench, befall, stamp, refresh, recover, statusOf, alerted, openWork } = offices;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// Recovery works for all teams, so each test starts without open work and without an earlier run.
afterEach(offices.forgetWork);

/** An invoice that is PENDING because of a fault during its stamp. */
async function pending(fault: Parameters<typeof befall>[0]) {
  const { office, id } = await offices.openWithInvoice();
  befall(fault);
  expect((await stamp(office, id)).status).toBe(202);
  return { office, id };
}

async function runAfter(office: Office, milliseconds: number) {
  office.testContext.pass(milliseconds);
  return recover(office);
}

test('a lost answer is found; a lock is left alone for a minute first', async () => {
  const { office, id } = await pending({ fault: 'LOSE_ANSWER' });
  await runAfter(office, MINUTE - 1);
  expect(await statusOf(office, id)).toBe('PENDING');
  expect(await runAfter(office, 1)).toEqual({ worked: 1, failed: 0, stuck: 0, open: 1, oldestMinutes: 0 });
  expect(await statusOf(office, id)).toBe('VALID');
  expect(await bench.documents(id)).toHaveLength(1);
  // The first run deletes the items that the stamp left. The second finds nothing.
  for (const worked of [1, 0]) expect(await recover(office)).toMatchObject({ worked, failed: 0, stuck: 0 });
});

test('tax 3.5: a stamp opens the ledger of its document; recovery repeats the step that an interruption left out', async () => {
  const { office, id } = await offices.openWithInvoice();
  expect((await stamp(office, id)).status).toBe(200);
  const key = invoiceKey(office.teamId, id);
  const ledger = () => getItem(office.testContext.context, key);
  expect(await ledger()).toMatchObject({ ledgerVersion: 1 });
  const forget = update(key, { remove: ['ledgerVersion'] }, {}, () => new Error('gone'));
  await transact(office.testContext.context, [forget]);
  await runAfter(office, MINUTE);
  expect(await ledger()).toMatchObject({ ledgerVersion: 1 });
});

test.each([
  ['an hour after the try', 30 * MINUTE, 30 * MINUTE],
  ['20 minutes after the first', 50 * MINUTE, 20 * MINUTE],
])('the second empty look-up, %s and not before, is ERROR', async (_when, first, second) => {
  const { office, id } = await pending({ fault: 'CUT' });
  await runAfter(office, first);
  await runAfter(office, second - 1);
  expect(await statusOf(office, id)).toBe('PENDING');
  await runAfter(office, 1);
  expect(await statusOf(office, id)).toBe('ERROR');
  expect(await bench.documents(id)).toEqual([]);
});

test('one look-up alone decides nothing, however late', async () => {
  const { office, id } = await pending({ fault: 'CUT' });
  await runAfter(office, 10 * HOUR);
  expect(await statusOf(office, id)).toBe('PENDING');
});

test('a document that turns up after three days and an edit is adopted, with what was stamped and nothing that was added', async () => {
  const { office, id } = await offices.openWithInvoice();
  const later = async (operation: Operation, body: object) =>
    (await office.send(operation, { path: { id }, body, headers: await office.exchange.bearer(undefined, office.id) }))
      .body;
  // These items are stored beside the summary, as the Carta Porte is.
  const items = [ITEM, { ...ITEM, description: 'Maniobras' }, { ...ITEM, description: 'Estadías' }];
  await later(editInvoice, { items });
  befall({ fault: 'CUT' });
  expect((await stamp(office, id)).status).toBe(202);
  for (const wait of [30 * MINUTE, 30 * MINUTE]) await runAfter(office, wait);
  expect(await later(editInvoice, { items: [ITEM], cartaPorte: CARTA_PORTE })).toMatchObject({ status: 'DRAFT' });
  await runAfter(office, 71 * HOUR - 1);
  expect(await openWork()).toMatchObject([{ invoiceId: id }]);
  await runAfter(office, 1);
  expect(await openWork()).toEqual([]);
  const key = (await office.testContext.use(openKeys)(office.teamId))?.current.secret;
  await bench.ask('POST', '/invoices', documentBody(id), key);
  const found = await later(refreshInvoice, {});
  expect(found).toMatchObject({ status: 'VALID', hasCartaPorte: false, items });
  expect(found).not.toHaveProperty('cartaPorte');
});

test('a document that failed for an earlier try does not answer for the last one', async () => {
  const { office, id } = await pending({ fault: 'CUT' });
  const again = async (operation: Operation) =>
    office.send(operation, { path: { id }, headers: await office.exchange.bearer(undefined, office.id) });
  for (const wait of [30 * MINUTE, 30 * MINUTE]) await runAfter(office, wait);
  befall({ fault: 'PENDING', seconds: 600, outcome: 'failed' });
  expect((await again(stampInvoice)).status).toBe(202);
  bench.pass(600_000);
  await runAfter(office, 10 * MINUTE);
  // The attempt itself saw the document as pending, so the document's failure is the result of this attempt.
  expect(await statusOf(office, id)).toBe('ERROR');
  befall({ fault: 'CUT' });
  expect((await again(stampInvoice)).status).toBe(202);
  expect(await bench.documents(id)).toMatchObject([{ status: 'failed' }]);
  expect(await again(refreshInvoice)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
  await runAfter(office, 40 * MINUTE);
  expect(await statusOf(office, id)).toBe('PENDING');
  await runAfter(office, 20 * MINUTE);
  expect(await statusOf(office, id)).toBe('ERROR');
});

test('what is PENDING for two hours is told of once, and counted by each run', async () => {
  const { office, id } = await pending({ fault: 'PENDING', seconds: 40 * 60 * 60 });
  const told = () => alerted(office, 'INVOICE_STAMP_STUCK');
  expect(await runAfter(office, 2 * HOUR - 1)).toMatchObject({ worked: 1, failed: 0, stuck: 0 });
  expect(await told()).toEqual([]);
  for (const wait of [1, 5 * MINUTE])
    expect(await runAfter(office, wait)).toMatchObject({ worked: 1, failed: 0, stuck: 1 });
  expect(await told()).toMatchObject([{ entityType: 'INVOICE', entityId: id }]);
});

test('what is PENDING for two hours is told of once, also where the provider cannot be asked', async () => {
  const { office, id } = await pending({ fault: 'LOSE_ANSWER' });
  const told = () => alerted(office, 'INVOICE_STAMP_STUCK');
  const runUnanswered = (wait: number) => {
    befall({ fault: 'REFUSE', actions: ['ListInvoices'] });
    return runAfter(office, wait);
  };
  const failed = { worked: 1, failed: 1, stuck: 0, open: 1 };
  expect(await runUnanswered(2 * HOUR - 1)).toEqual({ ...failed, oldestMinutes: 119 });
  expect(await told()).toEqual([]);
  for (const [wait, oldestMinutes] of [
    [1, 120],
    [5 * MINUTE, 125],
  ] as const)
    expect(await runUnanswered(wait)).toEqual({ ...failed, oldestMinutes });
  expect(await told()).toMatchObject([{ entityType: 'INVOICE', entityId: id }]);
  await recover(office);
  expect(await statusOf(office, id)).toBe('VALID');
  expect(await told()).toMatchObject([{ status: 'RESOLVED', resolvedBy: 'SYSTEM' }]);
});

test('an item that fails stops no other, and is taken up again', async () => {
  const one = await pending({ fault: 'LOSE_ANSWER' });
  const other = await pending({ fault: 'LOSE_ANSWER' });
  const statuses = async () => [await statusOf(one.office, one.id), await statusOf(other.office, other.id)].sort();
  befall({ fault: 'REFUSE', actions: ['ListInvoices'] });
  expect(await runAfter(one.office, MINUTE)).toMatchObject({ worked: 2, failed: 1, stuck: 0 });
  expect(await statuses()).toEqual(['PENDING', 'VALID']);
  expect(one.office.testContext.logs.filter((line) => line.includes('"fault"'))).toHaveLength(1);
  expect(await recover(one.office)).toMatchObject({ failed: 0, stuck: 0 });
  expect(await statuses()).toEqual(['VALID', 'VALID']);
});

test('of two runs at once one works', async () => {
  const { office, id } = await pending({ fault: 'LOSE_ANSWER' });
  office.testContext.pass(MINUTE);
  const runs = await Promise.all([recover(office), recover(office)]);
  expect(runs).toContainEqual(expect.objectContaining({ worked: 1, failed: 0, stuck: 0 }));
  expect(runs).toContainEqual(expect.objectContaining({ worked: 0, failed: 0, stuck: 0 }));
  expect(await statusOf(office, id)).toBe('VALID');
});

test('a run that died is followed after two minutes by one that goes on from its place, and says no more', async () => {
  const { testContext } = await offices.open();
  const [take, save] = [testContext.use(acquireLease), testContext.use(saveCheckpoint)];
  const [, other, shard] = STAMPING_SHARDS;
  const died = await take(shard);
  if (died === undefined) throw new Error('No other run has the lease.');
  const after = 'WORK#STAMP#1';
  await save(died, after);
  testContext.pass(2 * MINUTE - 1);
  expect(await take(shard)).toBeUndefined();
  expect(await take(other)).toMatchObject({ shard: other, after: undefined });
  testContext.pass(1);
  expect(await take(shard)).toMatchObject({ shard, after });
  await expect(save(died, after)).rejects.toThrow();
});

test.each([
  ['accepted', 'CANCELLED'],
  ['rejected', 'VALID'],
  ['expired', 'VALID'],
] as const)('a cancellation that is pending, and then %s, leaves the invoice %s', async (outcome, status) => {
  const { office, id } = await offices.openWithInvoice();
  await stamp(office, id);
  befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 600, outcome });
  const asked = await office.send(cancelInvoice, { path: { id }, body: { motive: '02' } });
  expect(asked).toMatchObject({ status: 200, body: { status: 'CANCELLED_PENDING' } });
  await runAfter(office, MINUTE);
  expect(await statusOf(office, id)).toBe('CANCELLED_PENDING');
  bench.pass(600_000);
  await runAfter(office, 5 * MINUTE);
  expect(await statusOf(office, id)).toBe(status);
});

describe('a cancellation that the provider never got', () => {
  const REQUEST = { path: {}, body: { motive: '02' } };
  const told = (office: Office) => alerted(office, 'CANCELLATION_NOT_SENT');
  const cancelled = (office: Office, id: string) => office.send(cancelInvoice, { ...REQUEST, path: { id } });

  const lost = async () => {
    const { office, id } = await offices.openWithInvoice();
    const { folio, series } = (await stamp(office, id)).body;
    return { office, id, name: `${series ?? ''}${folio}` };
  };

  const expectOneAlert = async (office: Office, id: string, name: string) => {
    await runAfter(office, HOUR - 1);
    expect(await told(office)).toEqual([]);
    for (let times = 0; times < 2; times += 1) await runAfter(office, HOUR);
    expect(await statusOf(office, id)).toBe('VALID');
    expect(await told(office)).toMatchObject([
      {
        entityType: 'INVOICE',
        entityId: id,
        severity: 'CRITICAL',
        status: 'OPEN',
        message: `The cancellation of document ${name} (motive 02) was not sent. The document is in force: cancel it again.`,
      },
    ]);
    expect((await openWork()).filter(({ kind }) => kind === 'CANCEL')).toEqual([]);
  };

  test('because the connection broke is told of after an hour, once, until the document is cancelled', async () => {
    const { office, id, name } = await lost();
    befall({ fault: 'CUT', actions: ['CancelInvoice'] });
    expect(await cancelled(office, id)).toMatchObject({ status: 200, body: { status: 'CANCELLED_PENDING' } });
    await expectOneAlert(office, id, name);
    expect(await cancelled(office, id)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await told(office)).toMatchObject([{ status: 'RESOLVED', resolvedBy: 'SYSTEM' }]);
  });

  test('because the function ended after its note is told of after an hour, once', async () => {
    const { office, id, name } = await lost();
    const ending = ['CancelInvoice', 'TransactWriteItems'].map((action, skip) => ({
      action,
      skip,
      before: () => new Error('The function ended.'),
    }));
    await offices.sendWith(ending, office, cancelInvoice, { id }, REQUEST.body);
    expect(await statusOf(office, id)).toBe('VALID');
    expect(await openWork()).toContainEqual(expect.objectContaining({ kind: 'CANCEL', motive: '02' }));
    await expectOneAlert(office, id, name);
  });

  test('and is made at the provider instead is not told of', async () => {
    const { office, id } = await lost();
    befall({ fault: 'CUT', actions: ['CancelInvoice'] });
    await cancelled(office, id);
    bench.pass(2 * MINUTE);
    const key = (await office.testContext.use(openKeys)(office.teamId))?.current.secret;
    const [document] = await bench.documents(id);
    await bench.ask('DELETE', `/invoices/${document?.id}?motive=02`, undefined, key);
    for (let times = 0; times < 2; times += 1) await runAfter(office, HOUR);
    expect(await statusOf(office, id)).toBe('CANCELLED');
    expect(await told(office)).toEqual([]);
  });
});

test.each(['rejected', 'expired'] as const)(
  'a cancellation that recovery finds %s after an hour reached the provider, so it raises no alert',
  async (outcome) => {
    const { office, id } = await offices.openWithInvoice();
    await stamp(office, id);
    befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 600, outcome });
    await office.send(cancelInvoice, { path: { id }, body: { motive: '02' } });
    bench.pass(2 * HOUR);
    for (let times = 0; times < 2; times += 1) await runAfter(office, 2 * HOUR);
    expect(await statusOf(office, id)).toBe('VALID');
    expect(await openWork()).toEqual([]);
    expect(await alerted(office, 'CANCELLATION_NOT_SENT')).toEqual([]);
  },
);

describe('desk 2: a cancellation that waits, and is', () => {
  const told = (office: Office) => alerted(office, 'CANCELLATION_REJECTED');
  const ask = (office: Office, id: string) => office.send(cancelInvoice, { path: { id }, body: { motive: '02' } });
  const waiting = async (outcome: 'rejected' | 'expired') => {
    const { office, id } = await offices.openWithInvoice();
    const { folio, series } = (await stamp(office, id)).body;
    befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 60, outcome });
    expect(await ask(office, id)).toMatchObject({ body: { status: 'CANCELLED_PENDING' } });
    bench.pass(2 * MINUTE);
    return { office, id, name: `${series ?? ''}${folio}` };
  };

  test.each([
    [
      'rejected' as const,
      (name: string) =>
        `The receiver rejected the cancellation of document ${name} (motive 02) at the SAT. The document is in force: agree with the receiver, and cancel it again.`,
    ],
    [
      'expired' as const,
      (name: string) =>
        `The request to cancel document ${name} (motive 02) expired at the SAT. The document is in force: cancel it again.`,
    ],
  ])('%s, is told of once, however it is seen, until the document is cancelled', async (outcome, message) => {
    for (const see of [(office: Office) => runAfter(office, 2 * MINUTE), refresh]) {
      const { office, id, name } = await waiting(outcome);
      await see(office, id);
      expect(await statusOf(office, id)).toBe('VALID');
      const alert = { entityType: 'INVOICE', entityId: id, severity: 'CRITICAL', message: message(name) };
      expect(await told(office)).toMatchObject([{ ...alert, status: 'OPEN' }]);
      await Promise.all([refresh(office, id), refresh(office, id), runAfter(office, HOUR)]);
      expect(await told(office)).toMatchObject([{ ...alert, status: 'OPEN' }]);
      expect(await ask(office, id)).toMatchObject({ body: { status: 'CANCELLED' } });
      expect(await told(office)).toMatchObject([{ status: 'RESOLVED', resolvedBy: 'SYSTEM' }]);
    }
  });

  test('rejected, is told of once also when the function ends between the alert and the status', async () => {
    const { office, id } = await waiting('rejected');
    const ends = { action: 'TransactWriteItems', skip: 1, before: () => new Error('The function ended.') };
    await offices.sendWith([ends], office, refreshInvoice, { id });
    expect([await statusOf(office, id), (await told(office)).length]).toEqual(['CANCELLED_PENDING', 1]);
    await refresh(office, id);
    expect([await statusOf(office, id), (await told(office)).length]).toEqual(['VALID', 1]);
  });

  test('rejected, is told of again when the next request is rejected too; the request ends the first alert', async () => {
    const { office, id } = await waiting('rejected');
    await refresh(office, id);
    befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 60, outcome: 'rejected' });
    expect(await ask(office, id)).toMatchObject({ body: { status: 'CANCELLED_PENDING' } });
    expect(await told(office)).toMatchObject([{ status: 'RESOLVED' }]);
    bench.pass(2 * MINUTE);
    await Promise.all([refresh(office, id), refresh(office, id)]);
    expect(await told(office)).toHaveLength(2);
    expect(await told(office)).toContainEqual(expect.objectContaining({ status: 'OPEN' }));
  });
});

test('a cancellation that recovery finds rejected is looked at until it is an hour old, because an earlier one may be the rejected one', async () => {
  const { office, id } = await offices.openWithInvoice();
  await stamp(office, id);
  befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 60, outcome: 'rejected' });
  await office.send(cancelInvoice, { path: { id }, body: { motive: '02' } });
  bench.pass(2 * MINUTE);
  const cancelWork = async () => (await openWork()).filter(({ kind }) => kind === 'CANCEL');
  await runAfter(office, 2 * MINUTE);
  expect(await cancelWork()).toMatchObject([{ motive: '02', isRejected: true }]);
  await runAfter(office, HOUR);
  expect(await cancelWork()).toEqual([]);
});

test('desk 2.2: a second document of an invoice is told of once, until it is cancelled', async () => {
  const { office, id } = await offices.openWithInvoice();
  const own = (await stamp(office, id)).body.providerId;
  const key = (await office.testContext.use(openKeys)(office.teamId))?.current.secret;
  await bench.ask('POST', '/invoices', documentBody(id, { idempotency_key: 'by-hand' }), key);
  expect(await bench.documents(id)).toHaveLength(2);
  for (let times = 0; times < 2; times += 1)
    expect(await refresh(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  expect(await alerted(office, 'INVOICE_DUPLICATE')).toMatchObject([{ entityType: 'INVOICE', entityId: id }]);
  const [other] = (await bench.documents(id)).filter((one) => one.id !== own);
  await bench.ask('DELETE', `/invoices/${other?.id}?motive=02`, undefined, key);
  expect((await refresh(office, id)).body).toMatchObject({ status: 'VALID' });
  expect(await alerted(office, 'INVOICE_DUPLICATE')).toMatchObject([{ status: 'RESOLVED', resolvedBy: 'SYSTEM' }]);
});
