import { defineOperation } from '../../shared/operation/define';
import { correctStop } from '../../shared/trips/correct-stop';
import { CorrectionBody } from '../../shared/trips/stop';
import { TripStop } from '../../shared/trips/stop-states';
import { tripKey } from '../../shared/trips/trip';

/** Decides the status of a stop, also after the end of the trip. `status: null` withdraws the decision. */
export const operation = defineOperation({
  id: 'correctTripStop',
  summary: 'Correct the status of a stop',
  description: 'The decision takes precedence over all that the driver reports, until the office withdraws it.',
  route: 'PUT /teams/{teamId}/trips/{tripId}/stops/{stopId}/correction',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:write' },
  input: { body: CorrectionBody },
  output: { status: 200, body: TripStop },
  errors: [],
  uses: { correctStop },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: ({ input, caller, deps, entity }) => deps.correctStop(caller, entity, input.path.stopId, input.body),
});
