import type { Context } from '../../platform/runtime/context';
import { refusalOf } from './failures';
import { type Request, sendOnce } from './send';
import { userKey } from './user-key';

/** Several of these are made in one call of ours, which has 28 s. */
const CALL_MS = 10_000;

/** Sends what configures, once. PROVIDER_ERROR when it is refused or nobody knows; what was sent in `secrets` is not told again. */
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

/** The same with the service's own key. */
export const askAsUser = async <T>(
  context: Context,
  request: Request<T>,
  secrets: readonly string[] = [],
): Promise<T> => ask(context, await userKey(context), request, secrets);
