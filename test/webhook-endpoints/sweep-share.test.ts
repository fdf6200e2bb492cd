import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import * as v from 'valibot';
import { operation as createWebhookEndpoint } from '../../functions/webhook-endpoints/create-webhook-endpoint';
import { auditOfTeam } from '../../shared/audit/audit-event';
import { putItem, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { DUE_SHARDS, redeliveryIndexes, redeliveryKey } from '../../shared/webhook-endpoints/delivery';
import { accounts } from '../support/accounts';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { DATA_KEY } from '../support/stamping-sdk';
import { insertIndexed } from '../support/unreadable';
import { Deliveries } from './deliveries';

const MINUTE = 60_000;
const table = quickTable();
const world = accounts(table);
mockClient(SecretsManagerClient).on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });

/** A team with an endpoint, and so many of its events that the stream lost. */
async function withLost(events: number) {
  const office = await openOffice(world);
  const body = { url: 'https://hooks.empresa.mx/fleet', types: ['*'] };
  const { id } = (await office.send(createWebhookEndpoint, { body })).body;
  const deliveries = new Deliveries(office.testContext);
  for (let count = 0; count < events; count += 1) await deliveries.commit(office.teamId);
  office.testContext.pass(2 * 60 * MINUTE);
  const { teamId, testContext } = office;
  return { deliveries, teamId, testContext, endpointId: String(id), pass: testContext.pass };
}

test('integrations 2: a run of the sweep takes at most 300 rows of an endpoint, and those of the others', async () => {
  const many = await withLost(310);
  const few = await withLost(1);
  const { deliveries } = many;
  await deliveries.reconcile();
  const swept = async () => {
    await deliveries.sweep();
    const messages = deliveries.queue.splice(0);
    return [many, few].map((one) => messages.filter(({ endpointId }) => endpointId === one.endpointId).length);
  };
  expect(await swept()).toEqual([300, 1]);
  many.pass(MINUTE);
  expect(await swept()).toEqual([10, 0]);
});

test('a due row that cannot be read, or whose entry cannot, is reported and counted, and the rows beside it are queued', async () => {
  const { deliveries, teamId, endpointId, testContext } = await withLost(0);
  const events = [];
  for (let count = 0; count < 9; count += 1) events.push(await deliveries.commit(teamId));
  testContext.pass(2 * 60 * MINUTE);
  await deliveries.reconcile();
  const spoil = async (sortKey: string, set: object) => {
    const item = (await table.everything()).find(({ sk }) => sk === sortKey);
    const key = { pk: String(item?.pk), sk: String(item?.sk), schema: v.unknown() };
    await transact(testContext.context, [
      update(key, { set: { ...set } }, {}, () => new Error('There is no such item.')),
    ]);
  };
  await spoil(`DELIVERY#${events[0]?.id}`, { state: 'UNKNOWN' });
  await spoil(`EVENT#${events[1]?.id}`, { action: 'UNKNOWN' });
  expect((await deliveries.sweep()).failed).toBe(2);
  expect(deliveries.failures).toHaveLength(2);
  const queued = deliveries.queue.filter((message) => message.endpointId === endpointId);
  expect(queued.map(({ event }) => event.id).sort()).toEqual(events.slice(2).map((event) => event.id));
});

test('a position of the due rows that cannot be read is reported and counted, and the rows of its shard are queued', async () => {
  const { deliveries, endpointId, testContext } = await withLost(9);
  await deliveries.reconcile();
  for (const gsi2pk of DUE_SHARDS) await insertIndexed(testContext, { gsi2pk, gsi2sk: '0190#2020-01-01#unreadable' });
  expect(await deliveries.sweep()).toMatchObject({ failed: DUE_SHARDS.length });
  expect(deliveries.failures).toHaveLength(DUE_SHARDS.length);
  expect(String(deliveries.failures[0])).toContain('0190#2020-01-01#unreadable');
  expect(deliveries.queue.filter((message) => message.endpointId === endpointId)).toHaveLength(9);
});

test('a redelivery that cannot be read is reported and counted, and the rows of its shard are queued', async () => {
  const { deliveries, teamId, endpointId, testContext } = await withLost(9);
  await deliveries.reconcile();
  const since = '2020-01-01T00:00:00.000Z';
  const job = { teamId, endpointId, since, generation: 1, dueAt: since };
  const unreadable = { ...job, generation: 'unreadable' };
  const key = { ...redeliveryKey(teamId, endpointId), schema: v.unknown() };
  await transact(testContext.context, [putItem(key, unreadable, redeliveryIndexes(job))]);
  const { failed } = await deliveries.sweep();
  expect(failed).toBeGreaterThan(0);
  expect(deliveries.queue.filter((message) => message.endpointId === endpointId)).toHaveLength(9);
});

test('an event whose position cannot be read is reported and counted, and the reconciler makes the rows of the others', async () => {
  const { deliveries, teamId, endpointId, testContext } = await withLost(9);
  const [first] = (await table.everything()).flatMap(({ gsi1pk, gsi1sk }) =>
    gsi1pk === auditOfTeam(teamId).gsi1pk ? [String(gsi1sk)] : [],
  );
  const { gsi1pk } = auditOfTeam(teamId);
  await insertIndexed(testContext, { gsi1pk, gsi1sk: `${first?.slice(0, 36)}#UNKNOWN` });
  expect(await deliveries.reconcile()).toMatchObject({ failed: 1 });
  expect(await deliveries.reconcile()).toMatchObject({ failed: 0 });
  await deliveries.sweep();
  expect(deliveries.queue.filter((message) => message.endpointId === endpointId)).toHaveLength(9);
});
