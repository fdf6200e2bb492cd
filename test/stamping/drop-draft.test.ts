import { AppError } from '../../shared/platform/errors';
import { dropProviderDraft, refuseIfStamped } from '../../shared/stamping/drop-draft';
import { TEAM } from '../proof/records';
import { ACTOR, attempt, document, HOUR, INVOICE, invoice, steps, TEST_KEY } from './steps';

const OPEN = { number: 1, attemptId: 'lock', isOpen: true, livemode: false };
const drafted = invoice({ providerId: 'document' });

test('what is no draft any more is not deleted', async () => {
  const { deps, asked } = steps(undefined, undefined);
  const refused = refuseIfStamped(deps, ACTOR, invoice({ status: 'PENDING' }));
  await expect(refused).rejects.toMatchObject({ code: 'INVOICE_NOT_EDITABLE' });
  expect(asked()).toEqual([]);
});

test.each([
  ['the provider never had', invoice(), []],
  ['was refused for good', invoice({ status: 'ERROR', stamping: { ...OPEN, isOpen: false } }), []],
  ['is looked for no longer', invoice({ status: 'ERROR', stamping: OPEN }), ['readStamping']],
])('what %s may be deleted', async (_, record, expected) => {
  const { deps, asked } = steps(record, undefined);
  await refuseIfStamped(deps, ACTOR, record);
  expect(asked()).toEqual(expected);
});

test.each([
  [72 * HOUR - 1, { rejects: { code: 'INVOICE_STAMP_OPEN' } }],
  [72 * HOUR, undefined],
])('while a document is looked for, %i ms, nothing is deleted', async (age, refusal) => {
  const record = invoice({ status: 'ERROR', stamping: OPEN });
  const { deps, given, pass } = steps(record, attempt());
  pass(age);
  const outcome = await refuseIfStamped(deps, ACTOR, record).catch((failure: unknown) => failure);
  expect(outcome).toEqual(refusal && expect.objectContaining(refusal.rejects));
  expect(given('readStamping')).toEqual([[TEAM, INVOICE]]);
});

test.each(['draft', 'failed'] as const)('a document that is %s stands in nobody’s way', async (status) => {
  const { deps, asked, given } = steps(drafted, undefined, { readDocument: async () => document({ status }) });
  await refuseIfStamped(deps, ACTOR, drafted);
  expect(asked()).toEqual(['readDocument']);
  expect(given('readDocument')).toEqual([[TEST_KEY, 'document']]);
});

test.each([
  ['a document that is gone', {}],
  ['a team without keys', { openKeys: async () => undefined }],
])('%s stands in nobody’s way', async (_, instead) => {
  const { deps, asked } = steps(drafted, undefined, instead);
  await refuseIfStamped(deps, ACTOR, drafted);
  expect(asked()).not.toContain('readStamping');
});

test.each(['valid', 'pending', 'unknown'] as const)(
  'an invoice whose document is %s is settled, and not deleted',
  async (status) => {
    const { deps, given } = steps(drafted, undefined, { readDocument: async () => document({ status }) });
    await expect(refuseIfStamped(deps, ACTOR, drafted)).rejects.toMatchObject({
      code: 'INVOICE_NOT_EDITABLE',
      message: 'The stamping provider has made a document of this invoice. Read the invoice again.',
    });
    expect(given('readStamping')).toEqual([[TEAM, INVOICE]]);
    expect(given('recordStamped')).toHaveLength(status === 'valid' ? 1 : 0);
  },
);

test('the draft of an invoice that is gone is dropped', async () => {
  const { deps, asked, given } = steps(undefined, undefined);
  await dropProviderDraft(deps, invoice());
  expect(asked()).toEqual([]);
  await dropProviderDraft(deps, drafted);
  expect(given('removeDraft')).toEqual([[TEST_KEY, 'document']]);
  const keyless = steps(undefined, undefined, { openKeys: async () => undefined });
  await dropProviderDraft(keyless.deps, drafted);
  expect(keyless.asked()).toEqual([]);
});

test('one that stays behind has no value: a refusal is nobody’s, a fault is told', async () => {
  const failing = (failure: unknown) => steps(undefined, undefined, { removeDraft: () => Promise.reject(failure) });
  await dropProviderDraft(failing(new AppError('PROVIDER_ERROR')).deps, drafted);
  const fault = new Error('a fault');
  await expect(dropProviderDraft(failing(fault).deps, drafted)).rejects.toBe(fault);
});
