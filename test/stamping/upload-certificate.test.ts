import type { Deps } from '../../shared/platform/runtime/capability';
import type { StampingAccount } from '../../shared/stamping/organization/organization';
import { type CERTIFICATE_USES, uploadCertificate } from '../../shared/stamping/organization/upload-certificate';
import { SEAL } from '../support/seals';
import { account, PUBLIC_URL, sealed } from './accounts';
import { ACTOR, at, watch } from './steps';

type Dependencies = Deps<typeof CERTIFICATE_USES>;

const NAME = 'ESCUELA KEMPER URGATE';
const OF_SEAL = { csdSerial: '2', csdExpiresAt: at(0), rfc: 'EKU9003173C9', sealName: NAME };
const CHECKED = { ...OF_SEAL, certificate: Buffer.of(1), privateKey: Buffer.of(2), password: 'secret' };
const READY = { isProductionReady: true, pendingSteps: [] };
const KEYED = { liveKey: 'sealed sk_live_1', liveWebhookSecret: 'sealed' };

const fails = () => Promise.reject(new Error('not to be asked for'));

function team(lying: StampingAccount | undefined, instead: Partial<Dependencies> = {}) {
  const made = watch<Dependencies>({
    readStampingAccount: async () => lying,
    checkCertificateFiles: () => CHECKED,
    sendCertificate: async () => READY,
    setLegalData: async () => READY,
    readReadiness: async () => READY,
    saveCertificate: async (_, one, seal) => ({ ...one, ...seal }),
    listLiveKeys: fails,
    leaseLiveKey: fails,
    makeLiveKey: fails,
    sealTeamSecret: sealed,
    openTeamKeys: fails,
    keepLiveKey: fails,
    registerWebhook: fails,
    keepLiveWebhook: fails,
    deleteLiveKeys: fails,
    goLive: async () => true,
    releaseStampingAccount: fails,
    ...instead,
  });
  const upload = { teamId: ACTOR.teamId, ...SEAL };
  return { ...made, upload: () => uploadCertificate(made.deps, ACTOR, upload, PUBLIC_URL) };
}

const { testKey: _, ...unfinished } = account();

test.each([undefined, unfinished])('without an organization there is no seal', async (lying) => {
  const { asked, upload } = team(lying);
  await expect(upload()).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'teamId' });
  expect(asked()).toEqual(['readStampingAccount']);
});

test('a seal is checked against the RFC, uploaded, and written down with what the provider says then', async () => {
  const lying = account({ ...KEYED, rfc: 'EKU9003173C9', csdSerial: '1', isProductionReady: false });
  const { asked, given, upload } = team(lying);
  const kept = { ...lying, ...OF_SEAL, ...READY };
  expect(await upload()).toEqual({ account: { ...kept, livemode: true }, liveKeyFailed: false });
  expect(asked()).toEqual([
    'readStampingAccount',
    'checkCertificateFiles',
    'sendCertificate',
    'saveCertificate',
    'goLive',
  ]);
  expect(given('checkCertificateFiles')).toEqual([[{ teamId: ACTOR.teamId, ...SEAL }, 'EKU9003173C9']]);
  expect(given('sendCertificate')).toEqual([['organization', CHECKED]]);
  expect(given('saveCertificate')).toEqual([[ACTOR, lying, { ...OF_SEAL, ...READY }]]);
});

const same = account({ ...KEYED, csdSerial: '2', sealName: NAME });

test('the seal that the provider has is not uploaded again', async () => {
  const { asked, upload } = team(same);
  expect(await upload()).toEqual({ account: { ...same, livemode: true }, liveKeyFailed: false });
  expect(asked()).toEqual(['readStampingAccount', 'checkCertificateFiles', 'readReadiness', 'goLive']);
});

test.each([{ isProductionReady: false }, { pendingSteps: ['manifiesto'] }])(
  'what the team did there since is written down: %j',
  async (before) => {
    const lying = { ...same, ...before };
    const { given, upload } = team(lying);
    await upload();
    expect(given('readReadiness')).toEqual([['organization']]);
    expect(given('saveCertificate')).toEqual([[ACTOR, lying, { ...OF_SEAL, ...READY }]]);
  },
);

test('steps are told apart one by one', async () => {
  const pendingSteps = ['a', 'b'];
  const { given, upload } = team(
    { ...same, pendingSteps: ['ab'] },
    { readReadiness: async () => ({ ...READY, pendingSteps }) },
  );
  await upload();
  expect(given('saveCertificate')).toHaveLength(1);
});

test.each([
  ['the live key', { goLive: fails }],
  ['what the provider says', { readReadiness: fails }],
])('the seal stays where %s cannot be had', async (_, instead) => {
  expect(await team(same, instead).upload()).toEqual({ account: same, liveKeyFailed: true });
});

const throws = () => {
  throw new Error('not a seal');
};

test.each([{ checkCertificateFiles: throws }, { sendCertificate: fails }, { saveCertificate: fails }])(
  'a seal that is not taken is told',
  async (instead) => {
    await expect(team(account(KEYED), instead).upload()).rejects.toThrow(/^not/);
  },
);

describe('tax M2: the name in the certificate', () => {
  test('replaces another name, at the provider and here', async () => {
    const lying = account({ ...KEYED, legalName: 'Kemper' });
    const { given, upload } = team(lying);
    const named = { ...OF_SEAL, ...READY, legalName: NAME };
    const expected = { ...lying, ...named, livemode: true };
    expect(await upload()).toEqual({ account: expected, formerName: 'Kemper', liveKeyFailed: false });
    expect(given('setLegalData')).toEqual([['organization', { ...lying, legalName: NAME }]]);
    expect(given('saveCertificate')).toEqual([[ACTOR, lying, named]]);
  });

  test('is written down for a certificate that an older release uploaded, which is not sent again', async () => {
    const lying = account({ ...KEYED, csdSerial: '2' });
    const { asked, upload } = team(lying);
    expect(await upload()).toMatchObject({ account: { sealName: NAME } });
    expect(asked()).toContain('saveCertificate');
    expect(asked()).not.toContain('sendCertificate');
    expect(asked()).not.toContain('setLegalData');
  });
});
