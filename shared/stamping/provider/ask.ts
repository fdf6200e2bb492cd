import type { Context } from '../../platform/runtime/context';
import { refusalOf } from './failures';
import { type Request, sendOnce } from './send';
import { userKey } from './user-key';

/** One call of our API makes several of these requests within its 28 s. */
const CALL_MS = 10_000;

/**
 * Sends one configuration request, exactly once. Throws PROVIDER_ERROR when the provider refuses it or the outcome is
 * unknown. The values of `secrets` are removed from the error's text.
 */
export async function ask<T>(
  context: Context,
  key: { readonly secret: string },
  request: Request<T>,
  secrets: readonly string[] = [],
): Promise<T> {
  const pending = sendOnce(context, key, request, CALL_MS);
  return pending.catch((failure: unknown) => {
    throw refusalOf(failure, secrets);
  });
}

/** Sends a configuration request with the service's own key. */
export const askAsUser = async <T>(
  context: Context,
  request: Request<T>,
  secrets: readonly string[] = [],
): Promise<T> => ask(context, await userKey(context), request, secrets);
