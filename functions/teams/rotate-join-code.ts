import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { rotateJoinCode } from '../../shared/teams/edit-team';
import { teamKey } from '../../shared/teams/team';

/** Replaces the join code. The old code stops working at once. */
export const operation = defineOperation({
  id: 'rotateJoinCode',
  summary: 'Change the join code',
  route: 'POST /teams/{teamId}/join-code/rotate',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  output: { status: 200, body: v.object({ joinCode: v.string() }) },
  errors: ['CONFLICT'],
  irreversible: true,
  securityEvent: { of: 'ACCESS_CHANGED' },
  withoutKey: 'SECRET',
  uses: { rotateJoinCode },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ caller, deps, entity }) => ({ joinCode: await deps.rotateJoinCode(caller, entity) }),
});
