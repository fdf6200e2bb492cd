import type { PreTokenGenerationV2TriggerEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import {
  type Deps,
  environmentOfCapabilities,
  makeDeps,
  makePartDeps,
  type Part,
  type Uses,
} from '../platform/runtime/capability';
import type { Runtime } from '../platform/runtime/context';
import { type EnvironmentKey, environmentOfPermissions } from '../platform/runtime/env';
import { liveRuntime } from '../platform/runtime/live';
import { OpenCalls } from '../platform/runtime/open-calls';
import { type GrantedPermissions, unionOfPermissions } from '../platform/runtime/permissions';
import { type TracedContext, traceOf } from '../platform/runtime/trace';
import { faultLine, triggerLine } from './request-log';

interface PreTokenGeneration {
  event: PreTokenGenerationV2TriggerEvent;
  answer: PreTokenGenerationV2TriggerEvent;
}

/** The sources that invoke a function without an HTTP request, with their events and answers. */
interface TriggerEvents {
  readonly driversPoolPreTokenGeneration: PreTokenGeneration;
  readonly staffPoolPreTokenGeneration: PreTokenGeneration;
  readonly mailQueue: { event: SQSEvent; answer: SQSBatchResponse };
  /** The inserts and changes of the table. The answer names the first record that must come again. */
  readonly tableStream: { event: unknown; answer: SQSBatchResponse };
  readonly deliveryQueue: { event: SQSEvent; answer: SQSBatchResponse };
  readonly importQueue: { event: SQSEvent; answer: SQSBatchResponse };
  /** The requests of webhooks, which another function of ours passes on and whose results it awaits. */
  readonly outRequests: { event: unknown; answer: { readonly outcomes: readonly object[] } };
  /** S3's event for an object of more than 25 MB among the uploads. The declaration parses it. */
  readonly oversizedUpload: { event: unknown; answer: undefined };
  /** Returns counters of its work. They go to the log line; alarms watch `failed` and `stuck`. */
  readonly schedule: { event: unknown; answer: Readonly<Record<string, number>> };
  /** A schedule in the hours of a time zone. Its event names the functions of all operations. */
  readonly hours: { event: unknown; answer: Readonly<Record<string, number>> };
}
export type TriggerSource = keyof TriggerEvents;

/** The interval of a schedule. Source: EventBridge user guide, "Schedule expressions". */
export type Rate = `rate(${number} ${'minutes' | 'hours'})` | 'rate(1 minute)';

/** Every few minutes from one hour of the day until another one, in a time zone. Source: EventBridge Scheduler user guide, "Cron-based schedules". */
export interface Hours {
  readonly everyMinutes: number;
  readonly from: number;
  readonly to: number;
  readonly days: `${Weekday}-${Weekday}`;
  readonly zone: string;
}
type Weekday = 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN';

/** Memory of a function that waits for others most of its time. Each second of it costs half as much as with the default. */
type Megabytes = 256;

/** The declaration of a function that AWS invokes. The stack connects it to its source. */
interface TriggerDeclaration<S extends TriggerSource = TriggerSource, U extends Uses = Uses> {
  readonly id: string;
  readonly summary: string;
  readonly source: S;
  /** Only for a schedule. EventBridge may invoke it twice, late, or while the last run is still working. */
  readonly rate?: S extends 'schedule' ? Rate : never;
  /** The schedule needs what only a deployed stage has. The local server runs it on request alone. */
  readonly needsStage?: S extends 'schedule' ? true : never;
  /** The longest time of one run, in seconds. Default: that of an HTTP function. */
  readonly seconds?: number;
  /** The memory. Default: 512 MB. */
  readonly megabytes?: Megabytes;
  readonly hours?: S extends 'hours' ? Hours : never;
  readonly uses: U;
  run(given: {
    readonly event: TriggerEvents[S]['event'];
    readonly deps: Deps<U>;
    readonly report: Report;
    /** Makes the dependencies again for a part of the run. */
    readonly part: (part: Part) => Deps<U>;
    /** Notes the trace of a request whose work the run continues. The log line names each trace once. */
    readonly continues: (trace: string) => void;
    /** Adds counters to the log line of a source that answers something else. */
    readonly count: (figures: Figures) => void;
  }): Promise<TriggerEvents[S]['answer']>;
}

/** Any trigger, without its specific types. */
export interface Trigger extends Omit<TriggerDeclaration<TriggerSource, Uses>, 'run'> {
  run(given: {
    event: unknown;
    deps: Record<string, unknown>;
    report: Report;
    part: (part: Part) => Record<string, unknown>;
    continues: (trace: string) => void;
    count: (figures: Figures) => void;
  }): Promise<unknown>;
}

/**
 * Logs a failure that the answer reports in another way than by an exception. `trace` is that of the request whose work failed; without it the
 * line has the trace of the run.
 */
export type Report = (failure: unknown, trace?: string) => void;

export const defineTrigger = <const S extends TriggerSource, U extends Uses>(
  declaration: TriggerDeclaration<S, U>,
): TriggerDeclaration<S, U> => declaration;

/** The sources whose triggers return counters. */
const COUNTED_SOURCES: readonly TriggerSource[] = ['schedule', 'hours'];
const Figures = v.record(v.string(), v.number());
type Figures = Readonly<v.InferOutput<typeof Figures>>;

type TriggerHandler = (event: unknown, context: TracedContext) => Promise<unknown>;

/** The Lambda handler of a trigger. It makes the runtime on the first call, because an import must have no effect. */
export function triggerLambda(trigger: Trigger): TriggerHandler {
  let handler: TriggerHandler | undefined;
  return (event, context) => {
    handler ??= makeTriggerHandler(trigger, liveRuntime());
    return handler(event, context);
  };
}

export function makeTriggerHandler(trigger: Trigger, runtime: Runtime): TriggerHandler {
  let isFirst = true;
  return async (event, context) => {
    const trace = traceOf(context, runtime.environment);
    const initMilliseconds = isFirst ? runtime.uptime() : undefined;
    isFirst = false;
    const scope = {
      requestId: context.awsRequestId,
      trace,
      remaining: () => context.getRemainingTimeInMillis(),
      meter: { calls: 0, readUnits: 0, writeUnits: 0 },
      open: new OpenCalls(),
    };
    const startedAt = runtime.now().getTime();
    const { requestId, meter } = scope;
    const continued = new Set<string>();
    const report: Report = (failure, origin = trace) => runtime.log(faultLine(requestId, failure, origin));
    const finish = (isFailed: boolean, figures?: Figures) => {
      const milliseconds = runtime.now().getTime() - startedAt;
      const origins = continued.size > 0 ? [...continued] : undefined;
      const duration = { milliseconds, initMilliseconds };
      runtime.log(
        triggerLine({ trigger: trigger.id, requestId, trace, origins, isFailed, ...duration, meter, figures }),
      );
    };
    let counted: Figures | undefined;
    const count = (figures: Figures) => {
      counted = { ...counted, ...figures };
    };
    try {
      const deps = makeDeps(trigger.uses, runtime, scope);
      const part = (of: Part) => makePartDeps(trigger.uses, runtime, scope, of);
      const continues = (origin: string) => continued.add(origin);
      const answer = await trigger.run({ event, deps, part, report, continues, count });
      finish(false, COUNTED_SOURCES.includes(trigger.source) ? v.parse(Figures, answer) : counted);
      return answer;
    } catch (failure) {
      report(failure);
      finish(true);
      throw failure;
    } finally {
      scope.open.giveUp();
    }
  };
}

export const permissionsOfTrigger = (trigger: Pick<Trigger, 'uses'>): GrantedPermissions =>
  unionOfPermissions(Object.values(trigger.uses).map(({ permissions }) => permissions));

export const environmentOfTrigger = (trigger: Pick<Trigger, 'uses'>): EnvironmentKey[] =>
  [
    ...new Set([
      ...environmentOfPermissions(permissionsOfTrigger(trigger)),
      ...environmentOfCapabilities(Object.values(trigger.uses)),
    ]),
  ].sort();
