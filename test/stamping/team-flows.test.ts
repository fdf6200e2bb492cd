import { invoiceCountKey } from '../../shared/invoices/invoice-record';
import { makeDeps } from '../../shared/platform/runtime/capability';
import type { Outbound, Runtime } from '../../shared/platform/runtime/context';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { getItem } from '../../shared/platform/table/read';
import { put } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { configureOrganization, ORGANIZATION_USES } from '../../shared/stamping/organization/configure-organization';
import { openKeys } from '../../shared/stamping/organization/open-keys';
import { isReady, type StampingAccount, stampingAccountKey } from '../../shared/stamping/organization/organization';
import { openTeamKeys } from '../../shared/stamping/organization/provider-keys';
import { CERTIFICATE_USES, uploadCertificate } from '../../shared/stamping/organization/upload-certificate';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { LEGAL, SEAL } from '../support/seals';
import { fakeSecrets, stampingBench } from '../support/stamping';

/**
 * Creating the organization and going live, interrupted at every call. After a repetition the team has one organization, one webhook and
 * one live key.
 */

const table = quickTable();
const bench = stampingBench();
const URL = 'https://api.example';
const MINUTE_MS = 60_000;

interface Team {
  readonly testContext: TestContext;
  readonly actor: { readonly id: string; readonly teamId: string };
  readonly configure: (outbound?: Outbound) => Promise<unknown>;
  readonly upload: (outbound?: Outbound) => Promise<Awaited<ReturnType<typeof uploadCertificate>>>;
  readonly account: () => Promise<StampingAccount | undefined>;
}

function team(): Team {
  const clients: Runtime['clients'] = new Map([
    ...table.testContext().runtime.clients,
    [secretsManagerClient, fakeSecrets()],
  ]);
  const base = bench.testContext();
  const testContext = table.testContext({ clients, environment: base.runtime.environment });
  const actor = { id: someId(), teamId: someId() };
  const scope = { requestId: someId(), remaining: () => 29_000, meter: testContext.meter };
  const under = (outbound: Outbound = testContext.runtime.outbound): Runtime => ({ ...testContext.runtime, outbound });
  const body = { teamId: actor.teamId, ...SEAL };
  return {
    testContext,
    actor,
    configure: (outbound) =>
      configureOrganization(makeDeps(ORGANIZATION_USES, under(outbound), scope), actor, LEGAL, URL),
    upload: (outbound) => uploadCertificate(makeDeps(CERTIFICATE_USES, under(outbound), scope), actor, body, URL),
    account: () => getItem(testContext.context, stampingAccountKey(actor.teamId)),
  };
}

/** Ends the process at a call, before the call leaves or after it was done. Later calls of the process do not leave. */
function dying(at: number, when: 'before' | 'after'): Outbound & { readonly calls: () => number } {
  let calls = 0;
  const outbound: Outbound = async (_call, send) => {
    calls += 1;
    if (calls > at || (calls === at && when === 'before')) throw new Error('dead');
    const answer = await send();
    if (calls >= at) throw new Error('dead');
    return answer;
  };
  return Object.assign(outbound, { calls: () => calls });
}

const counting = (): Outbound & { readonly calls: () => number } => dying(Number.POSITIVE_INFINITY, 'before');

/** The number of organizations at the provider, from all tests so far. */
async function numberOfOrganizations(): Promise<number> {
  return Number((await bench.ask('GET', '/organizations?limit=1')).total_results);
}

const keysOf = async (one: Team) => {
  const account = await one.account();
  if (!isReady(account)) throw new Error('The organization is not there.');
  const keys = await one.testContext.use(openTeamKeys)(account);
  if (!keys) throw new Error('There are no keys.');
  return { account, keys };
};

const webhooksOf = async (secret: string): Promise<unknown[]> => {
  const { data } = await bench.ask('GET', '/webhooks', undefined, secret);
  return Array.isArray(data) ? data : [];
};

test('an organization is made by one create, and its second configuration makes nothing', async () => {
  const one = team();
  const before = await numberOfOrganizations();
  await one.configure();
  await one.configure();
  expect(await numberOfOrganizations()).toBe(before + 1);
  const { account, keys } = await keysOf(one);
  expect(keys.test.secret).toMatch(/^sk_test_/);
  expect(account).toMatchObject({ ...LEGAL, livemode: false, isProductionReady: false, pendingSteps: ['certificate'] });
  expect(account.leasedUntil).toBeUndefined();
  expect(await webhooksOf(keys.test.secret)).toEqual([
    expect.objectContaining({ url: `${URL}/webhooks/stamping?team=${account.webhookToken}` }),
  ]);
});

test('of two at once one makes it, and the other is told', async () => {
  const one = team();
  const before = await numberOfOrganizations();
  const outcomes = await Promise.allSettled([one.configure(), one.configure(), one.configure()]);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  expect(refused).toEqual(['CONFLICT', 'CONFLICT']);
  expect(await numberOfOrganizations()).toBe(before + 1);
});

const CALLS_OF_CONFIGURE = 13;
const DEATHS = Array.from({ length: CALLS_OF_CONFIGURE }, (_, index) => index + 1).flatMap((at) => [
  [at, 'before'] as const,
  [at, 'after'] as const,
]);

test('the calls of a configuration are as many as are cut off below', async () => {
  const outbound = counting();
  await team().configure(outbound);
  expect(outbound.calls()).toBe(CALLS_OF_CONFIGURE);
});

test.each(DEATHS)(
  'a configuration that died at call %i, %s it was done, is completed by the next',
  async (at, when) => {
    const one = team();
    const before = await numberOfOrganizations();
    await expect(one.configure(dying(at, when))).rejects.toThrow();
    one.testContext.pass(MINUTE_MS);
    await one.configure();
    expect(await numberOfOrganizations()).toBe(before + 1);
    const { keys } = await keysOf(one);
    expect(await webhooksOf(keys.test.secret)).toHaveLength(1);
  },
);

test('a create whose answer is lost is waited for, because it may act late', async () => {
  const one = team();
  bench.served().standIn.faults.add({ fault: 'LOSE_ANSWER', actions: ['CreateOrganization'] });
  await expect(one.configure()).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
  await expect(one.configure()).rejects.toMatchObject({ code: 'CONFLICT' });
  one.testContext.pass(MINUTE_MS);
  const before = await numberOfOrganizations();
  await one.configure();
  expect(await numberOfOrganizations()).toBe(before);
});

test('what the provider refused can be sent again at once', async () => {
  const one = team();
  bench.served().standIn.faults.add({ fault: 'REFUSE', actions: ['UpdateOrganizationLegal'] });
  await expect(one.configure()).rejects.toMatchObject({
    code: 'PROVIDER_ERROR',
    message: expect.stringContaining('CFDI40147'),
  });
  await one.configure();
});

async function configured(): Promise<Team> {
  const one = team();
  await one.configure();
  return one;
}

const liveKeysOf = async (one: Team): Promise<{ id: string; first_12: string }[]> => {
  const { account } = await keysOf(one);
  const keys = await bench.ask('GET', `/organizations/${account.organizationId}/apikeys/live`);
  return Object.values(keys).map((key) => Object(key));
};

test('a seal goes live: uploaded once, one live key, its own webhook', async () => {
  const one = await configured();
  expect(await one.upload()).toMatchObject({ liveKeyFailed: false, account: { livemode: true } });
  await one.upload();
  const actions = one.testContext.actions();
  expect(actions.filter((action) => action === 'UploadOrganizationCertificate')).toHaveLength(1);
  expect(actions.filter((action) => action === 'RenewLiveApiKey')).toHaveLength(1);
  const { account, keys } = await keysOf(one);
  expect(account).toMatchObject({ livemode: true, rfc: 'EKU9003173C9', csdSerial: '30001000000500003416' });
  expect(keys.live?.secret).toMatch(/^sk_live_/);
  expect(await liveKeysOf(one)).toHaveLength(1);
  expect(await webhooksOf(keys.live?.secret ?? '')).toHaveLength(1);
});

const CALLS_OF_UPLOAD = 13;
const UPLOAD_DEATHS = Array.from({ length: CALLS_OF_UPLOAD }, (_, index) => index + 1).flatMap((at) => [
  [at, 'before'] as const,
  [at, 'after'] as const,
]);

test('the calls of an upload are as many as are cut off below', async () => {
  const outbound = counting();
  await (await configured()).upload(outbound);
  expect(outbound.calls()).toBe(CALLS_OF_UPLOAD);
});

test.each(UPLOAD_DEATHS)('an upload that died at call %i, %s it was done, ends live with one key', async (at, when) => {
  const one = await configured();
  await one.upload(dying(at, when)).catch(() => undefined);
  one.testContext.pass(MINUTE_MS);
  const { account } = await one.upload();
  expect(account.livemode).toBe(true);
  const { keys } = await keysOf(one);
  const there = await liveKeysOf(one);
  expect(there.map(({ first_12 }) => keys.live?.secret.startsWith(first_12))).toContain(true);
  expect(there).toHaveLength(1);
  expect(await webhooksOf(keys.live?.secret ?? '')).toHaveLength(1);
});

test('a live key whose answer was lost is deleted by the next that is got; those of others stay', async () => {
  const one = await configured();
  bench.served().standIn.manifest.isPending = true;
  await one.upload();
  bench.served().standIn.manifest.isPending = false;
  const { account } = await keysOf(one);
  const ofTheOwner = await bench.ask('PUT', `/organizations/${account.organizationId}/apikeys/live`);
  expect(ofTheOwner).toBeDefined();
  bench.served().standIn.faults.add({ fault: 'LOSE_ANSWER', actions: ['RenewLiveApiKey'], times: 2 });
  expect((await one.upload()).liveKeyFailed).toBe(true);
  expect((await one.upload()).liveKeyFailed).toBe(true);
  expect(await liveKeysOf(one)).toHaveLength(3);
  expect((await one.upload()).account.livemode).toBe(true);
  expect(await liveKeysOf(one)).toHaveLength(2);
});

test('no live key is asked for before the provider is ready, and none more than three times a day', async () => {
  const one = await configured();
  bench.served().standIn.manifest.isPending = true;
  const waiting = await one.upload();
  bench.served().standIn.manifest.isPending = false;
  expect(waiting).toMatchObject({ liveKeyFailed: false, account: { livemode: false, pendingSteps: ['manifiesto'] } });
  expect(one.testContext.actions()).not.toContain('RenewLiveApiKey');
  bench.served().standIn.faults.add({ fault: 'REFUSE', actions: ['RenewLiveApiKey'], times: 3 });
  const asks = () => one.testContext.actions().filter((action) => action === 'RenewLiveApiKey').length;
  for (let times = 0; times < 5; times += 1) expect((await one.upload()).liveKeyFailed).toBe(true);
  expect(asks()).toBe(3);
  one.testContext.pass(24 * 60 * MINUTE_MS - 1);
  expect((await one.upload()).liveKeyFailed).toBe(true);
  one.testContext.pass(1);
  expect((await one.upload()).account.livemode).toBe(true);
  expect(asks()).toBe(4);
});

test('two uploads at once ask for one live key', async () => {
  const one = await configured();
  const [first, second] = await Promise.all([one.upload(), one.upload()]);
  expect([first.account.livemode, second.account.livemode]).toContain(true);
  expect(one.testContext.actions().filter((action) => action === 'RenewLiveApiKey')).toHaveLength(1);
});

test.each([
  [1, false],
  [0, true],
])('with %i invoices PENDING the team goes live: %p', async (PENDING, livemode) => {
  const one = await configured();
  const count = put(invoiceCountKey(one.actor.teamId), { PENDING, total: 3 }, {}, () => new Error('refused'));
  await transact(one.testContext.context, [count]);
  expect((await one.upload()).account.livemode).toBe(livemode);
  const { account, keys } = await keysOf(one);
  expect([account.livemode, keys.live !== undefined]).toEqual([livemode, true]);
  await transact(one.testContext.context, [
    put(invoiceCountKey(one.actor.teamId), { PENDING: 0, total: 3 }, {}, () => new Error('refused')),
  ]);
  expect((await one.upload()).account.livemode).toBe(true);
  expect(await liveKeysOf(one)).toHaveLength(1);
});

test('the keys of a team: none before its organization, the test key, and both once it is live', async () => {
  const one = team();
  const open = () => one.testContext.use(openKeys)(one.actor.teamId);
  expect(await open()).toBeUndefined();
  await one.configure();
  const { test: testKey } = (await keysOf(one)).keys;
  expect(await open()).toEqual({ current: testKey, all: [testKey] });
  await one.upload();
  const { live } = (await keysOf(one)).keys;
  expect(await open()).toEqual({ current: live, all: [testKey, live] });
});
