import { AppError } from '../../shared/platform/errors';
import type { Deps } from '../../shared/platform/runtime/capability';
import {
  configureOrganization,
  type ORGANIZATION_USES,
} from '../../shared/stamping/organization/configure-organization';
import type { StampingAccount } from '../../shared/stamping/organization/organization';
import { StampingFailure, StampingRefused } from '../../shared/stamping/provider/failures';
import { LEGAL } from '../support/seals';
import { account, leased, PUBLIC_URL, sealed, WEBHOOK_URL } from './accounts';
import { ACTOR, watch } from './steps';

type Dependencies = Deps<typeof ORGANIZATION_USES>;

const { organizationId: _, testKey: __, webhookSecret: ___, ...bare } = account();
const NONCE = 'f'.repeat(32);
const READINESS = { isProductionReady: false, pendingSteps: ['certificate'] };

/** Configures a team with this stored account. */
function team(lying: StampingAccount, instead: Partial<Dependencies> = {}) {
  const made = watch<Dependencies>({
    leaseStampingAccount: async () => ({ ...leased(lying), organizationNonce: NONCE }),
    spendOrganization: async () => undefined,
    makeOrganization: async () => 'organization',
    keepOrganization: async (held, organizationId) => ({ ...held, organizationId }),
    setLegalData: async () => READINESS,
    readTestKey: async () => 'sk_test_1',
    registerWebhook: async () => 'whsec_1',
    sealTeamSecret: sealed,
    finishOrganization: async () => account(),
    releaseStampingAccount: async () => undefined,
    ...instead,
  });
  return {
    ...made,
    configure: (legal = {}) => configureOrganization(made.deps, ACTOR, { ...LEGAL, ...legal }, PUBLIC_URL),
  };
}

test('an organization is made once, written down, and given its key and webhook', async () => {
  const { asked, given, configure } = team(bare);
  expect(await configure()).toEqual(account());
  expect(asked()).toEqual([
    'leaseStampingAccount',
    'spendOrganization',
    'makeOrganization',
    'keepOrganization',
    'setLegalData',
    'readTestKey',
    'registerWebhook',
    'sealTeamSecret',
    'sealTeamSecret',
    'finishOrganization',
  ]);
  const { teamId } = bare;
  expect(given('leaseStampingAccount')).toEqual([[ACTOR, LEGAL]]);
  expect(given('makeOrganization')).toEqual([[NONCE]]);
  expect(given('keepOrganization')).toEqual([[{ ...leased(bare), organizationNonce: NONCE }, 'organization']]);
  expect(given('setLegalData')).toEqual([['organization', LEGAL]]);
  expect(given('readTestKey')).toEqual([['organization']]);
  expect(given('registerWebhook')).toEqual([[{ secret: 'sk_test_1' }, WEBHOOK_URL]]);
  expect(given('sealTeamSecret')).toEqual([
    [teamId, 'testKey', 'sk_test_1'],
    [teamId, 'webhookSecret', 'whsec_1'],
  ]);
  const keys = { testKey: 'sealed sk_test_1', webhookSecret: 'sealed whsec_1' };
  const made = { organizationId: 'organization', legal: LEGAL, readiness: READINESS, ...keys };
  expect(given('finishOrganization')).toEqual([
    [ACTOR, { ...leased({ ...bare, organizationId: 'organization' }), organizationNonce: NONCE }, made],
  ]);
});

test('one that was begun goes on with its organization', async () => {
  const { asked, given, configure } = team({ ...bare, organizationId: 'before' });
  await configure();
  expect(asked().slice(0, 3)).toEqual(['leaseStampingAccount', 'setLegalData', 'readTestKey']);
  expect(given('setLegalData')).toEqual([['before', LEGAL]]);
});

test('one that is there keeps its key and its webhook', async () => {
  const { asked, given, configure } = team(account({ testKey: 'sealed before', webhookSecret: 'sealed too' }));
  await configure();
  expect(asked()).toEqual(['leaseStampingAccount', 'setLegalData', 'finishOrganization']);
  expect(given('finishOrganization')[0]?.[2]).toMatchObject({ testKey: 'sealed before', webhookSecret: 'sealed too' });
});

const RFC = 'EKU9003173C9';
const OTHER_RFC = 'ABC010101AB1';

test.each([
  ['before there is a seal', {}, { rfc: OTHER_RFC }],
  ['of the seal', { csdSerial: '1', rfc: RFC }, { rfc: RFC }],
  ['left out', { csdSerial: '1', rfc: RFC }, {}],
])('an RFC %s is taken', async (_, given, legal) => {
  expect(await team(account(given)).configure(legal)).toEqual(account());
});

test('an RFC that is not that of the seal is refused, and the account given back', async () => {
  const lying = account({ csdSerial: '1', rfc: RFC });
  const { asked, given, configure } = team(lying);
  await expect(configure({ rfc: OTHER_RFC })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'rfc' });
  expect(asked()).toEqual(['leaseStampingAccount', 'releaseStampingAccount']);
  expect(given('releaseStampingAccount')).toEqual([[{ ...leased(lying), organizationNonce: NONCE }]]);
});

test.each([
  ['may be made yet is waited for', new StampingFailure('no answer'), false],
  ['was refused is not waited for', new StampingRefused('no'), true],
])('an organization that %s', async (_, cause, isReleased) => {
  const failure = new AppError('PROVIDER_ERROR', { cause });
  const { asked, configure } = team(bare, { makeOrganization: () => Promise.reject(failure) });
  await expect(configure()).rejects.toBe(failure);
  expect(asked().includes('releaseStampingAccount')).toBe(isReleased);
});

test('an organization that is known is given back, whatever fails', async () => {
  const failure = new AppError('PROVIDER_ERROR', { cause: new StampingFailure('no answer') });
  const { given, configure } = team(bare, { setLegalData: () => Promise.reject(failure) });
  await expect(configure()).rejects.toBe(failure);
  expect(given('releaseStampingAccount')).toEqual([
    [{ ...leased({ ...bare, organizationId: 'organization' }), organizationNonce: NONCE }],
  ]);
});

test('who does not get the account gives nothing back', async () => {
  const failure = new Error('busy');
  const { asked, configure } = team(bare, { leaseStampingAccount: () => Promise.reject(failure) });
  await expect(configure()).rejects.toBe(failure);
  expect(asked()).toEqual(['leaseStampingAccount']);
});
