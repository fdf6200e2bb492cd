import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { TeamWithRole, teamFor, teamKey } from '../../shared/teams/team';

/**
 * Reads a team with its join code and the caller's role. An unknown team answers 404; a team without the caller answers
 * 403.
 */
export const operation = defineOperation({
  id: 'getTeam',
  summary: 'Read a team',
  route: 'GET /teams/{teamId}',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'path.teamId', tellsUnknownTeam: true, keys: 'never' },
  output: { status: 200, body: v.object({ team: TeamWithRole }) },
  errors: [],
  uses: {},
  entity: ({ path }) => teamKey(path.teamId),
  run: async ({ caller, entity }) => ({ team: teamFor(entity, caller.role) }),
});
