import { operation as closeReservation } from '../../functions/box-reservations/close-reservation';
import { operation as getReservation } from '../../functions/box-reservations/get-reservation';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { draftWorkKey } from '../../shared/boxes/reservation';
import { closeReservation as close } from '../../shared/boxes/reservations';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { getItem } from '../../shared/platform/table/read';
import { put } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { stampingAccountKey } from '../../shared/stamping/organization/organization';
import { makeRentalDraft, RENTAL_DRAFT_USES } from '../../shared/stamping/rental-draft';
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
