import { INVOICE_STATUSES, type InvoiceContent } from '../../shared/invoices/invoice';
import { INVOICE_TRANSITIONS } from '../../shared/stamping/invoice-states';
import { CANCELLATION_FORGOTTEN_MS, LEASE_MS, STAMPING_RULES } from '../../shared/stamping/stamping-rules';
import { type Attempt, isStuck, lastAttemptOf } from '../../shared/stamping/work-items';
import { NOW } from '../platform/values/schemas';
import { storedInvoice } from '../support/store-invoices';

/** The decisions of docs/stamping.md, one by one. The proof shows that together they never stamp twice. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = new Date(NOW);
const ago = (milliseconds: number): string => new Date(now.getTime() - milliseconds).toISOString();
const attempts = (...ages: readonly number[]): Attempt[] => ages.map((age, revision) => ({ at: ago(age), revision }));
const {
  attemptNumber,
  idempotencyKey,
  looksFirst,
  livemode,
  refusalCloses,
  isOwnFailure,
  givesUp,
  isLookedFor,
  isTruthAccepted,
  stamped,
} = STAMPING_RULES;

const state = (number: number, isOpen: boolean) => ({ number, isOpen, attemptId: 'lock', livemode: false });

test.each([
  [undefined, 1],
  [state(1, true), 1],
  [state(1, false), 2],
  [state(7, true), 7],
  [state(7, false), 8],
])('after %j a lock has the attempt %i', (before, number) => {
  expect(attemptNumber(before, 3)).toBe(number);
});

test('an attempt has one key, made of the invoice and its number', () => {
  expect(idempotencyKey('a', 12)).toBe('a-12');
});

test('a lock looks first exactly while a document of the attempt may be there', () => {
  expect([undefined, state(1, false), state(1, true)].map(looksFirst)).toEqual([false, false, true]);
});

test('an attempt stays with the mode of its own key; without one the present mode counts', () => {
  const modes = [undefined, { livemode: false }, { livemode: true }];
  expect(modes.map((attempt) => [livemode(attempt, false), livemode(attempt, true)])).toEqual([
    [false, true],
    [false, false],
    [true, true],
  ]);
});

test.each([
  ['the only try', attempts(0), true],
  ['a second, an hour after the first', attempts(HOUR, 0), false],
  ['a second, a millisecond too early', attempts(72 * HOUR - 1, 0), false],
  ['a second, after 72 hours', attempts(72 * HOUR, 0), true],
  ['a third, while the second may turn up', attempts(100 * HOUR, HOUR, 0), false],
  ['a third, while the first may turn up', attempts(HOUR, 100 * HOUR, 0), false],
  ['a third, when neither may', attempts(100 * HOUR, 99 * HOUR, 0), true],
])('a refusal of %s closes the attempt: %p', (_, made, closes) => {
  expect(refusalCloses({ attempts: made }, now)).toBe(closes);
});

test.each([
  [{ number: 1 }, 1, true],
  [{ number: 1 }, 2, false],
  [{ number: 2 }, 1, false],
  [{ number: 2, providerId: 'other' }, 1, false],
  [{ number: 2, providerId: 'document' }, 3, true],
  [{ number: 1, providerId: 'other' }, 1, true],
  [{ number: 1, providerId: 'document' }, 2, true],
])('a failed document is of %j after %i tries: %p', (work, count, isOwn) => {
  const made = attempts(...Array.from({ length: count }, () => HOUR));
  expect(isOwnFailure({ ...work, attempts: made }, 'document')).toBe(isOwn);
});

describe('nothing found ends the waiting', () => {
  test.each([
    ['at the first look-up', undefined, 2 * HOUR, false],
    ['20 minutes after the first, an hour after the try', 20 * MINUTE, HOUR, true],
    ['a millisecond less than 20 minutes after the first', 20 * MINUTE - 1, HOUR, false],
    ['a millisecond less than an hour after the try', 20 * MINUTE, HOUR - 1, false],
    ['much later', 5 * HOUR, 6 * HOUR, true],
  ])('%s: since %p, tried %p ago: %p', (_, emptyAge, tryAge, ends) => {
    const emptySince = emptyAge === undefined ? undefined : ago(emptyAge);
    expect(givesUp({ attempts: attempts(100 * HOUR, tryAge), emptySince }, now)).toBe(ends);
  });
});

test.each([
  [0, true],
  [72 * HOUR - 1, true],
  [72 * HOUR, false],
  [72 * HOUR + 1, false],
])('a document is looked for %i ms after the last try: %p', (age, isLooked) => {
  expect(isLookedFor({ attempts: attempts(100 * HOUR, age) }, now)).toBe(isLooked);
});

test.each(INVOICE_STATUSES)('a document of an invoice that is %s', (status) => {
  expect(isTruthAccepted(status)).toBe(['PENDING', 'DRAFT', 'ERROR'].includes(status));
});

describe('what was stamped', () => {
  const { items, ...rest } = storedInvoice();
  const content = (notes: string): InvoiceContent => ({ ...rest, items, notes });
  const made: Attempt[] = [
    { at: ago(3 * HOUR), revision: 1, content: content('one') },
    { at: ago(2 * HOUR), revision: 1 },
    { at: ago(HOUR), revision: 4, content: content('four') },
  ];
  const shown = (stampedAt: string | undefined, some = made) => {
    const { revision, content: told } = stamped({ attempts: some }, stampedAt);
    return [revision, told?.notes];
  };

  test.each([
    ['nobody knows when: the last try', undefined, [4, 'four']],
    ['after the last try', NOW, [4, 'four']],
    ['five minutes before the last try, by a clock of its own', ago(HOUR + 5 * MINUTE), [4, 'four']],
    ['a millisecond earlier: the try before', ago(HOUR + 5 * MINUTE + 1), [1, 'one']],
    ['between the first and the second', ago(2.5 * HOUR), [1, 'one']],
    ['before them all: the first', ago(100 * HOUR), [1, 'one']],
  ])('%s', (_, stampedAt, told) => {
    expect(shown(stampedAt)).toEqual(told);
  });

  test('is unknown of an attempt without content', () => {
    expect([shown(NOW, attempts(HOUR)), shown(NOW, [])]).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
  });
});

test.each([
  [[2 * HOUR - 1], false],
  [[2 * HOUR], true],
  [[3 * HOUR, 2 * HOUR - 1], false],
  [[HOUR, 2 * HOUR], true],
])('an attempt tried %j ms ago is stuck: %p', (ages, isIt) => {
  expect(isStuck({ attempts: attempts(...ages) }, now)).toBe(isIt);
});

test('the last lock of an attempt counts, and there is one', () => {
  expect(lastAttemptOf({ attempts: attempts(2, 1, 3) }).revision).toBe(2);
  expect(() => lastAttemptOf({ attempts: [] })).toThrow('The attempt has no lock: `attempts` is empty.');
});

test('each event moves an invoice from the statuses of its row, and from no other', () => {
  const rows = Object.entries(INVOICE_TRANSITIONS).map(
    ([event, { from, to, effects }]) => `${from} ${event} ${to}: ${effects.length}`,
  );
  expect(rows).toEqual([
    'DRAFT,ERROR edit DRAFT: 2',
    'DRAFT,ERROR stamp PENDING: 6',
    'PENDING,DRAFT,ERROR stamped VALID: 8',
    'PENDING refused ERROR: 4',
    'VALID,CANCELLED_PENDING cancelled CANCELLED: 5',
    'VALID cancellationPending CANCELLED_PENDING: 2',
    'CANCELLED_PENDING cancellationUndone VALID: 1',
  ]);
});

test('a cancellation is forgotten after an hour, and a lease after two minutes', () => {
  expect([CANCELLATION_FORGOTTEN_MS, LEASE_MS]).toEqual([HOUR, 2 * MINUTE]);
});
