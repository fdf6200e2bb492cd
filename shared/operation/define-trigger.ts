import type {
  Context as LambdaContext,
  PreTokenGenerationV2TriggerEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import * as v from 'valibot';
import { type Deps, environmentOfCapabilities, makeDeps, type Uses } from '../platform/runtime/capability';
import type { Runtime } from '../platform/runtime/context';
import { type EnvironmentKey, environmentOfPermissions } from '../platform/runtime/env';
import { liveRuntime } from '../platform/runtime/live';
import { type GrantedPermissions, unionOfPermissions } from '../platform/runtime/permissions';
import { faultLine, triggerLine } from './request-log';

/** What can set off a function that no HTTP request does, by the event it brings and the answer it wants. */
export interface TriggerEvents {
  readonly driversPoolPreTokenGeneration: {
    event: PreTokenGenerationV2TriggerEvent;
    answer: PreTokenGenerationV2TriggerEvent;
  };
  readonly mailQueue: { event: SQSEvent; answer: SQSBatchResponse };
  /** It answers what it did in figures, which its log line carries: alarms are set on `failed` and `stuck`. */
  readonly schedule: { event: unknown; answer: Readonly<Record<string, number>> };
}
export type TriggerSource = keyof TriggerEvents;

/** How often a schedule calls. Source: EventBridge user guide, "Schedule expressions". */
export type Rate = `rate(${number} ${'minutes' | 'hours'})`;

/** The declaration of a function that AWS itself calls; the stack wires it to its source. */
export interface TriggerDeclaration<S extends TriggerSource = TriggerSource, U extends Uses = Uses> {
  readonly id: string;
  readonly summary: string;
  readonly source: S;
  /** Of a schedule, and of nothing else. It may call twice, late, or while the last call still runs. */
  readonly rate?: S extends 'schedule' ? Rate : never;
  readonly uses: U;
  run(given: {
    readonly event: TriggerEvents[S]['event'];
    readonly deps: Deps<U>;
    /** Logs a failure that the answer tells of in another way than by failing. */
    readonly report: (failure: unknown) => void;
  }): Promise<TriggerEvents[S]['answer']>;
}

/** Any trigger, its own types forgotten. */
export interface Trigger extends Omit<TriggerDeclaration<TriggerSource, Uses>, 'run'> {
  run(given: { event: unknown; deps: Record<string, unknown>; report: (failure: unknown) => void }): Promise<unknown>;
}

export const defineTrigger = <const S extends TriggerSource, U extends Uses>(
  declaration: TriggerDeclaration<S, U>,
): TriggerDeclaration<S, U> => declaration;

const Figures = v.record(v.string(), v.number());

export type TriggerHandler = (event: unknown, context: LambdaContext) => Promise<unknown>;

/** The Lambda handler of a trigger. Its runtime is made on the first call: nothing happens at import. */
export function triggerLambda(trigger: Trigger): TriggerHandler {
  let runtime: Runtime | undefined;
  return (event, context) => {
    runtime ??= liveRuntime();
    return makeTriggerHandler(trigger, runtime)(event, context);
  };
}

export function makeTriggerHandler(trigger: Trigger, runtime: Runtime): TriggerHandler {
  return async (event, context) => {
    const scope = {
      requestId: context.awsRequestId,
      remaining: () => context.getRemainingTimeInMillis(),
      meter: { calls: 0, readUnits: 0, writeUnits: 0 },
    };
    const startedAt = runtime.now().getTime();
    const { requestId, meter } = scope;
    const report = (failure: unknown) => runtime.log(faultLine(requestId, failure));
    const finish = (isFailed: boolean, figures?: Readonly<Record<string, number>>) => {
      const milliseconds = runtime.now().getTime() - startedAt;
      runtime.log(triggerLine({ trigger: trigger.id, requestId, isFailed, milliseconds, meter, figures }));
    };
    try {
      const answer = await trigger.run({ event, deps: makeDeps(trigger.uses, runtime, scope), report });
      finish(false, trigger.source === 'schedule' ? v.parse(Figures, answer) : undefined);
      return answer;
    } catch (failure) {
      report(failure);
      finish(true);
      throw failure;
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
