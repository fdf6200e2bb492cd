import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { DEMO } from '../../local/seed/demo';
import { expectStatus, somebodyAt } from '../../scenarios/expect';
import { signedIn } from '../../scenarios/people';
import type { Desk } from '../../scenarios/steps/desk';
import { createClient } from '../../scenarios/steps/planning';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from '../../scenarios/steps/webhooks';
import type { Checks } from './progress';

const URL = 'https://hooks.example.com/fleet';
/** The window of the stream's reader, the queue, and three functions that start on a busy machine. */
const LONGEST_WAIT_MS = 60_000;
/** The first pause with its jitter, the minute of the schedule, and again the queue and its function. */
const LONGEST_PAUSE_MS = 72_000 + 60_000 + LONGEST_WAIT_MS;

const Event = v.looseObject({
  type: v.string(),
  data: v.looseObject({ entity: v.object({ type: v.string(), id: v.string() }) }),
});
const Delivery = v.object({ id: v.string(), event: v.optional(Event), refused: v.optional(v.string()) });
type Delivery = v.InferOutput<typeof Delivery>;

/** The receiver's process (receiver.ts). */
export interface Receiver {
  readonly port: number;
  /** What it received, with what the published library says about it. */
  readonly received: readonly Delivery[];
  readonly learn: (secret: string) => void;
  readonly stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const child = fork(join(__dirname, 'receiver.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const received: Delivery[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`The receiver ended with ${code}.`)));
    child.once('message', (message) => {
      resolve(v.parse(v.object({ port: v.number() }), message).port);
      child.on('message', (delivery) => received.push(v.parse(Delivery, delivery)));
    });
  });
  return { port, received, learn: (secret) => void child.send({ secret }), stop: async () => void child.kill() };
}

/**
 * Follows events of the deployed stack to a receiver: entry, stream, fan-out, queue, dispatch and `sendOut`, each by its own role. The
 * receiver's process verifies each delivery. Returns the check of the second attempt, so that other checks can run in the pause.
 */
export async function checkWebhooks(checks: Checks, baseUrl: string, receiver: Receiver): Promise<() => Promise<void>> {
  const fleet = await signedIn(somebodyAt(baseUrl), DEMO.members[0].email);
  const desk = { fleet, teamId: DEMO.team.id };
  const endpoint = await expectStatus(201, createWebhook(desk, { url: URL, types: ['client.created'] }));
  let [secret, refusedClient] = [endpoint.secret, ''];
  receiver.learn(secret);

  await checks.check(
    'integrations 8: an event reaches a server by stream and queue, and the published library verifies it',
    () => expectEvent(desk, receiver, endpoint.id, 'Cervecería del Norte'),
  );
  await checks.check('integrations 8: a test event reaches it too', async () => {
    const { eventId } = await expectStatus(202, testWebhook(desk, endpoint.id));
    const { event } = await deliveryOf(receiver, ({ id }) => id === eventId);
    assert.equal(event?.type, 'webhook.test');
  });
  await checks.check(
    'integrations 8: during a rotation the library verifies with the old secret, and then with the new one',
    async () => {
      ({ secret } = await expectStatus(200, rotateWebhookSecret(desk, endpoint.id, { overlapHours: 1 })));
      await expectEvent(desk, receiver, endpoint.id, 'Panadería del Sur');
      receiver.learn(secret);
      await expectEvent(desk, receiver, endpoint.id, 'Molinos del Centro');
    },
  );
  await checks.check(
    'integrations 8: a receiver with another secret refuses, and the delivery waits for its next attempt',
    async () => {
      receiver.learn(`whsec_${Buffer.alloc(32).toString('base64')}`);
      const { id } = await expectStatus(201, createClient(desk, { name: 'Aceros del Golfo' }));
      const { refused, event } = await deliveryOf(receiver, (one) => one.refused !== undefined);
      assert.equal(event, undefined);
      assert.match(String(refused), /No matching signature/);
      receiver.learn(secret);
      const row = await rowOf(desk, endpoint.id, id);
      assert.deepEqual([row.state, row.attempts, row.statusCode, row.failure], ['PENDING', 1, 401, 'STATUS']);
      refusedClient = id;
    },
  );
  return async () => {
    await checks.check(
      'integrations 2: the schedule sends the refused delivery a second time, and the library verifies it',
      () => expectSecondAttempt(desk, receiver, endpoint.id, refusedClient),
    );
    await expectStatus(200, deleteWebhook(desk, endpoint.id));
  };
}

/** The schedule of the emulator calls the sweep once a minute. The first pause is 48 to 72 seconds. */
async function expectSecondAttempt(desk: Desk, receiver: Receiver, endpointId: string, id: string): Promise<void> {
  const { event } = await deliveryOf(receiver, (one) => one.event?.data.entity.id === id, LONGEST_PAUSE_MS);
  assert.deepEqual([event?.type, event?.data.entity], ['client.created', { type: 'CLIENT', id }]);
  const row = await rowOf(desk, endpointId, id, ({ state }) => state !== 'PENDING');
  assert.deepEqual([row.state, row.attempts, row.statusCode], ['DELIVERED', 2, 204]);
}

/** Makes a client, and expects its event at the receiver, verified, and in the list of deliveries. */
async function expectEvent(desk: Desk, receiver: Receiver, endpointId: string, name: string): Promise<void> {
  const { id } = await expectStatus(201, createClient(desk, { name }));
  const { event } = await deliveryOf(receiver, (one) => one.event?.data.entity.id === id);
  assert.deepEqual([event?.type, event?.data.entity], ['client.created', { type: 'CLIENT', id }]);
  const row = await rowOf(desk, endpointId, id);
  assert.deepEqual([row.state, row.attempts, row.statusCode], ['DELIVERED', 1, 204]);
}

async function deliveryOf(
  { received }: Receiver,
  isWanted: (one: Delivery) => boolean,
  longestMs = LONGEST_WAIT_MS,
): Promise<Delivery> {
  for (const end = Date.now() + longestMs; Date.now() < end; await sleep(200)) {
    const found = received.find(isWanted);
    if (found) return found;
  }
  return assert.fail(`Nothing came in ${longestMs / 1000} s. Received: ${JSON.stringify(received)}`);
}

type Row = Awaited<ReturnType<typeof deliveriesOf>>[number];

const deliveriesOf = async (desk: Desk, endpointId: string) =>
  (await expectStatus(200, listDeliveries(desk, endpointId))).deliveries;

/** The row of a delivery, which is written after the receiver's answer. */
async function rowOf(desk: Desk, endpointId: string, entityId: string, isWanted = (_: Row): boolean => true) {
  for (const end = Date.now() + LONGEST_WAIT_MS; Date.now() < end; await sleep(200)) {
    const row = (await deliveriesOf(desk, endpointId)).find((one) => one.entityId === entityId && isWanted(one));
    if (row) return row;
  }
  return assert.fail(`No such delivery of ${entityId} is listed.`);
}
