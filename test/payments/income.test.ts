import { incomeGroups, incomePeriod } from '../../shared/payments/income';
import { type Payment, PaymentRecord, paymentOf } from '../../shared/payments/payment';
import { ID, NOW } from '../platform/values/schemas';

const payment = (given: Partial<Payment>): Payment => ({
  id: ID,
  paymentId: ID,
  teamId: ID,
  tripId: ID,
  amount: 1,
  paidAt: NOW,
  registeredBy: ID,
  createdAt: NOW,
  updatedAt: NOW,
  ...given,
});

describe('the days that an income report covers', () => {
  const now = new Date('2026-03-01T05:30:00Z');

  test.each([
    // 23:30 on the 28th in Mexico City is 00:30 in Cancún.
    ['America/Mexico_City', {}, '2026-02-01', '2026-02-28'],
    ['America/Cancun', {}, '2026-03-01', '2026-03-01'],
    ['America/Mexico_City', { from: '2025-01-01' }, '2025-01-01', '2026-02-28'],
    ['America/Mexico_City', { to: '2025-12-24' }, '2025-12-01', '2025-12-24'],
    ['America/Mexico_City', { to: '2026-01-01T05:59:59Z' }, '2025-12-01', '2026-01-01T05:59:59Z'],
    ['America/Mexico_City', { from: '2026-01-05', to: '2026-01-06' }, '2026-01-05', '2026-01-06'],
  ])('of %s, asked for %j, are from %s to %s', (zone, asked, from, to) => {
    expect(incomePeriod(asked, now, zone)).toEqual({ from, to });
  });
});

describe('payments are summed', () => {
  const [ana, luis] = ['019caf10-3180-7000-8000-00000000000a', '019caf10-3180-7000-8000-00000000000b'];
  /** Newest first, in the order of the read. */
  const payments = [
    payment({
      paidAt: '2026-04-01T06:00:00.000Z',
      amount: 0.1,
      clientId: ana,
      clientName: 'Ana, S.A.',
      method: 'CHEQUE',
    }),
    payment({ paidAt: '2026-04-01T05:59:59.999Z', amount: 0.2, clientId: ana, clientName: 'Ana', method: 'CHEQUE' }),
    payment({ paidAt: '2026-03-15T18:00:00.000Z', amount: 1_000.05, clientId: luis, clientName: 'Luis' }),
    payment({ paidAt: '2026-03-15T12:00:00.000Z', amount: 999.95 }),
    payment({ paidAt: '2026-03-01T06:00:00.000Z', amount: 0.7, clientId: ana, clientName: 'Ana', method: 'EFECTIVO' }),
  ];
  const zone = 'America/Mexico_City';
  const summed = (groupBy: 'day' | 'month' | 'client' | 'method') => incomeGroups(payments, groupBy, zone);

  test('by local day, the first day first', () => {
    expect(summed('day')).toEqual({
      payments: 5,
      total: 2001,
      groups: [
        { key: '2026-03-01', payments: 1, total: 0.7 },
        { key: '2026-03-15', payments: 2, total: 2000 },
        { key: '2026-03-31', payments: 1, total: 0.2 },
        { key: '2026-04-01', payments: 1, total: 0.1 },
      ],
    });
  });

  test('by local month', () => {
    expect(summed('month').groups).toEqual([
      { key: '2026-03', payments: 4, total: 2000.9 },
      { key: '2026-04', payments: 1, total: 0.1 },
    ]);
  });

  test('by client, who paid most first, with the name as it was written last; payments without one stand under null', () => {
    expect(summed('client').groups).toEqual([
      { key: luis, name: 'Luis', payments: 1, total: 1_000.05 },
      { key: null, payments: 1, total: 999.95 },
      { key: ana, name: 'Ana, S.A.', payments: 3, total: 1 },
    ]);
  });

  test('by method; payments without one stand under null', () => {
    expect(summed('method').groups).toEqual([
      { key: null, payments: 2, total: 2000 },
      { key: 'EFECTIVO', payments: 1, total: 0.7 },
      { key: 'CHEQUE', payments: 2, total: 0.3 },
    ]);
  });

  test('by month in their order, whatever they come to', () => {
    const some = [
      payment({ paidAt: '2026-04-02T00:00:00.000Z', amount: 9 }),
      payment({ paidAt: '2026-02-02T18:00:00.000Z' }),
    ];
    expect(incomeGroups(some, 'month', zone).groups.map(({ key }) => key)).toEqual(['2026-02', '2026-04']);
  });

  test('by method, equal ones by their names, and payments without one before them', () => {
    const some = [payment({ method: 'EFECTIVO' }), payment({}), payment({ method: 'CHEQUE' })];
    for (const given of [some, some.toReversed()]) {
      expect(incomeGroups(given, 'method', zone).groups.map(({ key }) => key)).toEqual([null, 'CHEQUE', 'EFECTIVO']);
    }
  });

  test('none to nothing', () => {
    expect(incomeGroups([], 'day', zone)).toEqual({ groups: [], payments: 0, total: 0 });
  });
});

test('a payment is kept without what its key tells, and answered whole', () => {
  const { id, paymentId: _, teamId, paidAt, updatedAt: __, ...record } = payment({ method: 'CHEQUE', notes: 'Abono.' });
  expect(Object.keys(PaymentRecord.entries).sort()).toEqual([
    'allocations',
    'amount',
    'clientId',
    'clientName',
    'createdAt',
    'creditKind',
    'externalId',
    'forTrip',
    'method',
    'notes',
    'paymentForm',
    'reference',
    'registeredBy',
    'tripId',
    'voidedAt',
  ]);
  expect(paymentOf(teamId, { id, paidAt }, record)).toEqual({
    ...payment({ method: 'CHEQUE', notes: 'Abono.' }),
    collectionId: id,
    allocations: [],
    receiptStatus: 'NONE',
  });
});
