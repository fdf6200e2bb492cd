import assert from 'node:assert/strict';
import { expectRefused, expectSame, expectStatus } from '../../../scenarios/expect';
import { expectPages, idsOf, type Query } from './lists';
import { NOWHERE, type Scene } from './scene';

/** Boxes for rent and their reservations, payments and what a trip still owes, and the reports of them. */
export async function booksLeg(scene: Scene, client: string): Promise<void> {
  const box = await boxesLeg(scene);
  await reservationsLeg(scene, box, client);
  await paymentsLeg(scene, client);
}

async function boxesLeg({ team: teamId, owner, colleague, untyped }: Scene): Promise<string> {
  const params = { path: { teamId } };
  const body = { economicNumber: 'CS-7', type: 'Caja seca', length: 53, dailyRate: 850.5 };
  await expectRefused('403 FORBIDDEN', colleague.POST('/teams/{teamId}/boxes', { params, body }));
  const { id: box } = await expectStatus(201, owner.POST('/teams/{teamId}/boxes', { params, body }));
  const again = owner.POST('/teams/{teamId}/boxes', { params, body: { ...body, economicNumber: 'cs-7' } });
  await expectRefused('409 ECONOMIC_NUMBER_TAKEN', again, 'economicNumber');
  const other = { economicNumber: 'CS-8', dailyRate: 1 };
  const { id: second } = await expectStatus(201, owner.POST('/teams/{teamId}/boxes', { params, body: other }));
  const ofSecond = { path: { teamId, boxId: second } };
  const put = (changes: { economicNumber?: string; dailyRate?: number }) =>
    colleague.PUT('/teams/{teamId}/boxes/{boxId}', { params: ofSecond, body: changes });
  await expectRefused('400 VALIDATION_FAILED', put({ economicNumber: 'CS-7' }), 'economicNumber');
  assert.equal((await expectStatus(200, put({ dailyRate: 2.25 }))).dailyRate, 2.25);
  const list = (query: Query<'listBoxes'>) =>
    colleague.GET('/teams/{teamId}/boxes', { params: { path: { teamId }, query } });
  expectSame(await idsOf(list, {}), [second, box]);
  await expectPages(list, {});
  const status = '/teams/{teamId}/boxes/{boxId}/status' as const;
  const moved = await expectStatus(200, colleague.PUT(status, { params: ofSecond, body: { status: 'INACTIVA' } }));
  expectSame([moved.boxId, moved.previousStatus, moved.newStatus], [second, 'DISPONIBLE', 'INACTIVA']);
  const rented = untyped(colleague).PUT(`/teams/${teamId}/boxes/${second}/status`, { body: { status: 'RENTADA' } });
  await expectRefused('400 VALIDATION_FAILED', rented, 'status');
  expectSame(await idsOf(list, { status: 'INACTIVA' }), [second]);
  return box;
}

async function reservationsLeg(
  { team: teamId, owner, colleague }: Scene,
  box: string,
  clientId: string,
): Promise<void> {
  const reserve = (boxId: string) =>
    colleague.POST('/teams/{teamId}/box-reservations', {
      params: { path: { teamId } },
      body: { boxId, clientId, isBillable: false },
    });
  const of = (reservationId: string) => ({ params: { path: { teamId, reservationId } } });
  const cancel = '/teams/{teamId}/box-reservations/{reservationId}/cancel' as const;
  const close = '/teams/{teamId}/box-reservations/{reservationId}/close' as const;
  await expectRefused('400 VALIDATION_FAILED', reserve(NOWHERE), 'boxId');
  const { id: first } = await expectStatus(201, reserve(box));
  await expectRefused('409 BOX_NOT_AVAILABLE', reserve(box));
  await expectRefused('403 FORBIDDEN', colleague.PATCH(cancel, of(first)));
  assert.equal((await expectStatus(200, owner.PATCH(cancel, of(first)))).status, 'CANCELADA');
  const { id: second } = await expectStatus(201, reserve(box));
  const closed = await expectStatus(200, colleague.PATCH(close, of(second)));
  expectSame([closed.reservationId, closed.billedDays, closed.totalAmount], [second, 1, 850.5]);
  await expectRefused('409 RESERVATION_NOT_ACTIVE', colleague.PATCH(close, of(second)));
  const list = (query: Query<'listReservations'>) =>
    colleague.GET('/teams/{teamId}/box-reservations', { params: { path: { teamId }, query } });
  expectSame(await idsOf(list, {}), [second, first]);
  expectSame(await idsOf(list, { status: 'CERRADA' }), [second]);
}

async function paymentsLeg({ team: teamId, owner, colleague }: Scene, clientId: string): Promise<void> {
  const path = { teamId };
  const plan = { clientId, startDate: '2031-05-02T12:00:00Z', revenue: 1_000.1 };
  const planned = colleague.POST('/teams/{teamId}/trips', { params: { path }, body: plan });
  const { id: trip } = await expectStatus(201, planned);
  const pay = (amount: number, tripId = trip) =>
    colleague.POST('/teams/{teamId}/payments', {
      params: { path },
      body: { tripId, amount, paidAt: '2031-05-01T06:00:00Z', method: 'TRANSFERENCIA' },
    });
  await expectRefused('404 NOT_FOUND', pay(1, NOWHERE));
  await expectRefused('400 VALIDATION_FAILED', pay(0), 'amount');
  const kept = await expectStatus(201, pay(0.1));
  const wrong = await expectStatus(201, pay(900));
  const ofWrong = { params: { path: { teamId, paymentId: wrong.paymentId } } };
  await expectRefused('403 FORBIDDEN', colleague.DELETE('/teams/{teamId}/payments/{paymentId}', ofWrong));
  await expectStatus(200, owner.DELETE('/teams/{teamId}/payments/{paymentId}', ofWrong));
  await expectRefused('404 NOT_FOUND', owner.DELETE('/teams/{teamId}/payments/{paymentId}', ofWrong));
  await reportsLeg({ team: teamId, colleague }, kept);
  const balance = await expectStatus(
    200,
    colleague.GET('/teams/{teamId}/trips/{tripId}/balance', { params: { path: { teamId, tripId: trip } } }),
  );
  expectSame([balance.paid, balance.balance, balance.payments], [0.1, 1_000, [kept]]);
  const asOf = { params: { path, query: { asOf: '2031-12-31' } } };
  const owed = await expectStatus(200, colleague.GET('/teams/{teamId}/reports/receivables', asOf));
  assert.equal(JSON.stringify(owed).includes(trip), false);
}

async function reportsLeg({ team, colleague }: Pick<Scene, 'team' | 'colleague'>, kept: object): Promise<void> {
  const path = { teamId: team };
  const day = { from: '2031-05-01', to: '2031-05-01' };
  const listed = await expectStatus(200, colleague.GET('/teams/{teamId}/payments', { params: { path, query: day } }));
  expectSame([listed.payments, listed.count], [[kept], 1]);
  const params = { path, query: { ...day, groupBy: 'day' } } as const;
  const income = await expectStatus(200, colleague.GET('/teams/{teamId}/reports/income', { params }));
  expectSame(income.groups, [{ key: '2031-05-01', payments: 1, total: 0.1 }]);
  const asTable = { params, headers: { accept: 'text/csv' }, parseAs: 'text' } as const;
  const table = await expectStatus(200, colleague.GET('/teams/{teamId}/reports/income', asTable));
  assert.equal(table.replace(/^\ufeff/, ''), 'key,name,payments,total\r\n2031-05-01,,1,0.1\r\n');
}
