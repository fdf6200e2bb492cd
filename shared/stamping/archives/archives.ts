import * as v from 'valibot';
import { auditStep, type TeamActor } from '../../audit/audit';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { allOf, unchanged } from '../../platform/table/expression';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../../platform/table/idempotency';
import { getItem } from '../../platform/table/read';
import { againWhile } from '../../platform/table/retry';
import { interpret } from '../../platform/table/state-machine';
import { create, unexpectedConflict, update } from '../../platform/table/steps';
import { transact } from '../../platform/table/transact';
import { Uuid } from '../../platform/values/fields';
import {
  type ArchiveRecord,
  type ArchiveScope,
  archiveKey,
  endOfTerm,
  isOpen,
  latestArchiveKey,
  nameOf,
} from './archive';
import { ARCHIVE_TRANSITIONS, type ArchiveGiven, type ArchiveTransition, LatestChanged } from './archive-states';

/** An archive that a member asks for. */
interface WantedArchive {
  readonly scope: ArchiveScope;
  readonly fingerprint: string;
}

/** The archive of a request. `isNew`: this call made it, so that this call asks the provider for it. */
interface FoundArchive {
  readonly record: ArchiveRecord;
  readonly isNew: boolean;
}

const Made = v.object({ id: Uuid });

/**
 * Returns the scope's archive that has not ended, else creates one. Of several requests at once one creates it, and all
 * get it.
 */
export const openArchive = capability(
  { table: [...CREATE_ONCE_PERMISSIONS], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) =>
    (actor: TeamActor, wanted: WantedArchive, once: Once | undefined): Promise<FoundArchive> =>
      againWhile(
        context,
        (failure) => failure instanceof LatestChanged,
        () => findOrCreate(context, actor, wanted, once),
      ),
);

async function findOrCreate(
  context: Context,
  actor: TeamActor,
  wanted: WantedArchive,
  once: Once | undefined,
): Promise<FoundArchive> {
  const { teamId } = wanted.scope;
  const latest = await getItem(context, latestArchiveKey(teamId, nameOf(wanted.scope)));
  const newest = latest && (await getItem(context, archiveKey(teamId, latest.archiveId)));
  const open = newest && isOpen(newest, context.now()) ? newest : undefined;
  if (open && once === undefined) return { record: open, isNew: false };
  const made = open ? { record: open, steps: [] } : creation(context, actor, wanted, latest);
  const { record, steps } = made;
  const { id } = await createOnce(context, once, Made, async () => ({ result: { id: record.id }, steps }));
  if (id === record.id) return { record, isNew: open === undefined };
  return { record: await earlierArchive(context, teamId, id), isNew: false };
}

function creation(
  context: Context,
  actor: TeamActor,
  { scope, fingerprint }: WantedArchive,
  latest: ArchiveGiven['latest'],
) {
  const now = context.now();
  const id = context.newId();
  const created = {
    id,
    ...scope,
    status: 'CREATED',
    fingerprint,
    createdAt: now.toISOString(),
    expires: endOfTerm(now),
  } as const;
  const { after, steps } = interpret<ArchiveRecord, ArchiveGiven>(context, ARCHIVE_TRANSITIONS.create, created, {
    latest,
  });
  const { month, types } = scope;
  const entry = { entityType: 'DOCUMENT_ARCHIVE', entityId: id, action: 'CREATE', changes: { month, types } } as const;
  return {
    record: after,
    steps: [
      create(archiveKey(scope.teamId, id), after, unexpectedConflict('An archive')),
      ...steps,
      auditStep(context, actor, entry),
    ],
  };
}

/** The archive that an earlier request with the same Idempotency-Key got. It is kept longer than the key. */
async function earlierArchive(context: Context, teamId: string, id: string): Promise<ArchiveRecord> {
  const earlier = await getItem(context, archiveKey(teamId, id));
  if (earlier === undefined) throw new Error('The archive of an Idempotency-Key does not exist.');
  return earlier;
}

/** Another call changed the archive since it was read. */
export class ArchiveChanged extends Error {
  constructor(readonly found: ArchiveRecord | undefined) {
    super('Another call changed the archive.');
  }
}

/** Writes a transition. Throws {@link ArchiveChanged} when the archive is not the one that was read, or has no such transition. */
export const moveArchive = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (row: ArchiveTransition, record: ArchiveRecord, given: ArchiveGiven = {}): Promise<ArchiveRecord> => {
      if (!row.from.includes(record.status)) throw new ArchiveChanged(record);
      const { after, change, condition, steps } = interpret(context, row, record, given);
      const asRead = unchanged(record, ['status', 'providerId', 'heldUntil']);
      const changed = (found: ArchiveRecord | undefined) => new ArchiveChanged(found);
      await transact(context, [
        update(archiveKey(record.teamId, record.id), change, allOf(asRead, condition), changed),
        ...steps,
      ]);
      return after;
    },
);
