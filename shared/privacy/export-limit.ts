import { attemptCountKey } from '../identity/attempt-rules';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { put, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';

const HOUR_SECONDS = 60 * 60;

/**
 * The step that counts an export of a person's data: one an hour. The person's own exports are counted apart from those
 * of the team's administrators. Its refusal is TOO_MANY_REQUESTS. The end of the hour is a condition of the write.
 */
export function exportStep(context: Context, by: 'OWN' | 'TEAM', personId: string): Step {
  const now = Math.floor(context.now().getTime() / 1000);
  return put(
    attemptCountKey({ what: `EXPORT#${by}#${personId}` }),
    { failures: 1, until: now + HOUR_SECONDS, expires: now + HOUR_SECONDS },
    { absentOrAtMost: { expires: now } },
    (found) =>
      new AppError('TOO_MANY_REQUESTS', {
        retryAfter: Math.max(1, (found?.expires ?? now) - now),
        most: 1,
        message: {
          en: 'The data of a person can be exported once an hour. Wait as long as Retry-After says.',
          es: 'Los datos de una persona se pueden exportar una vez por hora. Espere lo que indica Retry-After.',
        },
      }),
  );
}

/** Counts an export of the person's own data before it is read. */
export const countExport = capability(
  { table: ['PutItem'], tableKeys: ['ATTEMPTS#'] },
  (context) => (personId: string) => transact(context, [exportStep(context, 'OWN', personId)]),
);
