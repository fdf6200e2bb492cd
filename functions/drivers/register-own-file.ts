import * as v from 'valibot';
import { readChecksum } from '../../shared/files/checksums';
import { lookWithChecksum, OwnFile, OwnFileRegistration, ownRegistration } from '../../shared/files/own-uploads';
import { publishUpload } from '../../shared/files/publish-upload';
import { registerFile } from '../../shared/files/register-file';
import { deleteVersion, lookAtUpload, urlOfFile } from '../../shared/files/uploads';
import { defineOperation } from '../../shared/operation/define';
import { findTripOfDriver } from '../../shared/trips/own-trip';

/** Registers a file that a driver uploaded for a trip, as POST /dms/files does, and compares its checksum. */
export const operation = defineOperation({
  id: 'registerOwnFile',
  summary: 'Register an uploaded file of your trip',
  description: 'A repeated call answers the same record. The members of the team find the file under the trip.',
  route: 'POST /drivers/me/files',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { body: OwnFileRegistration },
  output: {
    status: 201,
    body: v.object({
      /** The stored record of the uploaded file. */
      file: OwnFile,
    }),
  },
  errors: ['NOT_FOUND'],
  uses: { findTripOfDriver, registerFile, readChecksum, lookAtUpload, publishUpload, deleteVersion, urlOfFile },
  idempotencyKey: true,
  run: async ({ input, caller, deps, once }) => {
    await deps.findTripOfDriver(caller, input.body.tripId);
    const look = lookWithChecksum(deps.lookAtUpload, deps.readChecksum);
    const storage = { look, publish: deps.publishUpload, discard: deps.deleteVersion };
    const sent = ownRegistration(caller.teamId, input.body);
    const file = await deps.registerFile(caller, sent, once, storage);
    return { file: { ...file, url: await deps.urlOfFile(file) } };
  },
});
