import { defineOperation } from '../../shared/operation/define';
import { Archive, archiveKey } from '../../shared/stamping/archives/archive';
import { FOLLOW_USES, followArchive } from '../../shared/stamping/archives/follow-archive';

/**
 * Answers how far the zip of a month is. When the provider has finished it, the call copies it to our bucket; from then on the answer
 * has an address that reads it for 15 minutes. An archive can be read for 30 days. A FAILED one is asked for again by POST.
 */
export const operation = defineOperation({
  id: 'getArchive',
  summary: 'Read the files of a month',
  route: 'GET /teams/{teamId}/document-archives/{archiveId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'archives:read' },
  output: { status: 200, body: Archive },
  errors: ['PROVIDER_ERROR'],
  uses: FOLLOW_USES,
  entity: ({ path, caller }) => archiveKey(caller.teamId, path.archiveId),
  run: ({ deps, entity: archive }) => followArchive(deps, archive),
});
