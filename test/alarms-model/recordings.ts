import { TooManyRequestsException } from '@aws-sdk/client-cognito-identity-provider';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { sesClient } from '../../shared/mail/deliver-mail';
import type { Operation } from '../../shared/operation/define';
import { makeTriggerHandler, type Trigger } from '../../shared/operation/define-trigger';
import { makeHandler } from '../../shared/operation/lambda';
import { permissionsOf } from '../../shared/operation/requirements';
import type { Runtime } from '../../shared/platform/runtime/context';
import { tableClient } from '../../shared/platform/table/client';
import { DUE_ERASURES } from '../../shared/privacy/erased-person';
import { stampingSdk } from '../../shared/stamping/provider/sdk';
import { StampWork } from '../../shared/stamping/work-items';
import { stampWorkKey } from '../../shared/stamping/work-keys';
import { admittedRequest, exchange, makeWorld, validRequest, type World, withRun } from '../every-operation/world';
import { storedInvoice } from '../proof/records';
import { ENVIRONMENT, makeTestContext, START, type TestContextOptions } from '../support/engine-runtime';
import { environmentOf } from '../support/environment';
import type { Fault } from '../support/faults';
import { httpEvent, lambdaContext } from '../support/http-event';
import { MemoryTable } from '../support/memory-table';
import { willingSdk } from '../support/stamping-sdk';
import { type CallKind, RUN_KINDS, type RunKind } from './kinds';

/** One run of a real handler: its lines, and what AWS sees of it. */
export interface Sample {
  readonly id: string;
  readonly lines: readonly string[];
  /** The status of the answer. 0 when the run never ended. */
  readonly status: number;
  readonly outboundCalls: number;
  readonly isThrown: boolean;
}

export interface Recordings {
  readonly calls: Readonly<Record<CallKind, readonly Sample[]>>;
  /** The runs of triggers, by id and situation. */
  readonly runs: Readonly<Record<string, Partial<Readonly<Record<RunKind, Sample>>>>>;
}

/** Each situation is met this often or more. */
const LEAST = 100;

const given = { $metadata: {}, message: 'as the service says it' };
const unexpected = () => new Error('a fault that nobody expected');

/** Calls each operation in each situation, and each schedule. */
export async function record(): Promise<Recordings> {
  const world = await makeWorld();
  const all = Object.values(OPERATIONS);
  const signIns = all.filter(({ route }) => /\/auth\/(drivers\/)?(login|refresh)$/.test(route));
  const indexed = all.filter((operation) => Object.keys(permissionsOf(operation)).some((name) => /^gsi\d$/.test(name)));
  const calls = {
    // A recovery is no daily call. Its alarm is one on attacks.
    well: await recordCalls(
      world,
      all.filter(({ errors }) => !errors.some((code) => code === 'RECOVERY_CODE_SENT')),
      () => ({}),
      (status) => status < 400,
    ),
    refused: await recordRefusals(world, all),
    fault: await recordCalls(
      world,
      all,
      () => services(world, 'table', unexpected),
      (status) => status === 500,
    ),
    busy: await recordCalls(
      world,
      all,
      () => services(world, 'table', throttled),
      (status) => status === 503,
    ),
    unanswered: await recordCalls(
      world,
      all,
      () => services(world, 'table', timedOut),
      (status) => status === 503,
    ),
    throttledSignIn: await recordCalls(
      world,
      signIns,
      () => services(world, 'cognito', limited),
      (status) => status >= 429,
    ),
    throttledIndex: await recordCalls(
      world,
      indexed,
      () => only('Query', throttled),
      (status) => status === 503,
    ),
    provider: await recordCalls(world, all, failingProvider, (status) => status === 502),
    hung: await recordHung(world, all),
  };
  return { calls, runs: await recordRuns() };
}

const throttled = () => new ProvisionedThroughputExceededException(given);
/** As the SDK reports it after its last try. */
const timedOut = () => Object.assign(new Error('as the service says it'), { name: 'TimeoutError' });
const limited = () => new TooManyRequestsException(given);

function services({ services }: World, name: string, failure: () => Error): TestContextOptions {
  services.fail((service) => (service === name ? failure() : undefined));
  return {};
}

const only = (action: string, before: Fault['before'] & {}): TestContextOptions => ({ faults: [{ action, before }] });

/** A provider that answers every call with a failure. */
function failingProvider(): TestContextOptions {
  const fail = async () => {
    throw Object.assign(new Error('the provider fails'), { status: 500 });
  };
  const willing = willingSdk();
  const failing = Object.fromEntries(
    Object.entries(willing).map(([area, methods]) => [
      area,
      Object.fromEntries(Object.keys(methods).map((name) => [name, fail])),
    ]),
  );
  return { clients: new Map([[stampingSdk, () => failing]]) };
}

async function recordCalls(
  world: World,
  operations: readonly Operation[],
  inject: () => TestContextOptions,
  isWanted: (status: number) => boolean,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  let wanted = operations;
  while (samples.length < LEAST) {
    const found = new Set<Operation>();
    for (const operation of wanted) {
      const request = await admittedRequest(operation, world);
      const { answer, testContext } = await exchange(operation, world, request, inject());
      if (!isWanted(answer.status)) continue;
      samples.push(sampleOf(operation.id, answer.status, testContext.logs, testContext.calls.length));
      found.add(operation);
    }
    if (found.size === 0) throw new Error('No operation meets this situation.');
    wanted = [...found];
  }
  world.services.reset();
  return samples;
}

async function recordRefusals(world: World, operations: readonly Operation[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const operation of operations.filter(({ auth }) => auth !== 'public')) {
    const request = await validRequest(operation, world);
    const { answer, testContext } = await exchange(operation, world, { ...request, headers: {} });
    samples.push(sampleOf(operation.id, answer.status, testContext.logs, 0));
  }
  return samples;
}

/** Runs that never end. AWS stops them at the function's timeout: the gateway answers 5xx, and Lambda writes a report. */
async function recordHung(world: World, operations: readonly Operation[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const operation of operations) {
    const request = await admittedRequest(operation, world);
    const clients: TestContextOptions['clients'] = new Map([[stampingSdk, willingSdk]]);
    const testContext = makeTestContext({ environment: environmentOf(world.pools), clients });
    let isRunning = false;
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const hung = withRun(operation, () => {
      isRunning = true;
      begun();
      return new Promise(() => {});
    });
    const ended = makeHandler(hung, testContext.runtime)(httpEvent(operation.route, request), lambdaContext());
    await Promise.race([ended, running]);
    if (isRunning) samples.push(sampleOf(operation.id, 0, [...testContext.logs, reportLine('timeout')], 0));
  }
  return samples;
}

const sampleOf = (id: string, status: number, lines: readonly string[], outboundCalls: number): Sample => ({
  id,
  status,
  lines: [...lines],
  outboundCalls,
  isThrown: false,
});

/** Lambda's line at the end of a run. Source: Lambda developer guide, "Lambda Telemetry API Event schema reference". */
const reportLine = (status: 'error' | 'timeout'): string =>
  JSON.stringify({
    time: '2026-11-20T10:00:00.000Z',
    type: 'platform.report',
    record: { requestId: 'request', status },
  });

const HOUR = 3_600_000;
const TEAM = '01890a5d-ac96-774b-bcce-b302099a8050';
const OTHER = '01890a5d-ac96-774b-bcce-b302099a8054';
const at = (hoursAgo: number) => new Date(START - hoursAgo * HOUR).toISOString();

/** An invoice that is PENDING since `hours`, with its open work, as the table holds them. */
function pendingInvoice(hours: number): Item[] {
  const attempt = { attemptId: 'attempt', number: 1, livemode: false };
  const work = { kind: 'STAMP', teamId: TEAM, invoiceId: OTHER, idempotencyKey: 'key', fingerprint: 'f', ...attempt };
  const record = storedInvoice(OTHER, at(hours), {
    teamId: TEAM,
    status: 'PENDING',
    stamping: { ...attempt, isOpen: true },
  });
  return [
    { ...keyOf(stampWorkKey(OTHER)), ...v.parse(StampWork, { ...work, attempts: [{ at: at(hours), revision: 0 }] }) },
    { ...keyOf(invoiceKey(TEAM, OTHER)), ...record },
  ];
}

type Item = Record<string, unknown>;
const keyOf = ({ pk, sk }: { pk: string; sk: string }) => ({ pk, sk });

interface Situation {
  /** What the source hands over. */
  readonly event?: unknown;
  /** A variable that the function lacks. */
  readonly lacks?: string;
  readonly clients?: Runtime['clients'];
  /** The time that the function still has. */
  readonly milliseconds?: number;
  readonly items?: readonly Item[];
  readonly faults?: readonly Fault[];
}

const REFUSING_TABLE = ['Query', 'UpdateItem', 'GetItem'].map((action) => ({ action, before: unexpected }));
const entry = (gsi2pk: string, gsi2sk: string): Item => ({ pk: 'ENTRY', sk: gsi2sk, gsi2pk, gsi2sk });

/** SES refuses a mail for good, for example to an address without a domain. */
const refusingMailer = (): Runtime['clients'] => {
  const send = async () => {
    throw Object.assign(new Error('as the service says it'), { name: 'MessageRejected' });
  };
  return new Map([[sesClient, { send }]]);
};
const MAIL_EVENT = {
  Records: [{ messageId: 'one', body: JSON.stringify({ to: 'ana@empresa.mx', subject: 'Aviso', text: 'Texto' }) }],
};

/** An audit entry of the stream without its attributes. */
const UNREADABLE_EVENT = {
  Records: [
    {
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: '1',
        Keys: { pk: { S: `TEAM#${TEAM}#TRIP#${OTHER}` }, sk: { S: `EVENT#${OTHER}` } },
        NewImage: {},
      },
    },
  ],
};

/** For each schedule and situation what is in the table, and which calls fail. */
const SITUATIONS: Readonly<Record<string, Partial<Readonly<Record<RunKind, Situation>>>>> = {
  recoverStamping: {
    well: {},
    // A failed read of one shard is counted, so it is no run that throws.
    throws: { lacks: 'STAMPING_CALLS_PER_SECOND' },
    // A record that the code cannot read.
    leaves: { items: pendingInvoice(1).map((item) => ({ ...item, items: 'unreadable', revision: 'unreadable' })) },
    stuck: { items: pendingInvoice(3) },
    // A run without time for the item.
    waits: { items: pendingInvoice(0.75), milliseconds: 8_000 },
    // The same for an invoice of the last minutes.
    recent: { items: pendingInvoice(0.2), milliseconds: 8_000 },
  },
  raiseExpiringPapers: {
    well: {},
    throws: { faults: REFUSING_TABLE },
    leaves: { items: [entry('PAPERS#0', '2020-01-01#unreadable')] },
  },
  raiseReceiptAlerts: {
    well: {},
    throws: { faults: REFUSING_TABLE },
    leaves: { items: [entry(`RECEIPTS_DUE#${TEAM.slice(-1)}`, `${TEAM}#unreadable`)] },
  },
  deleteDueErasures: {
    well: {},
    throws: { faults: REFUSING_TABLE },
    leaves: {
      items: [entry(DUE_ERASURES, `2020-01-01#${TEAM}#${OTHER}`)],
      faults: [{ action: 'DeleteItem', before: unexpected }],
    },
  },
  reconcileDeliveries: {
    well: {},
    throws: { faults: REFUSING_TABLE },
    leaves: {
      items: [
        { pk: `TEAM#${TEAM}`, sk: 'WEBHOOK_ENDPOINTS', gsi2pk: 'WEBHOOK_TEAMS', gsi2sk: TEAM },
        { pk: `TEAM#${TEAM}`, sk: 'WEBHOOK_ENDPOINT#unreadable' },
      ],
    },
  },
  watchTrips: { well: {}, leaves: { items: [{ pk: 'ROAD_WATCH#0', sk: 'DUE#2020-01-01#unreadable' }] } },
  sweepDeliveries: { well: {}, leaves: { items: [entry('DELIVERIES_DUE#0', '2020-01-01#unreadable')] } },
  sweepImports: { well: {}, throws: { faults: REFUSING_TABLE } },
  fanOutEvents: { leaves: { event: UNREADABLE_EVENT } },
  sendMail: { refused: { event: MAIL_EVENT, clients: refusingMailer() } },
};

async function recordRuns(): Promise<Recordings['runs']> {
  const runs: Record<string, Partial<Record<RunKind, Sample>>> = {};
  for (const [id, situations] of Object.entries(SITUATIONS)) {
    const trigger = Object.values(TRIGGERS).find((one) => one.id === id);
    if (trigger === undefined) throw new Error(`There is no trigger ${id}.`);
    const own: Partial<Record<RunKind, Sample>> = {};
    for (const kind of RUN_KINDS) {
      const situation = situations[kind];
      if (situation === undefined) continue;
      const sample = await run(trigger, situation);
      if (sample.isThrown !== (kind === 'throws'))
        throw new Error(`${id} does not end as the situation "${kind}" says.`);
      own[kind] = sample;
    }
    runs[id] = own;
  }
  return { ...runs, canary: await recordCanary() };
}

async function run(
  trigger: Trigger,
  { event = {}, lacks = '', items = [], faults = [], milliseconds, clients: given = new Map() }: Situation,
): Promise<Sample> {
  const table = new MemoryTable(() => 0);
  for (const Item of items) await table.send(new PutCommand({ TableName: 'fleet-test', Item }));
  const clients: Runtime['clients'] = new Map(given);
  clients.set(tableClient, table).set(stampingSdk, willingSdk);
  const { [lacks]: _, ...environment } = ENVIRONMENT;
  const testContext = makeTestContext({ clients, faults, environment });
  let isThrown = false;
  const context = lambdaContext();
  const getRemainingTimeInMillis = () => milliseconds ?? context.getRemainingTimeInMillis();
  await makeTriggerHandler(trigger, testContext.runtime)(event, { ...context, getRemainingTimeInMillis }).catch(() => {
    isThrown = true;
  });
  const lines = isThrown ? [...testContext.logs, reportLine('error')] : testContext.logs;
  return { id: trigger.id, status: isThrown ? 0 : 200, lines: [...lines], outboundCalls: 0, isThrown };
}

/** The canary calls the public address, which does not exist here. Its two answers go through the real handler of triggers. */
async function recordCanary(): Promise<Partial<Record<RunKind, Sample>>> {
  const answering = (figures: Readonly<Record<string, number>>): Trigger => ({
    id: 'canary',
    summary: 'Try the service from outside',
    source: 'schedule',
    uses: {},
    run: async () => figures,
  });
  return { well: await run(answering({ ok: 1 }), {}), leaves: await run(answering({ ok: 0 }), {}) };
}
