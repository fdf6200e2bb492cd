import { type Bucket, bucketOf, receivablesReport } from '../../shared/payments/aging';
import { balanceOf, chargeOf, type Receivable, receivableOf } from '../../shared/trips/receivable';
import { TRIP_STATUSES } from '../../shared/trips/trip';
import { ID } from '../platform/values/schemas';
import { storedClient, storedTrip } from '../support/store-records';

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

describe('what is charged for a trip', () => {
  const since = '2026-03-02T15:00:00.000Z';
  const trip = storedTrip({ status: 'COMPLETADO', revenue: 100, clientId: ID, actualEndDate: since });

  test('tax 7.10: no client owes anything for own goods', () => {
    expect(receivableOf(trip)).toMatchObject({ revenue: 100 });
    expect([receivableOf({ ...trip, ownGoods: true }), chargeOf({ ...trip, ownGoods: true })]).toEqual([
      undefined,
      undefined,
    ]);
    expect(balanceOf({ ...trip, ownGoods: true })).toBe(0);
  });

  test('is its revenue from its end on, whether it is paid or not', () => {
    expect(chargeOf(trip)).toEqual({ tripId: trip.id, clientId: ID, revenue: 100, paid: 0, since });
    expect(chargeOf({ ...trip, paid: 100 })).toMatchObject({ revenue: 100, paid: 100 });
  });

  test.each([{ revenue: undefined }, { actualEndDate: undefined }, { status: 'EN_PROCESO' as const }])(
    'is nothing with %j',
    (given) => {
      expect(chargeOf({ ...trip, ...given })).toBeUndefined();
    },
  );
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
    // A trip without a client has no payment terms, so it is due on the day of its end.
    [undefined, '2026-03-01', '2026-03-01', 0],
    [undefined, '2026-03-01', '2026-03-31', 30],
    [undefined, '2026-03-01', '2026-04-01', 31],
    // This client has 15 days to pay; one of them has 23 hours.
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

  test('are owed from the very end of the trip on, and not a millisecond before', () => {
    const counts = ['2026-03-01T19:59:59.999Z', '2026-03-01T20:00:00.000Z'].map(
      (until) => receivablesReport([owed({})], new Map(), new Map(), { asOf: '2026-03-01', until, timeZone }).count,
    );
    expect(counts).toEqual([0, 1]);
  });

  test('stand by age, and by trip where they are of one age, however they come', () => {
    const open = ['b', 'c', 'a'].map((tripId) => owed({ tripId }));
    for (const given of [open, open.toReversed()]) {
      expect(reportOf(given, '2026-03-01').receivables.map(({ tripId }) => tripId)).toEqual(['a', 'b', 'c']);
    }
  });

  test('stand in every bucket, and clients by what they owe, the most first', () => {
    const since = (day: string) => ({ since: `${day}T20:00:00.000Z` });
    const report = reportOf(
      [
        owed({ tripId: 'a', clientId: client.id, revenue: 1, ...since('2026-03-01') }),
        owed({ tripId: 'b', revenue: 2, ...since('2026-03-20') }),
        owed({ tripId: 'c', revenue: 4, ...since('2026-02-10') }),
        owed({ tripId: 'd', revenue: 8, ...since('2026-01-10') }),
        owed({ tripId: 'e', revenue: 16, ...since('2025-01-10') }),
      ],
      '2026-03-30',
    );
    expect(report.buckets).toEqual({ '0-30': 3, '31-60': 4, '61-90': 8, '90+': 16 });
    expect(report.clients.map(({ clientName, total }) => [clientName, total])).toEqual([
      [undefined, 30],
      ['Quince', 1],
    ]);
    // The older trip is read first and owes less.
    const others = reportOf(
      [owed({ tripId: 'a', clientId: client.id, revenue: 9, ...since('2025-01-10') }), owed({ tripId: 'b' })],
      '2026-03-30',
    );
    expect(others.clients.map(({ total }) => total)).toEqual([100, 9]);
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
