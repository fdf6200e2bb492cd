import { providerKey } from '../../shared/stamping/organization/provider-keys';
import { createZipRequest, downloadZip, readZipRequest } from '../../shared/stamping/provider/archives';
import { type StampingSdk, stampingSdk } from '../../shared/stamping/provider/sdk';
import { makeTestContext } from '../support/engine-runtime';
import { willingSdk } from '../support/stamping-sdk';

const KEY = providerKey('sk_test_0123456789abcdef', false);
const END = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const PART = Buffer.alloc(10_000_000);

function testContextWith(invoices: Partial<StampingSdk['invoices']>) {
  const sdk = willingSdk();
  return makeTestContext({
    clients: new Map([[stampingSdk, () => ({ ...sdk, invoices: { ...sdk.invoices, ...invoices } })]]),
  });
}

async function* parts(count: number, last: Buffer) {
  for (let made = 0; made < count; made += 1) yield PART;
  yield last;
}
const downloaded = (count: number, last = END) =>
  testContextWith({ downloadZipRequest: async () => parts(count, last) }).use(downloadZip)(KEY, 'zip-1');

describe('tax 6.6: the file of an archive', () => {
  test('of up to 100 MB is read whole', async () => {
    expect((await downloaded(9))?.length).toBe(90_000_022);
  });

  test('of more than 100 MB is not read to its end', async () => {
    expect(await downloaded(10)).toBeUndefined();
  });

  test.each([
    ['cut off', 1, Buffer.from('PK')],
    ['empty', 0, Buffer.alloc(0)],
  ] as const)('that is %s is no file', async (_, count, last) => {
    await expect(downloaded(count, last)).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
  });

  test('of the types alone is asked for, of documents that the team issued', async () => {
    const asked: unknown[] = [];
    const testContext = testContextWith({
      createZipRequest: async (body) => {
        asked.push(body);
        return { id: 'zip-1', status: 'pending' };
      },
    });
    await testContext.use(createZipRequest)(KEY, { month: '2026-02', types: ['I', 'P'] });
    expect(asked).toEqual([{ year: 2026, month: 2, issuer_type: 'issuing', invoice_types: ['I', 'P'] }]);
  });

  test.each([
    ['pending', 'waiting'],
    ['processing', 'processing'],
    ['finished', 'finished'],
    ['failed', 'failed'],
    ['a word of tomorrow', 'waiting'],
  ])('is %s at the provider: %s', async (status, read) => {
    const testContext = testContextWith({ retrieveZipRequest: async (id) => ({ id, status }) });
    expect(await testContext.use(readZipRequest)(KEY, 'zip-1')).toEqual({ id: 'zip-1', status: read });
  });
});
