import { classify, findAllDocuments, keyFor, keyOf } from '../../shared/stamping/find-documents';
import { attempt, document, INVOICE, invoice, KEYS, LIVE_KEY, OLD_TEST_KEY, pending, steps, TEST_KEY } from './steps';

test.each([
  ['the very key of the attempt', false, 'test-before', OLD_TEST_KEY],
  ['the first of the mode, where that is gone', false, 'gone', TEST_KEY],
  ['the first of the mode, where none is named', false, undefined, TEST_KEY],
  ['none of the other mode', true, 'test', LIVE_KEY],
])('an attempt is looked up with %s', (_, livemode, fingerprint, key) => {
  expect(keyOf(KEYS, livemode, fingerprint)).toBe(key);
});

test('a mode without a key is a fault of ours', () => {
  expect(() => keyOf({ current: TEST_KEY, all: [TEST_KEY] }, true)).toThrow('is gone');
});

const live = { number: 1, attemptId: 'lock', isOpen: true, livemode: true };

test.each([
  ['its attempt', pending(), attempt({ livemode: true, fingerprint: 'live' }), LIVE_KEY],
  ['the very key of its attempt', pending(), attempt({ fingerprint: 'test-before' }), OLD_TEST_KEY],
  ['its state, where no attempt lies there', pending({ stamping: live, livemode: false }), undefined, LIVE_KEY],
  ['its document', invoice({ livemode: true }), undefined, LIVE_KEY],
  ['the team, where nothing was stamped', invoice(), undefined, TEST_KEY],
])('the mode of an invoice is that of %s', async (_, record, work, key) => {
  expect(await keyFor(steps(record, work).deps, record, work)).toBe(key);
});

test('before the team has an organization there is no key', async () => {
  const { deps } = steps(pending(), attempt(), { openKeys: async () => undefined });
  expect(await keyFor(deps, pending(), attempt())).toBeUndefined();
});

test('what the search does not find is read by the identifiers that are known, once each', async () => {
  const found = document({ id: 'found' });
  const known = document({ id: 'known' });
  const { deps, given } = steps(undefined, undefined, {
    findDocuments: async () => [found],
    readDocument: async (_, id) => (id === 'known' ? known : undefined),
  });
  const other = document({ id: 'other' });
  const two = { ...deps, findDocuments: async () => [found, other] };
  expect(await findAllDocuments(two, TEST_KEY, invoice({ providerId: 'found' }), undefined)).toEqual([found, other]);
  const record = invoice({ providerId: 'found' });
  const work = attempt({ providerId: 'known', earlierProviderId: 'known' });
  expect(await findAllDocuments(deps, TEST_KEY, record, work)).toEqual([found, known]);
  expect(await findAllDocuments(deps, TEST_KEY, invoice({ providerId: 'gone' }), undefined)).toEqual([found]);
  expect(await findAllDocuments(deps, TEST_KEY, invoice(), attempt({ earlierProviderId: 'known' }))).toEqual([
    found,
    known,
  ]);
  expect(await findAllDocuments(deps, TEST_KEY, invoice(), attempt())).toEqual([found]);
  expect(given('findDocuments')).toEqual(Array(4).fill([TEST_KEY, INVOICE]));
  expect(given('readDocument')).toEqual([
    [TEST_KEY, 'known'],
    [TEST_KEY, 'gone'],
    [TEST_KEY, 'known'],
  ]);
});

const draft = document({ id: 'draft', status: 'draft' });
const failed = document({ id: 'failed', status: 'failed' });
const underWay = document({ id: 'under-way', status: 'pending' });
const odd = document({ id: 'odd', status: 'unknown' });
const valid = document({ id: 'valid' });
const other = document({ id: 'other' });
const cancelled = document({ id: 'cancelled', status: 'canceled' });

test.each([
  ['drafts and failures are no tax documents', [draft, failed], undefined, {}, []],
  ['one under way may still be stamped', [draft, underWay], undefined, { waiting: underWay }, [underWay]],
  ['so may one of a status that nobody knows', [odd], undefined, { waiting: odd }, [odd]],
  ['a valid one before a cancelled one', [cancelled, valid], 'cancelled', { stamped: valid }, [cancelled, valid]],
  ['a cancelled one bears a stamp', [cancelled], undefined, { stamped: cancelled }, [cancelled]],
  ['of two the first', [valid, other], undefined, { stamped: valid }, [valid, other]],
  ['of two the own one', [valid, other], 'other', { stamped: other }, [valid, other]],
  [
    'a stamped one beside one under way',
    [underWay, valid],
    null,
    { stamped: valid, waiting: underWay },
    [underWay, valid],
  ],
])('%s', (_, documents, own, { stamped, waiting }: { stamped?: object; waiting?: object }, real) => {
  expect(classify(documents, own)).toEqual({ stamped, waiting, real });
});
