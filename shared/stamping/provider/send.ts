import { AppError } from '../../platform/errors';
import type { Context } from '../../platform/runtime/context';
import type { StampingAction } from '../../platform/runtime/permissions';
import { outcomeOf, providerError, refusalOf, StampingTimeout } from './failures';
import type { Outcome, ProviderKey } from './port';
import { type StampingSdk, stampingSdk } from './sdk';

/** The time limit of a create or a stamp. The function ends at 28 s, the gateway at 30 s. */
const WRITE_MS = 20_000;
const READ_MS = 8_000;
const READ_TRIES = 4;
const BASE_PAUSE_MS = 200;
/** With less time than this left, another read and our answer would not fit. */
const LEAST_REMAINING_MS = 2_000;

export interface Request<T> {
  readonly action: StampingAction;
  readonly send: (sdk: StampingSdk) => Promise<unknown>;
  /** Throws when the answer cannot be read. */
  readonly read: (answer: unknown) => T | Promise<T>;
}

/**
 * Sends a request exactly once. Its time limit and the request's own deadline abort it. The SDK itself has no time limit and
 * no retries.
 */
export function sendOnce<T>(
  context: Context,
  key: Pick<ProviderKey, 'secret'>,
  request: Request<T>,
  milliseconds = WRITE_MS,
): Promise<T> {
  const address = context.env('STAMPING_PROVIDER_URL');
  const sdkUntil = (signal: AbortSignal) => context.client(stampingSdk)(key.secret, address, signal);
  return context.call({ resource: 'stampingProvider', action: request.action }, (signal) =>
    inTime(milliseconds, signal, async (within) => request.read(await request.send(sdkUntil(within)))),
  );
}

/** Sends a write and returns its outcome. Throws only for a fault of ours before the request was sent. */
export async function sendWrite<T>(
  context: Context,
  key: Pick<ProviderKey, 'secret'>,
  request: Request<T>,
): Promise<Outcome<T>> {
  const pending = sendOnce(context, key, request);
  try {
    return { kind: 'done', value: await pending };
  } catch (failure) {
    return outcomeOf(failure);
  }
}

/**
 * Sends a read, with retries and full jitter while time remains. Throws PROVIDER_ERROR when the provider does not
 * answer.
 */
export async function sendRead<T>(context: Context, key: Pick<ProviderKey, 'secret'>, request: Request<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    const pending = sendOnce(context, key, request, READ_MS);
    try {
      return await pending;
    } catch (failure) {
      const pause = pauseAfter(context, failure, attempts);
      if (pause === undefined) throw refusalOf(failure);
      await context.sleep(pause);
    }
  }
}

/**
 * Returns undefined for the provider's own 404, which has an error code. A 404 page of a proxy has no code and throws,
 * because it does not prove that the document is absent.
 */
export const absentAs = <T>({ action, send, read }: Request<T>): Request<T | undefined> => ({
  action,
  send: (sdk) =>
    send(sdk).catch((failure: unknown) => {
      const error = providerError(failure);
      if (error?.status === 404 && error.code !== undefined) return undefined;
      throw error?.status === 404 ? new AppError('PROVIDER_ERROR', { cause: refusalOf(failure).cause }) : failure;
    }),
  read: (answer) => (answer === undefined ? undefined : read(answer)),
});

/** Milliseconds until the next try. Undefined when a retry would not help or would be too late. */
function pauseAfter(context: Context, failure: unknown, attempts: number): number | undefined {
  const error = providerError(failure);
  if (attempts >= READ_TRIES || (error && error.status < 500 && error.status !== 408 && error.status !== 429))
    return undefined;
  const asked = Number(error?.headers['retry-after'] ?? 0) * 1000;
  const jittered = (BASE_PAUSE_MS * 2 ** attempts * ((context.randomBytes(1)[0] ?? 0) + 1)) / 256;
  const pause = Math.max(jittered, Number.isFinite(asked) ? asked : 0);
  return context.remaining() - pause < LEAST_REMAINING_MS ? undefined : pause;
}

/** Gives the work a signal that fires at the time limit, or when `outer` fires. */
async function inTime<T>(
  milliseconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  outer.addEventListener('abort', abort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StampingTimeout(`The stamping provider did not answer within ${milliseconds / 1000} seconds.`));
      abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}
