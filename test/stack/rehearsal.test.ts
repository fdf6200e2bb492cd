import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Stage, withStage } from '../../bench/starts/stage';
import { OPERATIONS } from '../../functions/catalog';
import { bundleFunctions } from '../../lib/bundle';
import { writeStart } from '../../lib/bundling/start';

const folder = mkdtempSync(join(tmpdir(), 'fleet-rehearsal-'));
const FILES = ['trips/get-trip', 'auth/login'];
let used: ReadonlyMap<string, readonly string[]> = new Map();

beforeAll(async () => {
  const { metafile } = await bundleFunctions(folder, { metafile: true });
  const outputs = Object.values(metafile?.outputs ?? {});
  used = new Map(
    outputs.map(({ entryPoint = '', inputs }) => [
      entryPoint.replace('function:', ''),
      Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    ]),
  );
  for (const file of FILES) writeStart(join(folder, file));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly milliseconds: number;
  readonly logged: readonly string[];
  readonly send: (event: object) => Promise<{ readonly statusCode: number }>;
  readonly end: () => Promise<void>;
}

/** Starts a function in a process. Resolves when Lambda could send it the first event. */
async function started(file: string, env: Readonly<Record<string, string>>): Promise<Started> {
  const program = spawn(process.execPath, [join(__dirname, 'started.cjs'), join(folder, file, 'index.mjs')], { env });
  const logged: string[] = [];
  createInterface(program.stdout).on('line', (line) => logged.push(line));
  const told = createInterface(program.stderr)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await told.next()).value);
  const { milliseconds } = await next();
  return {
    milliseconds,
    logged,
    send: (event) => {
      program.stdin.write(`${JSON.stringify(event)}\n`);
      return next();
    },
    end: async () => {
      program.stdin.end();
      if (program.exitCode === null) await once(program, 'exit');
    },
  };
}

/** A server that tells which requests and connections it saw. */
async function listening(server: Server): Promise<{ readonly url: string; readonly connections: () => number }> {
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections: () => connections };
}

/** Runs `work` with an endpoint that records requests and passes them on to the stage's table. */
const withRecorder = (
  work: (stage: Stage, seen: readonly string[], connections: () => number) => Promise<void>,
): Promise<void> =>
  withStage(async (stage) => {
    const seen: string[] = [];
    const server = createServer(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization === undefined ? '' : 'signed'}`);
      const body = await request.setEncoding('utf8').reduce((text, part) => text + part, '');
      const answer =
        body && (await (await fetch(String(stage.environment.AWS_ENDPOINT_URL), { method: 'POST', body })).text());
      response.end(answer);
    });
    const { url, connections } = await listening(server);
    try {
      await work({ ...stage, environment: { ...stage.environment, AWS_ENDPOINT_URL: url } }, seen, connections);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

describe('production 1.1: a bundle that was started', () => {
  test('has opened the connection of its first request, without permissions and without a log line', () =>
    withRecorder(async ({ environment, event }, seen, connections) => {
      const one = await started('trips/get-trip', environment);
      expect([seen, connections(), one.logged]).toEqual([['GET / '], 1, []]);
      expect(await one.send(event)).toEqual({ statusCode: 200 });
      expect([seen, connections()]).toEqual([['GET / ', 'POST / signed'], 1]);
      await one.end();
      expect(one.logged.map((line) => JSON.parse(line))).toMatchObject([{ status: 200, cold_start: true, calls: 1 }]);
    }));

  test('has also connected each of its clients to Cognito', () =>
    withRecorder(async ({ environment }, seen, connections) => {
      const one = await started('auth/login', environment);
      expect([seen, connections(), one.logged]).toEqual([['GET / ', 'GET / ', 'GET / '], 3, []]);
      await one.end();
    }));

  test('starts and answers when nothing listens', () =>
    withStage(async ({ environment, event }) => {
      const one = await started('trips/get-trip', { ...environment, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' });
      expect([one.milliseconds < 1_000, one.logged]).toEqual([true, []]);
      expect((await one.send(event)).statusCode).toBeGreaterThanOrEqual(500);
      await one.end();
    }));

  test('waits a second at most for an endpoint that never answers', () =>
    withStage(async ({ environment, event }) => {
      const server = createServer(() => undefined);
      const { url, connections } = await listening(server);
      const one = await started('trips/get-trip', { ...environment, AWS_ENDPOINT_URL: url });
      expect([one.milliseconds > 900, one.milliseconds < 3_000, one.logged]).toEqual([true, true, []]);
      expect(connections()).toBe(1);
      expect((await one.send({ ...event, headers: {} })).statusCode).toBe(401);
      await one.end();
      server.closeAllConnections();
      server.close();
    }));

  test.each(['TABLE_NAME', 'STAFF_JWKS', 'AWS_REGION'])('starts without %s, and the first request is a fault', (key) =>
    withStage(async ({ environment, event }) => {
      const { [key]: _, ...others } = environment;
      const one = await started('trips/get-trip', others);
      expect(one.logged).toEqual([]);
      expect(await one.send(event)).toEqual({ statusCode: 500 });
      await one.end();
    }),
  );
});

test('production 1.1: exactly the functions with a client of Cognito rehearse one', () => {
  const holding = (pattern: RegExp) =>
    [...used].flatMap(([file, inputs]) =>
      file in OPERATIONS && inputs.some((one) => pattern.test(one)) ? [file] : [],
    );
  expect(holding(/cognito\/connect\.ts$/).length).toBeGreaterThan(10);
  expect(holding(/cognito\/connect\.ts$/)).toEqual(holding(/cognito\/user-pool\.ts$/));
});
