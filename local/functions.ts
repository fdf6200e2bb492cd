import { randomBytes, randomUUID } from 'node:crypto';
import { OPERATIONS, TRIGGERS } from '../functions/catalog';
import { handler as answerUnknownRoute } from '../lib/inline/answer-unknown-route';
import { makeTriggerHandler, type Rate, type TriggerSource } from '../shared/operation/define-trigger';
import type { HttpEvent } from '../shared/operation/http';
import { makeHandler } from '../shared/operation/lambda';
import type { Runtime } from '../shared/platform/runtime/context';
import type { TracedContext } from '../shared/platform/runtime/trace';

/** The timeout that the stack sets for every function: two seconds less than an HTTP API waits. */
export const FUNCTION_TIMEOUT_MS = 28_000;

/** Thrown when a function does not answer in time. Lambda would have stopped it. */
export class FunctionTimeout extends Error {}

/** Calls a function with its event, as Lambda does. */
export type Invoke = (event: unknown) => Promise<unknown>;

/** Wraps every run of a function. It must call the function, and may inspect event and answer. */
export type Watch = <T>(
  running: { readonly id: string; readonly requestId: string; readonly event: unknown },
  run: () => Promise<T>,
) => Promise<T>;

export interface LocalFunctions {
  /** By route, for example `GET /teams/{teamId}`. */
  readonly byRoute: ReadonlyMap<string, Invoke>;
  /** Answers a request that matches no route, as the `$default` route of the deployed API does. */
  readonly unknownRoute: Invoke;
  readonly runTrigger: (source: TriggerSource, event: unknown) => Promise<unknown>;
  readonly schedules: readonly Schedule[];
}

/** A function that runs at a fixed rate. */
export interface Schedule {
  readonly id: string;
  readonly milliseconds: number;
  /** The schedule runs on request alone, because it needs what only a deployed stage has. */
  readonly needsStage: boolean;
  readonly run: () => Promise<unknown>;
}

const unwatched: Watch = (_running, run) => run();

/** All functions, each made on its first call. They share one runtime and its SDK clients. In Lambda each function has its own. */
export function localFunctions(runtime: Runtime, watch: Watch = unwatched): LocalFunctions {
  const invoker = invokerFor(watch);
  const operations = Object.entries(OPERATIONS).map(([file, operation]): [string, Invoke] => {
    let handler: ReturnType<typeof makeHandler> | undefined;
    return [
      operation.route,
      invoker<HttpEvent>(file, operation.id, (event, context) => {
        handler ??= makeHandler(operation, runtime);
        return handler(event, context);
      }),
    ];
  });
  const triggers = Object.entries(TRIGGERS).map(([file, trigger]) => {
    return { ...trigger, invoke: invoker(file, trigger.id, makeTriggerHandler(trigger, runtime)) };
  });
  const schedules = triggers.flatMap(({ id, rate, needsStage = false, invoke }): Schedule[] =>
    rate ? [{ id, milliseconds: millisecondsOf(rate), needsStage, run: () => invoke({}) }] : [],
  );
  return {
    schedules,
    byRoute: new Map(operations),
    unknownRoute: invoker('answer-unknown-route', 'unknownRoute', answerUnknownRoute),
    runTrigger: async (source, event) => triggers.find((trigger) => trigger.source === source)?.invoke(event),
  };
}

const UNITS = { minute: 60_000, hour: 3_600_000 };

function millisecondsOf(rate: Rate): number {
  const [, number = '', unit = ''] = /^rate\((\d+) (minute|hour)s?\)$/.exec(rate) ?? [];
  return Number(number) * (unit === 'hour' ? UNITS.hour : UNITS.minute);
}

/**
 * Calls a handler as Lambda does: event and answer pass through JSON, each call has its own context, and the function's timeout applies.
 */
const invokerFor =
  (watch: Watch) =>
  <E>(file: string, id: string, handler: (event: E, context: TracedContext) => Promise<unknown>): Invoke =>
  (given) => {
    const context = lambdaContext(file);
    const event = throughJson<E>(given);
    return watch({ id, requestId: context.awsRequestId, event }, () => inTime(file, handler(event, context)));
  };

async function inTime(file: string, answer: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new FunctionTimeout(`${file} did not answer within ${FUNCTION_TIMEOUT_MS / 1000} seconds.`)),
      FUNCTION_TIMEOUT_MS,
    );
  });
  try {
    return throughJson(await Promise.race([answer, late]));
  } finally {
    clearTimeout(timer);
  }
}

const throughJson = <T>(value: unknown): T => JSON.parse(JSON.stringify(value ?? null));

/** Lambda makes a trace for each call that brings none. */
const newTrace = (): string => `1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;

function lambdaContext(file: string): TracedContext {
  const functionName = `local-${file.replaceAll('/', '-')}`;
  // Not the machine's clock: a correction of it would end the time of every open request.
  const end = performance.now() + FUNCTION_TIMEOUT_MS;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    xRayTraceId: `Root=${newTrace()};Parent=${randomBytes(8).toString('hex')};Sampled=0`,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => end - performance.now(),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
