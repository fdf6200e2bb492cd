import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Outbound, OutboundCall } from '../../shared/platform/runtime/context';

/**
 * A fault of the next outbound calls of one action. `before` happens instead of the call. `after` happens when the service has acted, so
 * the answer is lost. `meanwhile` runs just before the call leaves, for a concurrent change.
 */
export interface Fault {
  readonly action: string;
  /** The number of affected calls; absent: all. */
  readonly times?: number;
  /** The number of calls of the action that pass before the first affected one. */
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

/** The exception that DynamoDB throws for a cancelled transaction, with a reason for each of its writes. */
export const cancelled = (...codes: readonly string[]): TransactionCanceledException =>
  new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** Another transaction held one of the items. The local engine never answers this. */
export const conflict = (): TransactionCanceledException => cancelled('TransactionConflict', 'None');

/** A broken connection. The caller cannot know whether the service acted. */
export const connectionReset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

/** An exception with only a name, as the SDK throws for errors outside its model. */
export const named = (name: string): Error => Object.assign(new Error(`${name} of the test`), { name });
