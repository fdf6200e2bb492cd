import * as v from 'valibot';
import { File } from '../../shared/files/file';
import { listTripDocuments } from '../../shared/files/trip-documents';
import { urlOfFile } from '../../shared/files/uploads';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { tripKey } from '../../shared/trips/trip';

/** Lists the papers that the driver of a trip shows at an inspection, and writes down that they were read. */
export const operation = defineOperation({
  id: 'listOwnTripDocuments',
  summary: 'List the papers of the vehicle and your own',
  description:
    'The files of the folder `vehicles-files` of the trip’s vehicle, then those of the folder `drivers-files` of the driver, the newest first. They can be read when the document of the trip can: from 24 hours before the planned start to 24 hours after the end, and by a former driver for 24 hours after the relay. The addresses are valid for 900 seconds.',
  route: 'GET /drivers/me/trips/{tripId}/documents',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { query: v.object(PageQuery) },
  // The address of a private file opens it for 900 seconds.
  output: listAnswer(listOf('files', File), ['url']),
  errors: [],
  uses: { listTripDocuments, urlOfFile },
  entity: ({ path, caller }) => tripKey(caller.teamId, path.tripId),
  run: async ({ input, caller, deps, entity: trip }) => {
    const { records, ...page } = await deps.listTripDocuments(caller, trip, input.query);
    const files = await Promise.all(records.map(async (file) => ({ ...file, url: await deps.urlOfFile(file) })));
    return { files, ...page };
  },
});
