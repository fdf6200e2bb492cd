import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { startCloud } from '../../local/cloud';
import { readOptions } from '../../local/options';
import { firstScreen } from '../../local/screen';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { expectStatus, listAt, sender, textAt } from '../journeys/http';
import { until } from '../support/until';
import { temporaryFolder } from './support/folder';

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const received: Received[] = [];
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  received.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
  response.writeHead(204).end();
});
const dataDir = temporaryFolder();
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port }: { port: number } = Object(receiver.address());
  url = `http://127.0.0.1:${port}/hooks`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

/** Starts with `--forward-to`, creates a client of this name, and returns the secret, the delivery and the endpoints. */
async function startAndCreate(name: string) {
  const cloud = await startCloud({ seed: true, forwardTo: url, dataDir });
  try {
    const send = sender(cloud.url);
    const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
    const token = textAt(await expectStatus(200, send('POST /auth/login', { body })), 'tokens.accessToken');
    const { id } = await expectStatus(201, send('POST /clients', { token, body: { teamId: DEMO.team.id, name } }));
    const isOf = (one: Received) => one.body.includes(String(id));
    await until(() => received.some(isOf));
    const { webhookEndpoints } = await expectStatus(
      200,
      send(`GET /teams/${DEMO.team.id}/webhook-endpoints`, { token }),
    );
    return { id, secret: cloud.forwardSecret ?? '', delivery: received.find(isOf), webhookEndpoints };
  } finally {
    await cloud.stop();
  }
}

test('integrations 5: --forward-to sends every event to a program here; a second start has a new secret and one endpoint', async () => {
  const first = await startAndCreate('Cervecería');
  const second = await startAndCreate('Panadería');
  for (const { id, secret, delivery, webhookEndpoints } of [first, second]) {
    const event = new Webhook(secret).verify(delivery?.body ?? '', delivery?.headers ?? {});
    expect(event).toMatchObject({ type: 'client.created', data: { entity: { type: 'CLIENT', id } } });
    const forwarding = listAt({ webhookEndpoints }, 'webhookEndpoints').filter((one) => textAt(one, 'url') === url);
    expect(forwarding).toMatchObject([{ types: ['*'], status: 'ENABLED' }]);
  }
  expect(second.secret).not.toBe(first.secret);
});

describe('integrations 5: the option --forward-to', () => {
  test('takes a program on this machine', () => {
    for (const address of ['http://localhost:4000/hooks', 'http://127.0.0.1:5000'])
      expect(readOptions(['--forward-to', address], {})).toMatchObject({ forwardTo: address });
  });

  test.each([
    [
      ['--forward-to', 'https://hooks.example.com'],
      /is no program on this machine.*--forward-to http:\/\/localhost:5000\/hooks$/,
    ],
    [['--forward-to', 'http://localhost.example.com/'], /is no program on this machine/],
    [['--forward-to', 'http://127.0.0.1@example.com/'], /is no program on this machine/],
    [['--forward-to', 'x'], /is no program on this machine/],
    [['--forward-to', 'http://localhost:5000', '--no-seed'], /leave out --no-seed$/],
  ])('%j is refused in one sentence that says what works', (args, message) => {
    expect(() => readOptions(args, {})).toThrow(message);
    expect(() => readOptions(args, {})).toThrow(/^[^\n]*$/);
  });

  test('is told on the first screen with its secret, and is absent without it', () => {
    const shown = { dataDir: '.local', seed: true, forwardTo: url };
    expect(firstScreen('http://127.0.0.1:4000', shown, 'whsec_a')).toContain(`go to ${url}, signed with whsec_a`);
    expect(firstScreen('http://127.0.0.1:4000', { ...shown, forwardTo: undefined })).not.toContain('signed');
  });
});
