import { defineOperation } from '../../shared/operation/define';
import { changeRoadPolicy } from '../../shared/road-policy/change-policy';
import { RoadPolicy, RoadPolicyChanges } from '../../shared/road-policy/policy';

/** Changes what the team chose for its trips on the road. Absent fields stay; null gives a field its default. */
export const operation = defineOperation({
  id: 'changeRoadPolicy',
  summary: 'Change the road policy of a team',
  description: 'Reports of phones follow the change within a minute. What was accepted before does not change.',
  route: 'PUT /teams/{teamId}/road-policy',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  input: { body: RoadPolicyChanges },
  output: { status: 200, body: RoadPolicy },
  errors: [],
  uses: { changeRoadPolicy },
  run: ({ input, caller, deps }) => deps.changeRoadPolicy(caller, input.body),
});
