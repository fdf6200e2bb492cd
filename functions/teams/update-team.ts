import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { editTeam } from '../../shared/teams/edit-team';
import { TeamChanges, TeamWithRole, teamFor, teamKey } from '../../shared/teams/team';

/** Changes name, logo, address or time zone. Absent fields stay unchanged. */
export const operation = defineOperation({
  id: 'updateTeam',
  summary: 'Change a team',
  route: 'PUT /teams/{teamId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: { body: TeamChanges },
  output: { status: 200, body: v.object({ team: TeamWithRole }) },
  errors: [],
  uses: { editTeam },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ input, caller, deps, entity }) => ({
    team: teamFor(await deps.editTeam(caller, entity, input.body), caller.role),
  }),
});
