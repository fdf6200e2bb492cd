import { operation as cancelReservation } from '../../functions/box-reservations/cancel-reservation';
import { operation as closeReservation } from '../../functions/box-reservations/close-reservation';
import { operation as getReservation } from '../../functions/box-reservations/get-reservation';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { draftWorkKey } from '../../shared/boxes/reservation';
import { closeReservation as close } from '../../shared/boxes/reservations';
import { onceFor } from '../../shared/operation/once';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { getItem } from '../../shared/platform/table/read';
import { put } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { stampingAccountKey } from '../../shared/stamping/organization/organization';
import { makeRentalDraft, RENTAL_DRAFT_USES } from '../../shared/stamping/rental-draft';
import { refusal, refused } from '../support/accounts';
import { entriesOf } from '../support/entries';
import type { Office } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { insertBox, reserve } from '../support/store-boxes';
import { insertClient } from '../support/store-fleet';

const table = quickTable();
const offices = stampingOffices(table);
const { bench, befall, recover, alerted } = offices;

const MINUTE = 60_000;

/** An office with a reservation that is billed at its close. */
async function rented() {
  const office = await offices.open();
  const { testContext, teamId } = office;
  const client = await insertClient(testContext, { teamId });
  const box = await insertBox(testContext, { teamId });
  const reservation = await reserve(testContext, { id: office.id, teamId }, box, { clientId: client.id });
  return { office, reservation, actor: { id: office.id, teamId } };
}

const reservationOf = async (office: Office, reservationId: string) =>
  (await office.send(getReservation, { path: { reservationId } })).body;
const wantedOf = ({ testContext }: Office, reservationId: string) =>
  getItem(testContext.context, draftWorkKey(reservationId));
const failures = (office: Office) => alerted(office, 'BOX_RENTAL_INVOICE_DRAFT_FAILED');

test('integrations 1: a close makes the draft at the provider and here, and the entry of the draft names the reservation', async () => {
  const { office, reservation } = await rented();
  const closed = await office.send(closeReservation, { path: { reservationId: reservation.id } });
  const id = String(closed.body.invoiceId);
  expect((await reservationOf(office, reservation.id)).invoiceId).toBe(id);
  const affects = [{ entityType: 'BOX_RESERVATION', entityId: reservation.id }];
  expect(await entriesOf(table, office.teamId, 'INVOICE', id)).toMatchObject([{ action: 'CREATE', affects }]);
  expect((await office.send(getInvoice, { path: { id } })).body).toMatchObject({ status: 'DRAFT', subtotal: 850.5 });
  expect(await bench.documents(id)).toMatchObject([{ status: 'draft' }]);
  expect(await failures(office)).toEqual([]);
});

test('desk 1.7: the deletion of the draft takes it off the reservation', async () => {
  const { office, reservation } = await rented();
  const closed = await office.send(closeReservation, { path: { reservationId: reservation.id } });
  const id = String(closed.body.invoiceId);
  const other = await rented();
  expect((await office.send(deleteInvoice, { path: { id } })).status).toBe(200);
  expect(await reservationOf(office, reservation.id)).not.toHaveProperty('invoiceId');
  expect(await reservationOf(other.office, other.reservation.id)).toMatchObject({ status: 'ACTIVA' });
});

test.each(['REFUSE', 'LOSE_ANSWER', 'CUT', 'HTML'] as const)(
  'a close whose draft ends in %s is done all the same, without an invoice, and the alert is there',
  async (fault) => {
    const { office, reservation } = await rented();
    befall({ fault });
    const closed = await office.send(closeReservation, { path: { reservationId: reservation.id } });
    expect([closed.status, closed.body.invoiceId]).toEqual([200, undefined]);
    expect(await failures(office)).toMatchObject([{ entityId: reservation.id }]);
    expect(await wantedOf(office, reservation.id)).toBeUndefined();
    await recover(office);
    expect(await reservationOf(office, reservation.id)).toMatchObject({ status: 'CERRADA' });
    expect((await reservationOf(office, reservation.id)).invoiceId).toBeUndefined();
  },
);

test('a close is done all the same where the keys of the team cannot be opened', async () => {
  const { office, reservation } = await rented();
  const account = await getItem(office.testContext.context, stampingAccountKey(office.teamId));
  if (account === undefined) throw new Error('The office has no organization.');
  await transact(office.testContext.context, [
    put(stampingAccountKey(office.teamId), { ...account, testKey: 'no envelope' }, {}, () => new Error('Refused.')),
  ]);
  const closed = await office.send(closeReservation, { path: { reservationId: reservation.id } });
  expect([closed.status, closed.body.invoiceId]).toEqual([200, undefined]);
  expect(await reservationOf(office, reservation.id)).toMatchObject({ status: 'CERRADA' });
  expect(await failures(office)).toMatchObject([{ entityId: reservation.id }]);
});

describe('a close whose function died', () => {
  test('after its commit leaves the draft to recovery, a minute later', async () => {
    const { office, reservation, actor } = await rented();
    await office.testContext.use(close)(actor, reservation);
    office.testContext.pass(MINUTE - 1);
    await recover(office);
    expect((await reservationOf(office, reservation.id)).invoiceId).toBeUndefined();
    office.testContext.pass(1);
    await recover(office);
    const { invoiceId } = await reservationOf(office, reservation.id);
    expect(await bench.documents(String(invoiceId))).toMatchObject([{ status: 'draft' }]);
    expect(await wantedOf(office, reservation.id)).toBeUndefined();
    expect(await failures(office)).toEqual([]);
  });

  test('after the provider made its draft is given that one', async () => {
    const { office, reservation, actor } = await rented();
    const { testContext } = office;
    await testContext.use(close)(actor, reservation);
    const scope = { requestId: 'r', remaining: () => 28_000, meter: testContext.meter };
    const dying = {
      ...makeDeps(RENTAL_DRAFT_USES, testContext.runtime, scope),
      recordRentalDraft: () => Promise.reject(DIED),
    };
    await expect(makeRentalDraft(dying, actor, reservation.id)).rejects.toBe(DIED);
    testContext.pass(MINUTE);
    await recover(office);
    const { invoiceId } = await reservationOf(office, reservation.id);
    const [draft, ...others] = await bench.documents(String(invoiceId));
    expect([draft?.status, others]).toEqual(['draft', []]);
    expect((await office.send(getInvoice, { path: { id: String(invoiceId) } })).body.providerId).toBe(draft?.id);
  });

  test('is alerted of by the next run where the provider refuses', async () => {
    const { office, reservation, actor } = await rented();
    await office.testContext.use(close)(actor, reservation);
    office.testContext.pass(MINUTE);
    befall({ fault: 'REFUSE' });
    for (let runs = 0; runs < 2; runs += 1) await recover(office);
    expect(await failures(office)).toMatchObject([{ entityId: reservation.id }]);
    expect(await wantedOf(office, reservation.id)).toBeUndefined();
  });
});

const DIED = new Error('The function died.');

/** What the key's request is compared by. */
const sentOf = ({ teamId }: Office, reservationId: string) => ({ path: { teamId, reservationId }, body: {} });

describe('integrations 4: an end with an Idempotency-Key', () => {
  const withKey = (reservationId: string, key: string, body: object = {}) => ({
    path: { reservationId },
    headers: { 'idempotency-key': key },
    body,
  });

  test('a repeated close has the first days and total, one draft and its invoiceId; another key is 409', async () => {
    const { office, reservation } = await rented();
    const close = (key: string) => office.send(closeReservation, withKey(reservation.id, key));
    const first = await close('key-1');
    office.testContext.pass(2 * MINUTE);
    expect(await close('key-1')).toMatchObject({ status: 200, body: first.body });
    expect(await bench.documents(String(first.body.invoiceId))).toHaveLength(1);
    expect(refusal(await close('key-2'))).toEqual(refused('RESERVATION_NOT_ACTIVE'));
    const other = withKey(reservation.id, 'key-1', { actualEndAt: office.testContext.now().toISOString() });
    expect(refusal(await office.send(closeReservation, other))).toEqual(
      refused('IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key'),
    );
  });

  test('ten closes at once with one key are all 200 with one total, and make one draft', async () => {
    const { office, reservation } = await rented();
    const closes = Array.from({ length: 10 }, () => office.send(closeReservation, withKey(reservation.id, 'key-1')));
    const answers = await Promise.all(closes);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.billedDays} ${body.totalAmount}`)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const drafts = new Set(answers.flatMap(({ body }) => (body.invoiceId === undefined ? [] : [body.invoiceId])));
    expect(drafts.size).toBe(1);
    for (const draft of drafts) expect(await bench.documents(String(draft))).toHaveLength(1);
    const events = await entriesOf(table, office.teamId, 'BOX_RESERVATION', reservation.id);
    expect(events.filter(({ action }) => action === 'STATUS')).toHaveLength(1);
  });

  test('a close whose answer was lost is repeated, and the draft is the work of the first or of recovery', async () => {
    const { office, reservation } = await rented();
    befall({ fault: 'LOSE_ANSWER', actions: ['CreateInvoice'] });
    const close = () => office.send(closeReservation, withKey(reservation.id, 'key-1'));
    const [first, again] = [await close(), await close()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toMatchObject({ billedDays: first.body.billedDays, totalAmount: first.body.totalAmount });
    expect([first.body.invoiceId, again.body.invoiceId]).toEqual([undefined, undefined]);
  });

  test('a close that ended before its draft is completed by a repeat a minute later, and not before', async () => {
    const { office, reservation } = await rented();
    const { id, teamId } = office;
    const session = { accessToken: '', signedInAt: '', sessionId: '' };
    const caller = { pool: 'staff', id, teamId, role: 'OWNER', ...session } as const;
    const once = onceFor('key-1', 'closeReservation', caller, sentOf(office, reservation.id));
    await office.testContext.use(close)({ pool: 'staff', id, teamId }, reservation, { once });
    const repeat = () => office.send(closeReservation, withKey(reservation.id, 'key-1'));
    expect((await repeat()).body).not.toHaveProperty('invoiceId');
    expect(await wantedOf(office, reservation.id)).toBeDefined();
    office.testContext.pass(MINUTE);
    const { body } = await repeat();
    expect(await bench.documents(String(body.invoiceId))).toMatchObject([{ status: 'draft' }]);
    expect((await reservationOf(office, reservation.id)).invoiceId).toBe(body.invoiceId);
  });

  test('a repeated cancellation answers the first, and a close afterwards is 409', async () => {
    const { office, reservation } = await rented();
    const cancel = () => office.send(cancelReservation, withKey(reservation.id, 'key-1'));
    const first = await cancel();
    expect(first).toMatchObject({ status: 200, body: { status: 'CANCELADA' } });
    expect(await cancel()).toMatchObject({ status: 200, body: first.body });
    expect(refusal(await office.send(closeReservation, withKey(reservation.id, 'key-1')))).toEqual(
      refused('RESERVATION_NOT_ACTIVE'),
    );
  });
});
