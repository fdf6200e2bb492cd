import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { uuidPrefix } from '../platform/runtime/uuid';
import { indexedSource } from '../platform/table/indexed-records';
import type { Listed } from '../platform/table/lists';
import { newestSource } from '../platform/table/newest-records';
import { HIGHEST, queryIndex } from '../platform/table/read';
import { readUnits, type UnitSource } from '../platform/table/unit-pages';
import type { InstantRange } from '../platform/values/calendar';
import type { Page } from '../platform/values/pages';
import type { AuditEvent, AuditedRecord, ListedEvent } from './audit-event';
import { auditOfTeam, eventAt, eventKey, eventsOf, isEventPosition, isFact } from './audit-event';
import { eventInKey, eventPositionOf } from './event-in-key';

interface AuditFilter {
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
      if (entityType !== undefined && entityId !== undefined) {
        const source = recordSource(context, teamId, { entityType, entityId, actorId }, range);
        return readUnits(context, source, page);
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

/** The entries of one record. Facts of phones stand among those of a trip, and are left out. */
function recordSource(
  context: Context,
  teamId: string,
  { entityType, entityId, actorId }: AuditedRecord & Pick<AuditFilter, 'actorId'>,
  range: InstantRange,
): UnitSource<ListedEvent> {
  const between = keyRange(range);
  const isTrip = entityType === 'TRIP';
  const isOfActor = actorId === undefined ? undefined : (event: ListedEvent) => event.actorId === actorId;
  const isKept = (event: AuditEvent): boolean =>
    !isFact(event) && isBetween(event, between) && (isOfActor === undefined || isOfActor(event));
  const list = {
    ...eventsOf(teamId, entityType, entityId),
    between: isTrip ? keyRange(aroundFacts(range)) : between,
  };
  const identity = [list.pk, list.prefix, actorId, range.from, range.to, ...(isTrip ? ['WITHOUT_FACTS'] : [])];
  return newestSource(context, list, identity, isTrip ? isKept : isOfActor);
}

const isOfRecord = (event: Pick<AuditEvent, 'entityType' | 'entityId'>, { entityType, entityId }: AuditFilter) =>
  (entityType === undefined || event.entityType === entityType) &&
  (entityId === undefined || event.entityId === entityId);

const matches = (event: ListedEvent, filter: AuditFilter): boolean =>
  isOfRecord(event, filter) && (filter.actorId === undefined || event.actorId === filter.actorId);

const isBetween = ({ id }: AuditEvent, { from, to }: ReturnType<typeof keyRange>): boolean => from <= id && id <= to;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The entry of a transition stands under the phone's identifier, which may be 8 days older than the entry's own, or a day younger. */
const aroundFacts = ({ from, to }: InstantRange): InstantRange => ({
  from: from && moved(from, -9 * DAY_MS),
  to: to && moved(to, DAY_MS),
});

const moved = (instant: string, milliseconds: number): string =>
  new Date(Math.max(0, Date.parse(instant) + milliseconds)).toISOString();

/** The range of identifiers for a range of instants. '~' sorts after all identifiers of the last millisecond. */
const keyRange = ({ from, to }: InstantRange) => ({
  from: uuidPrefix(new Date(from ?? 0)),
  to: to === undefined ? HIGHEST : `${uuidPrefix(new Date(to))}~`,
});
