import { defineOperation } from '../../shared/operation/define';
import { Policies, policiesOf, teamKey } from '../../shared/teams/team';

/** Reads the team's security policies. */
export const operation = defineOperation({
  id: 'getPolicies',
  summary: 'Read the security policies of a team',
  route: 'GET /teams/{teamId}/policies',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  output: { status: 200, body: Policies },
  errors: [],
  uses: {},
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: async ({ entity }) => policiesOf(entity),
});
