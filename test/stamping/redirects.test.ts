import { type Listener, serveWire } from '../../local/wire';
import { capability } from '../../shared/platform/runtime/capability';
import { providerKey } from '../../shared/stamping/organization/provider-keys';
import { type StampingSdk, stampingSdk } from '../../shared/stamping/provider/sdk';
import { type Request, sendWrite } from '../../shared/stamping/provider/send';
import { ENVIRONMENT, makeTestContext } from '../support/engine-runtime';

const KEY = providerKey('sk_test_0123456789abcdef', false);

let other: Listener;
let provider: Listener;
let redirected = 0;
let reached = 0;

beforeAll(async () => {
  const fail = (line: string) => {
    throw new Error(line);
  };
  other = await serveWire(() => {
    reached += 1;
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"other"}' };
  }, fail);
  provider = await serveWire(({ path }) => {
    redirected += 1;
    const status = path.startsWith('/organizations') ? 307 : 302;
    return { status, headers: { location: `${other.endpoint}${path}` }, body: '' };
  }, fail);
});
afterAll(() => Promise.all([provider.stop(), other.stop()]));

const CALLS: Readonly<Record<string, (sdk: StampingSdk) => Promise<unknown>>> = {
  'GET with 302': (sdk) => sdk.invoices.retrieve('one'),
  'POST with 302': (sdk) => sdk.invoices.create({ type: 'I' }),
  'GET with 307': (sdk) => sdk.organizations.retrieve('one'),
  'POST with 307': (sdk) => sdk.organizations.create({ name: 'Flota' }),
  'PUT with 307': (sdk) => sdk.organizations.updateLegal('one', {}),
  'DELETE with 307': (sdk) => sdk.organizations.deleteLiveApiKey('one', 'key'),
};

const WRITE: Request<string> = { action: 'CreateInvoice', send: (sdk) => sdk.invoices.create({}), read: String };

describe('a redirect of the stamping provider', () => {
  test.each(Object.entries(CALLS))('is not followed: %s', async (_, send) => {
    const before = redirected;
    await expect(send(stampingSdk()(KEY.secret, provider.endpoint, new AbortController().signal))).rejects.toThrow();
    expect([redirected - before, reached]).toEqual([1, 0]);
  });

  test('leaves the outcome of a write unknown, because the provider may have taken it', async () => {
    const environment = { ...ENVIRONMENT, STAMPING_PROVIDER_URL: provider.endpoint };
    const create = capability(
      { stampingProvider: ['CreateInvoice'] },
      (context) => () => sendWrite(context, KEY, WRITE),
    );
    expect(await makeTestContext({ environment }).use(create)()).toMatchObject({ kind: 'unknown' });
    expect(reached).toBe(0);
  });
});
