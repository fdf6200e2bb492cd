import { keepSecurityEvent } from '../../shared/identity/security-events';
import { defineOperation } from '../../shared/operation/define';
import { countExport } from '../../shared/privacy/export-limit';
import { readUserData, UserExport } from '../../shared/privacy/export-user';

/** Answers all stored data of the calling user, once an hour. */
export const operation = defineOperation({
  id: 'exportOwnUser',
  summary: 'Export all your data',
  route: 'GET /users/me/export',
  auth: { pool: 'staff', keys: 'never' },
  output: { status: 200, body: UserExport },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'EXPORT', keep: keepSecurityEvent },
  uses: { countExport, readUserData },
  run: async ({ caller, deps }) => {
    await deps.countExport(caller.id);
    return deps.readUserData(caller.user);
  },
});
