import { capability } from '../../shared/platform/runtime/capability';
import { seal, unseal } from '../../shared/platform/secrets/envelope';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { keyInUse, keyOf, openTeamKeys, providerKey } from '../../shared/stamping/organization/provider-keys';
import { openTeamSecret, sealTeamSecret } from '../../shared/stamping/organization/vault';
import { makeTestContext, someId, type TestContext } from '../support/engine-runtime';
import { DATA_KEY, LIVE_KEY, TEST_KEY } from '../support/stamping-sdk';

/** A Secrets Manager whose data key the test can rotate. */
function rotating() {
  const versions = new Map([['v-1', DATA_KEY]]);
  let current = 'v-1';
  let reads = 0;
  const send = async ({ input }: { input: { VersionId?: string } }) => {
    reads += 1;
    const VersionId = input.VersionId ?? current;
    const SecretString = versions.get(VersionId);
    if (!SecretString) throw new Error('There is no such version.');
    return { SecretString, VersionId };
  };
  return {
    reads: () => reads,
    rotate: (version: string, key: string) => {
      versions.set(version, key);
      current = version;
    },
    /** A new execution environment with an empty cache. */
    testContext: (): TestContext => makeTestContext({ clients: new Map([[secretsManagerClient, { send }]]) }),
  };
}

const teamId = someId();

test('a secret is opened by who sealed it, and its envelope says nothing of it', async () => {
  const testContext = rotating().testContext();
  const envelope = await testContext.use(sealTeamSecret)(teamId, 'testKey', TEST_KEY);
  expect(envelope).toMatch(/^v1\.v-1\.[\w-]{16}\.[\w-]{50,}$/);
  expect(envelope).not.toContain(Buffer.from(TEST_KEY).toString('base64url').slice(0, 12));
  expect(await testContext.use(openTeamSecret)(teamId, 'testKey', envelope)).toBe(TEST_KEY);
});

test('the same secret never makes the same envelope', async () => {
  const testContext = rotating().testContext();
  const make = () => testContext.use(sealTeamSecret)(teamId, 'testKey', TEST_KEY);
  expect(await make()).not.toBe(await make());
});

test('an envelope does not open for another team, as another secret, or changed', async () => {
  const testContext = rotating().testContext();
  const envelope = await testContext.use(sealTeamSecret)(teamId, 'testKey', TEST_KEY);
  const open = testContext.use(openTeamSecret);
  const [format, version, iv = '', sealed = ''] = envelope.split('.');
  const flipped = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
  await expect(open(someId(), 'testKey', envelope)).rejects.toThrow();
  await expect(open(teamId, 'liveKey', envelope)).rejects.toThrow();
  for (const changed of [
    [format, version, flipped(iv), sealed],
    [format, version, iv, flipped(sealed)],
    [format, version, iv, sealed.slice(0, -8)],
    ['v2', version, iv, sealed],
    [format, version, iv],
    [format, version, iv, sealed, sealed],
    [format, 'v-9', iv, sealed],
  ]) {
    await expect(open(teamId, 'testKey', changed.join('.'))).rejects.toThrow();
  }
});

test('a data key that is kept needs the right at each use: what works warm must work cold', async () => {
  const testContext = rotating().testContext();
  await testContext.use(sealTeamSecret)(teamId, 'testKey', TEST_KEY);
  const withoutRight = testContext.use(capability({}, sealTeamSecret.make));
  await expect(withoutRight(teamId, 'testKey', TEST_KEY)).rejects.toThrow('GetSecretValue on dataKey');
});

test('the data key is read once for each execution environment, also by calls at once', async () => {
  const secrets = rotating();
  const testContext = secrets.testContext();
  const make = testContext.use(sealTeamSecret);
  await Promise.all([make(teamId, 'testKey', 'a'), make(teamId, 'testKey', 'b')]);
  await make(teamId, 'liveKey', 'c');
  expect(secrets.reads()).toBe(1);
});

test('what was sealed before a rotation still opens after it', async () => {
  const secrets = rotating();
  const before = await secrets.testContext().use(sealTeamSecret)(teamId, 'testKey', TEST_KEY);
  secrets.rotate('v-2', 'cd'.repeat(32));
  const testContext = secrets.testContext();
  const after = await testContext.use(sealTeamSecret)(teamId, 'testKey', TEST_KEY);
  expect(after).toContain('.v-2.');
  expect(await testContext.use(openTeamSecret)(teamId, 'testKey', before)).toBe(TEST_KEY);
  expect(await testContext.use(openTeamSecret)(teamId, 'testKey', before)).toBe(TEST_KEY);
  expect(secrets.reads()).toBe(3);
});

test('every data key is kept by its own version', async () => {
  const secrets = rotating();
  const sealed = [await secrets.testContext().use(sealTeamSecret)(teamId, 'testKey', 'a')];
  secrets.rotate('v-2', 'cd'.repeat(32));
  sealed.push(await secrets.testContext().use(sealTeamSecret)(teamId, 'testKey', 'b'));
  secrets.rotate('v-3', 'ef'.repeat(32));
  const open = secrets.testContext().use(openTeamSecret);
  const opened = [];
  for (const envelope of sealed) opened.push(await open(teamId, 'testKey', envelope));
  expect(opened).toEqual(['a', 'b']);
});

test.each([{ SecretString: DATA_KEY }, { VersionId: 'v-1' }, { SecretString: '', VersionId: 'v-1' }])(
  '%j is no secret with a text and a version',
  async (answer) => {
    const testContext = makeTestContext({ clients: new Map([[secretsManagerClient, { send: async () => answer }]]) });
    await expect(testContext.use(sealTeamSecret)(teamId, 'testKey', 'a')).rejects.toThrow('dataKey holds no text');
  },
);

test('a data key that could not be read is asked for again', async () => {
  let fails = true;
  const send = async () => {
    if (fails) throw new Error('not now');
    return { SecretString: DATA_KEY, VersionId: 'v-1' };
  };
  const testContext = makeTestContext({ clients: new Map([[secretsManagerClient, { send }]]) });
  await expect(testContext.use(sealTeamSecret)(teamId, 'testKey', 'a')).rejects.toThrow('not now');
  fails = false;
  await expect(testContext.use(sealTeamSecret)(teamId, 'testKey', 'a')).resolves.toContain('v1.');
});

test.each(['', 'short', 'g'.repeat(64), DATA_KEY.toUpperCase()])('%p is no data key', async (SecretString) => {
  const send = async () => ({ SecretString, VersionId: 'v-1' });
  const testContext = makeTestContext({ clients: new Map([[secretsManagerClient, { send }]]) });
  await expect(testContext.use(sealTeamSecret)(teamId, 'testKey', 'a')).rejects.toThrow();
});

test('AES-256-GCM it is, with a tag of 16 bytes: an envelope of another library opens', () => {
  const key = { version: 'v', bytes: Buffer.from(DATA_KEY, 'hex') };
  // Made by Python: cryptography 48.0.0, AESGCM(key).encrypt(iv, b'texto', b'owner').
  const envelope = 'v1.v.AQEBAQEBAQEBAQEB.WZDJVCaigXiEkUZX-ok_vheEObwy';
  expect(seal(key, 'owner', 'texto', Buffer.alloc(12, 1))).toBe(envelope);
  expect(unseal(key, 'owner', envelope)).toBe('texto');
  expect(() => seal(key, 'owner', 'texto', Buffer.alloc(8))).toThrow('12 bytes');
});

test('a tag that was cut short opens nothing', () => {
  const key = { version: 'v', bytes: Buffer.from(DATA_KEY, 'hex') };
  const [format, version, iv, sealed = ''] = seal(key, 'owner', '', Buffer.alloc(12, 1)).split('.');
  const tag = Buffer.from(sealed, 'base64url');
  const cut = (length: number) => [format, version, iv, tag.subarray(0, length).toString('base64url')].join('.');
  expect(unseal(key, 'owner', cut(16))).toBe('');
  for (const length of [15, 12, 8, 4]) expect(() => unseal(key, 'owner', cut(length))).toThrow();
});

describe('a team’s keys', () => {
  async function opened(livemode: boolean, hasLive = true) {
    const testContext = rotating().testContext();
    const make = testContext.use(sealTeamSecret);
    const testKey = await make(teamId, 'testKey', TEST_KEY);
    const liveKey = hasLive ? await make(teamId, 'liveKey', LIVE_KEY) : undefined;
    const keys = await testContext.use(openTeamKeys)({ teamId, testKey, liveKey, livemode });
    if (!keys) throw new Error('There are no keys.');
    return keys;
  }

  test('the mode says which stamps now; the live key alone does not', async () => {
    expect(keyInUse(await opened(false)).secret).toBe(TEST_KEY);
    expect(keyInUse(await opened(true)).secret).toBe(LIVE_KEY);
    expect(keyInUse(await opened(true, false)).secret).toBe(TEST_KEY);
  });

  test('an attempt’s key is found by its fingerprint, whichever stamps now', async () => {
    const keys = await opened(true);
    expect(keyOf(keys, providerKey(TEST_KEY, false).fingerprint)).toEqual(providerKey(TEST_KEY, false));
    expect(keyOf(keys, providerKey(LIVE_KEY, true).fingerprint)).toMatchObject({ livemode: true });
    expect(keyOf(keys, '0'.repeat(16))).toBeUndefined();
    expect(keys.test.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  });

  test('there are none before the organization was made', async () => {
    const testContext = rotating().testContext();
    expect(await testContext.use(openTeamKeys)({ teamId, livemode: false })).toBeUndefined();
    expect(testContext.calls).toEqual([]);
  });
});
