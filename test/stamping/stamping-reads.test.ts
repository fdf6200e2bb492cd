import { providerKey } from '../../shared/stamping/organization/provider-keys';
import { cancelDocument, readDocument } from '../../shared/stamping/provider/documents';
import { type StampingSdk, stampingSdk } from '../../shared/stamping/provider/sdk';
import { makeScene } from '../support/engine-runtime';
import { willingSdk } from '../support/stamping-sdk';

const KEY = providerKey('sk_test_0123456789abcdef', false);
const answered = (status: number, code?: string, headers = {}) =>
  Object.assign(new Error('No.'), { name: 'FacturapiError', status, headers, ...(code && { code }) });

/** A scene whose provider's invoices are these, and whose jitter is always the longest. */
function sceneWith(invoices: Partial<StampingSdk['invoices']>, remaining = 29_000) {
  const sdk = willingSdk();
  const make = () => () => ({ ...sdk, invoices: { ...sdk.invoices, ...invoices } });
  const testContext = makeScene({ clients: new Map([[stampingSdk, make()]]), remaining: () => remaining });
  Object.assign(testContext.runtime, { randomBytes: () => Uint8Array.of(255) });
  return testContext;
}

const failing = (failure: unknown, remaining?: number) =>
  sceneWith({ retrieve: async () => Promise.reject(failure) }, remaining);

test('a document that the provider says is not there is none, and is asked for once', async () => {
  const testContext = failing(answered(404, 'not_found'));
  await expect(testContext.use(readDocument)(KEY, 'd')).resolves.toBeUndefined();
  expect(testContext.pauses).toEqual([]);
});

test.each([
  ['a page that says 404', answered(404), [400, 800, 1600]],
  ['a 500', answered(500, 'oops'), [400, 800, 1600]],
  ['a 408', answered(408, 'late'), [400, 800, 1600]],
  ['a 429', answered(429, 'often'), [400, 800, 1600]],
  ['a 429 that says when', answered(429, 'often', { 'retry-after': '1' }), [1000, 1000, 1600]],
  ['a 429 that says nothing of use', answered(429, 'often', { 'retry-after': 'soon' }), [400, 800, 1600]],
  ['a broken connection', new TypeError('fetch failed'), [400, 800, 1600]],
  ['a 400', answered(400, 'wrong'), []],
  ['a 499', answered(499, 'wrong'), []],
])('%s is no answer: it is asked again after %j', async (_, failure, pauses) => {
  const testContext = failing(failure);
  await expect(testContext.use(readDocument)(KEY, 'd')).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
  expect([testContext.pauses, testContext.actions()]).toEqual([
    pauses,
    ['RetrieveInvoice', ...pauses.map(() => 'RetrieveInvoice')],
  ]);
});

test.each([
  [2399, []],
  [2400, [400]],
])('with %p ms left it is asked again after %j: two seconds are kept for the answer', async (remaining, pauses) => {
  const testContext = failing(answered(500, 'oops'), remaining);
  await expect(testContext.use(readDocument)(KEY, 'd')).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
  expect(testContext.pauses).toEqual(pauses);
});

test.each([
  [undefined, { motive: '02' }],
  ['other', { motive: '02', substitution: 'other' }],
])('a cancellation in favour of %p asks for %j', async (substitution, asked) => {
  const cancel = jest.fn(willingSdk().invoices.cancel);
  await sceneWith({ cancel }).use(cancelDocument)(KEY, 'd', '02', substitution);
  expect(cancel.mock.calls).toStrictEqual([['d', asked]]);
});
