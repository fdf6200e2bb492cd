import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { trigger } from '../../functions/triggers/canary';
import { type Cloud, startCloud } from '../../local/cloud';
import { setUpCanary } from '../../scripts/set-up-canary';
import { canarySettingsIn } from '../../shared/canary/canary-settings';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import type { Runtime } from '../../shared/platform/runtime/context';
import { liveRuntime } from '../../shared/platform/runtime/live';
import type { TracedContext } from '../../shared/platform/runtime/trace';
import { lambdaContext } from '../support/http-event';

const EMAIL = 'canary@transportes.example';
const TRACE = '1-5759e988-bd862e3fe1be46a994272793';
const lines: { operation?: string; status?: number; traceparent?: string }[] = [];
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startCloud({ warn: () => {}, around: (_running, run) => run() });
});
afterAll(() => cloud.stop());

const secretArn = () => String(process.env.CANARY_SECRET_ARN);
const place = () => ({
  url: cloud.url,
  secretArn: secretArn(),
  poolId: String(process.env.STAFF_USER_POOL_ID),
  email: EMAIL,
});
const kept = async () => {
  const { SecretString = '' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: secretArn() }),
  );
  return SecretString;
};
const settings = async () => canarySettingsIn(await kept()) ?? fail('The canary is not set up.');
const keep = async (value: object | string) => {
  const SecretString = typeof value === 'string' ? value : JSON.stringify(value);
  await new SecretsManagerClient({}).send(new PutSecretValueCommand({ SecretId: secretArn(), SecretString }));
};
const fail = (message: string): never => {
  throw new Error(message);
};

/** An execution environment of the canary's function. Each call of it is a run. */
function environment(remaining = 28_000) {
  const logs: string[] = [];
  const runtime: Runtime = { ...liveRuntime(), log: (line) => logs.push(line) };
  const handler = makeTriggerHandler(trigger, runtime);
  return async () => {
    logs.length = 0;
    const end = Date.now() + remaining;
    const context: TracedContext = {
      ...lambdaContext(),
      xRayTraceId: `Root=${TRACE}`,
      getRemainingTimeInMillis: () => end - Date.now(),
    };
    const answer = await handler({}, context);
    const told = logs.map((line) => JSON.parse(line));
    return { answer, figures: told.at(-1).figures, fault: told.find(({ message }) => message === 'fault') };
  };
}

/** What stands before the service: it records each request, and may answer it itself. */
async function between(answer: (path: string) => { status: number; body: string } | 'never' | undefined) {
  const asked: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = String(request.url);
    asked.push(`${request.method} ${path.replace(/[0-9a-f-]{36}/g, '{id}')}`);
    lines.push({ operation: path, traceparent: String(request.headers.traceparent) });
    const own = answer(path);
    if (own === 'never') return;
    if (own) return void response.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body);
    const { method = 'GET', headers } = request;
    const { authorization } = headers;
    const passed = await fetch(`${cloud.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(method === 'POST' && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, asked, stop };
}

describe('production 3.9: the canary', () => {
  test('says what to run until it has an account', async () => {
    const { answer, fault } = await environment()();
    expect(answer).toEqual({ ok: 0 });
    expect(JSON.stringify(fault.chain)).toMatch(/step \\"settings\\".*npm run canary/);
  });

  test('gets its account, its team and its trip by one command, which then changes nothing', async () => {
    expect(await setUpCanary(place())).toContain(EMAIL);
    const first = await kept();
    expect(await setUpCanary(place())).toContain('nothing was changed');
    expect(await kept()).toBe(first);
  });

  test('gets a new password by the same command, and keeps its team and its trip', async () => {
    const before = await settings();
    await keep({ ...before, password: 'a wrong one' });
    await setUpCanary(place());
    const { password, ...after } = await settings();
    expect(after).toEqual({ url: before.url, email: before.email, teamId: before.teamId, tripId: before.tripId });
    expect(password).not.toBe(before.password);
  });

  test('signs in, then renews, and each request bears the trace of its run', async () => {
    const front = await between(() => undefined);
    await keep({ ...(await settings()), url: front.url });
    const run = environment();
    expect(await run()).toMatchObject({ answer: { ok: 1 }, figures: { ok: 1 }, fault: undefined });
    expect(await run()).toMatchObject({ answer: { ok: 1 }, figures: { ok: 1 } });
    front.stop();
    const trip = 'GET /teams/{id}/trips/{id}';
    expect(front.asked).toEqual(['GET /health', 'POST /auth/login', trip, 'GET /health', 'POST /auth/refresh', trip]);
    for (const { traceparent } of lines) expect(traceparent).toMatch(/^00-5759e988bd862e3fe1be46a994272793-\w{16}-00$/);
  });

  test('signs in again when its session has ended', async () => {
    const front = await between((path) => (path === '/auth/refresh' ? { status: 401, body: '{}' } : undefined));
    await keep({ ...(await settings()), url: front.url });
    const run = environment();
    await run();
    expect(await run()).toMatchObject({ answer: { ok: 1 } });
    front.stop();
    expect(front.asked.slice(3, 6)).toEqual(['GET /health', 'POST /auth/refresh', 'POST /auth/login']);
  });

  const unavailable = { status: 503, body: '{"error":"UNAVAILABLE","message":"secret text"}' };
  test.each([
    ['health', '/health', unavailable, 'GET /health answered 503 UNAVAILABLE'],
    ['sign-in', '/auth/login', unavailable, 'POST /auth/login answered 503 UNAVAILABLE'],
    ['trip', '/teams/', { status: 502, body: '<html>' }, 'answered 502.'],
    ['health', '/health', { status: 200, body: '{"status":"secret text"}' }, 'status: literal'],
    ['sign-in', '/auth/login', { status: 200, body: '{"challenge":"secret text"}' }, 'tokens: object'],
    ['health', '/health', { status: 200, body: '<html>' }, 'SyntaxError'],
    ['trip', '/teams/', 'never', 'aborted due to timeout'],
    ['health', '/health', 'never', 'aborted due to timeout'],
  ] as const)('fails at the step %s when %s is answered by %j', async (name, start, own, says) => {
    const front = await between((path) => (path.startsWith(start) ? own : undefined));
    const before = await settings();
    await keep({ ...before, url: front.url });
    const startedAt = Date.now();
    const { answer, figures, fault } = await environment(3_000)();
    front.stop();
    expect([answer, figures]).toEqual([{ ok: 0 }, { ok: 0 }]);
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    const told = JSON.stringify(fault.chain);
    expect(told).toContain(`step \\"${name}\\"`);
    expect(told).toContain(says);
    expect(told).not.toMatch(new RegExp(`secret text|${before.password}`));
  });

  test('fails at the renewal when that is answered by 503, and signs in at the next run', async () => {
    let isDown = true;
    const front = await between((path) => (path === '/auth/refresh' && isDown ? unavailable : undefined));
    await keep({ ...(await settings()), url: front.url });
    const run = environment();
    await run();
    const { answer, fault } = await run();
    expect(answer).toEqual({ ok: 0 });
    expect(JSON.stringify(fault.chain)).toContain('step \\"renewal\\"');
    isDown = false;
    expect((await run()).answer).toEqual({ ok: 1 });
    front.stop();
  });

  test('fails when the server is down, when the password is wrong, and when another trip is answered', async () => {
    const before = await settings();
    const outcome = async (changes: object) => {
      await keep({ ...before, url: cloud.url, ...changes });
      const { answer, fault } = await environment()();
      expect(answer).toEqual({ ok: 0 });
      return JSON.stringify(fault.chain);
    };
    expect(await outcome({ url: 'http://127.0.0.1:1' })).toContain('step \\"health\\"');
    expect(await outcome({ password: 'a wrong one' })).toContain('POST /auth/login answered 401 INVALID_CREDENTIALS');
    expect(await outcome({ tripId: before.teamId })).toContain('answered 404 NOT_FOUND');
    await keep({ ...before, url: cloud.url });
  });

  test('runs on request in the local server, and writes no record of the team', async () => {
    const tableOf = async () => JSON.stringify(await (await fetch(`${cloud.url}/_local/usage`)).json());
    const before = JSON.parse(await tableOf()).operations.getTrip.writeUnits;
    const answer = await fetch(`${cloud.url}/_local/schedules/canary`, { method: 'POST' });
    expect(await answer.json()).toEqual({ ran: 'canary', figures: { ok: 1 } });
    expect(JSON.parse(await tableOf()).operations.getTrip.writeUnits).toBe(before);
    const { operations } = JSON.parse(await tableOf());
    expect(Object.keys(operations).sort()).toEqual(
      ['createTeam', 'createTrip', 'getHealth', 'getTrip', 'listTeams', 'listTrips', 'login', 'refresh'].sort(),
    );
  });
});
