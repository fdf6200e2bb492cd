import { type Books, type StatementDocument, type StatementPayment, statementOf } from '../../shared/reports/statement';

const at = (day: number, hour = 12): string => new Date(Date.UTC(2026, 2, day, hour)).toISOString();

const document = (id: string, issuedAt: string, total: number, given: Partial<StatementDocument> = {}) => ({
  id,
  type: 'I' as const,
  total,
  issuedAt,
  isReplaced: false,
  ...given,
});
const payment = (collectionId: string, paidAt: string, given: Partial<StatementPayment> = {}) => ({
  collectionId,
  paidAt,
  allocations: [],
  rest: 0,
  ...given,
});

const read = (given: Partial<Books>, from = at(1, 0), to = at(31, 23)) =>
  statementOf({ documents: [], payments: [], ...given }, { from, to });
const shown = (statement: ReturnType<typeof read>) =>
  statement.entries.map(({ at: when, kind, id, charge, payment: paid, balance }) => [
    Number(when.slice(8, 10)),
    kind,
    id,
    charge,
    paid,
    balance,
  ]);

describe('tax 6.8: a statement of account', () => {
  test('lists documents, notes, collections, voids and cancellations in order of time, with the balance after each', () => {
    const statement = read({
      documents: [
        document('A', at(2), 116_000, { uuid: 'u', folio: 'F7', tripId: 't' }),
        document('B', at(3), 50_000, { cancelledAt: at(9) }),
        document('N', at(4), 16_000, { type: 'E', creditedId: 'A' }),
      ],
      payments: [
        payment('C', at(5), { allocations: [{ invoiceId: 'A', cents: 60_000 }], rest: 1 }),
        payment('V', at(6), { rest: 2_000, voidedAt: at(7) }),
      ],
    });
    expect(shown(statement)).toEqual([
      [2, 'INVOICE', 'A', 1160, 0, 1160],
      [3, 'INVOICE', 'B', 500, 0, 1660],
      [4, 'CREDIT_NOTE', 'N', 0, 160, 1500],
      [5, 'COLLECTION', 'C', 0, 600.01, 899.99],
      [6, 'COLLECTION', 'V', 0, 20, 879.99],
      [7, 'VOID', 'V', 20, 0, 899.99],
      [9, 'CANCELLATION', 'B', 0, 500, 399.99],
    ]);
    expect(statement).toMatchObject({ opening: 0, closing: 399.99, inFavour: 0.01 });
    expect(statement.entries[0]).toMatchObject({ uuid: 'u', folio: 'F7', tripId: 't' });
  });

  test('opens with all that came before, and ends with the range: both instants are in it', () => {
    const documents = [document('A', at(2), 100), document('B', at(3), 200), document('C', at(4), 400)];
    expect(read({ documents }, at(3), at(3))).toMatchObject({ opening: 1, closing: 3 });
    expect(read({ documents }, at(5), at(6))).toMatchObject({ opening: 7, closing: 7, entries: [] });
  });

  test('adds up the payments of a collection, and names their trip if it is one', () => {
    const payments = [
      payment('C', at(2), { tripId: 't', allocations: [{ invoiceId: 'A', cents: 300 }] }),
      payment('C', at(2), { rest: 200 }),
      payment('D', at(3), { tripId: 't', rest: 100 }),
    ];
    const { entries, inFavour } = read({ documents: [document('A', at(1), 300)], payments });
    expect(entries.slice(1)).toEqual([
      { at: at(2), kind: 'COLLECTION', id: 'C', charge: 0, payment: 5, balance: -2 },
      { at: at(3), kind: 'COLLECTION', id: 'D', tripId: 't', charge: 0, payment: 1, balance: -3 },
    ]);
    expect(inFavour).toBe(3);
  });

  test('has nothing of a collection that was voided before its date', () => {
    expect(read({ payments: [payment('C', at(9), { rest: 5, voidedAt: at(8) })] })).toMatchObject({ entries: [] });
  });
});

describe('tax 6.8: a substitute', () => {
  const old = document('old', at(2), 100, { isReplaced: true });
  const next = document('new', at(5), 120, { replaces: 'old' });

  test('begins when its document ends, and the document ends first: the client never owes both', () => {
    const expected = [
      [2, 'INVOICE', 'old', 1, 0, 1],
      [5, 'CANCELLATION', 'old', 0, 1, 0],
      [5, 'INVOICE', 'new', 1.2, 0, 1.2],
    ];
    expect(shown(read({ documents: [next, old] }))).toEqual(expected);
    // The provider's cancellation follows later and is no second line.
    expect(shown(read({ documents: [next, { ...old, cancelledAt: at(7) }] }))).toEqual(expected);
  });

  test('that is cancelled gives its document back, without a line that shows both', () => {
    const documents = [
      { ...old, isReplaced: false },
      { ...next, cancelledAt: at(8) },
    ];
    expect(shown(read({ documents }))).toEqual([
      [2, 'INVOICE', 'old', 1, 0, 1],
      [5, 'CANCELLATION', 'old', 0, 1, 0],
      [5, 'INVOICE', 'new', 1.2, 0, 1.2],
      [8, 'CANCELLATION', 'new', 0, 1.2, 0],
      [8, 'INVOICE', 'old', 1, 0, 1],
    ]);
  });

  test('of a credit note begins before the note ends: the client never owes what both take', () => {
    const documents = [
      document('A', at(1), 1000),
      document('N', at(2), 100, { type: 'E', creditedId: 'A', isReplaced: true }),
      document('M', at(3), 200, { type: 'E', creditedId: 'A', replaces: 'N' }),
    ];
    expect(shown(read({ documents })).map(([, kind, id, , , balance]) => [kind, id, balance])).toEqual([
      ['INVOICE', 'A', 10],
      ['CREDIT_NOTE', 'N', 9],
      ['CREDIT_NOTE', 'M', 7],
      ['CANCELLATION', 'N', 8],
    ]);
  });

  test('after a second one: each ends when the next begins', () => {
    const second = document('second', at(9), 150, { replaces: 'old' });
    const documents = [old, { ...next, cancelledAt: at(7) }, second];
    expect(shown(read({ documents })).map(([day, kind, id, , , balance]) => [day, kind, id, balance])).toEqual([
      [2, 'INVOICE', 'old', 1],
      [5, 'CANCELLATION', 'old', 0],
      [5, 'INVOICE', 'new', 1.2],
      [7, 'CANCELLATION', 'new', 0],
      [7, 'INVOICE', 'old', 1],
      [9, 'CANCELLATION', 'old', 0],
      [9, 'INVOICE', 'second', 1.5],
    ]);
  });
});

test('tax 6.8: a document whose substitute was substituted itself does not come back', () => {
  const documents = [
    document('first', at(2), 100, { isReplaced: true }),
    document('second', at(4), 120, { replaces: 'first', isReplaced: true, cancelledAt: at(6) }),
    document('third', at(6), 150, { replaces: 'second' }),
  ];
  expect(read({ documents })).toMatchObject({ closing: 1.5 });
});

test('tax 6.8: a credit note ends with its document', () => {
  const documents = [
    document('A', at(1), 1000, { cancelledAt: at(6) }),
    document('N', at(2), 100, { type: 'E', creditedId: 'A' }),
  ];
  expect(read({ documents })).toMatchObject({ closing: 0 });
});

test('tax 6.8: money that pays a document issued after the range is in favour of the client until then', () => {
  const documents = [document('A', at(20), 1000)];
  const payments = [payment('C', at(2), { allocations: [{ invoiceId: 'A', cents: 400 }], rest: 100 })];
  expect(read({ documents, payments }, at(1), at(10))).toMatchObject({ closing: -5, inFavour: 5 });
  expect(read({ documents, payments })).toMatchObject({ closing: 5, inFavour: 1 });
});
