import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { OPERATIONS } from '../../functions/catalog';
import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { journey } from '../../scenarios/journeys/skeleton';
import type { Outbound } from '../../shared/platform/runtime/context';
import { expectStatus, type Send, sender, textAt } from '../journeys/http';

const Usage = v.object({
  operations: v.record(v.string(), v.object({ requests: v.number(), faults: v.number(), writeUnits: v.number() })),
  calls: v.array(
    v.object({
      requestId: v.string(),
      operation: v.string(),
      status: v.number(),
      milliseconds: v.number(),
      calls: v.number(),
      readUnits: v.number(),
      writeUnits: v.number(),
    }),
  ),
});
const usageOf = async (send: Send) => v.parse(Usage, (await send('GET /_local/usage')).body);

describe('the cloud in this process', () => {
  const warnings: string[] = [];
  const before = { ...process.env };
  let outbound: Outbound = (_call, send) => send();
  let cloud: Cloud;
  let send: Send;

  beforeAll(async () => {
    cloud = await startCloud({
      seed: true,
      warn: (line) => warnings.push(line),
      runtime: { outbound: (call, act) => outbound(call, act) },
    });
    send = sender(cloud.url);
  });
  afterAll(() => cloud.stop());
  afterEach(() => {
    outbound = (_call, act) => act();
  });

  test('tells the skeleton’s story from sign-in to a completed trip', async () => {
    await journey(cloud.url, { now: () => Date.now() });
    expect(warnings).toEqual([]);
  });

  test('says what is here', async () => {
    const { body } = await send('GET /');
    expect(body).toMatchObject({ operations: Object.keys(OPERATIONS).length, document: '/openapi.json' });
  });

  test('desk 5.4: sends its files compressed to a browser, once, and the answers of the API as they are', async () => {
    const ask = (path: string, request: RequestInit = {}) =>
      fetch(`${cloud.url}${path}`, { ...request, headers: { 'accept-encoding': 'br', ...request.headers } });
    const plain = readFileSync(join(__dirname, '../../local/console/web/style.css'), 'utf8');
    const file = await ask('/_local/console/style.css', { headers: { range: 'bytes=0-9' } });
    expect([file.status, file.headers.get('content-encoding'), await file.text()]).toEqual([200, 'br', plain]);
    expect(Number(file.headers.get('content-length'))).toBeLessThan(plain.length / 3);
    const tag = { 'if-none-match': String(file.headers.get('etag')) };
    expect((await ask('/_local/console/style.css', { headers: tag })).status).toBe(304);
    const person = JSON.stringify({ email: DEMO.members[0].email, password: DEMO_PASSWORD });
    const answer = await ask('/auth/login', {
      method: 'POST',
      body: person,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
  });

  test('starts the seeded trip as the seeded driver', async () => {
    const driver = DEMO.drivers.find(({ username }) => username !== undefined);
    const body = { username: driver?.username, password: DEMO_PASSWORD };
    const token = textAt(await expectStatus(200, send('POST /auth/drivers/login', { body })), 'tokens.accessToken');
    const { driver: profile } = await expectStatus(200, send('GET /drivers/me', { token }));
    expect(profile).toMatchObject({ id: driver?.id, appAccessStatus: 'ACTIVE', status: 'DISPONIBLE' });
    await expectStatus(200, send(`POST /trips/${DEMO.trips[0]?.id}/start`, { token }));
  });

  test('tells what each call cost, newest first', async () => {
    const { headers } = await send('GET /health');
    const { calls, operations } = await usageOf(send);
    const health = calls.findIndex(({ requestId }) => requestId === headers.get('x-request-id'));
    expect(calls[health]).toMatchObject({ operation: 'getHealth', status: 200 });
    const start = calls.findIndex(({ operation }) => operation === 'startTrip');
    expect(health).toBeLessThan(start);
    expect(calls[start]?.writeUnits).toBeGreaterThan(0);
    expect(operations.getHealth).toMatchObject({ faults: 0, writeUnits: 0 });
  });

  test('shows a fault of ours in one line, with its cause and the request', async () => {
    const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
    // To Cognito alone, because triggers of the requests before may still run.
    outbound = ({ resource }, act) =>
      resource === 'staffPool' ? Promise.reject(new Error('the cable is cut')) : act();
    const { status, headers } = await send('POST /auth/login', { body });
    expect(status).toBe(500);
    const [line = '', ...others] = warnings.splice(0);
    expect(others).toEqual([]);
    expect(line).toContain('the cable is cut');
    expect(line).toContain(headers.get('x-request-id'));
    expect(line).not.toContain('\n');
    expect((await usageOf(send)).operations.login?.faults).toBe(1);
  });

  test('ends no open request when the clock of the machine is corrected', async () => {
    const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
    const machine = jest.spyOn(Date, 'now');
    outbound = (_call, act) => {
      machine.mockReturnValue(performance.timeOrigin + performance.now() + 3_600_000);
      return act();
    };
    await expectStatus(200, send('POST /auth/login', { body })).finally(() => machine.mockRestore());
  });

  test('has a mail in the outbox as soon as the request that sent it is answered', async () => {
    const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
    const token = textAt(await expectStatus(200, send('POST /auth/login', { body })), 'tokens.accessToken');
    const team = { name: 'Con invitados', address: DEMO.team.address, invites: ['invited@demo.mx'] };
    await expectStatus(201, send('POST /teams', { token, body: team }));
    const { messages } = await expectStatus(200, send('GET /_local/outbox?to=invited@demo.mx'));
    expect(messages).toEqual([
      { to: 'invited@demo.mx', subject: expect.any(String), text: expect.any(String), sentAt: expect.any(String) },
    ]);
  });

  test('leaves the environment as it was', async () => {
    await cloud.stop();
    expect({ ...process.env }).toEqual(before);
  });
});
