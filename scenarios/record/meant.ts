import { AsyncLocalStorage } from 'node:async_hooks';
import type { Watch } from '../../local/functions';
import type { Outbound } from '../../shared/platform/runtime/context';

/** What happens once to a call of one operation. */
interface Meant {
  /** The id of the operation. */
  readonly operation: string;
  /** Happens before the next transaction of the operation. */
  readonly meanwhile?: () => Promise<unknown>;
  /** Is thrown in place of the next outbound call of the operation. */
  readonly fails?: Error;
}

/**
 * Faults for the calls that they are meant for. Functions that a stream, a queue or a schedule starts run beside the requests, and share their
 * choke point of outbound calls. So a fault names its operation, and the calls of every other function pass.
 */
export function meantFaults() {
  const running = new AsyncLocalStorage<string>();
  let next: Meant | undefined;
  const around: Watch = ({ id }, run) => running.run(id, run);
  const outbound: Outbound = async (call, send) => {
    if (next === undefined || running.getStore() !== next.operation) return send();
    const { meanwhile, fails } = next;
    if (meanwhile && call.action !== 'TransactWriteItems') return send();
    next = undefined;
    if (fails) throw fails;
    await meanwhile?.();
    return send();
  };
  return {
    around,
    outbound,
    /** Waits for the next call of an operation. */
    prepare: (meant: Meant): void => {
      next = meant;
    },
  };
}
