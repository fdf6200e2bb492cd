import type { InvoiceStatus } from '../../shared/invoices/invoice';
import { cancel, isCancellable } from '../../shared/stamping/cancel';
import { RecordChanged } from '../../shared/stamping/invoice-states';
import { TEAM } from '../proof/records';
import {
  ACTOR,
  at,
  document,
  done,
  INVOICE,
  invoice,
  OTHER_INVOICE,
  REFUSED,
  steps,
  TEST_KEY,
  UNKNOWN,
  UUID,
} from './steps';

type Instead = Parameters<typeof steps>[2];

const VALID = invoice({ status: 'VALID', providerId: 'document', livemode: false });
const motive = '02';
const WORK = { kind: 'CANCEL', teamId: TEAM, invoiceId: INVOICE, livemode: false, at: at(0), motive };

const cancelledWith = async (instead: Instead, found: ReturnType<typeof invoice> | undefined = VALID) => {
  const made = steps(found, undefined, instead);
  return { made, record: await cancel(made.deps, ACTOR, VALID, { motive }) };
};

test('it is noted before it is asked for, and written down as it is answered', async () => {
  const { made, record } = await cancelledWith({});
  expect(record).toEqual({ ...VALID, status: 'CANCELLED' });
  expect(made.asked()).toEqual(['refuseLaterNotes', 'openCancellation', 'cancelDocument', 'recordCancellation']);
  expect(made.given('openCancellation')).toEqual([[VALID, WORK, undefined]]);
  expect(made.given('cancelDocument')).toEqual([[TEST_KEY, 'document', '02', undefined]]);
});

test.each([
  ['waits for the customer', done({ cancellationStatus: 'pending' }), [{}]],
  ['was taken, and says nothing yet', done(), []],
  ['was not answered', UNKNOWN, []],
])('a cancellation that %s is asked for again', async (_, outcome, also) => {
  const { made, record } = await cancelledWith({ cancelDocument: async () => outcome });
  expect(record).toEqual({ ...VALID, status: 'CANCELLED_PENDING' });
  expect(made.given('recordCancellation')).toEqual([[ACTOR, VALID, 'CANCELLED_PENDING', WORK, ...also]]);
});

describe('a cancellation that was refused', () => {
  const refused: Instead = { cancelDocument: async () => REFUSED };

  test('of an invoice that is VALID is told, and is over', async () => {
    const made = steps(VALID, undefined, refused);
    await expect(cancel(made.deps, ACTOR, VALID, { motive })).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
      message: 'The seal is over.',
    });
    expect(made.given('completeWork')).toEqual([[WORK]]);
    expect(made.asked()).not.toContain('recordCancellation');
  });

  test('of one that was cancelled before is done', async () => {
    const findDocuments = async () => [document({ status: 'canceled' })];
    const { made, record } = await cancelledWith({ ...refused, findDocuments });
    expect(record).toMatchObject({ status: 'CANCELLED' });
    expect(made.asked()).not.toContain('completeWork');
  });

  test('of one that is gone is told', async () => {
    const made = steps(undefined, undefined, refused);
    await expect(cancel(made.deps, ACTOR, VALID, { motive })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('who is overtaken answers what is true then', async () => {
  const recordCancellation = () => Promise.reject(new RecordChanged(undefined));
  const { made, record } = await cancelledWith({ recordCancellation, cancelDocument: async () => UNKNOWN });
  expect(record).toBe(VALID);
  expect(made.asked()).not.toContain('completeWork');
});

test('a table that does not answer is told', async () => {
  const failure = new Error('no answer');
  await expect(cancelledWith({ recordCancellation: () => Promise.reject(failure) })).rejects.toBe(failure);
});

test.each<[string, Parameters<typeof invoice>[0], Instead]>([
  ['that is a draft', { status: 'DRAFT', providerId: 'document' }, {}],
  ['that is being cancelled', { status: 'CANCELLED_PENDING', providerId: 'document' }, {}],
  ['without a document', { status: 'VALID', providerId: null }, {}],
  ['of a team without keys', { status: 'VALID', providerId: 'document' }, { openKeys: async () => undefined }],
])('an invoice %s is not cancelled', async (_, given, instead) => {
  const { deps, asked } = steps(undefined, undefined, instead);
  await expect(cancel(deps, ACTOR, invoice(given), { motive })).rejects.toMatchObject({ code: 'INVOICE_STATUS' });
  // Later documents are read before the keys.
  expect(asked().filter((step) => step !== 'refuseLaterNotes')).toEqual([]);
});

describe('a substitute', () => {
  const STAMPED = { ...VALID, uuid: UUID };
  const relations = [{ type: '04' as const, invoiceIds: [INVOICE], uuids: [UUID] }];
  const substitute = invoice({ id: OTHER_INVOICE, status: 'VALID', providerId: 'other', livemode: false, relations });
  const SUBSTITUTED = { motive: '01', substitution: OTHER_INVOICE } as const;

  test('is named to the provider by its document', async () => {
    const made = steps(substitute, undefined);
    expect(await cancel(made.deps, ACTOR, STAMPED, SUBSTITUTED)).toMatchObject({ status: 'CANCELLED' });
    expect(made.given('readStamping')).toEqual([[TEAM, OTHER_INVOICE]]);
    expect(made.given('cancelDocument')).toEqual([[TEST_KEY, 'document', '01', 'other']]);
  });

  const NAMED = { ...WORK, motive: '01', substituteId: OTHER_INVOICE };
  const FOR_SUBSTITUTE = { ...NAMED, substitution: 'other', isAsked: true };

  test.each([
    ['that was marked', { isReplaced: true } as const, FOR_SUBSTITUTE],
    ['that names it, read before the substitute marked it', { replacedBy: OTHER_INVOICE }, FOR_SUBSTITUTE],
    ['with another draft as its substitute', { replacedBy: INVOICE }, NAMED],
    ['without any mark', {}, NAMED],
  ])('of a document %s is asked for until it is decided: %j', async (_, marks, work) => {
    const made = steps(substitute, undefined);
    await cancel(made.deps, ACTOR, { ...STAMPED, ...marks }, SUBSTITUTED);
    expect(made.given('openReplacement')).toEqual([[work, undefined]]);
  });

  test.each([
    ['of nobody', undefined],
    ['that is no document', { ...substitute, status: 'PENDING' as const }],
    ['of another client', { ...substitute, clientId: null }],
    ['of another type', { ...substitute, type: 'T' as const }],
    ['without relation 04', { ...substitute, relations: [] }],
    ['with another relation', { ...substitute, relations: relations.map((one) => ({ ...one, type: '07' as const })) }],
    ['of another document', { ...substitute, relations: relations.map((one) => ({ ...one, uuids: [] })) }],
    ['of the other mode', { ...substitute, livemode: true }],
    ['without a document', { ...substitute, providerId: null }],
  ])('%s is refused', async (_, found) => {
    const made = steps(found, undefined);
    const refusal = { code: 'VALIDATION_FAILED', field: 'substitution' };
    await expect(cancel(made.deps, ACTOR, STAMPED, SUBSTITUTED)).rejects.toMatchObject(refusal);
    expect(made.asked()).toEqual(['readStamping']);
  });

  test.each([
    ['missing', { motive: '01' as const }],
    ['sent with another motive', { motive, substitution: OTHER_INVOICE } as const],
  ])('%s is refused before it is looked for', async (_, cancellation) => {
    const made = steps(substitute, undefined);
    const refusal = { code: 'VALIDATION_FAILED', field: 'substitution' };
    await expect(cancel(made.deps, ACTOR, VALID, cancellation)).rejects.toMatchObject(refusal);
    expect(made.asked()).toEqual([]);
  });
});

test.each<[InvoiceStatus, boolean]>([
  ['VALID', true],
  ['CANCELLED_PENDING', true],
  ['CANCELLED', false],
  ['DRAFT', false],
])('%s can still be cancelled: %p', (status, can) => {
  expect(isCancellable({ status })).toBe(can);
});
