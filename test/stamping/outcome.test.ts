import { cancelWorkOf, followCancellation } from '../../shared/stamping/follow-cancellation';
import { applyDocument } from '../../shared/stamping/outcome';
import { TEAM } from '../proof/records';
import { ACTOR, at, attempt, CONTENT, document, HOUR, INVOICE, invoice, pending, SECOND, steps, UUID } from './steps';

const FACTS = { uuid: UUID, verificationUrl: 'https://sat.example/v' };
const CLOSED = { number: 1, attemptId: 'lock', isOpen: false, livemode: false };

test.each(['draft', 'pending', 'failed', 'unknown'] as const)(
  'a document that is %s makes nothing VALID',
  async (status) => {
    const { deps, asked } = steps(pending(), attempt());
    const record = pending();
    expect(await applyDocument(deps, ACTOR, record, document({ status }), attempt())).toBe(record);
    expect(asked()).toEqual([]);
  },
);

test.each(['VALID', 'CANCELLED', 'CANCELLED_PENDING'] as const)(
  'an invoice that is %s has its document',
  async (status) => {
    const { deps, asked } = steps(undefined, undefined);
    const record = invoice({ status });
    expect(await applyDocument(deps, ACTOR, record, document(), undefined)).toBe(record);
    expect(asked()).toEqual([]);
  },
);

test('what the provider says of the document is written down', async () => {
  const { deps, given } = steps(pending(), attempt());
  const adopted = await applyDocument(deps, ACTOR, pending(), document({ livemode: true }), attempt());
  expect(adopted).toMatchObject({ status: 'VALID', providerId: 'document' });
  const told = { providerId: 'document', folio: '7', series: 'F', livemode: true, issuedAt: at(SECOND), ...FACTS };
  expect(given('recordStamped')).toEqual([[ACTOR, pending(), told, undefined, {}]]);
});

test('what it does not say is null, the invoice’s own, and now', async () => {
  const { deps, given, pass } = steps(pending(), attempt());
  pass(HOUR);
  const record = pending({ series: 'OWN' });
  const silent = document({ folio: undefined, series: undefined, stampedAt: undefined, createdAt: undefined });
  await applyDocument(deps, ACTOR, record, silent, attempt());
  const told = { providerId: 'document', folio: null, series: 'OWN', livemode: false, issuedAt: at(HOUR), ...FACTS };
  expect(given('recordStamped')).toEqual([[ACTOR, record, told, undefined, {}]]);
});

const BEFORE = { ...CONTENT, notes: 'of the try before' };
const twoTries = attempt({
  attempts: [
    { at: at(0), revision: 0, content: BEFORE },
    { at: at(HOUR), revision: 1, content: CONTENT },
  ],
});
const contentOf = ({ given }: ReturnType<typeof steps>) => given('recordStamped')[0]?.[3];

test.each([
  ['of the try before its stamp', {}, 1, BEFORE],
  ['none, where that is what the invoice has', {}, 0, undefined],
  ['of the try before it was created, however late its stamp', { stampedAt: at(2 * HOUR) }, 1, BEFORE],
  ['of the last try, where it was created after that', { createdAt: at(HOUR) }, 2, CONTENT],
  ['by its stamp, where nobody says when it was created', { createdAt: undefined, stampedAt: at(HOUR) }, 2, CONTENT],
  ['by its stamp, where it was a draft of ours', { id: 'draft', stampedAt: at(HOUR) }, 2, CONTENT],
])('the content that a document bears is put back: %s', async (_, given, revision, content) => {
  const made = steps(undefined, undefined);
  const record = pending({ status: 'ERROR', revision, providerId: 'draft' });
  await applyDocument(made.deps, ACTOR, record, document(given), twoTries);
  expect(contentOf(made)).toEqual(content);
});

test('an attempt that is looked for no longer is still read for what it sent', async () => {
  const made = steps(undefined, undefined, { readArchivedWork: async () => twoTries });
  await applyDocument(made.deps, ACTOR, pending({ status: 'ERROR', revision: 1 }), document(), undefined);
  expect(made.given('readArchivedWork')).toEqual([[TEAM, INVOICE]]);
  expect(contentOf(made)).toEqual(BEFORE);
});

test.each([{ stamping: CLOSED }, { stamping: undefined }])(
  'of %j no attempt is asked what it sent',
  async ({ stamping }) => {
    const made = steps(undefined, undefined, { readArchivedWork: async () => twoTries });
    const record = { ...invoice({ revision: 1 }), ...(stamping && { stamping }) };
    await applyDocument(made.deps, ACTOR, record, document(), twoTries);
    expect(made.asked()).toEqual(['recordStamped']);
    expect(contentOf(made)).toBeUndefined();
  },
);

test('a document that was cancelled meanwhile is stamped, and then cancelled', async () => {
  const { deps, asked } = steps(undefined, undefined);
  const adopted = await applyDocument(deps, ACTOR, pending(), document({ status: 'canceled' }), attempt());
  expect(adopted).toMatchObject({ status: 'CANCELLED' });
  expect(asked()).toEqual(['recordStamped', 'recordCancellation']);
});

const asking = cancelWorkOf({ clock: steps(undefined, undefined).deps.clock }, invoice());

test('the work of a cancellation has the mode of its document, and the instant at which it was asked for', () => {
  const { deps, pass } = steps(undefined, undefined);
  pass(HOUR);
  const work = { kind: 'CANCEL', teamId: TEAM, invoiceId: INVOICE, livemode: false, at: at(HOUR) };
  expect(cancelWorkOf(deps, invoice())).toEqual(work);
  expect(cancelWorkOf(deps, invoice({ livemode: true }))).toEqual({ ...work, livemode: true });
  const asked = { ...work, kind: 'CANCEL' as const, at: at(0), substitution: 'other' };
  expect(cancelWorkOf(deps, invoice(), asked)).toEqual(asked);
});

test.each([
  ['VALID', { status: 'canceled' }, 'CANCELLED', undefined],
  ['CANCELLED_PENDING', { status: 'canceled' }, 'CANCELLED', undefined],
  ['VALID', { cancellationStatus: 'pending' }, 'CANCELLED_PENDING', asking],
  ['VALID', { cancellationStatus: 'verifying' }, 'CANCELLED_PENDING', asking],
  ['CANCELLED_PENDING', { cancellationStatus: 'rejected' }, 'VALID', undefined],
  ['CANCELLED_PENDING', { cancellationStatus: 'expired' }, 'VALID', undefined],
] as const)('%s whose document says %j becomes %s', async (status, said, to, work) => {
  const { deps, given } = steps(undefined, undefined);
  const record = invoice({ status });
  expect(await followCancellation(deps, ACTOR, record, document(said))).toEqual({ ...record, status: to });
  expect(given('recordCancellation')).toEqual([[ACTOR, record, to, work, {}]]);
});

test.each([
  ['CANCELLED', { status: 'canceled' }],
  ['VALID', { cancellationStatus: 'rejected' }],
  ['VALID', { cancellationStatus: 'none' }],
  ['CANCELLED_PENDING', { cancellationStatus: 'none' }],
  ['CANCELLED_PENDING', { cancellationStatus: 'pending' }],
  ['CANCELLED_PENDING', { cancellationStatus: 'unknown' }],
  ['VALID', { status: 'unknown', cancellationStatus: 'pending' }],
] as const)('%s whose document says %j stays', async (status, said) => {
  const { deps, asked } = steps(undefined, undefined);
  const record = invoice({ status });
  expect(await followCancellation(deps, ACTOR, record, document(said))).toBe(record);
  expect(asked()).toEqual([]);
});

test.each([
  ['none', HOUR - 1, 'CANCELLED_PENDING'],
  ['none', HOUR, 'VALID'],
  ['accepted', HOUR, 'CANCELLED_PENDING'],
  ['unknown', HOUR, 'CANCELLED_PENDING'],
] as const)(
  'a cancellation of which the document says %s is forgotten after an hour: %i',
  async (said, age, status) => {
    const { deps, pass } = steps(undefined, undefined);
    pass(age);
    const record = invoice({ status: 'CANCELLED_PENDING' });
    const followed = await followCancellation(deps, ACTOR, record, document({ cancellationStatus: said }), asking);
    expect(followed.status).toBe(status);
  },
);

test('who asks again keeps the instant of the first asking', async () => {
  const { deps, given, pass } = steps(undefined, undefined);
  pass(HOUR);
  await followCancellation(
    deps,
    ACTOR,
    invoice({ status: 'VALID' }),
    document({ cancellationStatus: 'pending' }),
    asking,
  );
  expect(given('recordCancellation')[0]?.[3]).toEqual(asking);
});

test('tax §2.4: the document’s own total is written', async () => {
  const watched = steps(pending(), attempt());
  await applyDocument(watched.deps, ACTOR, pending(), document({ total: 11_201 }), attempt());
  expect(watched.given('recordStamped')[0]?.[2]).toMatchObject({ documentTotal: 11_201 });
});

describe('tax §2.7: an invoice that an older release stamped', () => {
  const older = invoice({ status: 'VALID' });

  test('gets folio and total of its document at a refresh', async () => {
    const watched = steps(older, undefined);
    const told = await followCancellation(watched.deps, ACTOR, older, document({ total: 11_201 }));
    expect(told).toMatchObject({ uuid: UUID, documentTotal: 11_201 });
    expect(watched.given('recordFacts')).toEqual([[ACTOR, older, { ...FACTS, documentTotal: 11_201 }]]);
  });

  test.each([
    ['that has them', invoice({ status: 'VALID', uuid: UUID, documentTotal: 11_200 }), {}],
    ['whose document does not say its total', older, { total: undefined }],
    ['whose document has no folio', older, { uuid: undefined }],
    ['that is no longer VALID by our record', invoice({ status: 'ERROR' }), {}],
  ])('%s is not written', async (_, record, says) => {
    const watched = steps(record, undefined);
    await followCancellation(watched.deps, ACTOR, record, document({ total: 11_200, ...says }));
    expect(watched.given('recordFacts')).toEqual([]);
  });
});
