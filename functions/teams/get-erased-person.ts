import { defineOperation } from '../../shared/operation/define';
import { erasedPersonKey } from '../../shared/privacy/erased-person';
import { OpenedPerson, openErasedPerson } from '../../shared/privacy/open-person';

/** Opens the sealed data of an erased driver or member, for the owner alone. Each read is in the audit. */
export const operation = defineOperation({
  id: 'getErasedPerson',
  summary: 'Read the sealed data of an erased person',
  route: 'GET /teams/{teamId}/erased/{personId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'OWNER', keys: 'never' },
  output: { status: 200, body: OpenedPerson },
  errors: [],
  uses: { openErasedPerson },
  entity: ({ path }) => erasedPersonKey(path.teamId, path.personId),
  run: ({ caller, deps, entity: person }) => deps.openErasedPerson(caller, person),
});
