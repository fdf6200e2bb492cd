import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as createWebhookEndpoint } from '../../functions/webhook-endpoints/create-webhook-endpoint';
import { accounts } from '../support/accounts';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { DATA_KEY } from '../support/stamping-sdk';
import { Deliveries } from './deliveries';

const MINUTE = 60_000;
const world = accounts(quickTable());
mockClient(SecretsManagerClient).on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });

/** A team with an endpoint, and so many of its events that the stream lost. */
async function withLost(events: number) {
  const office = await openOffice(world);
  const body = { url: 'https://hooks.empresa.mx/fleet', types: ['*'] };
  const { id } = (await office.send(createWebhookEndpoint, { body })).body;
  const deliveries = new Deliveries(office.testContext);
  for (let count = 0; count < events; count += 1) await deliveries.commit(office.teamId);
  office.testContext.pass(2 * 60 * MINUTE);
  return { deliveries, endpointId: String(id), pass: office.testContext.pass };
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
