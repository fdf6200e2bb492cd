import { AppError } from '../../shared/platform/errors';
import { cancelWorkOf } from '../../shared/stamping/follow-cancellation';
import { RecordChanged } from '../../shared/stamping/invoice-states';
import { reconcile, refuse } from '../../shared/stamping/reconcile';
import { TEAM } from '../proof/records';
import { ACTOR, at, attempt, document, done, HOUR, INVOICE, invoice, MINUTE, pending, steps, TEST_KEY } from './steps';

const recordChanged = new RecordChanged(undefined);

/** A provider call during which another request changes the invoice, this many times. */
function overtaken(times: number) {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw recordChanged;
    return [];
  };
}

test('there is nothing to settle of no invoice', async () => {
  const { deps, asked, given } = steps(undefined, attempt());
  expect(await reconcile(deps, ACTOR, INVOICE)).toBeUndefined();
  expect(asked()).toEqual(['readStamping']);
  expect(given('readStamping')).toEqual([[TEAM, INVOICE]]);
});

test('who is overtaken begins again, five times in all', async () => {
  const four = steps(invoice(), undefined, { findDocuments: overtaken(4) });
  expect(await reconcile(four.deps, ACTOR, INVOICE)).toEqual(invoice());
  expect(four.given('readStamping')).toHaveLength(5);
  const five = steps(invoice(), undefined, { findDocuments: overtaken(5) });
  await expect(reconcile(five.deps, ACTOR, INVOICE)).rejects.toMatchObject({ code: 'CONFLICT', cause: recordChanged });
  expect(five.given('readStamping')).toHaveLength(5);
});

const STUCK = [pending(), 'INVOICE_STAMP_STUCK', 'lock'];
const down = () => Promise.reject(new AppError('PROVIDER_ERROR'));

test.each([
  [2 * HOUR - 1, []],
  [2 * HOUR, [STUCK]],
])('what is PENDING for %i ms is told of while the provider does not answer: %j', async (age, told) => {
  const { deps, given, pass } = steps(pending(), attempt(), { findDocuments: down });
  pass(age);
  await expect(reconcile(deps, ACTOR, INVOICE)).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
  expect(given('raiseAlertOnce')).toEqual(told);
});

test.each([
  ['PENDING', pending(), attempt(), [STUCK]],
  ['PENDING under another lock', pending(), attempt({ attemptId: 'before' }), []],
  ['PENDING without an attempt', pending(), undefined, []],
  ['back in hands', pending({ status: 'ERROR' }), attempt(), []],
])(
  'of a team that has no key any more an invoice %s is told of, and nothing else done',
  async (_, record, work, told) => {
    const { deps, asked, given, pass } = steps(record, work, { openKeys: async () => undefined });
    pass(2 * HOUR);
    expect(await reconcile(deps, ACTOR, INVOICE)).toBe(record);
    expect(given('raiseAlertOnce')).toEqual(told);
    expect(asked()).toEqual(['readStamping', ...told.map(() => 'raiseAlertOnce')]);
  },
);

test('one that waits is told of also where the provider answers', async () => {
  const { deps, given, pass } = steps(pending(), attempt({ providerId: 'document' }), {
    findDocuments: async () => [document({ status: 'pending' })],
  });
  pass(2 * HOUR);
  expect(await reconcile(deps, ACTOR, INVOICE)).toEqual(pending());
  expect(given('raiseAlertOnce')).toEqual([STUCK]);
});

describe('a cancellation that is under way', () => {
  const waiting = invoice({ status: 'CANCELLED_PENDING', providerId: 'document' });
  const cancelled = document({ status: 'canceled' });

  test('is asked of the tax authority first', async () => {
    const { deps, asked, given } = steps(waiting, undefined, {
      askAuthority: async () => done({ status: 'canceled' }),
    });
    expect(await reconcile(deps, ACTOR, INVOICE)).toMatchObject({ status: 'CANCELLED' });
    expect(asked()).toEqual(['readStamping', 'askAuthority', 'recordCancellation']);
    expect(given('askAuthority')).toEqual([[TEST_KEY, 'document']]);
  });

  test('is looked up where that says nothing', async () => {
    const { deps, asked } = steps(waiting, undefined, { findDocuments: async () => [cancelled] });
    expect(await reconcile(deps, ACTOR, INVOICE)).toMatchObject({ status: 'CANCELLED' });
    expect(asked()).toEqual(['readStamping', 'askAuthority', 'findDocuments', 'recordCancellation']);
  });

  test.each([
    ['that nobody has seen', invoice({ status: 'CANCELLED_PENDING' })],
    ['that is VALID', invoice({ status: 'VALID', providerId: 'document' })],
  ])('is not asked of a document %s', async (_, record) => {
    const { deps, asked } = steps(record, undefined);
    expect(await reconcile(deps, ACTOR, INVOICE)).toBe(record);
    expect(asked()).not.toContain('askAuthority');
  });

  test.each([
    ['the authority', { askAuthority: async () => done() }],
    ['the search', { findDocuments: async () => [document()] }],
  ])('and that %s knows nothing of is over after an hour', async (_, instead) => {
    const { deps, pass } = steps(waiting, undefined, instead);
    const asked = cancelWorkOf(deps, waiting);
    pass(HOUR);
    expect(await reconcile(deps, ACTOR, INVOICE)).toMatchObject({ status: 'CANCELLED_PENDING' });
    expect(await reconcile(deps, ACTOR, INVOICE, asked)).toMatchObject({ status: 'VALID' });
  });

  test('is read of its own document alone', async () => {
    const record = invoice({ status: 'VALID', providerId: 'document' });
    const others = [{ ...cancelled, id: 'other' }];
    const { deps } = steps(record, undefined, { findDocuments: async () => others });
    expect(await reconcile(deps, ACTOR, INVOICE)).toBe(record);
  });
});

test('every document but the first is told of', async () => {
  const documents = ['one', 'two', 'three'].map((id) => document({ id }));
  const record = invoice({ status: 'VALID', providerId: 'one' });
  const { deps, given } = steps(record, undefined, { findDocuments: async () => documents });
  await reconcile(deps, ACTOR, INVOICE);
  expect(given('raiseAlertOnce')).toEqual([
    [record, 'INVOICE_DUPLICATE', 'two'],
    [record, 'INVOICE_DUPLICATE', 'three'],
  ]);
});

const DUPLICATE = { keptAlerts: [{ type: 'INVOICE_DUPLICATE', id: 'alert' }] };

test.each([
  ['the other document is in force', 'valid', DUPLICATE, 'one', 0],
  ['the other document may still be stamped', 'pending', DUPLICATE, 'one', 0],
  ['the other document is cancelled', 'canceled', DUPLICATE, 'one', 1],
  ['the invoice has no document of its own yet', 'canceled', DUPLICATE, null, 0],
  ['no alert is open', 'canceled', {}, 'one', 0],
] as const)(
  'desk 2.2: if %s, INVOICE_DUPLICATE is resolved so often: %j',
  async (_, status, kept, providerId, times) => {
    const record = invoice({ status: providerId === null ? 'ERROR' : 'VALID', providerId, ...kept });
    const documents = [
      document({ id: 'one', status: providerId === null ? 'failed' : 'valid' }),
      document({ id: 'two', status }),
    ];
    const { deps, given } = steps(record, undefined, { findDocuments: async () => documents });
    await reconcile(deps, ACTOR, INVOICE);
    expect(given('resolveAlerts')).toEqual(Array.from({ length: times }, () => [record, 'INVOICE_DUPLICATE']));
  },
);

test.each([pending(), pending({ status: 'ERROR' }), invoice()])(
  'a stamp that turns up is adopted: $status',
  async (record) => {
    const { deps, given } = steps(record, attempt(), { findDocuments: async () => [document()] });
    expect(await reconcile(deps, ACTOR, INVOICE)).toMatchObject({ status: 'VALID' });
    expect(given('recordStamped')).toMatchObject([[ACTOR, record, { providerId: 'document' }, undefined, {}]]);
  },
);

test('of two stamps the invoice keeps its own', async () => {
  const documents = [document({ id: 'other' }), document({ id: 'own' })];
  const { deps } = steps(pending({ providerId: 'own' }), attempt(), { findDocuments: async () => documents });
  expect(await reconcile(deps, ACTOR, INVOICE)).toMatchObject({ status: 'VALID', providerId: 'own' });
});

test('the attempt is that of the lock: what it sent is put back', async () => {
  const record = pending({ status: 'ERROR', revision: 1 });
  const own = steps(record, attempt(), { findDocuments: async () => [document()] });
  await reconcile(own.deps, ACTOR, INVOICE);
  expect(own.given('recordStamped')[0]?.[3]).toMatchObject({ notes: 'as it is sent' });
  const other = steps(record, attempt({ attemptId: 'before' }), { findDocuments: async () => [document()] });
  await reconcile(other.deps, ACTOR, INVOICE);
  expect(other.given('recordStamped')[0]?.[3]).toBeUndefined();
});

test.each([undefined, attempt({ attemptId: 'before' })])(
  'PENDING without its attempt is a fault of ours',
  async (work) => {
    const { deps } = steps(pending(), work);
    await expect(reconcile(deps, ACTOR, INVOICE)).rejects.toThrow('has no open attempt');
  },
);

test('what is not PENDING and has no stamp stays as it is', async () => {
  const record = pending({ status: 'ERROR' });
  const { deps, asked, pass } = steps(record, attempt());
  pass(2 * HOUR);
  expect(await reconcile(deps, ACTOR, INVOICE)).toBe(record);
  expect(asked()).toEqual(['readStamping', 'findDocuments']);
});

describe('of what is PENDING', () => {
  const underWay = { findDocuments: async () => [document({ status: 'pending' })] };

  test.each([
    ['seen for the first time', attempt(), 1],
    ['seen before as another', attempt({ providerId: 'other' }), 1],
    ['seen again after it was not', attempt({ providerId: 'document', emptySince: at(0) }), 1],
    ['seen before', attempt({ providerId: 'document' }), 0],
  ])('a document under way, %s, is noted', async (_, work, times) => {
    const { deps, given } = steps(pending(), work, underWay);
    expect(await reconcile(deps, ACTOR, INVOICE)).toEqual(pending());
    expect(given('noteLookup')).toEqual(Array(times).fill([work, { providerId: 'document' }]));
    expect(given('recordRefused')).toEqual([]);
  });

  const failure = { findDocuments: async () => [document({ status: 'failed', failure: 'The RFC is none.' })] };
  const second = attempt({ attempts: [...attempt().attempts, { at: at(0), revision: 0 }] });

  test('a document that failed is its answer', async () => {
    const { deps, given } = steps(pending(), attempt(), failure);
    expect(await reconcile(deps, ACTOR, INVOICE)).toMatchObject({ status: 'ERROR', errorMessage: 'The RFC is none.' });
    expect(given('recordRefused')).toEqual([[ACTOR, pending(), 'The RFC is none.', { isOpen: false }]]);
  });

  test('a document of an earlier try that failed is none', async () => {
    const { deps, given } = steps(pending(), second, failure);
    expect(await reconcile(deps, ACTOR, INVOICE)).toEqual(pending());
    expect(given('recordRefused')).toEqual([]);
    expect(given('noteLookup')).toEqual([[second, { providerId: undefined, emptySince: at(0) }]]);
  });

  test('a draft says nothing', async () => {
    const { deps, given } = steps(pending(), attempt(), { findDocuments: async () => [document({ status: 'draft' })] });
    expect(await reconcile(deps, ACTOR, INVOICE)).toEqual(pending());
    expect(given('recordRefused')).toEqual([]);
  });

  test('the first look-up that finds nothing is noted, with what was seen before', async () => {
    const work = attempt({ providerId: 'gone' });
    const { deps, given, pass } = steps(pending(), work);
    pass(MINUTE);
    expect(await reconcile(deps, ACTOR, INVOICE)).toEqual(pending());
    expect(given('noteLookup')).toEqual([[work, { providerId: 'gone', emptySince: at(MINUTE) }]]);
  });

  test.each([
    [HOUR - 1, 'PENDING'],
    [HOUR, 'ERROR'],
  ])('the second, %i ms after the try, makes it %s', async (age, status) => {
    const { deps, given, pass } = steps(pending(), attempt({ emptySince: at(MINUTE) }));
    pass(age);
    expect(await reconcile(deps, ACTOR, INVOICE)).toMatchObject({ status });
    expect(given('noteLookup')).toEqual([]);
    const told = [ACTOR, pending(), expect.stringContaining('Stamp the invoice again.'), { isOpen: true }];
    expect(given('recordRefused')).toEqual(status === 'ERROR' ? [told] : []);
  });

  test('the time of the look-up itself does not count', async () => {
    const made = steps(pending(), attempt({ emptySince: at(MINUTE) }), {
      findDocuments: async () => {
        made.pass(1);
        return [];
      },
    });
    made.pass(HOUR - 1);
    expect(await reconcile(made.deps, ACTOR, INVOICE)).toMatchObject({ status: 'PENDING' });
  });
});

test.each([
  ['the only try', 0, false, false],
  ['one of two', 1, false, true],
  ['the document of one of two itself', 1, true, false],
])('a refusal of %s', async (_, earlier, isAnswered, isOpen) => {
  const attempts = Array.from({ length: earlier + 1 }, () => ({ at: at(0), revision: 0 }));
  const { deps, given } = steps(undefined, undefined);
  await refuse(deps, ACTOR, pending(), attempt({ attempts }), undefined, isAnswered);
  expect(given('recordRefused')).toEqual([[ACTOR, pending(), expect.stringMatching(/./), { isOpen }]]);
});

test('a refusal is by nobody’s own document unless it is said', async () => {
  const attempts = Array.from({ length: 2 }, () => ({ at: at(0), revision: 0 }));
  const { deps, given } = steps(undefined, undefined);
  await refuse(deps, ACTOR, pending(), attempt({ attempts }), 'No.');
  expect(given('recordRefused')).toEqual([[ACTOR, pending(), 'No.', { isOpen: true }]]);
});
