import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Context as LambdaContext } from 'aws-lambda';
import * as v from 'valibot';
import { OPERATIONS, TRIGGERS } from '../../../functions/catalog';
import { FUNCTION_TIMEOUT_MS } from '../../../local/functions';
import type { Operation } from '../../../shared/operation/define';
import { makeTriggerHandler } from '../../../shared/operation/define-trigger';
import { errorsOf } from '../../../shared/operation/error-answer';
import type { HttpEvent } from '../../../shared/operation/http';
import { makeHandler } from '../../../shared/operation/lambda';
import { ERRORS } from '../../../shared/platform/errors';
import type { OutboundCall, Runtime } from '../../../shared/platform/runtime/context';
import { liveRuntime } from '../../../shared/platform/runtime/live';
import { badAnswers } from './bad-answers';
import type { Bench } from './bench';
import { isProvider, type Kind } from './kinds';

/** A fault and the index of the call that it applies to; the first call is 0. */
export interface Befalling {
  readonly kind: Kind;
  readonly at: number;
}

/** The end of an execution. */
export interface Ended {
  readonly outcome: 'well' | 'refused' | 'failed' | 'killed';
  /** Status and code of an HTTP answer, or the result of a trigger. */
  readonly said: string;
  /** The body of an HTTP answer. */
  readonly body?: string;
  /** The reason that the answer itself is wrong; absent for a correct answer. */
  readonly wrong?: string;
  readonly calls: readonly OutboundCall[];
}

const never = (): Promise<never> => new Promise(() => {});

/**
 * Real time, not the mocked clock. An execution without an answer after this time is hung: the limit is long enough for a busy machine.
 */
const PATIENCE_MS = 60_000;

/** Real time after which a call without an answer is given up, instead of ten seconds. The mocked clock shows a longer time. */
const SILENT_MS = 200;

/** Executes functions one at a time, each in a new execution environment. The mocked clock advances only when the code waits. */
export class Executor {
  /** The SDK's clients. All executions share them, and nothing else, because it takes long to create them. */
  private readonly warm: Runtime['clients'];

  constructor(
    { clients }: Pick<Bench, 'clients'>,
    private readonly answerBadly = badAnswers(),
  ) {
    this.warm = new Map([...clients].filter(([, made]) => isSdkClient(made)));
  }

  setClock(instant: number): void {
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date'], now: instant });
  }

  pass(milliseconds: number): void {
    mock.timers.setTime(Date.now() + Math.max(0, Math.ceil(milliseconds)));
  }

  async run(file: string, event: unknown, befalling?: Befalling): Promise<Ended> {
    const live = liveRuntime();
    const end = Date.now() + FUNCTION_TIMEOUT_MS;
    const calls: OutboundCall[] = [];
    let struck: OutboundCall | undefined;
    const open = new Set<Promise<unknown>>();
    const life = { isOver: false, end: (_: 'killed'): void => {} };
    const death = new Promise<'killed'>((resolve) => {
      life.end = resolve;
    });
    const hands = {
      kill: () => {
        life.isOver = true;
        life.end('killed');
        return never();
      },
      pass: (milliseconds: number) => this.pass(milliseconds),
      remaining: () => end - Date.now(),
      answerBadly: this.answerBadly,
    };
    const outbound: Runtime['outbound'] = async (call, send) => {
      if (life.isOver) return never();
      const nth = calls.push(call) - 1;
      const tracked = () => follow(send(), open);
      if (befalling === undefined || !meets(befalling, call, nth, struck)) return tracked();
      struck ??= call;
      return befalling.kind.befall(call, tracked, hands);
    };
    const clients: Runtime['clients'] = new Map(this.warm);
    // An execution that is over waits no longer: it would advance the clock of the next one.
    const sleep = async (milliseconds: number) => (life.isOver ? never() : this.pass(milliseconds));
    const isSilent = (call: OutboundCall): boolean =>
      befalling?.kind.isSilent === true && !isProvider(call) && meets(befalling, call, calls.length, struck);
    const longestCallMs: Runtime['longestCallMs'] = (call) => (isSilent(call) ? SILENT_MS : live.longestCallMs(call));
    const runtime: Runtime = { ...live, clients, outbound, log: () => {}, sleep, longestCallMs };
    const patience = new AbortController();
    const silence = setTimeout(PATIENCE_MS, 'silent' as const, { signal: patience.signal }).catch(never);
    const answer = await Promise.race([invoke(file, event, runtime, contextUntil(end)), death, silence]);
    patience.abort();
    life.isOver = true;
    await Promise.all(open);
    for (const [make, made] of clients) if (isSdkClient(made)) this.warm.set(make, made);
    return { ...judged(file, answer, end), calls };
  }
}

/** Keeps a call in the set of open calls until its service has acted. */
function follow<T>(sent: Promise<T>, open: Set<Promise<unknown>>): Promise<T> {
  const settled: Promise<unknown> = sent.catch(() => {}).then(() => open.delete(settled));
  open.add(settled);
  return sent;
}

/**
 * Whether the fault applies to this call. A fault applies to the call with its index, or to the first later call of a suitable kind. A lasting
 * fault then also applies to each call of the same action on the same resource.
 */
function meets({ kind, at }: Befalling, call: OutboundCall, nth: number, struck: OutboundCall | undefined): boolean {
  if (struck === undefined) return nth >= at && kind.befalls(call);
  return kind.isLasting === true && struck.resource === call.resource && struck.action === call.action;
}

const isSdkClient = (made: unknown): boolean =>
  typeof made === 'object' && made !== null && 'send' in made && 'middlewareStack' in made;

const Failed = v.object({ failure: v.unknown() });

async function invoke(file: string, event: unknown, runtime: Runtime, context: LambdaContext): Promise<unknown> {
  const operation = OPERATIONS[file];
  const trigger = TRIGGERS[file];
  try {
    if (operation) return await makeHandler(operation, runtime)(withKey(operation, event), context);
    if (trigger) return await makeTriggerHandler(trigger, runtime)(structuredClone(event), context);
  } catch (failure) {
    return { failure };
  }
  throw new Error(`There is no function ${file}.`);
}

/** The event of a request. A creation gets an Idempotency-Key, as from a client that may send it again. */
function withKey({ idempotencyKey, id }: Operation, event: unknown): HttpEvent {
  const copy: HttpEvent = structuredClone(Object(event));
  return idempotencyKey === true ? { ...copy, headers: { 'idempotency-key': `hard-${id}`, ...copy.headers } } : copy;
}

const contextUntil = (end: number): LambdaContext => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'hard',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:hard',
  memoryLimitInMB: '512',
  awsRequestId: randomUUID(),
  logGroupName: 'hard',
  logStreamName: 'hard',
  getRemainingTimeInMillis: () => end - Date.now(),
  done: () => {},
  fail: () => {},
  succeed: () => {},
});

const HttpAnswer = v.object({
  statusCode: v.number(),
  headers: v.optional(v.record(v.string(), v.unknown()), {}),
  body: v.optional(v.string(), '{}'),
});
const Body = v.object({ error: v.optional(v.string()) });
const Batch = v.object({ batchItemFailures: v.array(v.unknown()) });
const Figures = v.record(v.string(), v.number());

function judged(file: string, answer: unknown, end: number): Omit<Ended, 'calls'> {
  if (answer === 'killed') return { outcome: 'killed', said: 'nothing' };
  if (answer === 'silent') return { outcome: 'failed', said: 'nothing', wrong: 'It never answered.' };
  const operation = OPERATIONS[file];
  const late = Date.now() > end ? { wrong: 'It answered after its deadline.' } : {};
  if (operation) return { ...late, ...judgedAnswer(operation, answer) };
  if (v.is(Failed, answer)) return { ...late, outcome: 'failed', said: 'it threw' };
  const said = JSON.stringify(answer) ?? '';
  const batch = v.safeParse(Batch, answer);
  const figures = v.safeParse(Figures, answer);
  const failed = batch.success
    ? batch.output.batchItemFailures.length
    : figures.success
      ? (figures.output.failed ?? 0)
      : 0;
  return { ...late, outcome: failed > 0 ? 'failed' : 'well', said };
}

/** Accepts a success, or a declared error with all promised fields. Anything else is a violation. */
function judgedAnswer(operation: Operation, answer: unknown): Omit<Ended, 'calls'> {
  const parsed = v.safeParse(HttpAnswer, answer);
  if (!parsed.success)
    return { outcome: 'failed', said: 'no answer', wrong: `It threw: ${String(Object(answer).failure)}` };
  const { statusCode: status, headers, body } = parsed.output;
  if (status < 400) return { outcome: 'well', said: String(status), body };
  const { error = '' } = v.parse(Body, JSON.parse(body));
  const said = `${status} ${error}`;
  const outcome = status < 500 ? 'refused' : 'failed';
  const waits = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'retry-after' && Number(value) > 0,
  );
  const isDeclared = errorsOf(operation).some(
    (code) => ERRORS[code].status === status && (code === error || code === 'PROVIDER_ERROR'),
  );
  if (!isDeclared) return { outcome, said, wrong: `${said} is not declared.` };
  if ((status === 503 || status === 429) && !waits) return { outcome, said, wrong: `${said} has no Retry-After.` };
  return { outcome, said };
}
