import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { uuidPrefix } from '../platform/runtime/uuid';
import { type Chunk, type Listed, listItems, readPage, recordsAt } from '../platform/table/lists';
import { HIGHEST, queryIndex } from '../platform/table/read';
import type { InstantRange } from '../platform/values/calendar';
import type { Page } from '../platform/values/pages';
import type { AuditEvent } from './audit-event';
import { auditOfTeam, eventAt, eventKey, eventsOf, isEventPosition, isFact } from './audit-event';

export interface AuditFilter {
  readonly entityType?: AuditEvent['entityType'] | undefined;
  readonly entityId?: string | undefined;
  readonly actorId?: string | undefined;
}

/**
 * The audit entries of a team, newest first. With `entityType` and `entityId` the entity's own partition is read, and
 * the dates are a range of its keys. Otherwise the index by time serves the dates, and each page examines at most 1,000
 * entries to apply the other filters.
 */
export const listAudit = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    (teamId: string, filter: AuditFilter, range: InstantRange, page: Page): Promise<Listed<AuditEvent>> => {
      const { entityType, entityId, actorId } = filter;
      const between = keyRange(range);
      const keep = actorId === undefined ? undefined : (event: AuditEvent) => event.actorId === actorId;
      if (entityType !== undefined && entityId !== undefined) {
        // Facts of phones stand among the entries of a trip.
        const marks = entityType === 'TRIP' ? ['WITHOUT_FACTS'] : [];
        const filters = [actorId, range.from, range.to, ...marks];
        const isKept = (event: AuditEvent): boolean => !isFact(event) && (keep === undefined || keep(event));
        return listItems(context, { ...eventsOf(teamId, entityType, entityId), between, filters, keep: isKept }, page);
      }
      return readPage(
        context,
        {
          identity: [auditOfTeam(teamId).gsi1pk, entityType, entityId, actorId, range.from, range.to],
          isPosition: isEventPosition,
          keep: keep ?? (entityType || entityId ? () => true : undefined),
          next: (after, limit) => nextEvents(context, teamId, filter, { ...between, limit, after }),
        },
        page,
      );
    },
);

/** The range of identifiers for a range of instants. '~' sorts after all identifiers of the last millisecond. */
const keyRange = ({ from, to }: InstantRange) => ({
  from: uuidPrefix(new Date(from ?? 0)),
  to: to === undefined ? HIGHEST : `${uuidPrefix(new Date(to))}~`,
});

/** The next entries by time. Entries that the index key already excludes are not read from the table. */
async function nextEvents(
  context: Context,
  teamId: string,
  { entityType, entityId }: AuditFilter,
  range: Parameters<typeof queryIndex>[3],
): Promise<Chunk<AuditEvent>> {
  const page = await queryIndex(context, 'gsi1', auditOfTeam(teamId).gsi1pk, range);
  return recordsAt(context, page, (position) => {
    const event = eventAt(position);
    const isWanted =
      (entityType === undefined || event.entityType === entityType) &&
      (entityId === undefined || event.entityId === entityId);
    return isWanted ? eventKey(teamId, event) : undefined;
  });
}
