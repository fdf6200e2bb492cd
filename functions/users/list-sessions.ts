import * as v from 'valibot';
import { ListedSession } from '../../shared/identity/session-record';
import { listSessions } from '../../shared/identity/sessions';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';

/** Lists the caller's sessions that can be renewed, the latest first. `current` is the session of this request. */
export const operation = defineOperation({
  id: 'listSessions',
  summary: 'List your sessions',
  route: 'GET /users/me/sessions',
  auth: { pool: 'staff', keys: 'never' },
  output: listAnswer(
    v.object({
      sessions: v.array(ListedSession),
      /** The number of sessions in the answer, which has all of them. */
      count: v.number(),
    }),
  ),
  errors: [],
  uses: { listSessions },
  run: async ({ caller, deps }) => {
    const sessions = await deps.listSessions(caller.user, caller.sessionId);
    return { sessions, count: sessions.length };
  },
});
