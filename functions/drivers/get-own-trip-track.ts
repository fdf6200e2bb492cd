import { defineOperation } from '../../shared/operation/define';
import { instantRange } from '../../shared/platform/values/calendar';
import { readOwnTrack } from '../../shared/trips/read-track';
import { TrackAnswer, TrackQuery, trackAnswer } from '../../shared/trips/track-answer';
import { tripKey } from '../../shared/trips/trip';

/** Reads the track of the caller’s own trip: the positions of the last 30 days, in the order of recording. */
export const operation = defineOperation({
  id: 'getOwnTripTrack',
  summary: 'Read the track of your own trip',
  description:
    'As the track that the office reads, of the legs that the caller drove. A former driver reads the own legs too.',
  route: 'GET /drivers/me/trips/{tripId}/track',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { query: TrackQuery },
  output: { status: 200, body: TrackAnswer },
  errors: [],
  uses: { readOwnTrack },
  entity: ({ path, caller }) => tripKey(caller.teamId, path.tripId),
  run: async ({ input: { query }, caller, deps, entity: trip }) =>
    trackAnswer(await deps.readOwnTrack(caller.id, trip, instantRange(query, 'UTC')), query),
});
