import { capability } from '../platform/runtime/capability';
import { uuidPrefix } from '../platform/runtime/uuid';
import { indexedSource } from '../platform/table/indexed-records';
import type { Listed } from '../platform/table/lists';
import { newestSource } from '../platform/table/newest-records';
import { HIGHEST, queryIndex } from '../platform/table/read';
import { readUnits } from '../platform/table/unit-pages';
import type { InstantRange } from '../platform/values/calendar';
import type { Page } from '../platform/values/pages';
import type { AuditEvent, ListedEvent } from './audit-event';
import { auditOfTeam, eventAt, eventKey, eventsOf, isEventPosition, isFact } from './audit-event';
import { eventInKey, eventPositionOf } from './event-in-key';

export interface AuditFilter {
  readonly entityType?: AuditEvent['entityType'] | undefined;
  readonly entityId?: string | undefined;
  readonly actorId?: string | undefined;
}

/**
 * The audit entries of a team, newest first. With `entityType` and `entityId` the entity's own partition is read. Otherwise the index by time
 * is read, whose keys show most entries whole: the filters compare these keys (docs/decisions/0087). The dates are a range of the keys.
 */
export const listAudit = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    (teamId: string, filter: AuditFilter, range: InstantRange, page: Page): Promise<Listed<ListedEvent>> => {
      const { entityType, entityId, actorId } = filter;
      const between = keyRange(range);
      const isOfActor = actorId === undefined ? undefined : (event: ListedEvent) => event.actorId === actorId;
      if (entityType !== undefined && entityId !== undefined) {
        // Facts of phones stand among the entries of a trip.
        const marks = entityType === 'TRIP' ? ['WITHOUT_FACTS'] : [];
        const isKept = (event: AuditEvent): boolean => !isFact(event) && (isOfActor === undefined || isOfActor(event));
        const keep = entityType === 'TRIP' ? isKept : isOfActor;
        const list = { ...eventsOf(teamId, entityType, entityId), between };
        const identity = [list.pk, list.prefix, actorId, range.from, range.to, ...marks];
        return readUnits(context, newestSource(context, list, identity, keep), page);
      }
      const { gsi1pk } = auditOfTeam(teamId);
      const isFiltered = [entityType, entityId, actorId].some((wanted) => wanted !== undefined);
      const source = indexedSource<ListedEvent>(context, {
        identity: [gsi1pk, entityType, entityId, actorId, range.from, range.to],
        isPosition: isEventPosition,
        keep: isFiltered ? (event) => matches(event, filter) : undefined,
        positionOf: eventPositionOf,
        read: (part) => queryIndex(context, 'gsi1', gsi1pk, { ...between, ...part }),
        shown: eventInKey,
        keyAt: (sortKey) => {
          const event = eventAt(sortKey);
          return isOfRecord(event, filter) ? eventKey(teamId, event) : undefined;
        },
      });
      return readUnits(context, source, page);
    },
);

const isOfRecord = (event: Pick<AuditEvent, 'entityType' | 'entityId'>, { entityType, entityId }: AuditFilter) =>
  (entityType === undefined || event.entityType === entityType) &&
  (entityId === undefined || event.entityId === entityId);

const matches = (event: ListedEvent, filter: AuditFilter): boolean =>
  isOfRecord(event, filter) && (filter.actorId === undefined || event.actorId === filter.actorId);

/** The range of identifiers for a range of instants. '~' sorts after all identifiers of the last millisecond. */
const keyRange = ({ from, to }: InstantRange) => ({
  from: uuidPrefix(new Date(from ?? 0)),
  to: to === undefined ? HIGHEST : `${uuidPrefix(new Date(to))}~`,
});
