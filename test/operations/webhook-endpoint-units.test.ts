import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as createWebhookEndpoint } from '../../functions/webhook-endpoints/create-webhook-endpoint';
import { operation as deleteWebhookEndpoint } from '../../functions/webhook-endpoints/delete-webhook-endpoint';
import { operation as listWebhookDeliveries } from '../../functions/webhook-endpoints/list-webhook-deliveries';
import { operation as listWebhookEndpoints } from '../../functions/webhook-endpoints/list-webhook-endpoints';
import { operation as redeliverWebhookEvent } from '../../functions/webhook-endpoints/redeliver-webhook-event';
import { operation as rotateWebhookSecret } from '../../functions/webhook-endpoints/rotate-webhook-secret';
import { operation as updateWebhookEndpoint } from '../../functions/webhook-endpoints/update-webhook-endpoint';
import type { Operation } from '../../shared/operation/define';
import { accounts } from '../support/accounts';
import type { TestRequest } from '../support/http-event';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { DATA_KEY } from '../support/stamping-sdk';
import { Deliveries } from '../webhook-endpoints/deliveries';

const world = accounts(quickTable());
mockClient(SecretsManagerClient).on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });

test('integrations 6: the units of each operation on webhook endpoints', async () => {
  const office = await openOffice(world);
  const units: Record<string, [number, number]> = {};
  const spend = async (operation: Operation, request: TestRequest = {}) => {
    const { status, body } = await office.send(operation, request);
    expect(status).toBeLessThan(300);
    const { rru, wru } = JSON.parse(office.testContext.logs.at(-1) ?? '{}');
    units[operation.id] = [rru, wru];
    return body;
  };
  const fields = { url: 'https://hooks.empresa.mx/fleet', types: ['client.created'] };
  await spend(createWebhookEndpoint, { body: fields });
  const { id } = await spend(createWebhookEndpoint, { body: fields });
  const at = { webhookEndpointId: String(id) };
  await spend(updateWebhookEndpoint, { path: at, body: { description: 'ERP' } });
  await spend(rotateWebhookSecret, { path: at, body: {} });
  await spend(listWebhookEndpoints);
  const { id: eventId } = await new Deliveries(office.testContext).commit(office.teamId);
  await spend(redeliverWebhookEvent, { path: { ...at, eventId } });
  await spend(listWebhookDeliveries, { path: at });
  await spend(deleteWebhookEndpoint, { path: at });
  // The counter of the ten endpoints adds 2 write units to a creation and to a deletion (docs/decisions/0079). An event without a row is
  // read itself, which adds half a unit to its redelivery.
  expect(units).toEqual({
    createWebhookEndpoint: [1, 7],
    updateWebhookEndpoint: [2, 5],
    rotateWebhookSecret: [2, 5],
    deleteWebhookEndpoint: [2, 7],
    listWebhookEndpoints: [1.5, 0],
    listWebhookDeliveries: [2.5, 0],
    redeliverWebhookEvent: [4.5, 2],
  });
});
