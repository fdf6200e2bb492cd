import {
  GetSecretValueCommand,
  type GetSecretValueCommandInput,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as configureOrganization } from '../../functions/invoices/configure-organization';
import { operation as refreshInvoice } from '../../functions/invoices/refresh-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { operation as uploadCertificate } from '../../functions/invoices/upload-certificate';
import { trigger } from '../../functions/triggers/recover-stamping';
import type { Faults } from '../../local/facturapi/faults';
import { LOCAL_USER_KEY } from '../../local/facturapi/keys';
import type { AlertType } from '../../shared/alerts/alert';
import { alertsOf } from '../../shared/alerts/alert';
import type { Client } from '../../shared/clients/client';
import { teamPlaceOf } from '../../shared/identity/caller';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import type { Operation } from '../../shared/operation/define';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { getItem } from '../../shared/platform/table/read';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { STAMPING_SHARDS } from '../../shared/platform/table/work-list';
import { completeWork, listWork } from '../../shared/stamping/work';
import type { StampingWork } from '../../shared/stamping/work-items';
import { stampingRunKey } from '../../shared/stamping/work-keys';
import { type Accounts, accounts } from './accounts';
import type { Fault } from './faults';
import { lambdaContext, type TestAnswer } from './http-event';
import { type Office, openOffice } from './office';
import { LEGAL, SEAL } from './seals';
import { type StampingBench, stampingBench } from './stamping';
import { DATA_KEY } from './stamping-sdk';
import { insertClient } from './store-fleet';
import { insertInvoice } from './store-invoices';
import type { TestTable } from './test-table';

type Befalling = Parameters<Faults['add']>[0];

/** Teams that can stamp at the provider's stand-in. */
export interface StampingOffices {
  readonly bench: StampingBench;
  readonly world: Accounts;
  /** A team whose signing certificate the provider has. */
  readonly open: () => Promise<Office>;
  /** A client with complete tax data. */
  readonly insertCustomer: (office: Office) => Promise<Client>;
  /** An invoice that is ready to be stamped. */
  readonly insertReady: (office: Office) => Promise<string>;
  readonly openWithInvoice: () => Promise<{ office: Office; id: string }>;
  readonly befall: (fault: Befalling) => void;
  readonly stamp: (office: Office, id: string) => Promise<TestAnswer>;
  readonly refresh: (office: Office, id: string) => Promise<TestAnswer>;
  /** Runs the recovery trigger once, with the office's clock. */
  readonly recover: (office: Office) => Promise<unknown>;
  /** The stored status of an invoice, read without the office's session. */
  readonly statusOf: (office: Office, id: string) => Promise<string | undefined>;
  /** The open work of all teams, because recovery works for all of them. */
  readonly openWork: () => Promise<StampingWork[]>;
  /** Deletes all open work and the record of the last run, for use after each test. */
  readonly forgetWork: () => Promise<void>;
  /** Sends a request of the office in a function of its own, with these faults. */
  readonly sendWith: (
    faults: readonly Fault[],
    office: Office,
    operation: Operation,
    path: Readonly<Record<string, string>>,
    body?: object,
  ) => Promise<{ readonly answer: TestAnswer; readonly actions: readonly string[] }>;
  /** The team's alerts of one type. */
  readonly alerted: (office: Office, type: AlertType) => Promise<unknown[]>;
}

/** Call it once at the top of a test file. */
export function stampingOffices(table: TestTable): StampingOffices {
  const bench = stampingBench();
  const accountsOf = accounts(table);
  const world: Accounts = {
    ...accountsOf,
    begin: (options = {}) =>
      accountsOf.begin({ ...options, environment: { ...options.environment, ...bench.environment() } }),
  };
  const secrets = mockClient(SecretsManagerClient);
  beforeEach(() => {
    secrets.on(GetSecretValueCommand).callsFake(({ SecretId = '' }: GetSecretValueCommandInput) => ({
      SecretString: SecretId.endsWith('data-key') ? DATA_KEY : LOCAL_USER_KEY,
      VersionId: 'version-1',
    }));
  });
  const open = async (): Promise<Office> => {
    const office = await openOffice(world);
    expect((await office.send(configureOrganization, { body: LEGAL })).status).toBe(200);
    expect((await office.send(uploadCertificate, { body: SEAL })).status).toBe(200);
    return office;
  };
  const insertCustomer = ({ teamId, testContext }: Office): Promise<Client> => {
    const customer = { rfc: 'KIJ0906199R1', taxRegime: '601', zipCode: '28971', name: 'KERNEL INDUSTIA JUGUETERA' };
    return insertClient(testContext, { teamId, ...customer });
  };
  const insertReady = async (office: Office): Promise<string> => {
    const { teamId, testContext } = office;
    const client = await insertCustomer(office);
    return (await insertInvoice(testContext, { teamId, clientId: client.id, clientName: client.name })).id;
  };
  const openWork = async (): Promise<StampingWork[]> => {
    const list = table.testContext().use(listWork);
    const pages = await Promise.all(STAMPING_SHARDS.map((shard) => list({ shard, after: undefined }, 25)));
    return pages.flatMap(({ entries }) => entries.flatMap(({ work }) => (work.success ? [work.output] : [])));
  };
  return {
    bench,
    world,
    open,
    insertCustomer,
    openWork,
    forgetWork: async () => {
      const testContext = table.testContext();
      for (const work of await openWork()) await testContext.use(completeWork)(work);
      const over = { owner: 'nobody', until: new Date(0).toISOString() };
      for (const shard of STAMPING_SHARDS)
        await transact(testContext.context, [put(stampingRunKey(shard), over, {}, unexpectedConflict('A run'))]);
    },
    insertReady,
    openWithInvoice: async () => {
      const office = await open();
      return { office, id: await insertReady(office) };
    },
    befall: (fault) => bench.served().standIn.faults.add(fault),
    stamp: (office, id) => office.send(stampInvoice, { path: { id } }),
    refresh: (office, id) => office.send(refreshInvoice, { path: { id } }),
    recover: ({ testContext }) => {
      // The pace at the provider waits by the clock.
      const sleep = async (milliseconds: number) => testContext.pass(milliseconds);
      return makeTriggerHandler(trigger, { ...testContext.runtime, sleep })({}, lambdaContext());
    },
    statusOf: async ({ testContext, teamId }, id) =>
      (await getItem(testContext.context, invoiceKey(teamId, id)))?.status,
    sendWith: async (faults, office, operation, path, body) => {
      const { testContext, bearer, send } = world.begin({ faults });
      testContext.pass(office.testContext.now().getTime() - testContext.now().getTime());
      const headers = await bearer(undefined, office.id);
      const { teamId } = office;
      const before = testContext.calls.length;
      const place = teamPlaceOf(operation.auth);
      const answer = await send(operation, {
        path: { teamId, ...path },
        ...(place === 'query.teamId' && { query: { teamId } }),
        ...(place === 'body.teamId' && { body: { teamId, ...body } }),
        headers,
      });
      return { answer, actions: testContext.actions().slice(before) };
    },
    alerted: async ({ teamId }, type) =>
      (await table.partition(alertsOf(teamId).pk, 'ALERT#')).filter((alert) => alert.type === type),
  };
}
