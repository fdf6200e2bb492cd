import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Outbound, OutboundCall } from '../../shared/platform/runtime/context';

/**
 * What befalls the next calls of one action at the choke point. `before` happens instead of the call, `after` when the service has acted:
 * the answer is lost. `meanwhile` lets somebody else act just before the call leaves.
 */
export interface Fault {
  readonly action: string;
  /** How many calls it befalls; all of them when absent. */
  readonly times?: number;
  /** Calls of the action that pass untouched first. */
  readonly skip?: number;
  readonly before?: () => Error;
  readonly after?: () => Error;
  readonly meanwhile?: () => Promise<unknown>;
}

export function faultyOutbound(faults: readonly Fault[]): Outbound {
  const seen = new Map<Fault, number>();
  const faultFor = (call: OutboundCall): Fault | undefined =>
    faults.find((fault) => {
      if (fault.action !== call.action) return false;
      const count = (seen.get(fault) ?? 0) + 1;
      seen.set(fault, count);
      const nth = count - (fault.skip ?? 0);
      return nth >= 1 && nth <= (fault.times ?? Number.POSITIVE_INFINITY);
    });
  return async (call, send) => {
    const fault = faultFor(call);
    await fault?.meanwhile?.();
    if (fault?.before) throw fault.before();
    const answer = await send();
    if (fault?.after) throw fault.after();
    return answer;
  };
}

/** The exception that DynamoDB really throws for a transaction that was not done, with a reason for each of its writes. */
export const cancelled = (...codes: readonly string[]): TransactionCanceledException =>
  new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** Another transaction held one of the items: what the local engine never says. */
export const conflict = (): TransactionCanceledException => cancelled('TransactionConflict', 'None');

/** A connection that broke; whether the service acted is unknown. */
export const connectionReset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

/** An exception by its name alone, as the SDK gives for those that its model does not know. */
export const named = (name: string): Error => Object.assign(new Error(`${name} of the test`), { name });
