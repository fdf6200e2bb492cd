import { defineOperation } from '../../shared/operation/define';
import { instantRange } from '../../shared/platform/values/calendar';
import { readTrack } from '../../shared/trips/read-track';
import { TrackAnswer, TrackQuery, trackAnswer } from '../../shared/trips/track-answer';
import { tripKey } from '../../shared/trips/trip';

/** Reads the track of a trip: the positions that phones sent by sync in the last 30 days, in the order of recording. */
export const operation = defineOperation({
  id: 'getTripTrack',
  summary: 'Read the track of a trip',
  description:
    'A GeoJSON Feature with a LineString, or an encoded polyline, and the time of each point. A track of more than 5,000 points is thinned evenly. A position that was sent by `location-ping` is not in the track.',
  route: 'GET /teams/{teamId}/trips/{tripId}/track',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:read' },
  input: { query: TrackQuery },
  output: { status: 200, body: TrackAnswer },
  errors: [],
  uses: { readTrack },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ input: { query }, deps, entity: trip }) =>
    trackAnswer(await deps.readTrack(trip, instantRange(query, 'UTC')), query),
});
