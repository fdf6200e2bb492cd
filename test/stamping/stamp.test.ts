import { AppError } from '../../shared/platform/errors';
import { DeadlineExceeded } from '../../shared/platform/runtime/deadline';
import { RecordChanged } from '../../shared/stamping/invoice-states';
import { stamp } from '../../shared/stamping/stamp';
import { CARTA_PORTE, TEAM } from '../proof/records';
import {
  ACTOR,
  at,
  attempt,
  CONTENT,
  document,
  done,
  HOUR,
  INVOICE,
  invoice,
  KEYS,
  LIVE_KEY,
  MINUTE,
  OLD_TEST_KEY,
  pending,
  REFUSED,
  SECOND,
  steps,
  TEST_KEY,
  UNKNOWN,
} from './steps';

type Instead = Parameters<typeof steps>[2];

const LOCK = '01890000-0000-7000-9000-000000000001';
const STATE = { number: 1, attemptId: LOCK, isOpen: true, livemode: false, idCcp: undefined };
/** The attempt that the first stamp of an invoice opens. */
const FIRST = attempt({ attemptId: LOCK, earlierProviderId: undefined });
const AMOUNTS = { subtotal: 100, taxAmount: 16, withheldAmount: 4, isrWithheldAmount: 0, total: 112 };
const OPEN = { number: 1, attemptId: 'lock', isOpen: true, livemode: false };
const CLOSED = { ...OPEN, isOpen: false };
const open = (given: Parameters<typeof invoice>[0] = {}) => invoice({ status: 'ERROR', stamping: OPEN, ...given });

const withCartaPorte: Instead = {
  prepareInvoice: async () => ({
    content: { ...CONTENT, cartaPorte: CARTA_PORTE },
    errors: [],
    bodyFor: (marks) => ({ ...marks }),
  }),
};

test.each(['PENDING', 'VALID', 'CANCELLED', 'CANCELLED_PENDING'] as const)(
  'an invoice that is %s is not stamped',
  async (status) => {
    const { deps, asked } = steps(undefined, undefined);
    await expect(stamp(deps, ACTOR, invoice({ status }))).rejects.toMatchObject({
      code: 'INVOICE_STATUS',
      message: expect.stringContaining(status),
    });
    expect(asked()).toEqual([]);
  },
);

test('the first stamp takes the lock, makes one document, and writes it down', async () => {
  const { deps, asked, given } = steps(undefined, undefined);
  expect(await stamp(deps, ACTOR, invoice())).toMatchObject({ status: 'VALID', providerId: 'document' });
  expect(asked()).toEqual(['prepareInvoice', 'lockInvoice', 'createDocument', 'recordStamped']);
  const lock = { stamping: STATE, work: FIRST, amounts: AMOUNTS };
  expect(given('lockInvoice')).toStrictEqual([[ACTOR, invoice(), lock, undefined]]);
  expect(given('createDocument')).toEqual([[TEST_KEY, { idCcp: '', idempotencyKey: `${INVOICE}-1` }]]);
  expect(given('recordStamped')[0]?.[1]).toEqual(invoice({ status: 'PENDING', stamping: STATE }));
});

test('what is not ready is refused with its first fault, and all of them', async () => {
  const errors = ['items[0].price', 'clientId'].map((field) => ({
    field,
    code: 'MISSING',
    message: { en: 'It is missing.', es: 'Falta.' },
    source: 'LOCAL' as const,
  }));
  const { deps, asked } = steps(undefined, undefined, {
    prepareInvoice: async () => ({ content: CONTENT, errors, bodyFor: () => ({}) }),
  });
  const refusal = { code: 'INVOICE_NOT_READY', field: 'items[0].price', errors };
  await expect(stamp(deps, ACTOR, invoice())).rejects.toMatchObject(refusal);
  expect(asked()).toEqual(['prepareInvoice']);
});

test('without an organization there is no lock', async () => {
  const { deps, asked } = steps(undefined, undefined, { openKeys: async () => undefined });
  await expect(stamp(deps, ACTOR, invoice())).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'teamId' });
  expect(asked()).toEqual(['prepareInvoice']);
});

describe('the attempt', () => {
  const lockOf = ({ given }: ReturnType<typeof steps>) => Object(given('lockInvoice')[0]?.[2]);

  test('of a team that stamps live is live', async () => {
    const made = steps(undefined, undefined, { openKeys: async () => ({ ...KEYS, current: LIVE_KEY }) });
    await stamp(made.deps, ACTOR, invoice());
    expect(lockOf(made)).toMatchObject({ stamping: { livemode: true }, work: { livemode: true, fingerprint: 'live' } });
    expect(made.given('createDocument')[0]?.[0]).toBe(LIVE_KEY);
  });

  test('that was refused for good is followed by another', async () => {
    const made = steps(undefined, attempt());
    await stamp(made.deps, ACTOR, open({ stamping: CLOSED }));
    expect(made.asked()).toEqual(['prepareInvoice', 'lockInvoice', 'createDocument', 'recordStamped']);
    const work = {
      number: 2,
      idempotencyKey: `${INVOICE}-2`,
      attempts: [{ at: at(0), revision: 0, content: CONTENT }],
    };
    expect(lockOf(made)).toMatchObject({ stamping: { number: 2 }, work });
  });

  test('that is open goes on with its key, its tries, and under its number', async () => {
    const before = attempt({ number: 3, fingerprint: 'test-before', providerId: 'seen', earlierProviderId: 'earlier' });
    const made = steps(open(), before);
    made.pass(HOUR);
    await stamp(made.deps, ACTOR, open({ stamping: { ...OPEN, number: 3 } }));
    expect(lockOf(made).stamping).toMatchObject({ number: 3, isOpen: true });
    expect(lockOf(made).work).toEqual({
      ...before,
      attemptId: LOCK,
      idempotencyKey: `${INVOICE}-3`,
      attempts: [...before.attempts, { at: at(HOUR), revision: 0 }],
      providerId: undefined,
      earlierProviderId: 'seen',
    });
    expect(made.given('createDocument')[0]?.[0]).toBe(OLD_TEST_KEY);
    expect(made.given('readArchivedWork')).toEqual([]);
  });

  test('keeps its content once for each revision', async () => {
    const made = steps(open(), attempt());
    await stamp(made.deps, ACTOR, open({ revision: 1 }));
    expect(lockOf(made).work.attempts).toEqual([...attempt().attempts, { at: at(0), revision: 1, content: CONTENT }]);
  });

  test('still knows what a lock before the last saw', async () => {
    const made = steps(open(), attempt({ earlierProviderId: 'earlier' }));
    await stamp(made.deps, ACTOR, open());
    expect(lockOf(made).work).toMatchObject({ earlierProviderId: 'earlier' });
  });

  test.each([
    ['gone', undefined],
    ['of another lock', attempt({ attemptId: 'other' })],
  ])('whose work is %s is read where it was shelved', async (_, work) => {
    const shelved = attempt({ livemode: true, fingerprint: 'live' });
    const made = steps(open(), work, { readArchivedWork: async () => shelved });
    await stamp(made.deps, ACTOR, open());
    expect(made.given('readArchivedWork')).toEqual([[TEAM, INVOICE]]);
    expect(lockOf(made).work.attempts).toHaveLength(2);
    expect(made.given('createDocument')[0]?.[0]).toBe(LIVE_KEY);
  });

  test('makes the identifier of a Carta Porte once', async () => {
    const made = steps(undefined, undefined, withCartaPorte);
    await stamp(made.deps, ACTOR, invoice());
    const { idCcp } = lockOf(made).stamping;
    expect(idCcp).toMatch(/^CCC/);
    expect(made.given('createDocument')[0]?.[1]).toMatchObject({ idCcp });
    const again = steps(undefined, undefined, withCartaPorte);
    await stamp(again.deps, ACTOR, open({ stamping: { ...CLOSED, idCcp: 'CCC-kept' } }));
    expect(lockOf(again).stamping.idCcp).toBe('CCC-kept');
    expect(again.given('createDocument')[0]?.[1]).toMatchObject({ idCcp: 'CCC-kept' });
  });
});

test.each([
  ['gone', undefined, { code: 'NOT_FOUND' }],
  ['edited', invoice({ revision: 1 }), { code: 'CONFLICT' }],
  ['locked', pending(), { code: 'INVOICE_STATUS', message: expect.stringContaining('PENDING') }],
])('who finds the invoice %s when the lock is taken is told', async (_, found, refusal) => {
  const { deps, asked } = steps(undefined, undefined, { lockInvoice: () => Promise.reject(new RecordChanged(found)) });
  await expect(stamp(deps, ACTOR, invoice())).rejects.toMatchObject(refusal);
  expect(asked()).not.toContain('createDocument');
});

test('a table that does not answer the lock is no lock', async () => {
  const failure = new AppError('UNAVAILABLE');
  const { deps } = steps(undefined, undefined, { lockInvoice: () => Promise.reject(failure) });
  await expect(stamp(deps, ACTOR, invoice())).rejects.toBe(failure);
});

const LOCKED = invoice({ status: 'PENDING', stamping: STATE });

describe('under the lock', () => {
  test.each([
    ['late', new DeadlineExceeded('late')],
    ['a table that does not answer', new AppError('UNAVAILABLE')],
    ['a provider that does not answer', new AppError('PROVIDER_ERROR')],
  ])('what passes leaves it PENDING: %s', async (_, failure) => {
    const { deps } = steps(undefined, undefined, { recordStamped: () => Promise.reject(failure) });
    expect(await stamp(deps, ACTOR, invoice())).toEqual(LOCKED);
  });

  test.each([
    ['a fault', new Error('a fault')],
    ['another refusal', new AppError('CONFLICT')],
    ['a fault that is called as a refusal', Object.assign(new Error('a fault'), { code: 'UNAVAILABLE' })],
  ])('what does not pass is told: %s', async (_, failure) => {
    const { deps } = steps(undefined, undefined, { recordStamped: () => Promise.reject(failure) });
    await expect(stamp(deps, ACTOR, invoice())).rejects.toBe(failure);
  });

  const overtaken: Instead = { recordStamped: () => Promise.reject(new RecordChanged(undefined)) };

  test('who is overtaken answers what is true then', async () => {
    const valid = invoice({ status: 'VALID', providerId: 'document' });
    const made = steps(valid, undefined, overtaken);
    expect(await stamp(made.deps, ACTOR, invoice())).toBe(valid);
    expect(made.given('readStamping')).toEqual([[TEAM, INVOICE]]);
    const gone = steps(undefined, undefined, overtaken);
    expect(await stamp(gone.deps, ACTOR, invoice())).toEqual(LOCKED);
  });

  test('who is overtaken while nothing answers leaves it PENDING, and tells of a fault', async () => {
    const silent = { ...overtaken, findDocuments: () => Promise.reject(new AppError('PROVIDER_ERROR')) };
    expect(await stamp(steps(invoice(), undefined, silent).deps, ACTOR, invoice())).toEqual(LOCKED);
    const failure = new Error('a fault');
    const failing = { ...overtaken, findDocuments: () => Promise.reject(failure) };
    await expect(stamp(steps(invoice(), undefined, failing).deps, ACTOR, invoice())).rejects.toBe(failure);
  });

  test.each([
    ['nothing certain', UNKNOWN, LOCKED, ['createDocument']],
    ['a document under way', done({ status: 'pending' }), LOCKED, ['createDocument', 'noteLookup']],
    ['a document of which nobody knows', done({ status: 'unknown' }), LOCKED, ['createDocument']],
    ['a no', REFUSED, { status: 'ERROR', errorMessage: 'The seal is over.' }, ['createDocument', 'recordRefused']],
    [
      'a document that failed',
      done({ status: 'failed', failure: 'The RFC is none.' }),
      { status: 'ERROR', errorMessage: 'The RFC is none.' },
      ['createDocument', 'recordRefused'],
    ],
  ])('a provider that answers %s', async (_, outcome, record, asked) => {
    const made = steps(undefined, undefined, { createDocument: async () => outcome });
    expect(await stamp(made.deps, ACTOR, invoice())).toMatchObject(record);
    expect(made.asked().slice(2)).toEqual(asked);
    for (const noted of made.given('noteLookup')) expect(noted).toEqual([FIRST, { providerId: 'document' }]);
  });

  test.each([
    ['a no', REFUSED, true],
    ['the document itself', done({ status: 'failed' }), false],
  ])('after an earlier try %s leaves the attempt open: %p', async (_, outcome, isOpen) => {
    const made = steps(open(), attempt(), { createDocument: async () => outcome });
    await stamp(made.deps, ACTOR, open());
    expect(made.given('recordRefused')[0]?.[3]).toEqual({ isOpen });
  });
});

describe('an open attempt is looked for first', () => {
  const found = (...documents: ReturnType<typeof document>[]): Instead => ({ findDocuments: async () => documents });

  test('a stamp that is there is adopted, that of the earlier lock before another, and the second told of', async () => {
    const documents = [document({ id: 'other' }), document({ id: 'earlier' })];
    const made = steps(open(), attempt({ providerId: 'earlier' }), found(...documents));
    expect(await stamp(made.deps, ACTOR, open())).toMatchObject({ status: 'VALID', providerId: 'earlier' });
    expect(made.given('findDocuments')).toEqual([[TEST_KEY, INVOICE]]);
    expect(made.given('raiseAlertOnce')).toEqual([
      [expect.objectContaining({ id: INVOICE }), 'INVOICE_DUPLICATE', 'earlier'],
    ]);
    expect(made.asked()).not.toContain('createDocument');
  });

  test('what it bears is put back over what was edited since', async () => {
    const made = steps(open(), attempt(), found(document()));
    made.pass(HOUR);
    await stamp(made.deps, ACTOR, open({ revision: 1 }));
    expect(made.given('recordStamped')[0]?.[3]).toEqual(CONTENT);
  });

  test('one under way is waited for', async () => {
    const made = steps(open(), attempt(), found(document({ status: 'pending' })));
    expect(await stamp(made.deps, ACTOR, open())).toMatchObject({ status: 'PENDING' });
    expect(made.given('noteLookup')).toMatchObject([[{ attemptId: LOCK }, { providerId: 'document' }]]);
    expect(made.asked()).not.toContain('createDocument');
  });

  test('where nothing is there it is asked for once more', async () => {
    const made = steps(open(), attempt());
    expect(await stamp(made.deps, ACTOR, open())).toMatchObject({ status: 'VALID' });
    expect(made.asked().slice(-3)).toEqual(['findDocuments', 'createDocument', 'recordStamped']);
  });
});

describe('a draft at the provider', () => {
  const drafted = invoice({ providerId: 'draft' });
  const left = (given: Parameters<typeof document>[0]): Instead => ({
    readDocument: async () => document({ id: 'draft', ...given }),
  });
  const draft = left({ status: 'draft' });

  const stampAfter = async (instead: Instead, record = drafted) => {
    const made = steps(undefined, undefined, instead);
    const stamped = await stamp(made.deps, ACTOR, record);
    return { made, stamped, asked: made.asked().slice(2) };
  };

  test('is brought up to date and stamped by its identifier', async () => {
    const { made, stamped, asked } = await stampAfter(draft);
    expect(stamped).toMatchObject({ status: 'VALID', providerId: 'draft' });
    expect(asked).toEqual(['readDocument', 'updateDraft', 'stampDraft', 'recordStamped']);
    expect(made.given('readDocument')).toEqual([[TEST_KEY, 'draft']]);
    const body = { idCcp: '', idempotencyKey: `${INVOICE}-1` };
    expect(made.given('updateDraft')).toEqual([[TEST_KEY, 'draft', body]]);
    expect(made.given('stampDraft')).toEqual([[TEST_KEY, 'draft']]);
  });

  test.each([
    ['stamped there', { status: 'valid' }, 'VALID', 'recordStamped'],
    ['stamped and cancelled there', { status: 'canceled' }, 'CANCELLED', 'recordStamped'],
    ['under way there', { status: 'pending' }, 'PENDING', 'noteLookup'],
  ] as const)('that was %s is what it is', async (_, given, status, next) => {
    const { stamped, asked } = await stampAfter(left(given));
    expect(stamped).toMatchObject({ status });
    expect(asked.slice(0, 2)).toEqual(['readDocument', next]);
  });

  test.each([
    ['gone', {}],
    ['failed', left({ status: 'failed' })],
  ])('that is %s is nothing: a document is made', async (_, instead) => {
    expect((await stampAfter(instead)).asked).toEqual(['readDocument', 'createDocument', 'recordStamped']);
  });

  test('with a Carta Porte is dropped, and a document made', async () => {
    const { made, asked } = await stampAfter({ ...draft, ...withCartaPorte });
    expect(asked).toEqual(['readDocument', 'removeDraft', 'createDocument', 'recordStamped']);
    expect(made.given('removeDraft')).toEqual([[TEST_KEY, 'draft']]);
  });

  test('with a Carta Porte that cannot be dropped is what it is', async () => {
    const kept = { kind: 'kept', document: document({ id: 'draft' }) } as const;
    const { stamped, asked } = await stampAfter({ ...draft, ...withCartaPorte, removeDraft: async () => kept });
    expect(stamped).toMatchObject({ status: 'VALID', providerId: 'draft' });
    expect(asked).toEqual(['readDocument', 'removeDraft', 'recordStamped']);
  });

  test.each([
    ['refused', REFUSED, 'ERROR'],
    ['not answered', UNKNOWN, 'PENDING'],
    ['stamped meanwhile', done({ id: 'draft' }), 'VALID'],
  ] as const)('whose change is %s is not stamped', async (_, outcome, status) => {
    const { stamped, asked } = await stampAfter({ ...draft, updateDraft: async () => outcome });
    expect(stamped).toMatchObject({ status });
    expect(asked).not.toContain('stampDraft');
  });
});

describe.each([
  [20 * SECOND, true],
  [20 * SECOND + 1, false],
])('%i ms after the lock', (age, isSent) => {
  test('a document is made: %p', async () => {
    const made = steps(undefined, undefined, {
      lockInvoice: async (_, record, { stamping }) => {
        made.pass(age);
        return { ...record, stamping, status: 'PENDING' };
      },
    });
    expect(await stamp(made.deps, ACTOR, invoice())).toMatchObject({ status: isSent ? 'VALID' : 'PENDING' });
    expect(made.asked().includes('createDocument')).toBe(isSent);
  });

  test('a draft is stamped: %p', async () => {
    const made = steps(undefined, undefined, {
      readDocument: async () => document({ id: 'draft', status: 'draft' }),
      updateDraft: async () => {
        made.pass(age);
        return done({ id: 'draft', status: 'draft' });
      },
    });
    await stamp(made.deps, ACTOR, invoice({ providerId: 'draft' }));
    expect(made.asked().includes('stampDraft')).toBe(isSent);
  });
});

test('the age of a lock is that of its last try', async () => {
  const made = steps(open(), attempt());
  made.pass(MINUTE);
  expect(await stamp(made.deps, ACTOR, open())).toMatchObject({ status: 'VALID' });
});
