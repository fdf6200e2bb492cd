import { attemptCountKey } from '../identity/attempt-rules';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { put } from '../platform/table/steps';
import { transact } from '../platform/table/transact';

const HOUR_SECONDS = 60 * 60;

/**
 * Counts an export of a person's data before it is read: one an hour. The person's own exports are counted apart from
 * those of the team's administrators. Throws TOO_MANY_REQUESTS. The end of the hour is a condition of the write.
 */
export const countExport = capability(
  { table: ['PutItem'], tableKeys: ['ATTEMPTS#'] },
  (context) =>
    async (by: 'OWN' | 'TEAM', personId: string): Promise<void> => {
      const now = Math.floor(context.now().getTime() / 1000);
      const step = put(
        attemptCountKey({ what: `EXPORT#${by}#${personId}` }),
        { failures: 1, until: now + HOUR_SECONDS, expires: now + HOUR_SECONDS },
        { absentOrAtMost: { expires: now } },
        (found) =>
          new AppError('TOO_MANY_REQUESTS', {
            retryAfter: Math.max(1, (found?.expires ?? now) - now),
            message: 'The data of a person can be exported once an hour. Wait as long as Retry-After says.',
          }),
      );
      await transact(context, [step]);
    },
);
