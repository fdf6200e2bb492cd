import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Runtime } from '../shared/platform/runtime/context';
import { liveRuntime } from '../shared/platform/runtime/live';
import { uuidVersion7 } from '../shared/platform/runtime/uuid';
import { tableClient } from '../shared/platform/table/client';
import { acceptThisMachine } from '../shared/platform/values/shown-address';
import { acceptReceiversHere } from '../shared/webhook-endpoints/stored-url';
import { makeRecorder } from './calls/recorder';
import { openClock } from './clock';
import { clockRoutes } from './clock-routes';
import { consoleRoutes } from './console/console';
import { OWNER_PATH, runningServer, takeDataFolder } from './data-folder';
import { createTable, expiryOf, LOCAL_CREDENTIALS, LOCAL_REGION, startEngine } from './engine';
import { frontEnds } from './front-ends';
import { type LocalFunctions, localFunctions, type Schedule, type Watch } from './functions';
import { isExpired } from './gateway/expired-token';
import { gateway } from './gateway/gateway';
import { openOutbox } from './mail/outbox';
import { Problem } from './problem';
import { referenceRoutes } from './reference';
import { seedDemo } from './seed/seed-demo';
import type { CloudServices, StandIn } from './stand-in';
import { attachStandIns, STAND_INS } from './stand-ins';
import { openTimetable } from './timetable';
import { readLogs } from './usage';
import { forwardEvents } from './webhooks/forward';
import { tableStream } from './webhooks/table-stream';
import { jsonAnswer, serve, serveWire, type Wire } from './wire';

interface CloudOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Absent: the cloud makes a temporary folder and deletes it when it stops. */
  readonly dataDir?: string;
  /** Empties the data folder first. */
  readonly fresh?: boolean;
  /** Adds the demo team to the table, unless it is there already. */
  readonly seed?: boolean;
  /** A program on this machine that receives every event of the demo team. */
  readonly forwardTo?: string | undefined;
  /** Origins whose pages may call the service, beside those of this machine. */
  readonly allowedOrigins?: readonly string[];
  /** Prints every line that functions log. */
  readonly verbose?: boolean;
  readonly warn?: (line: string) => void;
  /** Prints how far a long move of the clock is. */
  readonly tell?: (line: string) => void;
  /**
   * Seams for tests: faults in outbound calls, or the machine's clock, which the stand-ins share. Functions verify tokens by the real one, so
   * a clock that is moved far ends every session. `POST /_local/clock` moves the clock of a running cloud.
   */
  readonly runtime?: Partial<Pick<Runtime, 'now' | 'outbound' | 'sleep' | 'randomBytes' | 'newId' | 'clients'>>;
  /** Another seam for tests: every call of a function goes through it. */
  readonly around?: Watch;
}

export interface Cloud {
  readonly url: string;
  /** Signs the events that are forwarded. */
  readonly forwardSecret?: string | undefined;
  readonly stop: () => Promise<void>;
}

type Cleaning = (() => void | Promise<void>)[];

const TABLE_NAME = 'fleet-local';

/**
 * Starts the whole service on 127.0.0.1: table, stand-ins and gateway. Only one can run in a process, because it sets the environment
 * variables of the SDK.
 */
export async function startCloud(options: CloudOptions = {}): Promise<Cloud> {
  const cleaning: Cleaning = [];
  const stop = async (): Promise<void> => {
    for (const clean of cleaning.splice(0).reverse()) await clean();
  };
  try {
    return { ...(await build(options, cleaning)), stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

async function build(options: CloudOptions, cleaning: Cleaning): Promise<Omit<Cloud, 'stop'>> {
  const { warn = console.error, tell = () => {} } = options;
  let nameOf: (sub: string) => string | undefined = () => undefined;
  let open: (listener: RequestListener) => void = () => {};
  const ready = new Promise<RequestListener>((resolve) => {
    open = resolve;
  });
  // The server starts first, so that a taken port is reported at once. Requests wait until the cloud is ready.
  const front = await serveFront(options, async (request, response) => (await ready)(request, response));
  cleaning.push(front.stop);
  const { dataDir, token } = await takeFolder(options, front.endpoint, cleaning);
  const origins = [front.endpoint, ...(options.allowedOrigins ?? [])];
  const allowed = frontEnds(origins, (known) => {
    process.env.ALLOWED_ORIGINS = known.join(',');
  });
  cleaning.push(acceptThisMachine(), acceptReceiversHere());
  const logs = readLogs({ show: options.verbose ?? false, print: (line) => console.log(line), warn });
  const machine: Runtime = { ...liveRuntime(), log: logs.take, ...options.runtime };
  const clock = openClock(dataDir, machine.now);
  const newId = options.runtime?.newId ?? (() => uuidVersion7(clock.now().getTime(), machine.randomBytes(10)));
  const live: Runtime = { ...machine, now: clock.now, newId };
  const recorder = makeRecorder(live.now, (sub) => nameOf(sub));
  const runtime: Runtime = { ...live, outbound: recorder.outbound(live.outbound) };
  const { around = (_running, run) => run() } = options;
  const functions = localFunctions(runtime, (running, run) => recorder.watch(running, () => around(running, run)));
  const outbox = openOutbox(dataDir, runtime.now);
  cleaning.push(outbox.close);
  const services: CloudServices = {
    dataDir,
    now: runtime.now,
    outbox,
    runTrigger: functions.runTrigger,
    gateway: front.endpoint,
    frontEnds: allowed,
    warn,
  };
  const [engine, standIns] = await Promise.all([
    startTable(dataDir, { ...options, now: () => runtime.now().getTime(), warn }, cleaning),
    startStandIns(services, cleaning),
  ]);
  setVariables({ ...environmentOf(engine.endpoint, origins, noSettings(dataDir)), ...standIns.environment }, cleaning);
  runtime.clients.set(tableClient, recorder.attach(engine.attach(tableClient(), TABLE_NAME)));
  attachStandIns(runtime, standIns.all);
  nameOf = (sub) => standIns.all.map((one) => one.nameOf?.(sub)).find((name) => name !== undefined);
  for (const { start } of standIns.all) start?.();
  if (options.seed) await seedDemo(runtime, front.endpoint.replace('http:', 'https:'));
  const forwardSecret = options.forwardTo && (await forwardEvents(runtime, options.forwardTo, front.endpoint));
  const stream = tableStream(services);
  engine.watch(stream.take);
  cleaning.push(stream.stop);
  const timetable = openTimetable([...functions.schedules, expiryOf(engine)], clock, {
    settle: async () => {
      // Events go through the stream into a queue, which is one of the stand-ins.
      await stream.settle();
      for (const { settle } of standIns.all) await settle?.();
    },
    tell,
  });
  cleaning.push(timetable.stop);
  open(
    gateway({
      frontEnds: allowed,
      functions,
      isExpired: (authorization) => clock.ahead() > 0 && isExpired(authorization, clock.now()),
      localRoutes: localRoutes(
        standIns.all,
        { ...ownRoutes(token), ...clockRoutes(clock, timetable), 'GET /_local/usage': logs.usage, ...recorder.routes },
        functions,
        {
          isSeeded: options.seed ?? false,
          storage: String(process.env.AWS_ENDPOINT_URL_S3),
        },
      ),
      warn,
    }),
  );
  // The front server is added again, so that it stops first: requests under way still need all other services.
  cleaning.push(front.stop);
  return { url: front.endpoint, forwardSecret };
}

/** Listens at the port. When it is taken, the message tells whether the server of this data folder took it. */
async function serveFront({ port = 0, dataDir }: CloudOptions, listener: RequestListener) {
  try {
    return await serve(listener, port);
  } catch (failure) {
    const owner = dataDir === undefined ? undefined : await runningServer(resolve(dataDir));
    if (!(failure instanceof Problem) || owner === undefined || Number(new URL(owner).port) !== port) throw failure;
    throw new Problem(`The server of ${dataDir} runs already: open ${owner}, or stop it first`);
  }
}

async function takeFolder({ dataDir, fresh, warn = console.error }: CloudOptions, url: string, cleaning: Cleaning) {
  const path = dataDir === undefined ? mkdtempSync(join(tmpdir(), 'fleet-')) : resolve(dataDir);
  if (dataDir === undefined) cleaning.push(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  const { release, token } = await takeDataFolder(path, { fresh, url, warn });
  cleaning.push(release);
  return { dataDir: path, token };
}

const ownRoutes = (token: string): Record<string, Wire> => ({
  [`GET ${OWNER_PATH}`]: () => jsonAnswer(200, { token }),
});

/** An empty file of settings for the SDK. Without it, a developer's AWS profile could send calls to a real account. */
function noSettings(dataDir: string): string {
  const file = join(dataDir, 'no-aws-settings');
  writeFileSync(file, '');
  return file;
}

interface TableStart extends Pick<CloudOptions, 'fresh' | 'warn'> {
  readonly now: () => number;
}

async function startTable(dataDir: string, { fresh = false, now, warn }: TableStart, cleaning: Cleaning) {
  const engine = await startEngine({ dataDir, now, warn });
  cleaning.push(engine.stop);
  try {
    await createTable(engine.endpoint, TABLE_NAME, { fresh });
  } catch (failure) {
    if (!process.env.LOCAL_DYNAMODB_ENDPOINT) throw failure;
    throw new Problem(
      `What answers at ${engine.endpoint} is no DynamoDB: start one there, or remove LOCAL_DYNAMODB_ENDPOINT to use the table of this process`,
    );
  }
  return engine;
}

/** Starts every stand-in on a server of its own, and collects the environment variables by which functions find them. */
async function startStandIns(services: CloudServices, cleaning: Cleaning) {
  const started = await Promise.all(
    STAND_INS.map(async (make) => {
      const standIn = await make(services);
      const listener = await serveWire(standIn.answer, services.warn);
      return { standIn, listener };
    }),
  );
  for (const { listener } of started) cleaning.push(listener.stop);
  for (const { standIn } of started) if (standIn.stop) cleaning.push(standIn.stop);
  const environments = started.map(({ standIn, listener }) => standIn.environment(listener.endpoint));
  return { all: started.map(({ standIn }) => standIn), environment: Object.assign({}, ...environments) };
}

const environmentOf = (
  tableEndpoint: string,
  origins: readonly string[],
  settingsFile: string,
): Record<string, string> => ({
  STAGE: 'local',
  ACCEPT_TEST_SEALS: 'true',
  STAMPS_PER_DAY: '500',
  STAMPING_CALLS_PER_SECOND: '5',
  RETENTION_MONTHS: '60',
  TABLE_NAME,
  ALLOWED_ORIGINS: origins.join(','),
  COOKIE_SAME_SITE: 'None',
  AWS_ENDPOINT_URL_DYNAMODB: tableEndpoint,
  AWS_REGION: LOCAL_REGION,
  AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
  AWS_CONFIG_FILE: settingsFile,
  AWS_SHARED_CREDENTIALS_FILE: settingsFile,
});

/** Variables of the developer's environment that would send the SDK's calls elsewhere. */
const UNWANTED = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'AWS_USE_FIPS_ENDPOINT'];

function setVariables(variables: Readonly<Record<string, string>>, cleaning: Cleaning): void {
  const before = { ...process.env };
  for (const name of UNWANTED) delete process.env[name];
  Object.assign(process.env, variables);
  cleaning.push(() => {
    for (const name of [...UNWANTED, ...Object.keys(variables)]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
}

/** Routes that run a schedule at once and wait for its end, because its interval can be a day. */
const scheduleRoutes = (schedules: readonly Schedule[]): Record<string, Wire> =>
  Object.fromEntries(
    schedules.map(({ id, run }): [string, Wire] => [
      `POST /_local/schedules/${id}`,
      async () => jsonAnswer(200, { ran: id, figures: await run() }),
    ]),
  );

/** The routes that only the local gateway serves, beside the operations. */
function localRoutes(
  standIns: readonly StandIn[],
  own: Readonly<Record<string, Wire>>,
  { byRoute, schedules }: LocalFunctions,
  forConsole: Parameters<typeof consoleRoutes>[1],
): Record<string, Wire> {
  const routes: Record<string, Wire> = Object.assign(
    { ...own, ...scheduleRoutes(schedules) },
    ...standIns.map((one) => one.localRoutes),
  );
  const here = {
    service: 'Fleet operations',
    operations: byRoute.size,
    document: '/openapi.json',
    reference: '/docs',
    local: Object.keys(routes),
  };
  return { ...routes, ...referenceRoutes(), ...consoleRoutes(() => jsonAnswer(200, here), forConsole) };
}
