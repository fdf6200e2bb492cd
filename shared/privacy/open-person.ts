import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import { DATA_KEY_PERMISSIONS, openText } from '../platform/secrets/data-key';
import { transact } from '../platform/table/transact';
import { ErasedPerson, envelopeOwner } from './erased-person';

/** The opened data of an erased person. */
export const OpenedPerson = v.object({
  ...v.pick(ErasedPerson, ['personId', 'kind', 'erasedAt', 'deleteOn']).entries,
  /** The stored fields of the person before the erasure. */
  data: v.record(v.string(), v.unknown()),
});
const Content = v.pipe(v.string(), v.parseJson(), OpenedPerson.entries.data);

/** Opens the sealed data of an erased person. The audit entry is written first: without it there is no answer. */
export const openErasedPerson = capability(
  { ...DATA_KEY_PERMISSIONS, table: ['PutItem'] },
  (context) =>
    async (actor: TeamActor, { teamId, envelope, ...person }: ErasedPerson) => {
      const { personId, kind } = person;
      const changes = { fields: ['envelope'] };
      await transact(context, [
        auditStep(context, actor, { entityType: kind, entityId: personId, action: 'READ', changes }),
      ]);
      return { ...person, data: v.parse(Content, await openText(context, envelopeOwner(teamId, personId), envelope)) };
    },
);
