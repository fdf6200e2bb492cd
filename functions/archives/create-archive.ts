import { defineOperation } from '../../shared/operation/define';
import { Archive, ArchiveBody } from '../../shared/stamping/archives/archive';
import { ASK_USES, askArchive } from '../../shared/stamping/archives/ask-archive';
import { teamKey } from '../../shared/teams/team';

/**
 * Asks the stamping provider for a zip with the XML and PDF of a month's stamped documents. While an archive of the same month and types
 * is being made, every request gets that archive. Ask for its status until it is FINISHED.
 */
export const operation = defineOperation({
  id: 'createArchive',
  summary: 'Ask for the files of a month',
  route: 'POST /teams/{teamId}/document-archives',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'archives:write' },
  input: { body: ArchiveBody },
  output: { status: 202, body: Archive },
  errors: ['PROVIDER_ERROR'],
  uses: ASK_USES,
  idempotencyKey: true,
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: ({ input, caller, deps, entity: team, once }) => askArchive(deps, caller, team, input.body, once),
});
