import { defineOperation } from '../../shared/operation/define';
import { changePolicies } from '../../shared/teams/policies';
import { Policies, PolicyChanges, teamKey } from '../../shared/teams/team';

/** Changes the team's security policies. Absent ones stay. */
export const operation = defineOperation({
  id: 'changePolicies',
  summary: 'Change the security policies of a team',
  route: 'PUT /teams/{teamId}/policies',
  auth: { pool: 'staff', team: 'path.teamId', role: 'OWNER', keys: 'never' },
  input: { body: PolicyChanges },
  output: { status: 200, body: Policies },
  errors: ['CONFLICT', 'MFA_REQUIRED'],
  securityEvent: { of: 'POLICY' },
  uses: { changePolicies },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: ({ input, caller, deps, entity }) => deps.changePolicies(caller, entity, input.body),
});
