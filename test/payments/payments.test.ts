import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type { TeamActor } from '../../shared/audit/audit';
import { eventsOf } from '../../shared/audit/audit-event';
import { authorisePerson } from '../../shared/identity/access';
import { voidCollection } from '../../shared/payments/collections';
import { MAXIMUM_PAYMENTS, type NewPayment, type Payment, paymentKey } from '../../shared/payments/payment';
import { createPayment, listPayments, readTripPayments } from '../../shared/payments/payments';
import { tableClient } from '../../shared/platform/table/client';
import { getItem } from '../../shared/platform/table/read';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { teamKey } from '../../shared/teams/team';
import { editTrip } from '../../shared/trips/edit-trip';
import { receivableOf, receivablesOf } from '../../shared/trips/receivable';
import { type TripRecord, tripKey } from '../../shared/trips/trip';
import { clientAt } from '../support/engine';
import { someId, type TestContext } from '../support/engine-runtime';
import { conflict } from '../support/faults';
import { quickTable } from '../support/quick-table';
import {
  type Fleet,
  insertClient,
  insertFleet,
  insertMembership,
  insertTeam,
  insertTrip,
  insertTripUnderWay,
  moveAsOwner,
} from '../support/store-fleet';

const table = quickTable();

const pay = (
  actor: TeamActor,
  trip: TripRecord,
  amount: number,
  testContext: TestContext = table.testContext(),
): Promise<Payment> =>
  testContext.use(createPayment)(actor, { tripId: trip.id, amount, method: 'EFECTIVO' }, undefined);
const voided = (actor: TeamActor, { id }: Payment, testContext: TestContext = table.testContext()): Promise<void> =>
  testContext.use(voidCollection)(actor, id, 'PAYMENT');

async function storedTripOf({ teamId }: TeamActor, { id }: TripRecord): Promise<TripRecord> {
  const trip = await getItem(table.testContext().context, tripKey(teamId, id));
  if (trip === undefined) throw new Error('The trip is gone.');
  return trip;
}

/** The invariant: a trip's paid amount is the sum of its payments, and its receivable follows from the trip. */
async function expectSound({ teamId }: TeamActor): Promise<void> {
  const trips = await table.partition(`TEAM#${teamId}`, 'TRIP#');
  const payments = await table.partition(`TEAM#${teamId}#PAYMENTS`);
  const open = await table.partition(receivablesOf(teamId).pk);
  const expected = [];
  for (const { id } of trips) {
    const trip = await getItem(table.testContext().context, tripKey(teamId, String(id)));
    if (trip === undefined) continue;
    const cents = payments
      .filter(({ tripId, voidedAt }) => tripId === id && voidedAt === undefined)
      .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(Math.round((trip.paid ?? 0) * 100)).toBe(cents);
    const owed = receivableOf(trip);
    if (owed) expected.push(JSON.parse(JSON.stringify(owed)));
  }
  const kept = open.map(({ pk: _, sk: __, ...receivable }) => receivable);
  expect(kept.sort(byTrip)).toEqual(expected.sort(byTrip));
}

const byTrip = (one: Record<string, unknown>, other: Record<string, unknown>): number =>
  String(one.tripId) < String(other.tripId) ? -1 : 1;

/** A completed trip with this revenue. */
async function insertCompleted(
  revenue: number | undefined,
): Promise<{ fleet: Fleet; actor: TeamActor; trip: TripRecord }> {
  const fleet = await insertFleet(table.testContext());
  const started = await insertTripUnderWay(table.testContext(), fleet);
  const priced = await table.testContext().use(editTrip)(fleet.actor, started, { revenue });
  return { fleet, actor: fleet.actor, trip: await moveAsOwner(table.testContext(), fleet, priced, 'COMPLETADO') };
}

describe('a payment', () => {
  test('is one read and one transaction, with the client of the trip', async () => {
    const fleet = await insertFleet(table.testContext());
    const client = await insertClient(table.testContext(), { teamId: fleet.actor.teamId });
    const trip = await insertTrip(table.testContext(), fleet, { clientId: client.id, revenue: 100 });
    const testContext = table.testContext();
    const payment = await pay(fleet.actor, trip, 33.33, testContext);
    expect(testContext.actions()).toEqual(['GetItem', 'TransactWriteItems']);
    expect(payment).toMatchObject({
      clientId: client.id,
      clientName: client.name,
      amount: 33.33,
      id: payment.paymentId,
    });
    expect((await storedTripOf(fleet.actor, trip)).paid).toBe(33.33);
    await expectSound(fleet.actor);
  });

  test('of five at once is counted five times, to the cent', async () => {
    const { actor, trip } = await insertCompleted(1);
    await Promise.all([0.1, 0.2, 0.3, 0.05, 0.07].map((amount) => pay(actor, trip, amount)));
    expect((await storedTripOf(actor, trip)).paid).toBe(0.72);
    await expectSound(actor);
  });

  test('that meets conflicts is tried again', async () => {
    const { actor, trip } = await insertCompleted(10);
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 3, before: conflict }] });
    await pay(actor, trip, 10, testContext);
    await expectSound(actor);
  });

  test('sent twice at once under one Idempotency-Key is counted once', async () => {
    const { actor, trip } = await insertCompleted(10);
    const once = { pool: 'staff', callerId: actor.id, operationId: 'createPayment', key: 'k', fingerprint: 'f' };
    const fields: NewPayment = { tripId: trip.id, amount: 4, method: 'EFECTIVO' };
    const send = () => table.testContext().use(createPayment)(actor, fields, once);
    const [one, ...others] = await Promise.all([send(), send(), send()]);
    for (const other of others) expect(other).toEqual(one);
    expect((await storedTripOf(actor, trip)).paid).toBe(4);
  });

  test('voided by five at once is voided once; the audit keeps what it was', async () => {
    const { actor, trip } = await insertCompleted(10);
    const payment = await pay(actor, trip, 10);
    await pay(actor, trip, 1);
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => voided(actor, payment)));
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'DONE'));
    expect(codes.sort()).toEqual(['DONE', ...new Array(4).fill('NOT_FOUND')]);
    await expectSound(actor);
    const events = await table.partition(eventsOf(actor.teamId, 'PAYMENT', payment.id).pk);
    expect(events).toMatchObject([
      { action: 'CREATE' },
      { action: 'DELETE', changes: { tripId: trip.id, amount: 10, paidAt: payment.paidAt } },
    ]);
  });
});

describe('what is owed for a trip', () => {
  test('is entered when the trip ends, and leaves when it is paid', async () => {
    const { actor, trip } = await insertCompleted(100);
    await expectSound(actor);
    expect(await table.partition(receivablesOf(actor.teamId).pk)).toHaveLength(1);
    // The draft of the trip charges 16 % IVA.
    await pay(actor, trip, 115.99);
    expect(await table.partition(receivablesOf(actor.teamId).pk)).toMatchObject([{ total: 116, paid: 115.99 }]);
    const last = await pay(actor, trip, 0.01);
    expect(await table.partition(receivablesOf(actor.teamId).pk)).toEqual([]);
    await voided(actor, last);
    expect(await table.partition(receivablesOf(actor.teamId).pk)).toMatchObject([{ paid: 115.99 }]);
    await pay(actor, trip, 50);
    await expectSound(actor);
  });

  test.each([
    ['nothing', undefined],
    ['zero', 0],
  ])('is nothing for a trip whose revenue is %s', async (_, revenue) => {
    const { actor } = await insertCompleted(revenue);
    expect(await table.partition(receivablesOf(actor.teamId).pk)).toEqual([]);
  });

  test('moves with revenue and client of a trip that has ended', async () => {
    const { actor, trip } = await insertCompleted(100);
    const client = await insertClient(table.testContext(), { teamId: actor.teamId });
    await pay(actor, trip, 60);
    let latest = await storedTripOf(actor, trip);
    for (const changes of [
      { revenue: 60 },
      { revenue: 59.99 },
      { revenue: 60.01, clientId: client.id },
      { notes: 'x' },
    ]) {
      latest = await table.testContext().use(editTrip)(actor, latest, changes);
      await expectSound(actor);
    }
    expect(await table.partition(receivablesOf(actor.teamId).pk)).toMatchObject([{ clientId: client.id, paid: 60 }]);
  });

  test('is right when the trip is paid while it ends', async () => {
    const fleet = await insertFleet(table.testContext());
    const started = await insertTripUnderWay(table.testContext(), fleet);
    const trip = await table.testContext().use(editTrip)(fleet.actor, started, { revenue: 100 });
    await moveAsOwner(
      table.interrupted(() => pay(fleet.actor, trip, 30)),
      fleet,
      trip,
      'COMPLETADO',
    );
    expect(await table.partition(receivablesOf(fleet.actor.teamId).pk)).toMatchObject([{ paid: 30 }]);
    await expectSound(fleet.actor);
  });

  test('is right when the trip ends while it is paid, priced or given back', async () => {
    for (const act of [
      (actor: TeamActor, trip: TripRecord, _: Payment, testContext: TestContext) => pay(actor, trip, 30, testContext),
      (actor: TeamActor, trip: TripRecord, _: Payment, testContext: TestContext) =>
        testContext.use(editTrip)(actor, trip, { revenue: 80 }),
      (actor: TeamActor, _: TripRecord, payment: Payment, testContext: TestContext) =>
        voided(actor, payment, testContext),
    ]) {
      const fleet = await insertFleet(table.testContext());
      const started = await insertTripUnderWay(table.testContext(), fleet);
      const priced = await table.testContext().use(editTrip)(fleet.actor, started, { revenue: 100 });
      const payment = await pay(fleet.actor, priced, 70);
      const trip = await storedTripOf(fleet.actor, priced);
      const testContext = table.interrupted(() => moveAsOwner(table.testContext(), fleet, trip, 'COMPLETADO'));
      await act(fleet.actor, trip, payment, testContext);
      expect((await storedTripOf(fleet.actor, trip)).status).toBe('COMPLETADO');
      await expectSound(fleet.actor);
    }
  });

  test('is right when payments, voids and prices of one trip meet', async () => {
    const { actor, trip } = await insertCompleted(100);
    const first = await pay(actor, trip, 100);
    const latest = await storedTripOf(actor, trip);
    await Promise.all([
      voided(actor, first),
      pay(actor, trip, 25.25),
      table.testContext().use(editTrip)(actor, latest, { revenue: 90.1 }),
      pay(actor, trip, 64.85),
    ]);
    const { revenue, paid } = await storedTripOf(actor, trip);
    expect([revenue, paid]).toEqual([90.1, 90.1]);
    expect(await table.partition(receivablesOf(actor.teamId).pk)).toMatchObject([{ total: 104.52, paid: 90.1 }]);
    await expectSound(actor);
  });
});

describe('payments of a range', () => {
  /** Inserts one payment a day, starting at an instant. */
  async function insertDaily(teamId: string, count: number, from: number): Promise<void> {
    const fields = {
      tripId: someId(),
      amount: 12_345.67,
      method: 'TRANSFERENCIA',
      reference: 'SPEI 00123456',
    } as const;
    const whose = { clientId: someId(), clientName: 'Cervecería del Bajío', registeredBy: someId() };
    const steps = Array.from({ length: count }, (_, index) => {
      const paidAt = new Date(from + index * 24 * 60 * 60_000).toISOString();
      const record = { ...fields, ...whose, createdAt: paidAt };
      return put(paymentKey(teamId, { id: someId(), paidAt }), record, {}, unexpectedConflict('A payment of the test'));
    });
    for (let start = 0; start < count; start += 100) {
      await transact(table.testContext().context, steps.slice(start, start + 100));
    }
  }

  test('cost what they come to: 31 of 2,000 with the caller’s right and the team’s zone at most 3.5 units', async () => {
    const actor = { id: someId(), teamId: someId() };
    await insertDaily(actor.teamId, 2_000, Date.parse('2023-01-01T12:00:00Z'));
    await insertTeam(table.testContext(), { teamId: actor.teamId });
    await insertMembership(table.testContext(), { teamId: actor.teamId, userId: actor.id });
    const testContext = table.testContext();
    const caller = {
      pool: 'staff',
      id: actor.id,
      accessToken: 'token',
      signedInAt: testContext.now().toISOString(),
      sessionId: '',
    } as const;
    const key = teamKey(actor.teamId);
    const auth = { pool: 'staff', team: 'path.teamId', keys: 'never' } as const;
    await authorisePerson(testContext.context, auth, caller, actor.teamId, () => key, true);
    const range = { from: '2026-03-01T06:00:00.000Z', to: '2026-04-01T05:59:59.999Z' };
    const payments = await testContext.use(listPayments)(actor.teamId, range, undefined);
    expect(payments).toHaveLength(31);
    expect(payments.map(({ paidAt }) => paidAt)).toEqual(
      payments
        .map(({ paidAt }) => paidAt)
        .sort()
        .reverse(),
    );
    expect(testContext.actions()).toEqual(['BatchGetItem', 'Query']);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(3.5);
  });

  test('of a trip are its own, the newest first, and cost nothing where there are none', async () => {
    const { actor, trip } = await insertCompleted(1);
    for (const paidAt of ['2026-03-01T12:00:00.001Z', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.002Z']) {
      await table.testContext().use(createPayment)(
        actor,
        { tripId: trip.id, amount: 1, paidAt, method: 'EFECTIVO' },
        undefined,
      );
    }
    const testContext = table.testContext();
    const payments = await testContext.use(readTripPayments)(await storedTripOf(actor, trip));
    expect(payments.map(({ paidAt }) => paidAt.slice(-5))).toEqual(['.002Z', '.001Z', '.000Z']);
    expect(testContext.actions()).toEqual(['Query', 'BatchGetItem', 'BatchGetItem']);
    const idle = table.testContext();
    expect(await idle.use(readTripPayments)({ ...trip, id: someId(), paid: undefined })).toEqual([]);
    expect(idle.calls).toEqual([]);
  });

  test('are at most 10,000', () => expect(MAXIMUM_PAYMENTS).toBe(10_000));

  /** Lists `count` payments, each with these notes. */
  function listMany(count: number, notes?: string) {
    const client = clientAt('http://127.0.0.1:9');
    const createdAt = '2026-03-02T15:00:00.000Z';
    const record = { tripId: someId(), amount: 1, registeredBy: someId(), createdAt, notes };
    const mock = mockClient(client);
    let sent = 0;
    mock.on(QueryCommand).callsFake(({ Limit }: { Limit: number }) => {
      const Items = Array.from({ length: Math.min(Limit, 2_500, count - sent) }, (_, index) => ({
        ...record,
        pk: 'TEAM',
        sk: `2026-03-02T15:00:00.000Z#${sent + index}`,
      }));
      sent += Items.length;
      return { Items, ...(sent < count && { LastEvaluatedKey: {} }) };
    });
    const testContext = table.testContext({ clients: new Map([[tableClient, client]]) });
    return { listed: testContext.use(listPayments)(someId(), {}, undefined), mock, sent: () => sent };
  }

  const NARROWER = { code: 'VALIDATION_FAILED', field: 'from' } as const;

  test.each([MAXIMUM_PAYMENTS - 1, MAXIMUM_PAYMENTS, MAXIMUM_PAYMENTS + 1])('may be 10,000: %i', async (count) => {
    const { listed, mock, sent } = listMany(count);
    if (count <= MAXIMUM_PAYMENTS) expect(await listed).toHaveLength(count);
    else await expect(listed).rejects.toMatchObject({ ...NARROWER, message: expect.stringContaining('10000') });
    expect(sent()).toBe(count);
    expect(mock.commandCalls(QueryCommand).length).toBeLessThanOrEqual(5);
  });

  test('are refused when they do not fit into one answer', async () => {
    const notes = 'n'.repeat(2_000);
    expect(await listMany(2_000, notes).listed).toHaveLength(2_000);
    const message = expect.stringContaining('too many for one answer');
    await expect(listMany(2_200, notes).listed).rejects.toMatchObject({ ...NARROWER, message });
  });
});
