import * as v from 'valibot';
import { countJoinTry } from '../../shared/identity/attempt-limits';
import { defineOperation } from '../../shared/operation/define';
import { Line } from '../../shared/platform/values/fields';
import { joinTeam } from '../../shared/teams/edit-team';
import { TeamWithRole, teamFor } from '../../shared/teams/team';

/** Makes the caller a member of the team with this join code. */
export const operation = defineOperation({
  id: 'joinTeam',
  summary: 'Join a team by its code',
  route: 'POST /teams/join',
  auth: { pool: 'staff', keys: 'never' },
  input: { body: v.object({ joinCode: Line(40, 1) }) },
  output: { status: 200, body: v.object({ team: TeamWithRole }) },
  errors: ['NOT_FOUND', 'ALREADY_MEMBER', 'TOO_MANY_REQUESTS'],
  securityEvent: { of: 'ACCESS_CHANGED', failed: 'DENIED' },
  withoutKey: 'SAME',
  uses: { countJoinTry, joinTeam },
  run: async ({ input, caller, deps, request }) => {
    await deps.countJoinTry(caller.id, request.sourceIp);
    const team = await deps.joinTeam(caller.user, input.body.joinCode);
    return { team: teamFor(team, 'MEMBER') };
  },
});
