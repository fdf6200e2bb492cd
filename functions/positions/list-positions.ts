import * as v from 'valibot';
import { listPositions, TripPosition } from '../../shared/fleet/list-positions';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { withTextTag } from '../../shared/operation/entity-tags';

/**
 * Lists the last position of each trip that is EN_PROCESO and has one. The answer has an ETag: a request with If-None-Match gets 304 without a
 * body while no truck has moved. A position that arrived within the last second may be missing.
 */
export const operation = defineOperation({
  id: 'listPositions',
  summary: 'List the positions of the trips under way',
  route: 'GET /teams/{teamId}/positions',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'positions:read' },
  output: {
    ...listAnswer(
      v.object({
        /** In the order of the trips’ identifiers. */
        positions: v.array(TripPosition),
        /** The number of positions in this answer. */
        count: v.number(),
      }),
    ),
    tagged: withTextTag,
  },
  errors: [],
  uses: { listPositions },
  run: async ({ caller, deps }) => {
    const positions = await deps.listPositions(caller.teamId);
    return { positions, count: positions.length };
  },
});
