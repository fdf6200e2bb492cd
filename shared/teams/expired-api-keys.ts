import { alertSteps } from '../alerts/alerts';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { forEachDue } from '../platform/table/due-entries';
import { Overtaken, overtaken } from '../platform/table/overtaken';
import { getItem } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { API_KEYS_DUE, apiKeyKey, dueApiKeyAt } from './api-key-record';
import { endKeyReview } from './end-api-keys';

/** The result of a run, counted in keys. */
interface RaisedForKeys extends Record<string, number> {
  readonly raised: number;
  readonly failed: number;
}

/**
 * Raises API_KEY_REVOKED for each key that has expired. The index lists each key under its end, and the transaction of the alert takes the
 * key out of it: a run reads only expired keys, and of two runs at once one raises the alert. A key that fails is reported and stays due.
 */
export const raiseExpiredKeyAlerts = capability(
  { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'], gsi2: ['Query'], gsi2Keys: ['API_KEYS_DUE'] },
  (context) =>
    async (report: (failure: unknown) => void): Promise<RaisedForKeys> => {
      const done = { raised: 0, failed: 0 };
      await forEachDue(context, API_KEYS_DUE, `${context.now().toISOString()}~`, async (position) => {
        try {
          if (await raiseFor(context, position)) done.raised += 1;
        } catch (failure) {
          if (failure instanceof Overtaken) return;
          done.failed += 1;
          report(failure);
        }
      });
      return done;
    },
);

/** True when this call raised the alert of the key. The index can still have a key that was deleted. */
async function raiseFor(context: Context, position: string): Promise<boolean> {
  const { teamId, digest } = dueApiKeyAt(position);
  const place = apiKeyKey(teamId, digest);
  const key = await getItem(context, place);
  if (key === undefined) return false;
  const { id: entityId, name, expiresAt, createdBy } = key;
  const facts = { name, expiresOn: expiresAt.slice(0, 10) };
  await transact(context, [
    update(
      place,
      { remove: ['gsi2pk', 'gsi2sk'] },
      { equals: { gsi2pk: API_KEYS_DUE }, absent: ['revokedAt'] },
      overtaken('Another run, a removal or a deletion changed the key first.'),
    ),
    ...alertSteps(context, teamId, { type: 'API_KEY_REVOKED', entityId, facts }),
  ]);
  await endKeyReview(context, teamId, createdBy);
  return true;
}
