import type { Deps } from '../../shared/platform/runtime/capability';
import { issueLiveKey, type LIVE_KEY_USES } from '../../shared/stamping/organization/live-key';
import type { ReadyAccount } from '../../shared/stamping/organization/organization';
import { TEAM } from '../proof/records';
import { account, leased, PUBLIC_URL, sealed, WEBHOOK_URL } from './accounts';
import { ACTOR, LIVE_KEY, TEST_KEY, watch } from './steps';

type Dependencies = Deps<typeof LIVE_KEY_USES>;

const OURS = { id: 'ours', first12: 'sk_live_1' };
const ORPHAN = { id: 'orphan', first12: 'sk_live_0' };
const FOREIGN = { id: 'foreign', first12: 'sk_live_9' };

function team(lying: ReadyAccount, instead: Partial<Dependencies> = {}) {
  const made = watch<Dependencies>({
    listLiveKeys: async () => [FOREIGN, ORPHAN, OURS],
    leaseLiveKey: async (one, there) => leased({ ...one, foreignLiveKeys: one.foreignLiveKeys ?? [...there] }),
    makeLiveKey: async () => LIVE_KEY.secret,
    sealTeamSecret: sealed,
    openTeamKeys: async () => ({ test: TEST_KEY, live: LIVE_KEY, livemode: false }),
    keepLiveKey: async (_, { leasedUntil: __, ...held }, liveKey) => ({ ...held, liveKey }),
    registerWebhook: async () => 'whsec_live_1',
    keepLiveWebhook: async () => undefined,
    deleteLiveKeys: async () => undefined,
    goLive: async () => true,
    releaseStampingAccount: async () => undefined,
    ...instead,
  });
  return { ...made, issue: () => issueLiveKey(made.deps, ACTOR, lying, PUBLIC_URL) };
}

const ready = account({ foreignLiveKeys: ['foreign'] });
const keyed = account({ foreignLiveKeys: ['foreign'], liveKey: 'sealed sk_live_1' });

test('before the provider is ready nothing is asked for', async () => {
  const lying = account({ isProductionReady: false });
  const { asked, issue } = team(lying);
  expect(await issue()).toBe(lying);
  expect(asked()).toEqual([]);
});

test('one key is asked for under a lease, kept, and given its webhook; orphans are deleted', async () => {
  const { asked, given, issue } = team(ready);
  expect(await issue()).toEqual({ ...keyed, livemode: true });
  expect(asked().slice(0, 5)).toEqual(['listLiveKeys', 'leaseLiveKey', 'makeLiveKey', 'sealTeamSecret', 'keepLiveKey']);
  expect(asked().at(-1)).toBe('goLive');
  expect(given('listLiveKeys')).toEqual([['organization'], ['organization']]);
  expect(given('leaseLiveKey')).toEqual([[ready, ['foreign', 'orphan', 'ours']]]);
  expect(given('makeLiveKey')).toEqual([['organization']]);
  expect(given('keepLiveKey')).toEqual([[ACTOR, leased(ready), 'sealed sk_live_1']]);
  expect(given('openTeamKeys')).toEqual([[keyed]]);
  expect(given('registerWebhook')).toEqual([[{ secret: LIVE_KEY.secret }, WEBHOOK_URL]]);
  expect(given('sealTeamSecret')).toEqual([
    [TEAM, 'liveKey', LIVE_KEY.secret],
    [TEAM, 'liveWebhookSecret', 'whsec_live_1'],
  ]);
  expect(given('keepLiveWebhook')).toEqual([[keyed, 'sealed whsec_live_1']]);
  expect(given('deleteLiveKeys')).toEqual([['organization', [ORPHAN]]]);
  expect(given('goLive')).toEqual([[ACTOR, keyed]]);
});

test('whose foreign keys nobody wrote down has none', async () => {
  const { foreignLiveKeys: _, ...lying } = keyed;
  const { given, issue } = team(lying);
  await issue();
  expect(given('deleteLiveKeys')).toEqual([['organization', [FOREIGN, ORPHAN]]]);
});

test('a key that is there is not asked for again, even where the provider is not ready any more', async () => {
  const lying = { ...keyed, isProductionReady: false };
  const { asked, issue } = team(lying, { goLive: async () => false });
  expect(await issue()).toEqual({ ...lying, livemode: false });
  expect(asked()).not.toContain('makeLiveKey');
  expect(asked()).toContain('registerWebhook');
});

test('what has its webhook has all', async () => {
  const { asked, issue } = team({ ...keyed, liveWebhookSecret: 'sealed' });
  expect(await issue()).toMatchObject({ livemode: true });
  expect(asked()).toEqual(['goLive']);
});

test.each([
  ['cannot be opened', async () => undefined],
  ['has no live one', async () => ({ test: TEST_KEY, livemode: false })],
])('whose keys %s goes on without a webhook', async (_, openTeamKeys) => {
  const { asked, issue } = team(keyed, { openTeamKeys });
  expect(await issue()).toMatchObject({ livemode: true });
  expect(asked()).toEqual(['openTeamKeys', 'goLive']);
});

const down = () => Promise.reject(new Error('no answer'));

test.each([{ registerWebhook: down }, { listLiveKeys: down }])(
  'what fails after the key harms nothing',
  async (instead) => {
    const { issue } = team(keyed, instead);
    expect(await issue()).toMatchObject({ livemode: true });
  },
);

test('a key that is not got gives the account back', async () => {
  const { asked, given, issue } = team(ready, { makeLiveKey: down });
  await expect(issue()).rejects.toThrow('no answer');
  expect(asked().at(-1)).toBe('releaseStampingAccount');
  expect(given('releaseStampingAccount')).toEqual([[leased(ready)]]);
});
