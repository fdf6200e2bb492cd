import type { OpenCalls } from './open-calls';

/** A service did not answer before the request's deadline. It is unknown whether it acted. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** A limited call to an external service. */
interface LimitedCall<T> {
  /** Names the call in the error. */
  readonly what: string;
  /** Milliseconds until the call is given up. They are asked again before each sending. */
  readonly remaining: () => number;
  readonly now: () => Date;
  readonly open: OpenCalls | undefined;
  /** Sends the call. The signal fires when the call is given up. */
  readonly send: (signal: AbortSignal) => Promise<T>;
}

/**
 * Sends a call and aborts it at its deadline. A call without time is not sent. Rejects with {@link DeadlineExceeded}, also
 * when `send` ignores its signal.
 */
export async function withinDeadline<T>({ what, now, remaining, open, send }: LimitedCall<T>): Promise<T> {
  const late = () => new DeadlineExceeded(`${what} did not answer in time.`);
  const milliseconds = remaining();
  const controller = open?.begin() ?? new AbortController();
  const { signal } = controller;
  REMAINING.set(signal, remaining);
  if (milliseconds <= 0) controller.abort();
  let timer: NodeJS.Timeout | undefined;
  const began = now();
  try {
    if (signal.aborted) throw late();
    return await new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(late()), { once: true });
      timer = setTimeout(() => {
        if (open) open.silentMs += milliseconds;
        controller.abort();
      }, milliseconds);
      send(signal).then(resolve, reject);
    });
  } catch (failure) {
    if (open && failure instanceof Error && failure.name === 'TimeoutError')
      open.silentMs += now().getTime() - began.getTime();
    throw failure;
  } finally {
    clearTimeout(timer);
    open?.end(controller);
  }
}

const REMAINING = new WeakMap<AbortSignal, () => number>();

/**
 * Whether the call of this signal is given up. Asks the clock too: after a freeze, the timer of a retry can fire before
 * the timer of the deadline.
 */
export const isGivenUp = (signal: AbortSignal): boolean => signal.aborted || (REMAINING.get(signal)?.() ?? 1) <= 0;

/** Throws before a given-up call is sent. */
export function refuseGivenUp(signal: AbortSignal): void {
  if (isGivenUp(signal)) throw new DeadlineExceeded('The call was given up before it was sent.');
}
