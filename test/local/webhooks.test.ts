import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { expectStatus, type Send, sender, textAt } from '../journeys/http';
import { until } from '../support/until';

const DAY_MS = 86_400_000;

/** A program of an integrator on this machine. */
interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

describe('integrations 2: webhooks under npm start', () => {
  const received: Received[] = [];
  let status = 204;
  let answered = {};
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(status, answered).end();
  });
  const warnings: string[] = [];
  const teamId = DEMO.team.id;
  const at = `/teams/${teamId}/webhook-endpoints`;
  const POINT = { teamId, name: 'Patio', address: 'Carretera 15', lat: 25, lng: -100 };
  let cloud: Cloud;
  let send: Send;
  let token = '';
  let url = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port }: { port: number } = Object(receiver.address());
    url = `http://127.0.0.1:${port}/hooks`;
    cloud = await startCloud({ seed: true, warn: (line) => warnings.push(line) });
    send = sender(cloud.url);
    const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
    token = textAt(await expectStatus(200, send('POST /auth/login', { body })), 'tokens.accessToken');
  });
  afterAll(async () => {
    await cloud.stop();
    receiver.closeAllConnections();
    receiver.close();
  });

  async function arrived(count: number): Promise<Received[]> {
    await until(() => received.length >= count);
    return received.splice(0);
  }

  /** The deliveries of an endpoint in this state, once there are any: an answer is recorded after the receiver has given it. */
  async function recorded(id: unknown, state: string): Promise<unknown[]> {
    let found: unknown[] = [];
    await until(async () => {
      const { deliveries } = await expectStatus(200, send(`GET ${at}/${id}/deliveries?state=${state}`, { token }));
      if (!Array.isArray(deliveries)) throw new Error('There is no list of deliveries.');
      found = deliveries;
      return found.length > 0;
    });
    return found;
  }

  test('an event of a change arrives signed, and the list shows its delivery', async () => {
    const { id, secret } = await expectStatus(
      201,
      send(`POST ${at}`, { token, body: { url, types: ['client.created'] } }),
    );
    const client = await expectStatus(201, send('POST /clients', { token, body: { teamId, name: 'Cervecería' } }));
    const [delivery, ...others] = await arrived(1);
    expect(others).toEqual([]);
    expect(delivery?.headers['user-agent']).toBe('fleet-webhooks/1');
    const event = new Webhook(String(secret)).verify(delivery?.body ?? '', delivery?.headers ?? {});
    expect(event).toMatchObject({
      type: 'client.created',
      id: delivery?.headers['webhook-id'],
      data: { teamId, entity: { type: 'CLIENT', id: client.id }, action: 'CREATE', actor: { type: 'MEMBER' } },
    });
    expect(await recorded(id, 'DELIVERED')).toMatchObject([{ attempts: 1, statusCode: 204, type: 'client.created' }]);
  });

  test('a delivery that is answered 429 is due again when the endpoint asked for it', async () => {
    [status, answered] = [429, { 'retry-after': '7200' }];
    const { id } = await expectStatus(
      201,
      send(`POST ${at}`, { token, body: { url, types: ['route_point.created'] } }),
    );
    await expectStatus(201, send('POST /route-points', { token, body: POINT }));
    expect(await arrived(1)).toHaveLength(1);
    const [waiting] = await recorded(id, 'PENDING');
    const { lastAttemptAt, nextAttemptAt } = Object(waiting);
    expect(Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt)).toBeGreaterThanOrEqual(7_200_000 - 1_000);
    [status, answered] = [204, {}];
    await expectStatus(200, send(`DELETE ${at}/${id}`, { token }));
  });

  test('a failed delivery is due again, and a redelivery arrives by the sweep', async () => {
    status = 500;
    const { id } = await expectStatus(
      201,
      send(`POST ${at}`, { token, body: { url, types: ['route_point.created'] } }),
    );
    await expectStatus(201, send('POST /route-points', { token, body: POINT }));
    expect(await arrived(1)).toHaveLength(1);
    const failed = await recorded(id, 'PENDING');
    expect(failed).toMatchObject([{ state: 'PENDING', attempts: 1, statusCode: 500, failure: 'STATUS' }]);
    status = 204;
    const eventId = textAt({ failed }, 'failed.0.eventId');
    await expectStatus(202, send(`POST ${at}/${id}/deliveries/${eventId}/redeliver`, { token }));
    await expectStatus(200, send('POST /_local/schedules/sweepDeliveries'));
    const [again] = await arrived(1);
    expect(again?.headers['webhook-id']).toBe(eventId);
    expect(await recorded(id, 'DELIVERED')).toMatchObject([{ eventId, attempts: 1 }]);
  });

  test('a test event arrives, and an address outside of this machine is not called', async () => {
    const { id } = await expectStatus(201, send(`POST ${at}`, { token, body: { url, types: ['*'] } }));
    await expectStatus(202, send(`POST ${at}/${id}/test`, { token }));
    const [event] = await arrived(1);
    expect(JSON.parse(event?.body ?? '{}')).toMatchObject({ type: 'webhook.test', data: { entity: { id } } });
    const outside = { url: 'https://hooks.example.com/', types: ['team.updated'] };
    const { id: other } = await expectStatus(201, send(`POST ${at}`, { token, body: outside }));
    await expectStatus(202, send(`POST ${at}/${other}/test`, { token }));
    expect(await recorded(other, 'FAILED')).toMatchObject([{ failure: 'ADDRESS', attempts: 1 }]);
  });

  test('integrations 5: an event of a moved clock is delivered at its time', async () => {
    await expectStatus(201, send(`POST ${at}`, { token, body: { url, types: ['alert.raised'] } }));
    const insuranceExpiry = new Date(Date.now() + 31 * DAY_MS).toISOString().slice(0, 10);
    await expectStatus(
      201,
      send(`POST /teams/${teamId}/vehicles`, { token, body: { plate: 'RELOJ-3', insuranceExpiry } }),
    );
    const began = Date.now();
    await expectStatus(200, send('POST /_local/clock', { body: { advance: 'PT36H' } }));
    const late = received.splice(0).flatMap(({ headers, body }) => {
      const raisedAt = Date.parse(Object(JSON.parse(body)).timestamp);
      return raisedAt > began ? [Number(headers['webhook-timestamp']) * 1_000 - raisedAt] : [];
    });
    expect(late.length).toBeGreaterThan(0);
    for (const milliseconds of late) expect(milliseconds).toBeLessThan(2 * 60_000);
  });

  test('what was sent is shown, and nothing was warned of', async () => {
    const { requests } = await expectStatus(200, send('GET /_local/webhooks'));
    expect(Array.isArray(requests) && requests.length).toBeGreaterThanOrEqual(4);
    expect(warnings).toEqual([]);
  });
});
