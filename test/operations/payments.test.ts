import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as getPayment } from '../../functions/payments/get-payment';
import { operation as listPayments } from '../../functions/payments/list-payments';
import { operation as voidPayment } from '../../functions/payments/void-payment';
import { operation as getTripBalance } from '../../functions/trips/get-trip-balance';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { PAYMENT_METHODS } from '../../shared/payments/payment';
import { TRIP_STATUSES } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertTrips } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

async function openBooks(given: Parameters<typeof insertTrips>[1][number] = {}, team: { timeZone?: string } = {}) {
  const office = await openOffice(world, { team });
  const client = await insertClient(office.testContext, { teamId: office.teamId });
  const whose = { teamId: office.teamId, clientId: client.id, clientName: client.name };
  const [trip] = await insertTrips(office.testContext, [{ ...whose, revenue: 1_000, ...given }]);
  if (trip === undefined) throw new Error('One was laid.');
  return { office, client, trip };
}

const pay = (office: Office, tripId: string, body: object = {}) =>
  office.send(createPayment, { body: { tripId, amount: 100, method: 'EFECTIVO', ...body } });
const balanceOf = async (office: Office, tripId: string) =>
  (await office.send(getTripBalance, { path: { tripId } })).body;
const listed = async (office: Office, query: Record<string, string> = {}) => {
  const answer = await office.send(listPayments, { query });
  const payments = recordsOf(answer, 'payments');
  expect(answer.body).toEqual({ payments, count: payments.length });
  return payments;
};

describe('a payment', () => {
  it('is of now, with the client of its trip, and answered as it is listed', async () => {
    const { office, client, trip } = await openBooks();
    const { status, body } = await pay(office, trip.id);
    const now = office.testContext.now().toISOString();
    const { id } = body;
    expect([status, body]).toEqual([
      201,
      {
        id,
        paymentId: id,
        teamId: office.teamId,
        tripId: trip.id,
        clientId: client.id,
        clientName: client.name,
        amount: 100,
        method: 'EFECTIVO',
        paidAt: now,
        registeredBy: office.id,
        createdAt: now,
        updatedAt: now,
        collectionId: id,
        allocations: [],
        receiptStatus: 'NONE',
      },
    ]);
    expect(await listed(office)).toEqual([body]);
    expect(await balanceOf(office, trip.id)).toMatchObject({ paid: 100, balance: 900, payments: [body] });
  });

  it('desk 1.8: is read by its identifier in its team alone, until it is voided', async () => {
    const { office, trip } = await openBooks();
    const { body } = await pay(office, trip.id, { reference: 'SPEI 7' });
    const read = (from: Office) => from.send(getPayment, { path: { paymentId: String(body.id) } });
    expect([(await read(office)).status, (await read(office)).body]).toEqual([200, body]);
    expect(refusal(await read((await openBooks()).office))).toEqual(refused('NOT_FOUND'));
    expect((await office.send(voidPayment, { path: { paymentId: String(body.id) } })).status).toBe(200);
    expect(refusal(await read(office))).toEqual(refused('NOT_FOUND'));
  });

  it.each(PAYMENT_METHODS)('is taken as %s, with reference and notes, of another day', async (method) => {
    const { office, trip } = await openBooks();
    const body = { amount: 0.01, paidAt: '2026-01-31T23:59:59.999Z', method, reference: 'SPEI 1', notes: 'Línea 1\n2' };
    const answer = await (await office.hire('MEMBER')).send(createPayment, { body: { tripId: trip.id, ...body } });
    expect([answer.status, answer.body]).toMatchObject([201, body]);
    expect(await listed(office)).toEqual([answer.body]);
  });

  it.each(TRIP_STATUSES)('is taken for a trip that is %s', async (status) => {
    const { office, trip } = await openBooks({ status });
    expect((await pay(office, trip.id)).status).toBe(201);
    // A cancelled trip without a document charges nothing.
    expect(await balanceOf(office, trip.id)).toMatchObject({ paid: 100, balance: status === 'CANCELADO' ? -100 : 900 });
  });

  it('is one for an Idempotency-Key', async () => {
    const { office, trip } = await openBooks();
    const request = { body: { tripId: trip.id, amount: 1, method: 'EFECTIVO' }, headers: { 'idempotency-key': 'k' } };
    const one = await office.send(createPayment, request);
    expect([one.status, await office.send(createPayment, request)]).toEqual([201, one]);
    expect(await balanceOf(office, trip.id)).toMatchObject({ paid: 1 });
    const other = await office.send(createPayment, {
      ...request,
      body: { tripId: trip.id, amount: 2, method: 'EFECTIVO' },
    });
    expect(refusal(other)).toEqual(refused('IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key'));
  });

  it.each([
    [{ tripId: undefined }, 'tripId'],
    [{ tripId: 'T-1' }, 'tripId'],
    [{ amount: undefined }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 0.005 }, 'amount'],
    [{ amount: 1.001 }, 'amount'],
    [{ amount: 1_000_000_000 }, 'amount'],
    [{ amount: '1' }, 'amount'],
    [{ paidAt: '2026-03-01' }, 'paidAt'],
    [{ paidAt: null }, 'paidAt'],
    [{ method: 'BITCOIN' }, 'method'],
    [{ method: undefined }, 'method'],
    [{ reference: 'x'.repeat(101) }, 'reference'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ])('desk 1.4: is refused for %j', async (body, field) => {
    const { office, trip } = await openBooks();
    expect(refusal(await pay(office, trip.id, body))).toEqual(refused('VALIDATION_FAILED', field));
    expect(await listed(office)).toEqual([]);
  });

  it.each([{ amount: 0.01 }, { amount: 999_999_999.99 }, { reference: 'x'.repeat(100) }, { notes: 'x'.repeat(2000) }])(
    'is taken at its bounds: %j',
    async (body) => {
      const { office, trip } = await openBooks();
      expect((await pay(office, trip.id, body)).status).toBe(201);
    },
  );

  it('for a trip of another team, or of none, is 404', async () => {
    const { office } = await openBooks();
    const { trip } = await openBooks();
    expect(refusal(await pay(office, trip.id))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await pay(office, someId()))).toEqual(refused('NOT_FOUND'));
  });
});

describe('payments are listed', () => {
  it('the newest first by when they were paid, by client, and for nobody else', async () => {
    const { office, client, trip } = await openBooks();
    const [other] = await insertTrips(office.testContext, [{ teamId: office.teamId }]);
    const paid = (day: string, tripId: string) => pay(office, tripId, { paidAt: `2026-02-${day}T12:00:00.000Z` });
    const [second, first, third] = [
      (await paid('02', trip.id)).body,
      (await paid('01', other?.id ?? '')).body,
      (await paid('03', trip.id)).body,
    ];
    expect(await listed(office)).toEqual([third, second, first]);
    expect(await listed(office, { clientId: client.id })).toEqual([third, second]);
    expect(await listed(office, { clientId: someId() })).toEqual([]);
    expect(await listed(office, { to: '2026-02-02', clientId: client.id })).toEqual([second]);
    expect(await listed(await openOffice(world))).toEqual([]);
    expect(refusal(await (await office.stranger()).send(listPayments))).toEqual(refused('FORBIDDEN'));
  });

  it.each([
    ['America/Mexico_City', '2026-03-02', '2026-03-02T06:00:00.000Z', '2026-03-03T05:59:59.999Z'],
    ['America/Cancun', '2026-07-01', '2026-07-01T05:00:00.000Z', '2026-07-02T04:59:59.999Z'],
    ['America/Tijuana', '2026-03-07', '2026-03-07T08:00:00.000Z', '2026-03-08T07:59:59.999Z'],
    // The day with 23 hours and the day with 25 hours.
    ['America/Tijuana', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
    ['America/Tijuana', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
  ])('of %s, %s, from its first millisecond to its last', async (timeZone, day, first, last) => {
    const { office, trip } = await openBooks({}, { timeZone });
    const instants = [Date.parse(first) - 1, Date.parse(first), Date.parse(last), Date.parse(last) + 1];
    for (const instant of instants) await pay(office, trip.id, { paidAt: new Date(instant).toISOString() });
    const paidAt = async (query: Record<string, string>) => (await listed(office, query)).map((one) => one.paidAt);
    expect(await paidAt({ from: day, to: day })).toEqual([last, first]);
    expect(await paidAt({ from: first, to: last })).toEqual([last, first]);
    expect(await paidAt({ from: day })).toHaveLength(3);
    expect(await paidAt({ to: day })).toHaveLength(3);
  });

  it.each([
    [{ from: '2026-03-03', to: '2026-03-02' }, 'from'],
    [{ from: 'March' }, 'from'],
    [{ to: '2026-02-29' }, 'to'],
    [{ clientId: 'C' }, 'clientId'],
  ])('are not by %j', async (query, field) => {
    const { office } = await openBooks();
    expect(refusal(await office.send(listPayments, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('of a team that is unknown or of others are 403: the contract has no 404', async () => {
    const { office } = await openBooks();
    const list = async (teamId: string) => refusal(await office.send(listPayments, { path: { teamId } }));
    expect(await list(someId())).toEqual(refused('FORBIDDEN'));
    expect(await list((await openOffice(world)).teamId)).toEqual(refused('FORBIDDEN'));
  });
});

describe('a voided payment', () => {
  it('leaves list and balance, stays in the audit, and is gone for a second time', async () => {
    const { office, trip } = await openBooks();
    const { body: kept } = await pay(office, trip.id, { amount: 0.1 });
    const { body: wrong } = await pay(office, trip.id, { amount: 0.2, reference: 'SPEI 7' });
    const at = { path: { paymentId: String(wrong.id) } };
    expect(refusal(await (await office.hire('MEMBER')).send(voidPayment, at))).toEqual(refused('FORBIDDEN'));
    const answer = await (await office.hire('ADMIN')).send(voidPayment, at);
    expect([answer.status, answer.body]).toEqual([200, { message: 'Payment voided.', paymentId: wrong.id }]);
    expect(await listed(office)).toEqual([kept]);
    expect(await balanceOf(office, trip.id)).toMatchObject({ paid: 0.1, balance: 999.9, payments: [kept] });
    expect(refusal(await office.send(voidPayment, at))).toEqual(refused('NOT_FOUND'));
    const events = await table.partition(`TEAM#${office.teamId}#PAYMENT#${wrong.id}`);
    const paidAt = new Date(START).toISOString();
    expect(events).toMatchObject([
      { action: 'CREATE', actorId: office.id },
      { action: 'DELETE', changes: { tripId: trip.id, amount: 0.2, paidAt, reference: 'SPEI 7' } },
    ]);
  });

  it('of another team is 404', async () => {
    const { office, trip } = await openBooks();
    const { body } = await pay(office, trip.id);
    const other = await openOffice(world);
    expect(refusal(await other.send(voidPayment, { path: { paymentId: String(body.id) } }))).toEqual(
      refused('NOT_FOUND'),
    );
    expect(await listed(office)).toHaveLength(1);
  });
});

describe('the balance of a trip', () => {
  it('is exact to the cent, and follows the revenue, below zero too', async () => {
    const { office, trip } = await openBooks({ revenue: 0.3 });
    await pay(office, trip.id, { amount: 0.1 });
    expect(await balanceOf(office, trip.id)).toMatchObject({ revenue: 0.3, paid: 0.1, balance: 0.2 });
    await pay(office, trip.id, { amount: 0.7 });
    expect(await balanceOf(office, trip.id)).toMatchObject({ paid: 0.8, balance: -0.5 });
    await office.send(updateTrip, { path: { tripId: trip.id }, body: { revenue: 1_000.1 } });
    expect(await balanceOf(office, trip.id)).toMatchObject({
      revenue: 1_000.1,
      paid: 0.8,
      due: 1_160.12,
      balance: 1_159.32,
    });
  });

  it('of a trip without revenue is what was paid ahead', async () => {
    const { office, trip } = await openBooks({ revenue: undefined });
    const { body } = await pay(office, trip.id, { amount: 12.5 });
    expect(await balanceOf(office, trip.id)).toEqual({
      tripId: trip.id,
      revenue: 0,
      invoicedTotal: 0,
      due: 0,
      isEstimate: true,
      documents: [],
      paid: 12.5,
      balance: -12.5,
      payments: [body],
    });
  });
});
