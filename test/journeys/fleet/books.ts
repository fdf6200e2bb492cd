import assert from 'node:assert/strict';
import { type Answer, expectRefused, expectStatus, listAt, textAt } from '../http';
import { expectPages, idsOf } from './lists';
import { create, NOWHERE, type Scene } from './scene';

/** Boxes for rent and their reservations, payments and what a trip still owes, and the reports of them. */
export async function booksLeg(scene: Scene, client: string): Promise<void> {
  const box = await boxesLeg(scene);
  await reservationsLeg(scene, box, client);
  await paymentsLeg(scene, client);
}

async function boxesLeg({ send, team, owner, colleague }: Scene): Promise<string> {
  const boxes = `/teams/${team}/boxes`;
  const body = { economicNumber: 'CS-7', type: 'Caja seca', length: 53, dailyRate: 850.5 };
  await expectRefused('403 FORBIDDEN', send(`POST ${boxes}`, { token: colleague, body }));
  const box = await create(send, owner, `POST ${boxes}`, body);
  const again = send(`POST ${boxes}`, { token: owner, body: { ...body, economicNumber: 'cs-7' } });
  await expectRefused('409 ECONOMIC_NUMBER_TAKEN', again, 'economicNumber');
  const second = await create(send, owner, `POST ${boxes}`, { economicNumber: 'CS-8', dailyRate: 1 });
  const put = (changes: object) => send(`PUT ${boxes}/${second}`, { token: colleague, body: changes });
  await expectRefused('400 VALIDATION_FAILED', put({ economicNumber: 'CS-7' }), 'economicNumber');
  assert.equal((await expectStatus(200, put({ dailyRate: 2.25 }))).dailyRate, 2.25);
  const list = { send, token: colleague, path: boxes, plural: 'boxes' };
  assert.deepEqual(await idsOf(list), [second, box]);
  await expectPages(list);
  const move = (status: string) => send(`PUT ${boxes}/${second}/status`, { token: colleague, body: { status } });
  const moved = await expectStatus(200, move('INACTIVA'));
  assert.deepEqual([moved.boxId, moved.previousStatus, moved.newStatus], [second, 'DISPONIBLE', 'INACTIVA']);
  await expectRefused('400 VALIDATION_FAILED', move('RENTADA'), 'status');
  assert.deepEqual(await idsOf(list, { status: 'INACTIVA' }), [second]);
  return box;
}

async function reservationsLeg({ send, team, owner, colleague }: Scene, box: string, client: string): Promise<void> {
  const reservations = `/teams/${team}/box-reservations`;
  const reserve = (boxId: string) =>
    send(`POST ${reservations}`, { token: colleague, body: { boxId, clientId: client, isBillable: false } });
  await expectRefused('400 VALIDATION_FAILED', reserve(NOWHERE), 'boxId');
  const first = textAt(await expectStatus(201, reserve(box)), 'id');
  await expectRefused('409 BOX_NOT_AVAILABLE', reserve(box));
  const end = (token: string, how: string, id = first) => send(`PATCH ${reservations}/${id}/${how}`, { token });
  await expectRefused('403 FORBIDDEN', end(colleague, 'cancel'));
  assert.equal((await expectStatus(200, end(owner, 'cancel'))).status, 'CANCELADA');
  const second = textAt(await expectStatus(201, reserve(box)), 'id');
  const closed = await expectStatus(200, end(colleague, 'close', second));
  assert.deepEqual([closed.reservationId, closed.billedDays, closed.totalAmount], [second, 1, 850.5]);
  await expectRefused('409 RESERVATION_NOT_ACTIVE', end(colleague, 'close', second));
  const list = { send, token: colleague, path: reservations, plural: 'reservations' };
  assert.deepEqual(await idsOf(list), [second, first]);
  assert.deepEqual(await idsOf(list, { status: 'CERRADA' }), [second]);
}

async function paymentsLeg({ send, team, owner, colleague }: Scene, client: string): Promise<void> {
  const plan = { clientId: client, startDate: '2031-05-02T12:00:00Z', revenue: 1_000.1 };
  const trip = await create(send, colleague, `POST /teams/${team}/trips`, plan);
  const pay = (amount: number, tripId = trip) =>
    send(`POST /teams/${team}/payments`, {
      token: colleague,
      body: { tripId, amount, paidAt: '2031-05-01T06:00:00Z', method: 'TRANSFERENCIA' },
    });
  await expectRefused('404 NOT_FOUND', pay(1, NOWHERE));
  await expectRefused('400 VALIDATION_FAILED', pay(0), 'amount');
  const kept = await expectStatus(201, pay(0.1));
  const wrong = textAt(await expectStatus(201, pay(900)), 'paymentId');
  const remove = (token: string) => send(`DELETE /teams/${team}/payments/${wrong}`, { token });
  await expectRefused('403 FORBIDDEN', remove(colleague));
  await expectStatus(200, remove(owner));
  await expectRefused('404 NOT_FOUND', remove(owner));
  const read = (path: string, headers = {}) => send(`GET /teams/${team}/${path}`, { token: colleague, headers });
  const listed = await expectStatus(200, read('payments?from=2031-05-01&to=2031-05-01'));
  assert.deepEqual([listed.payments, listed.count], [[kept], 1]);
  const balance = await expectStatus(200, read(`trips/${trip}/balance`));
  assert.deepEqual([balance.paid, balance.balance, balance.payments], [0.1, 1_000, [kept]]);
  const income = 'reports/income?from=2031-05-01&to=2031-05-01&groupBy=day';
  assert.deepEqual(listAt(await expectStatus(200, read(income)), 'groups'), [
    { key: '2031-05-01', payments: 1, total: 0.1 },
  ]);
  const table: Answer = await read(income, { accept: 'text/csv' });
  assert.equal(table.status, 200);
  assert.equal(table.text.replace(/^\ufeff/, ''), 'key,name,payments,total\r\n2031-05-01,,1,0.1\r\n');
  const owed = await expectStatus(200, read('reports/receivables?asOf=2031-12-31'));
  assert.equal(JSON.stringify(owed).includes(trip), false);
}
