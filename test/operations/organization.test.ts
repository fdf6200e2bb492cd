import {
  GetSecretValueCommand,
  type GetSecretValueCommandInput,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as configureOrganization } from '../../functions/invoices/configure-organization';
import { operation as getOrganization } from '../../functions/invoices/get-organization';
import { operation as uploadCertificate } from '../../functions/invoices/upload-certificate';
import { LOCAL_USER_KEY } from '../../local/facturapi/keys';
import type { Operation } from '../../shared/operation/define';
import { accounts } from '../support/accounts';
import type { TestAnswer } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { EXPIRED_SEAL, FIEL, LEGAL, SEAL } from '../support/seals';
import { stampingBench } from '../support/stamping';
import { DATA_KEY } from '../support/stamping-sdk';

const table = quickTable();
const bench = stampingBench();
const accountsOf = accounts(table);
const world = {
  ...accountsOf,
  begin: (options: Parameters<typeof accountsOf.begin>[0] = {}) =>
    accountsOf.begin({ ...options, environment: bench.environment() }),
};

const secrets = mockClient(SecretsManagerClient);
let userKey = LOCAL_USER_KEY;
beforeEach(() => {
  userKey = LOCAL_USER_KEY;
  secrets.on(GetSecretValueCommand).callsFake(({ SecretId = '' }: GetSecretValueCommandInput) => ({
    SecretString: SecretId.endsWith('data-key') ? DATA_KEY : userKey,
    VersionId: 'version-1',
  }));
});

const refusal = ({ status, body }: TestAnswer) => [status, body.error, ...(body.field ? [body.field] : [])];

async function officeWithOrganization(given: object = {}): Promise<Office> {
  const office = await openOffice(world);
  expect((await office.send(configureOrganization, { body: { ...LEGAL, ...given } })).status).toBe(200);
  return office;
}

const sealed = (office: Office, body: object = SEAL): Promise<TestAnswer> => office.send(uploadCertificate, { body });

const stampingCalls = ({ testContext }: Office): string[] =>
  testContext.calls.flatMap(({ resource, action }) => (resource === 'stampingProvider' ? [action] : []));

describe('the organization', () => {
  test('is 404 before there is one, and its own record then', async () => {
    const office = await openOffice(world);
    expect(refusal(await office.send(getOrganization))).toEqual([404, 'NOT_FOUND']);
    const made = await office.send(configureOrganization, { body: { ...LEGAL, rfc: 'eku9003173c9' } });
    expect(made).toMatchObject({
      status: 200,
      body: {
        organizationId: expect.stringMatching(/^[0-9a-f]{24}$/),
        ...LEGAL,
        rfc: 'EKU9003173C9',
        csdUploaded: false,
        csdExpiresAt: null,
        livemode: false,
        isProductionReady: false,
        pendingSteps: ['certificate'],
      },
    });
    expect(await office.send(getOrganization)).toMatchObject({ status: 200, body: made.body });
    expect(stampingCalls(office)).not.toContain('RetrieveOrganization');
  });

  test('without an RFC it is known from the seal on', async () => {
    const office = await officeWithOrganization();
    expect((await office.send(getOrganization)).body.rfc).toBeNull();
    await sealed(office);
    expect((await office.send(getOrganization)).body).toMatchObject({
      rfc: 'EKU9003173C9',
      csdUploaded: true,
      csdExpiresAt: '2027-05-18T11:43:51.000Z',
      livemode: true,
      isProductionReady: true,
      pendingSteps: [],
    });
  });

  test('is updated at the provider and here, and leaves an entry each time', async () => {
    const office = await officeWithOrganization();
    const { organizationId } = (await office.send(getOrganization)).body;
    const changes = { ...LEGAL, legalName: 'TRANSPORTES NUEVOS', zipCode: '06000', taxRegime: '624' };
    expect((await office.send(configureOrganization, { body: changes })).body).toMatchObject({
      organizationId,
      ...changes,
    });
    const { legal } = await bench.ask('GET', `/organizations/${organizationId}`);
    expect(legal).toMatchObject({ legal_name: 'TRANSPORTES NUEVOS', tax_system: '624', address: { zip: '06000' } });
    const entries = await table.partition(`TEAM#${office.teamId}#ORGANIZATION#${office.teamId}`);
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['CREATE', office.id],
      ['UPDATE', office.id],
    ]);
  });

  test('keeps the taxpayer of its seal', async () => {
    const office = await officeWithOrganization();
    await sealed(office);
    const other = await office.send(configureOrganization, { body: { ...LEGAL, rfc: 'ABC010101AB1' } });
    expect(refusal(other)).toEqual([400, 'VALIDATION_FAILED', 'rfc']);
    expect((await office.send(configureOrganization, { body: LEGAL })).body).toMatchObject({ rfc: 'EKU9003173C9' });
  });

  test('tax M2: shows the name of its seal, and keeps it', async () => {
    const office = await openOffice(world);
    await office.send(configureOrganization, { body: { ...LEGAL, legalName: 'Kemper' } });
    expect((await office.send(getOrganization)).body).toMatchObject({ legalName: 'Kemper', sealName: null });
    const message = expect.stringContaining('now “ESCUELA KEMPER URGATE”, as in the certificate. It was “Kemper”.');
    expect(await sealed(office)).toMatchObject({ status: 200, body: { message } });
    const { body } = await office.send(getOrganization);
    expect(body).toMatchObject({ legalName: 'ESCUELA KEMPER URGATE', sealName: 'ESCUELA KEMPER URGATE' });
    const { legal } = await bench.ask('GET', `/organizations/${body.organizationId}`);
    expect(legal).toMatchObject({ legal_name: 'ESCUELA KEMPER URGATE' });
    const other = await office.send(configureOrganization, { body: { ...LEGAL, legalName: 'Kemper' } });
    expect(refusal(other)).toEqual([400, 'VALIDATION_FAILED', 'legalName']);
    expect(other.body.message).toContain('“ESCUELA KEMPER URGATE”');
    expect((await office.send(configureOrganization, { body: LEGAL })).status).toBe(200);
  });

  test.each([
    ['legalName', ''],
    ['legalName', 'x'.repeat(301)],
    ['rfc', 'EKU9003173C'],
    ['rfc', 'EKU9003173C99'],
    ['taxRegime', '60'],
    ['zipCode', '6400'],
    ['zipCode', 'C6400'],
  ])('%s %p is 400', async (field, value) => {
    const office = await openOffice(world);
    const answer = await office.send(configureOrganization, { body: { ...LEGAL, [field]: value } });
    expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED', field]);
    expect(stampingCalls(office)).toEqual([]);
  });

  test('is made and sealed by an administrator, and read by any member', async () => {
    const office = await officeWithOrganization();
    const [admin, member] = [await office.hire('ADMIN'), await office.hire('MEMBER')];
    expect((await admin.send(configureOrganization, { body: LEGAL })).status).toBe(200);
    expect((await admin.send(uploadCertificate, { body: SEAL })).status).toBe(200);
    expect((await member.send(getOrganization)).status).toBe(200);
    expect(refusal(await member.send(configureOrganization, { body: LEGAL }))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await member.send(uploadCertificate, { body: SEAL }))).toEqual([403, 'FORBIDDEN']);
  });

  test('is 502 with the provider’s own words where it refuses, with the code alone where nobody knows', async () => {
    const office = await openOffice(world);
    bench.served().standIn.faults.add({ fault: 'REFUSE', actions: ['CreateOrganization'] });
    expect(await office.send(configureOrganization, { body: LEGAL })).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(/^The stamping provider refused the request: .*CFDI40147/) },
    });
    bench.served().standIn.faults.add({ fault: 'HTML', actions: ['UpdateOrganizationLegal'] });
    const failed = await office.send(configureOrganization, { body: LEGAL });
    expect([failed.status, failed.body]).toEqual([502, { error: 'PROVIDER_ERROR' }]);
    expect(refusal(await office.send(getOrganization))).toEqual([404, 'NOT_FOUND']);
    expect((await office.send(configureOrganization, { body: LEGAL })).status).toBe(200);
  });

  test('a service without a key at the provider says so, and takes it as soon as it is there', async () => {
    userKey = 'what Secrets Manager made up';
    const office = await openOffice(world);
    const answer = await office.send(configureOrganization, { body: LEGAL });
    expect(answer).toMatchObject({ status: 502, body: { error: expect.stringContaining('Ask its operator') } });
    expect(JSON.stringify([answer, office.testContext.logs])).not.toContain('made up');
    userKey = LOCAL_USER_KEY;
    expect((await office.send(configureOrganization, { body: LEGAL })).status).toBe(200);
  });
});

describe('the certificate', () => {
  test('without an organization is 400', async () => {
    const office = await openOffice(world);
    expect(refusal(await sealed(office))).toEqual([400, 'VALIDATION_FAILED', 'teamId']);
  });

  test('is uploaded, and says what became of it', async () => {
    const office = await officeWithOrganization();
    expect(await sealed(office)).toMatchObject({
      status: 200,
      body: { message: 'The seal is at the provider. Invoices are stamped with fiscal value.', csdUploaded: true },
    });
    const papers = await table.partition(`TEAM#${office.teamId}`, 'PAPER#SEAL_CERTIFICATE');
    expect(papers).toEqual([expect.objectContaining({ expiresOn: '2027-05-18' })]);
  });

  const atMost = (bytes: number) => Buffer.alloc(bytes, 48).toString('base64');

  test.each([
    ['cerFile', ''],
    ['cerFile', 'MIIF*='],
    ['cerFile', 'MIIFT'],
    ['cerFile', `${SEAL.cerFile}\n`],
    ['cerFile', 'MIIF_-=='],
    ['cerFile', atMost(10 * 1024 + 1)],
    ['cerFile', atMost(20_000)],
    ['keyFile', atMost(10 * 1024 + 1)],
    ['keyFile', 7],
    ['password', ''],
    ['password', 'x'.repeat(257)],
  ])('with such a %s is 400, before anything is looked at (%#)', async (field, value) => {
    const office = await officeWithOrganization();
    const before = stampingCalls(office).length;
    expect(refusal(await sealed(office, { ...SEAL, [field]: value }))).toEqual([400, 'VALIDATION_FAILED', field]);
    expect(stampingCalls(office)).toHaveLength(before);
  });

  test('of 10 kB is looked at', async () => {
    const office = await officeWithOrganization();
    const answer = await sealed(office, { ...SEAL, cerFile: atMost(10 * 1024) });
    expect(answer).toMatchObject({ status: 502, body: { error: expect.stringContaining('not a certificate') } });
  });

  test('that is wrong is 502 with `error` alone, each with words of its own, and nothing leaves', async () => {
    const office = await officeWithOrganization({ rfc: 'ABC010101AB1' });
    const own = await officeWithOrganization();
    const before = [stampingCalls(office).length, stampingCalls(own).length];
    const answers = [
      await sealed(office),
      await sealed(own, EXPIRED_SEAL),
      await sealed(own, FIEL),
      await sealed(own, { ...SEAL, password: 'another' }),
      await sealed(own, { ...SEAL, keyFile: EXPIRED_SEAL.keyFile }),
      await sealed(own, { ...SEAL, cerFile: 'AAAA' }),
      await sealed(own, { ...SEAL, keyFile: 'AAAA' }),
    ];
    for (const { status, body } of answers) expect([status, Object.keys(body)]).toEqual([502, ['error']]);
    expect(new Set(answers.map(({ body }) => body.error)).size).toBe(answers.length);
    expect([stampingCalls(office).length, stampingCalls(own).length]).toEqual(before);
  });

  test('that the provider refuses or does not answer is 502, and can be sent again', async () => {
    const office = await officeWithOrganization();
    const actions = ['UploadOrganizationCertificate'];
    bench.served().standIn.faults.add({ fault: 'REFUSE', actions, code: 'csd_revoked' });
    expect(await sealed(office)).toMatchObject({
      status: 502,
      body: { error: expect.stringContaining('csd_revoked') },
    });
    bench.served().standIn.faults.add({ fault: 'CUT', actions });
    expect(refusal(await sealed(office))).toEqual([502, 'PROVIDER_ERROR']);
    expect((await office.send(getOrganization)).body).toMatchObject({ csdUploaded: false });
    expect((await sealed(office)).body).toMatchObject({ csdUploaded: true });
  });

  test.each(['REFUSE', 'HTML', 'LOSE_ANSWER'] as const)(
    'is 200 all the same when the live key meets %s',
    async (fault) => {
      const office = await officeWithOrganization();
      bench.served().standIn.faults.add({ fault, actions: ['RenewLiveApiKey'] });
      expect(await sealed(office)).toMatchObject({
        status: 200,
        body: { csdUploaded: true, message: expect.stringContaining('no live key could be had') },
      });
      expect((await office.send(getOrganization)).body).toMatchObject({ csdUploaded: true, livemode: false });
      await sealed(office);
      expect((await office.send(getOrganization)).body).toMatchObject({ livemode: true });
      expect(stampingCalls(office).filter((action) => action === 'UploadOrganizationCertificate')).toHaveLength(1);
    },
  );

  test('says what the provider still waits for', async () => {
    const office = await officeWithOrganization();
    bench.served().standIn.manifest.isPending = true;
    const answer = await sealed(office);
    bench.served().standIn.manifest.isPending = false;
    expect(answer.body.message).toContain('manifiesto');
    await sealed(office);
    expect((await office.send(getOrganization)).body).toMatchObject({ livemode: true, pendingSteps: [] });
  });
});

test('no file, password, key or webhook secret is in any answer, log, entry or record', async () => {
  const answers: unknown[] = [];
  const offices: Office[] = [];
  const planted = new Set([SEAL.password, 'a-wrong-password-77', LOCAL_USER_KEY, DATA_KEY]);
  const watch = async (office: Office, operation: Operation, body: object) => {
    const answer = await office.send(operation, { body });
    answers.push(answer);
    return answer;
  };
  for (const fault of ['REFUSE', 'HTML', 'LOSE_ANSWER'] as const) {
    const actions = ['UploadOrganizationCertificate', 'UpdateOrganizationLegal', 'RenewLiveApiKey', 'CreateWebhook'];
    const office = await openOffice(world);
    offices.push(office);
    for (const action of actions) {
      bench.served().standIn.faults.add({ fault, actions: [action], code: 'csd' });
    }
    for (let round = 0; round < 3; round += 1) {
      if (round === 2) bench.served().standIn.faults.clear();
      await watch(office, configureOrganization, LEGAL);
      await watch(office, uploadCertificate, { ...SEAL, password: 'a-wrong-password-77' });
      await watch(office, uploadCertificate, SEAL);
      office.testContext.pass(60_000);
    }
    const { organizationId } = (await office.send(getOrganization)).body;
    for (const secret of secretsAtProvider(String(organizationId))) planted.add(secret);
  }
  expect(planted.size).toBeGreaterThanOrEqual(4 + 3 * 4);
  const everything = JSON.stringify([
    answers,
    offices.map(({ testContext }) => [testContext.logs, testContext.calls]),
    await table.everything(),
  ]);
  const files = [SEAL.cerFile, SEAL.keyFile].flatMap((file) => [
    file.slice(0, 30),
    file.slice(400, 430),
    file.slice(-30),
  ]);
  for (const secret of [...planted, ...files]) expect(everything.includes(secret)).toBe(false);
});

/** All secrets of an organization in the provider's own journal. */
function secretsAtProvider(organizationId: string): string[] {
  const all = bench.organizations();
  const found = all.find(({ id }) => id === organizationId);
  if (!found) throw new Error('There is no such organization.');
  return [found.testKey, ...found.liveKeys.map(({ secret }) => secret), ...found.webhooks.map(({ secret }) => secret)];
}
