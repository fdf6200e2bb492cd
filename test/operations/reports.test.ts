import * as v from 'valibot';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as voidPayment } from '../../functions/payments/void-payment';
import { operation as reportIncome } from '../../functions/reports/report-income';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import type { Operation } from '../../shared/operation/define';
import { ReceivablesReport } from '../../shared/payments/aging';
import { IncomeReport } from '../../shared/payments/income';
import type { TripRecord } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { START } from '../support/engine-runtime';
import type { TestRequest } from '../support/http-event';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertTrips } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const DAY = 24 * 60 * 60_000;

/** An office whose clock moves. The caller signs in again for every request, because sessions expire. */
async function openBooks(timeZone = 'America/Mexico_City') {
  const office = await openOffice(world, { team: { timeZone } });
  const { testContext, teamId } = office;
  const send = async (operation: Operation, request: TestRequest = {}) => {
    const headers = { ...(await office.exchange.bearer(testContext.now(), office.id)), ...request.headers };
    const answer = await office.send(operation, { ...request, headers });
    return answer;
  };
  const insert = async (given: Partial<TripRecord>): Promise<TripRecord> => {
    const [trip] = await insertTrips(testContext, [{ teamId, status: 'EN_PROCESO', ...given }]);
    if (trip === undefined) throw new Error('One was laid.');
    return trip;
  };
  const move = async ({ id: tripId }: TripRecord, status: string) =>
    expect((await send(updateTripStatus, { path: { tripId }, body: { status } })).status).toBe(200);
  const pay = async ({ id: tripId }: TripRecord, amount: number, given: object = {}) => {
    const { status, body } = await send(createPayment, { body: { tripId, amount, method: 'OTRO', ...given } });
    expect(status).toBe(201);
    return String(body.id);
  };
  const read = async <S extends v.GenericSchema>(operation: Operation, schema: S, query: Record<string, string>) => {
    const answer = await send(operation, { query });
    expect(answer.status).toBe(200);
    return v.parse(schema, answer.body);
  };
  return {
    ...office,
    send,
    insert,
    move,
    pay,
    income: (query: Record<string, string> = {}) => read(reportIncome, IncomeReport, query),
    receivables: (query: Record<string, string> = {}) => read(reportReceivables, ReceivablesReport, query),
  };
}

/** Seven trips whose figures were computed by hand. The last clock value is 2026-03-12. */
async function insertBooks() {
  const books = await openBooks();
  const { teamId, testContext, insert, move, pay } = books;
  const slow = await insertClient(testContext, { teamId, name: '=Fletes, S.A.', paymentTerms: 30 });
  const quick = await insertClient(testContext, { teamId, name: 'Bodegas', paymentTerms: 0 });
  const ofSlow = { clientId: slow.id, clientName: slow.name };
  const ofQuick = { clientId: quick.id, clientName: quick.name };
  const one = await insert({ ...ofSlow, revenue: 1_000.1 });
  const two = await insert({ ...ofQuick, revenue: 2_000.2 });
  const three = await insert({ revenue: 300.3 });
  const four = await insert({ ...ofSlow, revenue: 50 });
  const planned = await insert({ ...ofSlow, revenue: 999, status: 'NO_INICIADO' });
  const cancelled = await insert({ ...ofQuick, revenue: 700, status: 'NO_INICIADO' });
  const overpaid = await insert({ ...ofQuick, revenue: 10 });
  for (const trip of [one, two, overpaid]) await move(trip, 'COMPLETADO');
  await move(cancelled, 'CANCELADO');
  const paymentOfTwo = await pay(two, 500.05, { method: 'TRANSFERENCIA' });
  await pay(overpaid, 12, { method: 'EFECTIVO' });
  testContext.pass(10 * DAY);
  for (const trip of [three, four]) await move(trip, 'COMPLETADO');
  await pay(planned, 100, { paidAt: '2026-03-05T18:00:00.000Z' });
  await pay(four, 50, { paidAt: '2026-03-20T18:00:00.000Z', method: 'TRANSFERENCIA' });
  return { books, slow, quick, one, two, three, four, paymentOfTwo };
}

describe('receivables', () => {
  it('are right to the cent by age, client and trip', async () => {
    const { books, slow, quick, one, two, three } = await insertBooks();
    const report = await books.receivables({ asOf: '2026-06-02' });
    expect(report).toMatchObject({
      asOf: '2026-06-02',
      total: 2_800.55,
      count: 3,
      buckets: { '0-30': 0, '31-60': 0, '61-90': 1_300.4, '90+': 1_500.15 },
    });
    expect(report.clients).toMatchObject([
      { clientId: quick.id, clientName: 'Bodegas', total: 1_500.15 },
      { clientId: slow.id, clientName: '=Fletes, S.A.', total: 1_000.1 },
      { total: 300.3 },
    ]);
    expect(report.receivables).toMatchObject([
      { tripId: two.id, dueOn: '2026-03-02', daysPastDue: 92, bucket: '90+', paid: 500.05, balance: 1_500.15 },
      { tripId: three.id, dueOn: '2026-03-12', daysPastDue: 82, bucket: '61-90', paid: 0, balance: 300.3 },
      { tripId: one.id, dueOn: '2026-04-01', daysPastDue: 62, bucket: '61-90', paid: 0, balance: 1_000.1 },
    ]);
  });

  it.each([
    ['before anything ended', '2026-03-01', 0],
    ['when the first had ended', '2026-03-02', 2_500.25],
    ['before the others ended', '2026-03-11', 2_500.25],
    ['before the fourth was paid', '2026-03-19', 2_850.55],
    ['an instant before it was paid', '2026-03-20T17:59:59.999Z', 2_850.55],
    ['at the instant at which it was paid', '2026-03-20T18:00:00.000Z', 2_800.55],
    ['on the day on which it was paid', '2026-03-20', 2_800.55],
  ])('of %s are what was owed then', async (_, asOf, total) => {
    const { books } = await insertBooks();
    expect(await books.receivables({ asOf })).toMatchObject({ total });
  });

  it('are of today unless said, and take a voided payment back', async () => {
    const { books, paymentOfTwo } = await insertBooks();
    expect(await books.receivables()).toMatchObject({ asOf: '2026-03-12', total: 2_850.55 });
    await books.send(voidPayment, { path: { paymentId: paymentOfTwo } });
    expect(await books.receivables()).toMatchObject({ total: 3_350.6 });
  });

  it('read what is open, whatever was ever carried', async () => {
    const { books } = await insertBooks();
    await insertTrips(
      books.testContext,
      Array.from({ length: 100 }, () => ({ teamId: books.teamId, status: 'COMPLETADO' as const, revenue: 1, paid: 1 })),
    );
    const before = books.testContext.calls.length;
    await books.receivables({ asOf: '2026-12-31' });
    expect(books.testContext.calls.slice(before).map(({ action }) => action)).toEqual([
      'BatchGetItem',
      'Query',
      'Query',
      'Query',
      'BatchGetItem',
    ]);
  });

  it('are a table that runs nothing', async () => {
    const { books, slow, one } = await insertBooks();
    const table = reportReceivables.output.csv?.(await books.receivables({ asOf: '2026-06-02' }), 'en') ?? '';
    const [head, ...lines] = table.split('\r\n');
    expect(head).toBe(
      '\ufeff"tripId","clientId","clientName","since","dueOn","daysPastDue","bucket","revenue","paid","balance","invoiceId","uuid","total","isEstimate"',
    );
    expect(lines).toContain(
      `"${one.id}","${slow.id}","'=Fletes, S.A.","${new Date(START).toISOString()}","2026-04-01",62,"61-90",1000.1,0,1000.1,,,1000.1,"true"`,
    );
    expect(lines).toHaveLength(4);
  });

  it.each(['tomorrow', '2026-02-29', '2026-03-01T08:30:00'])('of %s are refused', async (asOf) => {
    const { send } = await openBooks();
    expect(refusal(await send(reportReceivables, { query: { asOf } }))).toEqual(refused('VALIDATION_FAILED', 'asOf'));
  });
});

describe('income', () => {
  it('is right to the cent, by day, month, client and method, without what was voided', async () => {
    const { books, slow, quick, paymentOfTwo } = await insertBooks();
    const march = { from: '2026-03-01', to: '2026-03-31' };
    const groups = async (groupBy: string) => (await books.income({ ...march, groupBy })).groups;
    expect(await books.income(march)).toEqual({
      ...march,
      groupBy: 'month',
      groups: [{ key: '2026-03', payments: 4, total: 662.05 }],
      payments: 4,
      total: 662.05,
    });
    expect(await groups('day')).toEqual([
      { key: '2026-03-02', payments: 2, total: 512.05 },
      { key: '2026-03-05', payments: 1, total: 100 },
      { key: '2026-03-20', payments: 1, total: 50 },
    ]);
    expect(await groups('client')).toEqual([
      { key: quick.id, name: 'Bodegas', payments: 2, total: 512.05 },
      { key: slow.id, name: '=Fletes, S.A.', payments: 2, total: 150 },
    ]);
    expect(await groups('method')).toEqual([
      { key: 'TRANSFERENCIA', payments: 2, total: 550.05 },
      { key: 'OTRO', payments: 1, total: 100 },
      { key: 'EFECTIVO', payments: 1, total: 12 },
    ]);
    await books.send(voidPayment, { path: { paymentId: paymentOfTwo } });
    expect(await books.income(march)).toMatchObject({ payments: 3, total: 162 });
  });

  it('is of the current month to today unless said', async () => {
    const { books } = await insertBooks();
    expect(await books.income()).toMatchObject({ from: '2026-03-01', to: '2026-03-12', total: 612.05 });
    expect(await books.income({ from: '2026-03-03' })).toMatchObject({ to: '2026-03-12', total: 100 });
    expect(await books.income({ to: '2026-03-04' })).toMatchObject({ from: '2026-03-01', total: 512.05 });
    const late = await books.send(reportIncome, { query: { from: '2026-03-13' } });
    expect(refusal(late)).toEqual(refused('VALIDATION_FAILED', 'from'));
  });

  it.each([
    ['America/Mexico_City', '2026-03-02T06:00:00.000Z', '2026-03-03T05:59:59.999Z', '2026-03-02'],
    ['America/Cancun', '2026-07-01T05:00:00.000Z', '2026-07-02T04:59:59.999Z', '2026-07-01'],
    ['America/Tijuana', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z', '2026-03-08'],
    ['America/Tijuana', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z', '2026-11-01'],
  ])('in %s has what came between %s and %s on %s', async (timeZone, first, last, day) => {
    const { income, insert, pay } = await openBooks(timeZone);
    const trip = await insert({});
    const instants = [Date.parse(first) - 1, Date.parse(first), Date.parse(last), Date.parse(last) + 1];
    for (const [index, instant] of instants.entries()) {
      await pay(trip, 10 ** index, { paidAt: new Date(instant).toISOString() });
    }
    expect(await income({ from: day, to: day, groupBy: 'day' })).toMatchObject({
      total: 110,
      groups: [{ key: day, payments: 2, total: 110 }],
    });
    const wide = await income({ from: '2026-01-01', to: '2026-12-31', groupBy: 'day' });
    expect(wide.groups.map(({ total }) => total)).toEqual([1, 110, 1000]);
  });

  it('is a table that runs nothing', async () => {
    const { books, slow, quick } = await insertBooks();
    const report = await books.income({ from: '2026-03-01', to: '2026-03-31', groupBy: 'client' });
    expect(reportIncome.output.csv?.(report, 'es').split('\r\n')[0]).toBe(
      '\ufeff"clave","nombre","pagos","total cobrado"',
    );
    expect(reportIncome.output.csv?.(report, 'en').split('\r\n')).toEqual([
      '\ufeff"key","name","payments","total"',
      `"${quick.id}","Bodegas",2,512.05`,
      `"${slow.id}","'=Fletes, S.A.",2,150`,
      '',
    ]);
  });

  it.each([
    [{ groupBy: 'week' }, 'groupBy'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'from'],
    [{ to: 'March' }, 'to'],
  ])('is not by %j', async (query, field) => {
    const { send } = await openBooks();
    expect(refusal(await send(reportIncome, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });
});

it('no report is a stranger’s', async () => {
  const office = await openOffice(world);
  const stranger = await office.stranger();
  for (const operation of [reportIncome, reportReceivables])
    expect(refusal(await stranger.send(operation))).toEqual(refused('FORBIDDEN'));
});
