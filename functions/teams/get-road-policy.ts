import { defineOperation } from '../../shared/operation/define';
import { getRoadPolicy } from '../../shared/road-policy/change-policy';
import { RoadPolicy } from '../../shared/road-policy/policy';

/** Reads what the team chose for its trips on the road. */
export const operation = defineOperation({
  id: 'getRoadPolicy',
  summary: 'Read the road policy of a team',
  route: 'GET /teams/{teamId}/road-policy',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'never' },
  output: { status: 200, body: RoadPolicy },
  errors: [],
  uses: { getRoadPolicy },
  run: ({ caller, deps }) => deps.getRoadPolicy(caller.teamId),
});
