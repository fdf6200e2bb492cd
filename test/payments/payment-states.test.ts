import { voidCollection } from '../../shared/payments/collections';
import { paymentKey, paymentPlaceKey } from '../../shared/payments/payment';
import { createPayment, listPayments, readTripPayments } from '../../shared/payments/payments';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { tripKey } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertFleet, insertTrip } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();

async function insertPaid(amounts: readonly number[]) {
  const { context, use } = table.testContext();
  const fleet = await insertFleet(table.testContext());
  const { actor } = fleet;
  const trip = await insertTrip(table.testContext(), fleet);
  const payments = [];
  for (const amount of amounts)
    payments.push(await use(createPayment)(actor, { tripId: trip.id, amount, method: 'EFECTIVO' }, undefined));
  const read = () => getItem(context, tripKey(trip.teamId, trip.id));
  const ofTrip = async () => {
    const found = await read();
    return found === undefined ? [] : use(readTripPayments)(found);
  };
  return { actor, trip, payments, use, context, read, ofTrip };
}

test.each([[[100]], [[100.5, 0.01]]])('payments of %j are added to the trip and found by it', async (amounts) => {
  const { actor, payments, use, read, ofTrip, context } = await insertPaid(amounts);
  const sum = Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100;
  expect(await read()).toMatchObject({ paid: sum });
  expect((await ofTrip()).map(({ amount }) => amount).sort()).toEqual([...amounts].sort());
  expect(await use(listPayments)(actor.teamId, {}, undefined)).toHaveLength(amounts.length);
  for (const { id } of payments) expect(await getItem(context, paymentPlaceKey(actor.teamId, id))).toBeDefined();
});

test.each([[[100]], [[100.5, 0.01]]])(
  'the first payment of %j that is voided is subtracted and no longer listed',
  async (amounts) => {
    const { actor, payments, use, read, ofTrip, context } = await insertPaid(amounts);
    const [first] = payments;
    if (first === undefined) throw new Error('No payment was made.');
    await use(voidCollection)(actor, first.id, 'PAYMENT');
    expect(await read()).toMatchObject({ paid: amounts[1] ?? 0 });
    expect((await ofTrip()).map(({ id }) => id)).not.toContain(first.id);
    const voidedAt = expect.any(String);
    expect(await getItem(context, paymentKey(actor.teamId, first))).toMatchObject({ voidedAt });
    expect(await getItem(context, paymentPlaceKey(actor.teamId, first.id))).toMatchObject({ voidedAt });
    expect(await use(listPayments)(actor.teamId, {}, undefined)).toHaveLength(amounts.length - 1);
  },
);

test('tax 3.7: a payment that a receipt contains is not voided, and the refusal names the receipt', async () => {
  const { actor, payments, use, read, context } = await insertPaid([100]);
  const [first] = payments;
  if (first === undefined) throw new Error('No payment was made.');
  const { id: invoiceId } = await insertInvoice(table.testContext(), { teamId: actor.teamId, status: 'VALID' });
  const receiptId = someId();
  const set = { allocations: [{ invoiceId, amount: 100, receiptId }] };
  await transact(context, [update(paymentKey(actor.teamId, first), { set }, {}, () => new Error('gone'))]);
  for (const kind of ['PAYMENT', 'COLLECTION'] as const)
    await expect(use(voidCollection)(actor, first.id, kind)).rejects.toMatchObject({
      code: 'PAYMENT_HAS_RECEIPT',
      message: expect.stringContaining(receiptId),
    });
  expect(await read()).toMatchObject({ paid: 100 });
});

test.each([100, 0.01])('a payment of %d that is voided by two at once is subtracted once', async (amount) => {
  const { actor, payments, use, read } = await insertPaid([amount, 50]);
  const [first] = payments;
  if (first === undefined) throw new Error('No payment was made.');
  const late = table.interrupted(() => use(voidCollection)(actor, first.id, 'PAYMENT'));
  await expect(late.use(voidCollection)(actor, first.id, 'PAYMENT')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await read()).toMatchObject({ paid: 50 });
});
