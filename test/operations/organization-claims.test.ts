import {
  GetSecretValueCommand,
  type GetSecretValueCommandInput,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as configureOrganization } from '../../functions/invoices/configure-organization';
import { operation as getOrganization } from '../../functions/invoices/get-organization';
import { LOCAL_USER_KEY } from '../../local/facturapi/keys';
import { changeOrganization, organizationNamed } from '../../local/facturapi/organizations';
import type { OrganizationRecord } from '../../local/facturapi/state';
import { create, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { leaseStampingAccount } from '../../shared/stamping/organization/accounts';
import { organizationClaimKey } from '../../shared/stamping/organization/organization';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { LEGAL } from '../support/seals';
import { stampingBench } from '../support/stamping';
import { DATA_KEY } from '../support/stamping-sdk';

const MINUTE_MS = 60_000;

const table = quickTable();
const bench = stampingBench();
const accountsOf = accounts(table);
const world = {
  ...accountsOf,
  begin: (options: Parameters<typeof accountsOf.begin>[0] = {}) =>
    accountsOf.begin({ ...options, environment: bench.environment() }),
};

mockClient(SecretsManagerClient)
  .on(GetSecretValueCommand)
  .callsFake(({ SecretId = '' }: GetSecretValueCommandInput) => ({
    SecretString: SecretId.endsWith('data-key') ? DATA_KEY : LOCAL_USER_KEY,
    VersionId: 'version-1',
  }));

const configure = (office: Office, legalName: string = LEGAL.legalName) =>
  office.send(configureOrganization, { body: { ...LEGAL, legalName } });

async function storedAccount({ teamId }: Office) {
  const [account] = await table.partition(`TEAM#${teamId}`, 'STAMPING_ACCOUNT');
  return account;
}

/** A team whose organization was created at the provider, and whose function ended before it knew the identifier. */
async function officeWithLostAnswer() {
  const office = await openOffice(world);
  const before = bench.organizations().map(({ id }) => id);
  bench.served().standIn.faults.add({ fault: 'LOSE_ANSWER', actions: ['CreateOrganization'] });
  expect((await configure(office)).status).toBe(502);
  const created = bench.organizations().filter(({ id }) => !before.includes(id));
  expect(created).toHaveLength(1);
  office.testContext.pass(2 * MINUTE_MS);
  return { office, organizationId: created[0]?.id ?? '' };
}

describe('doors 1: the organization of a team', () => {
  test('is not found by a legal name that another team writes', async () => {
    const [victim, attacker] = [await openOffice(world), await openOffice(world)];
    const attacked = await configure(attacker, `Flota ${victim.teamId}`);
    const own = await configure(victim);
    expect([attacked.status, own.status]).toEqual([200, 200]);
    expect(own.body.organizationId).not.toBe(attacked.body.organizationId);
    const { legal } = await bench.ask('GET', `/organizations/${attacked.body.organizationId}`);
    expect(legal).toMatchObject({ legal_name: `Flota ${victim.teamId}` });
  });

  test('is found again by its nonce after a lost answer, and claimed for the team', async () => {
    const { office, organizationId } = await officeWithLostAnswer();
    expect((await configure(office)).body).toMatchObject({ organizationId });
    expect(await table.partition(`ORGANIZATION#${organizationId}`)).toEqual([
      expect.objectContaining({ teamId: office.teamId }),
    ]);
  });

  test('is found by its name alone, not by a legal name that equals it', async () => {
    const other = String((await bench.ask('POST', '/organizations', { name: 'Otra' })).id);
    const { office, organizationId } = await officeWithLostAnswer();
    const { organizationNonce } = (await storedAccount(office)) ?? {};
    changeOrganization(bench.served().standIn.state, other, {
      legal: { name: 'Otra', legal_name: `Flota ${organizationNonce}` },
    });
    expect((await configure(office)).body).toMatchObject({ organizationId });
  });

  test.each<[string, Partial<OrganizationRecord>]>([
    ['a legal name', { legal: { name: '', legal_name: 'OTRA' } }],
    ['a certificate', { certificate: { serial: '1', expiresAt: '2030-01-01T00:00:00.000Z' } }],
    ['a live key', { liveKeys: [{ id: 'key', secret: 'sk_live_0123456789', createdAt: '2026-03-02T15:00:00.000Z' }] }],
  ])('is not adopted when it has %s', async (_, used) => {
    const { office, organizationId } = await officeWithLostAnswer();
    const { legal } = organizationNamed(bench.served().standIn.state, organizationId);
    changeOrganization(bench.served().standIn.state, organizationId, {
      ...used,
      legal: { ...legal, ...used.legal, name: legal.name },
    });
    expect((await configure(office)).status).toBe(502);
    expect(await storedAccount(office)).not.toHaveProperty('organizationId');
    expect(office.testContext.logs.join()).toContain('ORGANIZATION_IN_USE');
  });

  test('is refused when another team has claimed it, and nothing is written', async () => {
    const { office, organizationId } = await officeWithLostAnswer();
    const teamId = someId();
    await transact(office.testContext.context, [
      create(organizationClaimKey(organizationId), { teamId }, unexpectedConflict('A claim of the test')),
    ]);
    expect((await configure(office)).status).toBe(502);
    expect(await storedAccount(office)).not.toHaveProperty('organizationId');
    expect((await office.send(getOrganization)).status).toBe(404);
    expect(office.testContext.logs.join()).toContain('ORGANIZATION_CLAIM_REFUSED');
    expect(await table.partition(`ORGANIZATION#${organizationId}`)).toEqual([expect.objectContaining({ teamId })]);
  });

  test('is created under a name of 128 random bits, and of nothing else', async () => {
    const { testContext, id, teamId } = await openOffice(world);
    const random = jest.spyOn(testContext.runtime, 'randomBytes');
    const { organizationNonce } = await testContext.use(leaseStampingAccount)({ id, teamId }, LEGAL);
    const made = random.mock.results.map(({ value }) => Buffer.from(value).toString('hex'));
    expect(made).toContain(organizationNonce);
    const created = await officeWithLostAnswer();
    const { legal } = organizationNamed(bench.served().standIn.state, created.organizationId);
    expect(legal).toEqual({ name: `Flota ${(await storedAccount(created.office))?.organizationNonce}` });
  });

  test('has a nonce that no answer and no log line contains', async () => {
    const office = await openOffice(world);
    const made = await configure(office);
    const read = await office.send(getOrganization);
    const { organizationNonce } = (await storedAccount(office)) ?? {};
    expect(organizationNonce).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify([made, read, office.testContext.logs])).not.toContain(organizationNonce);
  });
});
