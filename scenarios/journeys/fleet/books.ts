import assert from 'node:assert/strict';
import { expectRefused, expectSame, expectStatus } from '../../expect';
import {
  cancelReservation,
  changeBox,
  closeReservation,
  createBox,
  listBoxes,
  listPayments,
  listReservations,
  pay,
  rentBox,
  reportReceivables,
  setBoxStatus,
  voidPayment,
} from '../../steps/books';
import type { Desk, Query } from '../../steps/desk';
import { planTrip, readBalance } from '../../steps/trips';
import { expectPages, idsOf } from './lists';
import { NOWHERE, type TestContext } from './scene';

/** Boxes for rent and their reservations, payments and what a trip still owes, and the reports of them. */
export async function booksLeg(testContext: TestContext, client: string): Promise<void> {
  const box = await boxesLeg(testContext);
  await reservationsLeg(testContext, box, client);
  await paymentsLeg(testContext, client);
}

async function boxesLeg({ owner, colleague, untyped }: TestContext): Promise<string> {
  const body = { economicNumber: 'CS-7', type: 'Caja seca', length: 53, dailyRate: 850.5 };
  await expectRefused('403 FORBIDDEN', createBox(colleague, body));
  const { id: box } = await expectStatus(201, createBox(owner, body));
  const again = createBox(owner, { ...body, economicNumber: 'cs-7' });
  await expectRefused('409 ECONOMIC_NUMBER_TAKEN', again, 'economicNumber');
  const { id: second } = await expectStatus(201, createBox(owner, { economicNumber: 'CS-8', dailyRate: 1 }));
  const taken = changeBox(colleague, second, { economicNumber: 'CS-7' });
  await expectRefused('400 VALIDATION_FAILED', taken, 'economicNumber');
  assert.equal((await expectStatus(200, changeBox(colleague, second, { dailyRate: 2.25 }))).dailyRate, 2.25);
  const list = (query: Query<'listBoxes'>) => listBoxes(colleague, query);
  expectSame(await idsOf(list, {}), [second, box]);
  await expectPages(list, {});
  const moved = await expectStatus(200, setBoxStatus(colleague, second, 'INACTIVA'));
  expectSame([moved.boxId, moved.previousStatus, moved.newStatus], [second, 'DISPONIBLE', 'INACTIVA']);
  const path = `/teams/${owner.teamId}/boxes/${second}/status`;
  const rented = untyped(colleague.fleet).PUT(path, { body: { status: 'RENTADA' } });
  await expectRefused('400 VALIDATION_FAILED', rented, 'status');
  expectSame(await idsOf(list, { status: 'INACTIVA' }), [second]);
  return box;
}

async function reservationsLeg({ owner, colleague }: TestContext, box: string, clientId: string): Promise<void> {
  const reserve = (boxId: string) => rentBox(colleague, { boxId, clientId, isBillable: false });
  await expectRefused('400 VALIDATION_FAILED', reserve(NOWHERE), 'boxId');
  const { id: first } = await expectStatus(201, reserve(box));
  await expectRefused('409 BOX_NOT_AVAILABLE', reserve(box));
  await expectRefused('403 FORBIDDEN', cancelReservation(colleague, first));
  assert.equal((await expectStatus(200, cancelReservation(owner, first))).status, 'CANCELADA');
  const { id: second } = await expectStatus(201, reserve(box));
  const closed = await expectStatus(200, closeReservation(colleague, second));
  expectSame([closed.reservationId, closed.billedDays, closed.totalAmount], [second, 1, 850.5]);
  await expectRefused('409 RESERVATION_NOT_ACTIVE', closeReservation(colleague, second));
  const list = (query: Query<'listReservations'>) => listReservations(colleague, query);
  expectSame(await idsOf(list, {}), [second, first]);
  expectSame(await idsOf(list, { status: 'CERRADA' }), [second]);
}

async function paymentsLeg({ owner, colleague }: TestContext, clientId: string): Promise<void> {
  const plan = { clientId, startDate: '2031-05-02T12:00:00Z', revenue: 1_000.1 };
  const { id: trip } = await expectStatus(201, planTrip(colleague, plan));
  const paid = (amount: number, tripId = trip) =>
    pay(colleague, { tripId, amount, paidAt: '2031-05-01T06:00:00Z', method: 'TRANSFERENCIA' });
  await expectRefused('404 NOT_FOUND', paid(1, NOWHERE));
  await expectRefused('400 VALIDATION_FAILED', paid(0), 'amount');
  const kept = await expectStatus(201, paid(0.1));
  const wrong = await expectStatus(201, paid(900));
  await expectRefused('403 FORBIDDEN', voidPayment(colleague, wrong.paymentId));
  await expectStatus(200, voidPayment(owner, wrong.paymentId));
  await expectRefused('404 NOT_FOUND', voidPayment(owner, wrong.paymentId));
  await reportsLeg(colleague, kept);
  const balance = await expectStatus(200, readBalance(colleague, trip));
  // The draft charges 1,120.12: IVA of 160.02, less 40.00 that the client withholds.
  expectSame([balance.paid, balance.balance, balance.payments], [0.1, 1_120.02, [kept]]);
  const owed = await expectStatus(200, reportReceivables(colleague, { asOf: '2031-12-31' }));
  assert.equal(JSON.stringify(owed).includes(trip), false);
}

async function reportsLeg(colleague: Desk, kept: object): Promise<void> {
  const { fleet, teamId } = colleague;
  const day = { from: '2031-05-01', to: '2031-05-01' };
  const listed = await expectStatus(200, listPayments(colleague, day));
  expectSame([listed.payments, listed.count], [[kept], 1]);
  const params = { path: { teamId }, query: { ...day, groupBy: 'day' } } as const;
  const income = await expectStatus(200, fleet.GET('/teams/{teamId}/reports/income', { params }));
  expectSame(income.groups, [{ key: '2031-05-01', payments: 1, total: 0.1 }]);
  const asTable = { params, headers: { accept: 'text/csv' }, parseAs: 'text' } as const;
  const table = await expectStatus(200, fleet.GET('/teams/{teamId}/reports/income', asTable));
  assert.equal(table.replace(/^\ufeff/, ''), '"key","name","payments","total"\r\n"2031-05-01",,1,0.1\r\n');
}
