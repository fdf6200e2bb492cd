import { capability } from '../platform/runtime/capability';
import { spendDaily } from '../platform/table/quota';

const ENDS_A_DAY = 3;

/**
 * Counts an end of all sessions of a member by a team. Without a limit an administrator would end each new session of the owner at once, and the
 * owner could never remove the administrator. Each team counts for itself.
 */
export const countSessionEnd = capability(
  { table: ['UpdateItem'], tableKeys: ['QUOTA#'] },
  (context) =>
    (teamId: string, userId: string): Promise<void> =>
      spendDaily(context, {
        userId,
        what: `SESSIONS_ENDED#${teamId}`,
        most: ENDS_A_DAY,
        message: {
          en: `The sessions of a member can be ended ${ENDS_A_DAY} times a day. Remove the member, or wait until tomorrow.`,
          es: `Las sesiones de un miembro se pueden cerrar ${ENDS_A_DAY} veces al día. Quite al miembro o espere hasta mañana.`,
        },
      }),
);
