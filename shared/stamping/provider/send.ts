import type { Context } from '../../platform/runtime/context';
import type { StampingAction } from '../../platform/runtime/permissions';
import { outcomeOf, providerError, refusalOf, StampingTimeout } from './failures';
import type { Outcome, ProviderKey } from './port';
import { type StampingSdk, stampingSdk } from './sdk';

/** A create or a stamp has this long; the function ends at 28 s and the gateway at 30. */
export const WRITE_MS = 20_000;
const READ_MS = 8_000;
const READ_TRIES = 4;
const BASE_PAUSE_MS = 200;
/** Below this there is no time left for another read and an answer. */
const LEAST_REMAINING_MS = 2_000;

export interface Request<T> {
  readonly action: StampingAction;
  readonly send: (sdk: StampingSdk) => Promise<unknown>;
  /** Reads the answer; throws when it cannot be read. */
  readonly read: (answer: unknown) => T | Promise<T>;
}

export const sdkFor = (context: Context, { secret }: Pick<ProviderKey, 'secret'>): StampingSdk =>
  context.client(stampingSdk)(secret, context.env('STAMPING_PROVIDER_URL'));

/** Sends a request that writes, exactly once, whatever comes of it: the SDK itself neither waits for a time nor tries again. */
export function sendOnce<T>(
  context: Context,
  key: Pick<ProviderKey, 'secret'>,
  request: Request<T>,
  milliseconds = WRITE_MS,
): Promise<T> {
  const sdk = sdkFor(context, key);
  return context.call({ resource: 'stampingProvider', action: request.action }, () =>
    inTime(milliseconds, async () => request.read(await request.send(sdk))),
  );
}

/** What a write came to. What is thrown here is a fault of ours from before anything was sent. */
export async function outcomeOfOne<T>(
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

/** Sends a request that only reads, again with full jitter while there is time. PROVIDER_ERROR when the provider does not answer. */
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

/** Milliseconds to wait before the next try; undefined when another would change nothing or come too late. */
function pauseAfter(context: Context, failure: unknown, attempts: number): number | undefined {
  const error = providerError(failure);
  if (attempts >= READ_TRIES || (error && error.status < 500 && error.status !== 408 && error.status !== 429))
    return undefined;
  const asked = Number(error?.headers['retry-after'] ?? 0) * 1000;
  const jittered = (BASE_PAUSE_MS * 2 ** attempts * ((context.randomBytes(1)[0] ?? 0) + 1)) / 256;
  const pause = Math.max(jittered, Number.isFinite(asked) ? asked : 0);
  return context.remaining() - pause < LEAST_REMAINING_MS ? undefined : pause;
}

async function inTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StampingTimeout(`The stamping provider did not answer within ${milliseconds / 1000} seconds.`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
