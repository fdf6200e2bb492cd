import * as v from 'valibot';
import { countSessionEnd } from '../../shared/identity/session-end-quota';
import { endSessions, untilSessionsCount } from '../../shared/identity/session-revocation';
import { defineOperation } from '../../shared/operation/define';
import { AppError } from '../../shared/platform/errors';
import { Message } from '../../shared/platform/values/text';
import { membershipKey } from '../../shared/teams/team';

/**
 * Ends all sessions of a member, in all of the member's teams, and replaces the join codes of these teams. For a stolen
 * device: the member can sign in again with the password. An administrator may add any user to a team, so the member must
 * have accepted the membership. A team can do this three times a day for each member.
 */
export const operation = defineOperation({
  id: 'endMemberSessions',
  summary: 'End all sessions of a member',
  route: 'DELETE /teams/{teamId}/members/{userId}/sessions',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'SESSION_ENDED' },
  uses: { countSessionEnd, endSessions, untilSessionsCount },
  entity: ({ path }) => membershipKey(path.teamId, path.userId),
  run: async ({ caller, deps, entity }) => {
    if (entity.accepted === false) {
      throw new AppError('FORBIDDEN', {
        message: {
          en: 'The person has not accepted the membership yet. Remove the membership instead.',
          es: 'La persona aún no acepta su ingreso. Mejor quítela de la empresa.',
        },
      });
    }
    await deps.countSessionEnd(caller.teamId, entity.userId);
    await deps.untilSessionsCount(await deps.endSessions(entity.userId, 'SESSIONS_ENDED', '', caller.id));
    return {
      message: { en: 'All sessions of the member are over.', es: 'Se cerraron todas las sesiones del miembro.' },
    };
  },
});
