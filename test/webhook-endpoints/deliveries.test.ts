import dns from 'node:dns';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as removeMember } from '../../functions/teams/remove-member';
import { operation as createWebhookEndpoint } from '../../functions/webhook-endpoints/create-webhook-endpoint';
import { operation as deleteWebhookEndpoint } from '../../functions/webhook-endpoints/delete-webhook-endpoint';
import { operation as listWebhookDeliveries } from '../../functions/webhook-endpoints/list-webhook-deliveries';
import { operation as redeliverWebhookEvent } from '../../functions/webhook-endpoints/redeliver-webhook-event';
import { operation as redeliverWebhookEvents } from '../../functions/webhook-endpoints/redeliver-webhook-events';
import { operation as updateWebhookEndpoint } from '../../functions/webhook-endpoints/update-webhook-endpoint';
import { alertsOf } from '../../shared/alerts/alert';
import { uuidVersion7 } from '../../shared/platform/runtime/uuid';
import { tableClient } from '../../shared/platform/table/client';
import { getItem } from '../../shared/platform/table/read';
import { deliveriesOf } from '../../shared/webhook-endpoints/delivery';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';
import { type Network, post } from '../../shared/webhook-endpoints/send-out';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { DATA_KEY } from '../support/stamping-sdk';
import { Deliveries } from './deliveries';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const table = quickTable();
const world = accounts(table);
const vault = mockClient(SecretsManagerClient);

beforeEach(() => {
  vault.on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });
});

/** A team with an endpoint, and the functions of the deliveries. */
async function listening(fields: object = {}) {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const body = { url: 'https://hooks.empresa.mx/fleet', types: ['*'], ...fields };
  const { id } = (await office.send(createWebhookEndpoint, { body })).body;
  const endpointId = String(id);
  const path = { webhookEndpointId: endpointId };
  const deliveries = new Deliveries(testContext);
  return {
    office,
    teamId,
    deliveries,
    endpointId,
    pass: testContext.pass,
    now: () => testContext.now().getTime(),
    endpoint: () => getItem(testContext.context, endpointKey(teamId, endpointId)),
    change: (sent: object) => office.send(updateWebhookEndpoint, { path, body: sent }),
    remove: () => office.send(deleteWebhookEndpoint, { path }),
    redeliver: (eventId: string, headers = {}) =>
      office.send(redeliverWebhookEvent, { path: { ...path, eventId }, headers }),
    redeliverSince: (sent: object, headers = {}) => office.send(redeliverWebhookEvents, { path, body: sent, headers }),
    answer: (query = {}) => office.send(listWebhookDeliveries, { path, query }),
    rows: async (): Promise<Record<string, unknown>[]> => {
      const { deliveries: listed } = (await office.send(listWebhookDeliveries, { path })).body;
      return Array.isArray(listed) ? listed : [];
    },
    /** Commits an event and hands it to the fan-out. */
    happen: async (given: object = {}) => {
      const event = await deliveries.commit(teamId, given);
      await deliveries.fanOut([deliveries.recordOf(teamId, event)]);
      return event;
    },
  };
}

describe('integrations 2: the first attempt', () => {
  test('is sent to each endpoint that wants the event, and listed', async () => {
    const { deliveries, happen, rows } = await listening();
    const event = await happen();
    await deliveries.dispatch();
    expect(deliveries.sent).toHaveLength(1);
    expect(JSON.parse(deliveries.sent[0]?.body ?? '')).toMatchObject({ id: event.id, type: 'client.created' });
    expect(await rows()).toMatchObject([{ eventId: event.id, state: 'DELIVERED', attempts: 1, statusCode: 204 }]);
  });

  test('names the other records of the change, which are texts in the table and records in a message', async () => {
    const { deliveries, happen } = await listening();
    const id = someId();
    await happen({ affects: [`VEHICLE#${id}`] });
    await deliveries.dispatch();
    const { data } = JSON.parse(deliveries.sent[0]?.body ?? '{}');
    expect(data.affects).toEqual([{ type: 'VEHICLE', id }]);
  });

  test.each([
    ['another type', { types: ['trip.created'] }, {}],
    [
      'an actor that is excepted',
      { exceptActorIds: ['01890000-0000-7000-8000-00000000000a'] },
      { actorId: '01890000-0000-7000-8000-00000000000a' },
    ],
    ['an entry that is no event', {}, { entityType: 'USER' }],
  ])('is not queued for %s', async (_what, fields, given) => {
    const { deliveries, happen } = await listening(fields);
    await happen(given);
    expect(deliveries.queue).toEqual([]);
  });

  test('road 8: is not queued for a fact of a phone, which has no audit key', async () => {
    const { deliveries, teamId } = await listening();
    const record = deliveries.recordOf(teamId, await deliveries.commit(teamId));
    const { gsi1pk: _, ...image } = record.dynamodb.NewImage ?? {};
    const fact = { ...record, dynamodb: { ...record.dynamodb, NewImage: image } };
    expect(await deliveries.fanOut([fact])).toEqual({ failed: [], queued: 0, unreadable: 0 });
    expect(await deliveries.fanOut([record])).toEqual({ failed: [], queued: 1, unreadable: 0 });
  });

  test('team and record come from the key of the entry, and only inserts count', async () => {
    const mine = await listening();
    const other = await listening();
    const event = await mine.deliveries.commit(mine.teamId, { changes: { teamId: other.teamId } });
    const record = mine.deliveries.recordOf(mine.teamId, { ...event, entityId: someId() });
    await mine.deliveries.fanOut([
      { ...record, eventName: 'MODIFY' },
      { ...record, eventName: 'REMOVE' },
    ]);
    expect(mine.deliveries.queue).toEqual([]);
    await mine.deliveries.fanOut([record]);
    expect(mine.deliveries.queue.map(({ teamId, endpointId }) => [teamId, endpointId])).toEqual([
      [mine.teamId, mine.endpointId],
    ]);
  });

  test('a record that cannot be read is reported and left out, so that the records after it do not wait', async () => {
    const { deliveries, teamId } = await listening();
    const good = deliveries.recordOf(teamId, await deliveries.commit(teamId));
    const bad = deliveries.recordOf(teamId, await deliveries.commit(teamId));
    const unread = { ...bad, dynamodb: { ...bad.dynamodb, NewImage: {} } };
    expect(await deliveries.fanOut([unread, good])).toEqual({ failed: [], queued: 1, unreadable: 1 });
    expect(deliveries.failures).toHaveLength(1);
  });

  test('a second copy of a message is dropped', async () => {
    const { deliveries, happen } = await listening();
    await happen();
    deliveries.queue.push(...deliveries.queue);
    const [one, other] = deliveries.queue.splice(0);
    for (const message of [one, other]) {
      if (message) deliveries.queue.push(message);
      await deliveries.dispatch();
    }
    expect(deliveries.sent).toHaveLength(1);
  });
});

describe('integrations 2: what changed since the message was queued', () => {
  test.each([1, 2])('an endpoint is read again when its signature took longer than 5 s (%i times)', async (times) => {
    const { deliveries, happen, change, pass } = await listening();
    await happen();
    let waits = 0;
    deliveries.beforeSigning = async () => {
      waits += 1;
      if (waits > times) return;
      await change({ url: `https://hooks-${waits}.empresa.mx/` });
      pass(5_001);
    };
    await deliveries.dispatch();
    expect(deliveries.sent.map(({ url }) => url)).toEqual([`https://hooks-${times}.empresa.mx/`]);
  });

  test('the group of a message is its endpoint, so that a backlog delays no other endpoint', async () => {
    const one = await listening();
    await one.happen();
    await one.happen();
    expect(one.deliveries.groups).toEqual([one.endpointId, one.endpointId]);
  });

  test('a deleted endpoint gets nothing and no row, a disabled one a SKIPPED row, a new address the event', async () => {
    const deleted = await listening();
    await deleted.happen();
    await deleted.remove();
    await deleted.deliveries.dispatch();
    expect(deleted.deliveries.sent).toEqual([]);
    expect(await table.partition(`TEAM#${deleted.teamId}#WEBHOOK#${deleted.endpointId}`)).toEqual([]);

    const disabled = await listening();
    await disabled.happen();
    await disabled.change({ status: 'DISABLED' });
    await disabled.deliveries.dispatch();
    expect(disabled.deliveries.sent).toEqual([]);
    expect(await disabled.rows()).toMatchObject([{ state: 'SKIPPED', attempts: 0 }]);

    const moved = await listening();
    await moved.happen();
    await moved.change({ url: 'https://new.empresa.mx/' });
    await moved.deliveries.dispatch();
    expect(moved.deliveries.sent.map(({ url }) => url)).toEqual(['https://new.empresa.mx/']);
  });

  test('a redelivery that was requested during an attempt is sent, whatever the attempt brought', async () => {
    for (const outcome of [{ statusCode: 204 }, { statusCode: 500, failure: 'STATUS' as const }]) {
      const { deliveries, happen, redeliver, rows } = await listening();
      const event = await happen();
      deliveries.answer = async () => {
        deliveries.answer = () => ({ statusCode: 204, milliseconds: 1 });
        await redeliver(event.id);
        return { ...outcome, milliseconds: 1 };
      };
      await deliveries.dispatch();
      expect(await rows()).toMatchObject([{ state: 'PENDING', attempts: 0 }]);
      await deliveries.sweep();
      await deliveries.dispatch();
      expect(deliveries.sent).toHaveLength(2);
      expect(await rows()).toMatchObject([{ state: 'DELIVERED', attempts: 1 }]);
    }
  });

  test('a late failure of a second copy does not take back a success', async () => {
    const { deliveries, happen, rows } = await listening();
    await happen();
    const [message] = deliveries.queue;
    deliveries.answer = async () => {
      deliveries.answer = () => ({ statusCode: 204, milliseconds: 1 });
      if (message) deliveries.queue.push(message);
      await deliveries.dispatch();
      return { failure: 'TIMEOUT', milliseconds: 10_000 };
    };
    await deliveries.dispatch();
    expect(deliveries.sent).toHaveLength(2);
    expect(await rows()).toMatchObject([{ state: 'DELIVERED' }]);
  });
});

describe('integrations 2: retries', () => {
  test('ten attempts by the sweep, all with the same bytes, then FAILED', async () => {
    const { deliveries, happen, rows, pass } = await listening();
    deliveries.answer = () => ({ statusCode: 500, milliseconds: 1, failure: 'STATUS' });
    await happen();
    await deliveries.dispatch();
    for (let minutes = 0; minutes < 5 * 24 * 6; minutes += 1) {
      pass(10 * MINUTE);
      await deliveries.sweep();
      await deliveries.dispatch();
    }
    expect(new Set(deliveries.sent.map(({ body }) => body)).size).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'FAILED', attempts: 10, failure: 'STATUS' }]);
    expect(deliveries.failures).toEqual([]);
  });

  test('Retry-After delays the next attempt', async () => {
    const { deliveries, happen, rows, now } = await listening();
    deliveries.answer = () => ({ statusCode: 429, milliseconds: 1, failure: 'STATUS', retryAfterMs: 2 * HOUR });
    await happen();
    await deliveries.dispatch();
    expect(await rows()).toMatchObject([{ state: 'PENDING', nextAttemptAt: new Date(now() + 2 * HOUR).toISOString() }]);
  });

  test('of two sweeps at once one claims a row', async () => {
    const { deliveries, happen, pass } = await listening();
    deliveries.answer = () => ({ failure: 'CONNECTION', milliseconds: 1 });
    await happen();
    await deliveries.dispatch();
    pass(2 * MINUTE);
    await Promise.all([deliveries.sweep(), deliveries.sweep()]);
    expect(deliveries.queue.map(({ attempt }) => attempt)).toEqual([2]);
  });

  test('an entry that an eventually consistent read misses is read again, and its row is not given up', async () => {
    const { deliveries, happen, pass, endpointId, office } = await listening();
    deliveries.answer = () => ({ failure: 'CONNECTION', milliseconds: 1 });
    const event = await happen();
    await deliveries.dispatch();
    pass(2 * MINUTE);
    const client = office.testContext.runtime.clients.get(tableClient);
    const send = Reflect.get(Object(client), 'send');
    let hidden = 0;
    const hiding = async (command: { input?: { RequestItems?: Record<string, { ConsistentRead?: boolean }> } }) => {
      const answer = Object(await Reflect.apply(send, client, [command]));
      const [asked] = Object.values(command.input?.RequestItems ?? {});
      if (asked === undefined || asked.ConsistentRead === true) return answer;
      const responses = Object.entries(answer.Responses ?? {}).map(([name, items]) => {
        const seen = Array.isArray(items) ? items.filter(({ sk }) => sk !== `EVENT#${event.id}`) : [];
        hidden += Array.isArray(items) ? items.length - seen.length : 0;
        return [name, seen];
      });
      return { ...answer, Responses: Object.fromEntries(responses) };
    };
    office.testContext.runtime.clients.set(tableClient, { send: hiding });
    await deliveries.sweep();
    office.testContext.runtime.clients.set(tableClient, client);
    expect(hidden).toBe(1);
    const mine = deliveries.queue.splice(0).filter((message) => message.endpointId === endpointId);
    expect(mine).toMatchObject([{ event: { id: event.id }, attempt: 2 }]);
  });

  test('a claim holds for 15 minutes: what was lost after it is sent again with the same attempt', async () => {
    const { deliveries, happen, pass, endpointId } = await listening();
    deliveries.answer = () => ({ failure: 'CONNECTION', milliseconds: 1 });
    await happen();
    await deliveries.dispatch();
    const swept = async () => {
      await deliveries.sweep();
      const mine = deliveries.queue.splice(0).filter((message) => message.endpointId === endpointId);
      return mine.map(({ attempt }) => attempt);
    };
    pass(2 * MINUTE);
    expect(await swept()).toEqual([2]);
    pass(15 * MINUTE - 1);
    expect(await swept()).toEqual([]);
    pass(1);
    expect(await swept()).toEqual([2]);
  });

  test('after thirty claims without a result the row is FAILED', async () => {
    const { deliveries, happen, pass, rows, endpointId } = await listening();
    deliveries.answer = () => ({ failure: 'CONNECTION', milliseconds: 1 });
    await happen();
    await deliveries.dispatch();
    for (let claims = 0; claims <= 30; claims += 1) {
      pass(16 * MINUTE);
      await deliveries.sweep();
    }
    // The table holds the rows of the other tests too.
    expect(deliveries.queue.filter((message) => message.endpointId === endpointId)).toHaveLength(30);
    expect(await rows()).toMatchObject([{ state: 'FAILED', failure: 'INTERNAL' }]);
  });

  test('an endpoint that failed for ten minutes is tried once a minute; other attempts count without a request', async () => {
    const { deliveries, happen, pass } = await listening();
    deliveries.answer = () => ({ failure: 'CONNECTION', milliseconds: 1 });
    await happen();
    await deliveries.dispatch();
    pass(10 * MINUTE);
    deliveries.sent.length = 0;
    for (let events = 0; events < 5; events += 1) await happen();
    await deliveries.dispatch();
    expect(deliveries.sent).toHaveLength(1);
    pass(MINUTE);
    await happen();
    await deliveries.dispatch();
    expect(deliveries.sent).toHaveLength(2);
  });
});

describe('integrations 2: giving up', () => {
  test('410 disables the endpoint at once, with its alert and a mail to the owner', async () => {
    const { deliveries, happen, endpoint, teamId, change } = await listening();
    deliveries.answer = () => ({ statusCode: 410, milliseconds: 1, failure: 'STATUS' });
    await happen();
    await deliveries.dispatch();
    expect(await endpoint()).toMatchObject({ status: 'DISABLED', disabledReason: 'GONE' });
    const alerts = await table.partition(alertsOf(teamId).pk, 'ALERT#');
    expect(alerts).toMatchObject([{ type: 'WEBHOOK_DISABLED', severity: 'CRITICAL', status: 'OPEN' }]);
    expect(deliveries.mails).toHaveLength(1);
    await change({ status: 'ENABLED' });
    expect(await endpoint()).not.toHaveProperty('disabledReason');
    expect(await endpoint()).not.toHaveProperty('failingSince');
  });

  test('a fourth attempt that fails after five days disables the endpoint, a success forgets the failures', async () => {
    const { deliveries, happen, endpoint, pass } = await listening();
    deliveries.answer = () => ({ failure: 'CONNECTION', milliseconds: 1 });
    await happen();
    await deliveries.dispatch();
    pass(5 * DAY);
    await happen();
    await deliveries.dispatch();
    expect(await endpoint()).toMatchObject({ status: 'ENABLED', failingSince: expect.any(String) });
    for (let steps = 0; steps < 6; steps += 1) {
      pass(HOUR);
      await deliveries.sweep();
      await deliveries.dispatch();
    }
    expect(await endpoint()).toMatchObject({ status: 'DISABLED', disabledReason: 'FAILING' });
  });

  test('a failure of the old address does not disable an endpoint with a new one', async () => {
    const { deliveries, happen, endpoint, change } = await listening();
    deliveries.answer = async () => {
      await change({ url: 'https://new.empresa.mx/' });
      return { statusCode: 410, milliseconds: 1, failure: 'STATUS' };
    };
    await happen();
    await deliveries.dispatch();
    expect(await endpoint()).toMatchObject({ status: 'ENABLED' });
  });
});

describe('integrations 2: what the stream loses', () => {
  test('the reconciler begins 90 s before the endpoint was made', async () => {
    const office = await openOffice(world);
    const deliveries = new Deliveries(office.testContext);
    await deliveries.commit(office.teamId);
    office.testContext.pass(2_000);
    const wanted = await deliveries.commit(office.teamId);
    office.testContext.pass(89_000);
    const body = { url: 'https://hooks.empresa.mx/fleet', types: ['client.created'] };
    const { id } = (await office.send(createWebhookEndpoint, { body })).body;
    office.testContext.pass(2 * HOUR);
    await deliveries.reconcile();
    const listed = await office.send(listWebhookDeliveries, { path: { webhookEndpointId: String(id) } });
    expect(listed.body.deliveries).toMatchObject([{ eventId: wanted.id, state: 'PENDING' }]);
  });

  test('an endpoint that is enabled again gets what it missed by a redelivery alone', async () => {
    const { deliveries, happen, teamId, pass, change, redeliver } = await listening();
    await change({ status: 'DISABLED' });
    pass(10 * MINUTE);
    const missed = await happen();
    pass(10 * MINUTE);
    await change({ status: 'ENABLED' });
    pass(2 * HOUR);
    const round = async () => {
      await deliveries.reconcile();
      await deliveries.sweep();
      await deliveries.dispatch();
      return deliveries.sent.splice(0).filter(({ body }) => body.includes(teamId));
    };
    expect(await round()).toEqual([]);
    expect((await redeliver(missed.id)).status).toBe(202);
    expect((await round()).map(({ body }) => JSON.parse(body).id)).toEqual([missed.id]);
  });

  test('the reconciler makes rows of entries that are an hour old, once', async () => {
    const { deliveries, teamId, pass, rows } = await listening();
    const event = await deliveries.commit(teamId);
    await deliveries.reconcile();
    expect(await rows()).toEqual([]);
    pass(HOUR + 1);
    await deliveries.reconcile();
    expect(await rows()).toMatchObject([{ eventId: event.id, state: 'PENDING', attempts: 0 }]);
    await deliveries.sweep();
    await deliveries.dispatch();
    pass(HOUR);
    await deliveries.reconcile();
    expect(deliveries.sent.filter(({ body }) => body.includes(teamId))).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'DELIVERED' }]);
  });

  test('an entry that cannot be read is reported, and the reconciler and a redelivery go on with the others', async () => {
    const { deliveries, teamId, pass, rows, redeliverSince, now } = await listening();
    const since = new Date(now()).toISOString();
    await deliveries.commitUnreadable(teamId);
    const event = await deliveries.commit(teamId);
    pass(HOUR + 1);
    expect((await deliveries.reconcile()).failed).toBe(1);
    expect(await rows()).toMatchObject([{ eventId: event.id, state: 'PENDING' }]);
    expect((await deliveries.reconcile()).failed).toBe(0);
    expect((await redeliverSince({ since })).status).toBe(202);
    pass(2 * MINUTE);
    expect(await deliveries.sweep()).toMatchObject({ redeliveries: 1, failed: 1 });
    expect(deliveries.failures).toHaveLength(2);
    await deliveries.sweep();
    await deliveries.dispatch();
    expect(deliveries.sent.map(({ body }) => JSON.parse(body).id)).toContain(event.id);
  });

  test('integrations 4: a redelivery is one for an Idempotency-Key: ten at once and a late repeat send the event once more', async () => {
    const { deliveries, change, happen, redeliver, rows } = await listening();
    const event = await happen();
    await deliveries.dispatch();
    const send = () => redeliver(event.id, { 'idempotency-key': 'k' });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    await deliveries.sweep();
    await deliveries.dispatch();
    const [delivered] = await rows();
    expect(await send()).toEqual(answers[0]);
    expect(await rows()).toEqual([delivered]);
    expect(deliveries.sent).toHaveLength(2);
    const other = await happen();
    expect(await redeliver(other.id, { 'idempotency-key': 'k' })).toMatchObject({
      status: 409,
      body: { error: 'IDEMPOTENCY_KEY_REUSED' },
    });
    await change({ status: 'DISABLED' });
    expect(await send()).toEqual(answers[0]);
  });

  test('integrations 4: a redelivery since an instant is one for an Idempotency-Key, and its repeat is not told that one is under way', async () => {
    const { redeliverSince, now } = await listening();
    const body = { since: new Date(now() - HOUR).toISOString() };
    const send = () => redeliverSince(body, { 'idempotency-key': 'k' });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect((await send()).status).toBe(202);
    expect((await redeliverSince(body)).status).toBe(409);
    expect(await redeliverSince({ ...body, state: 'FAILED' }, { 'idempotency-key': 'k' })).toMatchObject({
      body: { error: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  test('road 8: a transition that a phone recorded days ago is sent, tried again, redelivered and reconciled under the service’s identifier', async () => {
    const { deliveries, happen, teamId, pass, redeliver, redeliverSince, now, rows } = await listening();
    const since = new Date(now()).toISOString();
    const phoneId = uuidVersion7(now() - 6 * DAY, Buffer.alloc(10, 7));
    const at = new Date(now() - 6 * DAY).toISOString();
    const fact = { id: phoneId, at, recordedAt: at, receivedAt: since };
    const given = { entityType: 'TRIP', action: 'STATUS', newStatus: 'EN_PROCESO', fact } as const;
    deliveries.answer = () => ({ statusCode: 500, milliseconds: 1, failure: 'STATUS' });
    const event = await happen(given);
    await deliveries.dispatch();
    deliveries.answer = () => ({ statusCode: 204, milliseconds: 1 });
    pass(2 * MINUTE);
    await deliveries.sweep();
    await deliveries.dispatch();
    expect(await rows()).toMatchObject([{ eventId: event.id, state: 'DELIVERED', attempts: 2 }]);
    expect((await redeliver(event.id)).status).toBe(202);
    expect((await redeliver(phoneId)).status).toBe(404);
    await deliveries.sweep();
    await deliveries.dispatch();
    const lost = await deliveries.commit(teamId, {
      ...given,
      fact: { ...fact, id: uuidVersion7(now(), Buffer.alloc(10, 8)) },
    });
    pass(HOUR + 1);
    await deliveries.reconcile();
    await deliveries.sweep();
    await deliveries.dispatch();
    const sent = () => deliveries.sent.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.teamId === teamId);
    expect(sent().map(({ id }) => id)).toEqual([event.id, event.id, event.id, lost.id]);
    expect(sent()[0]).toMatchObject({ type: 'trip.started', timestamp: since });
    expect((await redeliverSince({ since })).status).toBe(202);
    pass(2 * MINUTE);
    await deliveries.sweep();
    await deliveries.sweep();
    await deliveries.dispatch();
    expect(
      sent()
        .map(({ id }) => id)
        .slice(4),
    ).toEqual([event.id, lost.id]);
    expect(JSON.stringify(sent())).not.toContain(phoneId);
    expect(deliveries.failures).toEqual([]);
  });

  test('a redelivery since an instant sends all that the endpoint wanted, over many chunks, and another may follow', async () => {
    const { deliveries, teamId, pass, redeliverSince, now, rows } = await listening();
    const since = new Date(now()).toISOString();
    for (let events = 0; events < 120; events += 1) await deliveries.commit(teamId);
    pass(1_000);
    expect((await redeliverSince({ since })).status).toBe(202);
    pass(2 * MINUTE);
    for (let sweeps = 0; sweeps < 4; sweeps += 1) {
      await deliveries.sweep();
      await deliveries.dispatch();
      pass(MINUTE);
    }
    const mine = () => deliveries.sent.filter(({ body }) => body.includes(teamId));
    expect(new Set(mine().map(({ body }) => body)).size).toBe(120);
    expect(mine()).toHaveLength(120);
    expect((await rows()).length).toBeGreaterThan(0);
    expect((await redeliverSince({ since, state: 'FAILED' })).status).toBe(202);
    pass(2 * MINUTE);
    await deliveries.sweep();
    await deliveries.sweep();
    await deliveries.dispatch();
    expect(mine()).toHaveLength(120);
    expect(deliveries.failures).toEqual([]);
  });

  test('a redelivery since an instant of those in a state sends no other one', async () => {
    const { deliveries, happen, pass, change, redeliverSince, rows, now, endpointId } = await listening();
    const since = new Date(now()).toISOString();
    await happen();
    await deliveries.dispatch();
    const skipped = await happen();
    await change({ status: 'DISABLED' });
    await deliveries.dispatch();
    await change({ status: 'ENABLED' });
    pass(1_000);
    expect((await redeliverSince({ since, state: 'SKIPPED' })).status).toBe(202);
    pass(2 * MINUTE);
    await deliveries.sweep();
    await deliveries.sweep();
    // The table has the rows of the other tests too.
    const mine = deliveries.queue.splice(0).filter((message) => message.endpointId === endpointId);
    expect(mine.map(({ event }) => event.id)).toEqual([skipped.id]);
    deliveries.queue.push(...mine);
    await deliveries.dispatch();
    expect(await rows()).toMatchObject([{ state: 'DELIVERED' }, { state: 'DELIVERED' }]);
  });
});

describe('integrations 2: the list of deliveries', () => {
  test('is the newest first, and of one state', async () => {
    const { deliveries, happen, pass, answer } = await listening();
    const first = await happen();
    await deliveries.dispatch();
    pass(1_000);
    deliveries.answer = () => ({ statusCode: 500, milliseconds: 1, failure: 'STATUS' });
    const second = await happen();
    await deliveries.dispatch();
    const ids = async (query?: Record<string, string>) =>
      recordsOf(await answer(query), 'deliveries').map(({ eventId }) => eventId);
    expect(await ids()).toEqual([second.id, first.id]);
    expect(await ids({ state: 'PENDING' })).toEqual([second.id]);
    expect(await ids({ state: 'DELIVERED' })).toEqual([first.id]);
  });

  test('of a deleted endpoint is 404, and its rows end 40 days after their last write', async () => {
    const { deliveries, happen, remove, answer, endpointId, teamId, now } = await listening();
    await happen();
    await deliveries.dispatch();
    const [row] = await table.partition(deliveriesOf(teamId, endpointId).pk, 'DELIVERY#');
    expect(row?.expires).toBe(Math.floor(now() / 1000) + 40 * 24 * 60 * 60);
    expect((await answer()).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect((await answer()).status).toBe(404);
  });
});

test('integrations 2: an endpoint remains when the member who made it leaves the team', async () => {
  const office = await openOffice(world);
  const admin = await office.hire('ADMIN');
  const body = { url: 'https://hooks.empresa.mx/fleet', types: ['*'] };
  const { id } = (await admin.send(createWebhookEndpoint, { body })).body;
  expect((await office.send(removeMember, { path: { userId: admin.id } })).status).toBe(200);
  const deliveries = new Deliveries(office.testContext);
  const event = await deliveries.commit(office.teamId);
  await deliveries.fanOut([deliveries.recordOf(office.teamId, event)]);
  await deliveries.dispatch();
  expect(deliveries.sent.map(({ body: sent }) => JSON.parse(sent).id)).toEqual([event.id]);
  const listed = await office.send(listWebhookDeliveries, { path: { webhookEndpointId: String(id) } });
  expect(listed.body.deliveries).toMatchObject([{ eventId: event.id, state: 'DELIVERED' }]);
});

test('integrations 7: the name of an endpoint is not looked up when it is stored; a test event reports DNS or ADDRESS', async () => {
  const { deliveries, office, change, endpoint, rows, pass } = await listening();
  const resolved: string[] = [];
  const network = (addresses: readonly string[]): Network => ({
    now: () => 0,
    resolve: async (host) => {
      resolved.push(host);
      return addresses;
    },
    connect: () => {
      throw new Error('No connection is opened.');
    },
  });
  const lookups = jest.spyOn(dns.promises, 'lookup');
  expect((await change({ url: 'https://intranet.empresa.mx/' })).status).toBe(200);
  expect(lookups).not.toHaveBeenCalled();
  for (const [addresses, failure] of [
    [[], 'DNS'],
    [['93.184.215.14', '10.0.0.7'], 'ADDRESS'],
  ] as const) {
    deliveries.answer = (request) => post(request, network(addresses));
    pass(1_000);
    const read = await endpoint();
    if (read === undefined) throw new Error('There is no endpoint.');
    await deliveries.test(office, read);
    await deliveries.dispatch();
    expect((await rows())[0]).toMatchObject({ type: 'webhook.test', state: 'FAILED', failure });
  }
  expect(resolved).toEqual(['intranet.empresa.mx', 'intranet.empresa.mx']);
});
