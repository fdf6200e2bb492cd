import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as createWebhookEndpoint } from '../../functions/webhook-endpoints/create-webhook-endpoint';
import { operation as deleteWebhookEndpoint } from '../../functions/webhook-endpoints/delete-webhook-endpoint';
import { operation as getWebhookEndpoint } from '../../functions/webhook-endpoints/get-webhook-endpoint';
import { operation as listWebhookDeliveries } from '../../functions/webhook-endpoints/list-webhook-deliveries';
import { operation as listWebhookEndpoints } from '../../functions/webhook-endpoints/list-webhook-endpoints';
import { operation as redeliverWebhookEvent } from '../../functions/webhook-endpoints/redeliver-webhook-event';
import { operation as redeliverWebhookEvents } from '../../functions/webhook-endpoints/redeliver-webhook-events';
import { operation as rotateWebhookSecret } from '../../functions/webhook-endpoints/rotate-webhook-secret';
import { operation as testWebhookEndpoint } from '../../functions/webhook-endpoints/test-webhook-endpoint';
import { operation as updateWebhookEndpoint } from '../../functions/webhook-endpoints/update-webhook-endpoint';
import type { Operation } from '../../shared/operation/define';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { deliveryKey } from '../../shared/webhook-endpoints/delivery';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';
import { disableEndpoint } from '../../shared/webhook-endpoints/endpoint-health';

import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { sample } from '../support/sample';
import { DATA_KEY } from '../support/stamping-sdk';
import { Deliveries } from '../webhook-endpoints/deliveries';

const table = quickTable();
const world = accounts(table);
const vault = mockClient(SecretsManagerClient);

beforeEach(() => {
  vault.on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });
});

const FIELDS = { url: 'https://hooks.empresa.mx/fleet', types: ['client.created', 'trip.started'] };

const at = ({ id }: { readonly id?: unknown }) => ({ path: { webhookEndpointId: String(id) } });
const stored = ({ testContext, teamId }: Office, { id }: { readonly id?: unknown }) =>
  getItem(testContext.context, endpointKey(teamId, String(id)));

async function register(office: Office, fields: object = FIELDS) {
  const { status, body } = await office.send(createWebhookEndpoint, { body: fields });
  expect(status).toBe(201);
  return body;
}

const change = (office: Office, endpoint: object, body: object) =>
  office.send(updateWebhookEndpoint, { ...at(endpoint), body });

describe('a webhook endpoint', () => {
  test('integrations 2: is made with its secret, which no later answer contains', async () => {
    const office = await openOffice(world, { role: 'ADMIN' });
    const made = await register(office, { ...FIELDS, description: 'ERP' });
    const { secret, ...endpoint } = made;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      ...FIELDS,
      description: 'ERP',
      id: made.id,
      teamId: office.teamId,
      status: 'ENABLED',
      createdAt: office.testContext.now().toISOString(),
      createdBy: office.id,
      version: 1,
    });
    const answers = [
      (await office.send(getWebhookEndpoint, at(made))).body,
      (await office.send(listWebhookEndpoints)).body,
      (await change(office, made, { description: 'other' })).body,
    ];
    expect(answers[0]).toEqual(endpoint);
    expect(answers[1]).toEqual({ webhookEndpoints: [endpoint], count: 1, nextCursor: null, total: 1 });
    expect(JSON.stringify(answers)).not.toMatch(/whsec_|sealed|spans/);
    const items = JSON.stringify(await table.everything());
    expect(items).not.toContain(String(secret).slice('whsec_'.length));
  });

  test.each([
    [{ url: 'http://hooks.empresa.mx' }, 'url'],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ url: 'http://127.0.0.1:4000/hooks' }, 'url'],
    [{ url: 'https://api.example/x' }, 'url'],
    [{ types: [] }, 'types'],
    [{ types: ['trip.started', 'trip.unknown'] }, 'types[1]'],
    [{ types: ['webhook.test'] }, 'types[0]'],
    [{ types: ['trip.started', 'client.created', 'trip.started'] }, 'types[2]'],
    [{ types: ['trip.started', '*'] }, 'types[1]'],
    [{ exceptActorIds: new Array(6).fill(someId()) }, 'exceptActorIds'],
    [{ exceptActorIds: ['me'] }, 'exceptActorIds[0]'],
  ])('integrations 7: %j is refused with its field, at creation and at a change', async (wrong, field) => {
    const office = await openOffice(world);
    const endpoint = await register(office);

    const created = await office.send(createWebhookEndpoint, { body: { ...FIELDS, ...wrong } });
    expect([created.status, created.body.field]).toEqual([400, field]);
    const changed = await office.send(updateWebhookEndpoint, { ...at(endpoint), body: wrong });
    expect([changed.status, changed.body.field]).toEqual([400, field]);
  });

  test.each([
    ['enabled again', (office: Office, endpoint: object) => change(office, endpoint, { status: 'ENABLED' })],
    ['deleted', (office: Office, endpoint: object) => office.send(deleteWebhookEndpoint, at(endpoint))],
  ])('desk 2.2: that is %s resolves the alert that it was disabled', async (_, end) => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    const record = await stored(office, endpoint);
    if (record === undefined) throw new Error('It was made.');
    await office.testContext.use(disableEndpoint)(record, 'GONE');
    const alert = async () => recordsOf(await office.send(listAlerts), 'alerts')[0];
    expect(await alert()).toMatchObject({ type: 'WEBHOOK_DISABLED', status: 'OPEN', entityId: endpoint.id });
    await change(office, endpoint, { description: 'ERP' });
    expect(await alert()).toMatchObject({ status: 'OPEN' });
    expect((await end(office, endpoint)).status).toBe(200);
    expect(await alert()).toMatchObject({ status: 'RESOLVED', resolvedBy: 'SYSTEM' });
  });

  test('integrations 2: is for administrators of its own team', async () => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    const other = await openOffice(world);
    const member = await office.hire('MEMBER');
    const operations: [Operation, object][] = [
      [getWebhookEndpoint, {}],
      [updateWebhookEndpoint, { body: { status: 'DISABLED' } }],
      [rotateWebhookSecret, { body: {} }],
      [testWebhookEndpoint, {}],
      [listWebhookDeliveries, {}],
      [redeliverWebhookEvents, { body: { since: office.testContext.now().toISOString() } }],
      [deleteWebhookEndpoint, {}],
    ];
    for (const [operation, request] of operations) {
      const sent = { ...at(endpoint), ...request };
      expect(refusal(await other.send(operation, sent))).toEqual(refused('NOT_FOUND'));
      expect((await member.send(operation, sent)).status).toBe(403);
    }
    expect((await office.send(listWebhookEndpoints)).body.count).toBe(1);
  });

  test('integrations 2: of eleven creations at once ten succeed, and a deletion makes room', async () => {
    const office = await openOffice(world);
    const answers = await Promise.all(
      Array.from({ length: 11 }, () => office.send(createWebhookEndpoint, { body: FIELDS })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...new Array(10).fill(201), 409]);
    expect(answers.flatMap(({ status, body }) => (status === 409 ? [body.error] : []))).toEqual(['WEBHOOK_LIMIT']);
    const [made] = answers.filter(({ status }) => status === 201);
    expect((await office.send(deleteWebhookEndpoint, at(made?.body ?? {}))).status).toBe(200);
    expect((await office.send(deleteWebhookEndpoint, at(made?.body ?? {}))).status).toBe(404);
    await register(office);
    expect((await office.send(createWebhookEndpoint, { body: FIELDS })).status).toBe(409);
  });

  test('integrations 2: types and status open and close spans', async () => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    const begun = office.testContext.now().getTime();
    office.testContext.pass(1_000);
    await change(office, endpoint, { types: ['trip.started', 'trip.completed'] });
    office.testContext.pass(1_000);
    expect((await change(office, endpoint, { status: 'DISABLED' })).body).toMatchObject({
      status: 'DISABLED',
      version: 3,
    });
    office.testContext.pass(1_000);
    expect((await change(office, endpoint, { status: 'ENABLED' })).body).toMatchObject({
      status: 'ENABLED',
      version: 4,
    });
    expect((await stored(office, endpoint))?.spans).toEqual([
      { type: 'client.created', from: begun, until: begun + 1_000 },
      { type: 'trip.started', from: begun, until: begun + 2_000 },
      { type: 'trip.completed', from: begun + 1_000, until: begun + 2_000 },
      { type: 'trip.started', from: begun + 3_000 },
      { type: 'trip.completed', from: begun + 3_000 },
    ]);
  });

  test('integrations 2: two changes at once keep the spans of both', async () => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    const [one, other] = await Promise.all([
      change(office, endpoint, { description: 'one' }),
      change(office, endpoint, { types: ['*'] }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(await stored(office, endpoint)).toMatchObject({ description: 'one', types: ['*'], version: 3 });
  });
});

describe('the secret of an endpoint', () => {
  const rotate = (office: Office, endpoint: object, body: object) =>
    office.send(rotateWebhookSecret, { ...at(endpoint), body });

  test('integrations 2: a new one signs first, and the old one signs during the overlap', async () => {
    const office = await openOffice(world);
    const deliveries = new Deliveries(office.testContext);
    const endpoint = await register(office, { ...FIELDS, types: ['*'] });
    const rotated = (await rotate(office, endpoint, { overlapHours: 1 })).body;
    expect(rotated.previousValidUntil).toBe(new Date(office.testContext.now().getTime() + 3_600_000).toISOString());
    const [first] = await deliveries.send(office.teamId, endpoint);
    const signatures = String(first?.headers['webhook-signature']).split(' ');
    const secrets = [rotated.secret, endpoint.secret].map((secret) => new Webhook(String(secret)));
    const signed = (one: Webhook) =>
      one.sign(String(first?.headers['webhook-id']), office.testContext.now(), first?.body ?? '');
    expect(signatures).toEqual(secrets.map(signed));
    office.testContext.pass(3_600_000);
    const [later] = await deliveries.send(office.teamId, endpoint);
    expect(String(later?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  test('integrations 2: a second rotation in the overlap is refused, unless it ends all older secrets', async () => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    expect((await rotate(office, endpoint, {})).status).toBe(200);
    expect((await rotate(office, endpoint, { overlapHours: 1 })).body.error).toBe('CONFLICT');
    expect((await rotate(office, endpoint, { overlapHours: 0 })).status).toBe(200);
    expect((await stored(office, endpoint))?.secrets).toHaveLength(1);
    expect((await rotate(office, endpoint, {})).status).toBe(200);
    office.testContext.pass(24 * 3_600_000);
    expect((await rotate(office, endpoint, {})).status).toBe(200);
  });

  test.each([-1, 169, 1.5, '24'])('integrations 2: an overlap of %j is refused', async (overlapHours) => {
    const office = await openOffice(world);
    const { status, body } = await rotate(office, await register(office), { overlapHours });
    expect([status, body.field]).toEqual([400, 'overlapHours']);
  });
});

describe('test events and redeliveries', () => {
  test('integrations 2: twenty test events an hour and team', async () => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    for (let sent = 0; sent < 20; sent += 1)
      expect((await office.send(testWebhookEndpoint, at(endpoint))).status).toBe(202);
    const refusedOne = await office.send(testWebhookEndpoint, at(endpoint));
    expect([refusedOne.status, refusedOne.body.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refusedOne.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '0' });
    office.testContext.pass(3_600_000);
    expect((await office.send(testWebhookEndpoint, at(endpoint))).status).toBe(202);
  });

  test('integrations 2: a disabled endpoint refuses both', async () => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    await change(office, endpoint, { status: 'DISABLED' });
    const since = office.testContext.now().toISOString();
    const answers = [
      await office.send(testWebhookEndpoint, at(endpoint)),
      await office.send(redeliverWebhookEvent, { path: { ...at(endpoint).path, eventId: someId() } }),
      await office.send(redeliverWebhookEvents, { ...at(endpoint), body: { since } }),
    ];
    expect(answers.map(({ body }) => body.error)).toEqual(new Array(3).fill('WEBHOOK_DISABLED'));
  });

  test('integrations 7: since is of the last 30 days, and one redelivery runs at a time', async () => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    const now = office.testContext.now().getTime();
    const ask = (milliseconds: number) =>
      office.send(redeliverWebhookEvents, { ...at(endpoint), body: { since: new Date(milliseconds).toISOString() } });
    for (const wrong of [now + 1, now - 30 * 24 * 3_600_000 - 1]) {
      const { status, body } = await ask(wrong);
      expect([status, body.field]).toEqual([400, 'since']);
    }
    expect((await ask(now - 1_000)).status).toBe(202);
    expect((await ask(now - 1_000)).body.error).toBe('CONFLICT');
  });

  test('integrations 2: an event without a row is sent if it belongs to the team, whatever the types are', async () => {
    const office = await openOffice(world);
    const deliveries = new Deliveries(office.testContext);
    const endpoint = await register(office, { ...FIELDS, types: ['team.updated'] });
    const event = await deliveries.commit(office.teamId);
    const path = { ...at(endpoint).path, eventId: event.id };
    expect((await office.send(redeliverWebhookEvent, { path })).status).toBe(202);
    const stranger = await openOffice(world);
    const other = await register(stranger);
    const foreign = await stranger.send(redeliverWebhookEvent, { path: { ...at(other).path, eventId: event.id } });
    expect(foreign.body.error).toBe('NOT_FOUND');
    const { deliveries: listed } = (await office.send(listWebhookDeliveries, at(endpoint))).body;
    expect(listed).toMatchObject([{ eventId: event.id, state: 'PENDING', attempts: 0 }]);
  });

  test('integrations 2: a test event is no event that could be sent again, and the refusal names what to do', async () => {
    const office = await openOffice(world);
    const endpoint = await register(office);
    const place = { teamId: office.teamId, endpointId: String(endpoint.id), eventId: someId() };
    const key = deliveryKey(place);
    const row = v.parse(key.schema, Object.assign({}, sample(key.schema, 'minimal'), { type: 'webhook.test' }));
    await transact(office.testContext.context, [putItem(key, row)]);
    const path = { ...at(endpoint).path, eventId: place.eventId };
    const { status, body } = await office.send(redeliverWebhookEvent, { path });
    expect([status, body.error, body.message]).toEqual([404, 'NOT_FOUND', expect.stringContaining('/test')]);
  });
});
