import * as v from 'valibot';
import { listSecurityEvents, SecurityEntry } from '../../shared/identity/security-events';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists the security events of the caller's account in the last 400 days, newest first: sign-ins, changes of password
 * and second factor, ended sessions. The events of a team are in its audit.
 */
export const operation = defineOperation({
  id: 'listSecurityEvents',
  summary: 'List the security events of your account',
  route: 'GET /users/me/security',
  auth: { pool: 'staff', keys: 'never' },
  input: { query: v.object(PageQuery) },
  output: listAnswer(listOf('entries', SecurityEntry)),
  errors: [],
  uses: { listSecurityEvents },
  run: async ({ input, caller, deps }) => {
    const { records: entries, ...page } = await deps.listSecurityEvents(caller.id, input.query);
    return { entries, ...page };
  },
});
