import { type Bucket, bucketOf, receivablesReport } from '../../shared/domain/aging';
import { balanceOf, type Receivable, receivableOf } from '../../shared/domain/receivables';
import { TRIP_STATUSES } from '../../shared/domain/trips';
import { storedClient, storedTrip } from '../support/store-records';
import { ID } from './schemas';

test.each<[number, Bucket]>([
  [-400, '0-30'],
  [0, '0-30'],
  [29, '0-30'],
  [30, '0-30'],
  [31, '31-60'],
  [59, '31-60'],
  [60, '31-60'],
  [61, '61-90'],
  [90, '61-90'],
  [91, '90+'],
  [4000, '90+'],
])('%i days past due stand in %s', (days, bucket) => {
  expect(bucketOf(days)).toBe(bucket);
});

describe('what is owed for a trip', () => {
  const ended = { actualEndDate: '2026-03-02T15:00:00.000Z' };

  test.each(TRIP_STATUSES)('that is %s', (status) => {
    const owed = receivableOf({ ...storedTrip({ status, revenue: 100, ...ended }) });
    expect(owed === undefined).toBe(status !== 'COMPLETADO');
  });

  test.each([
    [undefined, undefined, 0, false],
    [0, undefined, 0, false],
    [100, undefined, 10_000, true],
    [100, 0, 10_000, true],
    [100, 99.99, 1, true],
    [100, 100, 0, false],
    [100, 100.01, -1, false],
    [0.3, 0.1, 20, true],
  ])('of revenue %d, paid %d, is %i cents', (revenue, paid, cents, isOwed) => {
    const trip = storedTrip({ status: 'COMPLETADO', revenue, paid, ...ended });
    expect(balanceOf(trip)).toBe(cents);
    expect(receivableOf(trip) !== undefined).toBe(isOwed);
  });
});

describe('receivables', () => {
  const timeZone = 'America/Tijuana';
  const client = storedClient({ paymentTerms: 15, name: 'Quince' });
  const owed = (given: Partial<Receivable>): Receivable => ({
    tripId: ID,
    revenue: 100,
    paid: 0,
    since: '2026-03-01T20:00:00.000Z',
    ...given,
  });
  const reportOf = (open: Receivable[], asOf: string, later = new Map<string, number>()) =>
    receivablesReport(open, later, new Map([[client.id, client]]), { asOf, until: `${asOf}T23:59:59.999Z`, timeZone });

  test.each([
    // Due on the day it ended: no client, no terms.
    [undefined, '2026-03-01', '2026-03-01', 0],
    [undefined, '2026-03-01', '2026-03-31', 30],
    [undefined, '2026-03-01', '2026-04-01', 31],
    // Fifteen days later for this client, over the day of 23 hours.
    [client.id, '2026-03-16', '2026-03-16', 0],
    [client.id, '2026-03-16', '2026-03-02', -14],
    [client.id, '2026-03-16', '2026-06-15', 91],
  ])('of client %s are due on %s and counted in whole local days: on %s it is %i', (clientId, dueOn, asOf, days) => {
    const { receivables } = reportOf([owed({ clientId })], asOf);
    expect(receivables).toMatchObject([{ dueOn, daysPastDue: days, bucket: bucketOf(days) }]);
  });

  test('begin on the local day of the trip’s end: half past eleven in Tijuana is the next day in Greenwich', () => {
    const { receivables } = reportOf([owed({ since: '2026-03-02T07:30:00.000Z' })], '2026-03-31');
    expect(receivables).toMatchObject([{ dueOn: '2026-03-01', daysPastDue: 30 }]);
  });

  test('leave out what had not ended then, and what was paid by then', () => {
    expect(reportOf([owed({}), owed({ paid: 100 })], '2026-02-28').count).toBe(0);
    expect(reportOf([owed({ paid: 100 })], '2026-03-31').count).toBe(0);
  });

  test('take back what was paid later', () => {
    const report = reportOf([owed({ paid: 100 })], '2026-03-31', new Map([[ID, 3_333]]));
    expect(report).toMatchObject({ total: 33.33, receivables: [{ paid: 66.67, balance: 33.33 }] });
  });

  test('add up by age and by client, to the cent', () => {
    const report = reportOf(
      [
        owed({ tripId: 'a', clientId: client.id, revenue: 0.1 }),
        owed({ tripId: 'b', clientId: client.id, revenue: 0.2 }),
        owed({ tripId: 'c', revenue: 1_000.01, paid: 0.02, since: '2025-11-01T20:00:00.000Z' }),
      ],
      '2026-04-20',
    );
    expect(report.total).toBe(1_000.29);
    expect(report.buckets).toEqual({ '0-30': 0, '31-60': 0.3, '61-90': 0, '90+': 999.99 });
    expect(report.clients).toEqual([
      { total: 999.99, buckets: { '0-30': 0, '31-60': 0, '61-90': 0, '90+': 999.99 } },
      {
        clientId: client.id,
        clientName: 'Quince',
        total: 0.3,
        buckets: { '0-30': 0, '31-60': 0.3, '61-90': 0, '90+': 0 },
      },
    ]);
    expect(report.receivables.map(({ tripId }) => tripId)).toEqual(['c', 'a', 'b']);
  });
});
