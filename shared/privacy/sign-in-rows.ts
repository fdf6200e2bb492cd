import { clearCounters } from '../identity/attempt-limits';
import { counterGroupsOf, homesOfAccount, type SignInPool, signInName, signInRowsOf } from '../identity/attempt-rules';
import type { Context } from '../platform/runtime/context';
import { deleteEach, positionsOf } from './sweep';

/** Deletes the known networks of an account, and its counters there and for all unknown networks. */
export async function forgetSignIns(context: Context, pool: SignInPool, account: string): Promise<void> {
  const networks = await positionsOf(context, 'gsi1', homesOfAccount(signInName(pool, account)).gsi1pk);
  await deleteEach(context, signInRowsOf(pool, account, networks));
  for (const group of counterGroupsOf(pool, account)) await clearCounters(context, group);
}
