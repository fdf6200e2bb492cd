import { type Deps, makeDeps } from '../../shared/platform/runtime/capability';
import { DOCUMENT_USES, openDocument } from '../../shared/stamping/open-document';
import { STAMPING_RULES } from '../../shared/stamping/stamping-rules';
import { TEAM } from '../proof/records';
import { makeTestContext } from '../support/engine-runtime';
import { INVOICE, invoice, KEYS, LIVE_KEY, watch } from './steps';

type Dependencies = Deps<typeof DOCUMENT_USES>;

const BODY = Buffer.from('<cfdi/>');
const valid = invoice({ status: 'VALID', providerId: 'document', livemode: true });

const bucket = (instead: Partial<Dependencies> = {}) =>
  watch<Dependencies>(
    {
      rules: STAMPING_RULES,
      openKeys: async () => KEYS,
      hasDocument: async () => false,
      putDocument: async () => undefined,
      presignDocument: async (key) => `https://documents.example/${key}`,
      downloadDocument: async () => BODY,
      ...instead,
    },
    new Set(['openKeys']),
  );

test.each([
  ['pdf', 'application/pdf'],
  ['xml', 'application/xml'],
] as const)('the first call copies the %s', async (format, contentType) => {
  const { deps, asked, given } = bucket();
  const key = `invoices/${TEAM}/${INVOICE}.${format}`;
  expect(await openDocument(deps, valid, format)).toBe(`https://documents.example/${key}`);
  expect(asked()).toEqual(['hasDocument', 'downloadDocument', 'putDocument', 'presignDocument']);
  expect(given('hasDocument')).toEqual([[key]]);
  expect(given('downloadDocument')).toEqual([[LIVE_KEY, 'document', format]]);
  expect(given('putDocument')).toEqual([[{ key, body: BODY, contentType }]]);
});

test('the next call finds it', async () => {
  const { deps, asked } = bucket({ hasDocument: async () => true });
  await openDocument(deps, valid, 'pdf');
  expect(asked()).toEqual(['hasDocument', 'presignDocument']);
});

test.each([
  ['was never stamped', { status: 'DRAFT', providerId: 'draft' }],
  ['has no document', { status: 'VALID', providerId: null }],
] as const)('an invoice that %s has none', async (_, given) => {
  const { deps, asked } = bucket();
  await expect(openDocument(deps, invoice(given), 'pdf')).rejects.toMatchObject({ code: 'INVOICE_WITHOUT_DOCUMENT' });
  expect(asked()).toEqual([]);
});

test('without a key nothing can be copied', async () => {
  const { deps, asked } = bucket({ openKeys: async () => undefined });
  await expect(openDocument(deps, valid, 'pdf')).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
  expect(asked()).toEqual(['hasDocument']);
});

test('its function follows the rules of the saga', () => {
  const { runtime, meter } = makeTestContext();
  expect(makeDeps(DOCUMENT_USES, runtime, { requestId: '', remaining: () => 0, meter }).rules).toBe(STAMPING_RULES);
});
