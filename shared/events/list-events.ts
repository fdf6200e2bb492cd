import { type AuditEvent, auditOfTeam, eventAt, eventKey } from '../audit/audit-event';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { uuidPrefix } from '../platform/runtime/uuid';
import { recordsAt } from '../platform/table/lists';
import { queryIndex } from '../platform/table/read';
import { eventOf, type FleetEvent } from './event';
import { type EventType, entitiesOf } from './event-type';

/** An entry may commit 28 s after its identifier was made, and the index shows it later still: younger events could be passed over for ever. */
export const SETTLED_AFTER_MS = 90_000;

/** A page examines at most so many entries that are not wanted. */
const MOST_EXAMINED = 1000;

/** Entries in one query. The first query of a page reads as many as the page needs, and each later one twice as many as the one before. */
const LEAST_CHUNK = 10;
const MOST_CHUNK = 100;

interface EventPage {
  readonly events: readonly FleetEvent[];
  /** Send it as `after` to continue. */
  readonly after: string | null;
  readonly hasMore: boolean;
  readonly asOf: string;
}

interface EventFilter {
  readonly after?: string | undefined;
  readonly type?: EventType | undefined;
  readonly limit: number;
}

/** The events of a team after another one, the oldest first. The proof shortens the time after which an event is listed. */
export const listEventsWith = (settledAfterMs = SETTLED_AFTER_MS) =>
  capability(
    { table: ['BatchGetItem'], gsi1: ['Query'] },
    (context) =>
      async (teamId: string, { after, type, limit }: EventFilter): Promise<EventPage> => {
        const asOf = new Date(context.now().getTime() - settledAfterMs);
        const entities = entitiesOf(type);
        const found: FleetEvent[] = [];
        let [position, examined, more] = [after, 0, true];
        for (let chunk = LEAST_CHUNK; more && found.length < limit && examined < MOST_EXAMINED; chunk *= 2) {
          const size = type ? MOST_CHUNK : Math.max(limit - found.length, examined === 0 ? 0 : chunk);
          const page = await nextEntries(context, teamId, {
            after: position,
            type,
            entities,
            asOf,
            limit: Math.min(size, MOST_CHUNK),
          });
          found.push(...page.events);
          position = page.last ?? position;
          examined += page.examined;
          more = page.more;
        }
        return { ...pageOf(found, limit, more, { position, after }), asOf: asOf.toISOString() };
      },
  );

export const listEvents = listEventsWith();

/** A page that is not full, and has more, continues after what it examined. The others continue after their last event. */
function pageOf(
  found: readonly FleetEvent[],
  limit: number,
  more: boolean,
  { position, after }: { readonly position: string | undefined; readonly after: string | undefined },
): Omit<EventPage, 'asOf'> {
  const events = found.slice(0, limit);
  const hasMore = more || found.length > limit;
  const isShort = hasMore && events.length < limit;
  return { events, after: (isShort ? position : (events.at(-1)?.id ?? after)) ?? null, hasMore };
}

interface Range {
  readonly after: string | undefined;
  readonly type: EventType | undefined;
  /** The kinds of records whose entries are read. */
  readonly entities: ReadonlySet<string>;
  readonly asOf: Date;
  readonly limit: number;
}

async function nextEntries(context: Context, teamId: string, { after, type, entities, asOf, limit }: Range) {
  const { gsi1pk } = auditOfTeam(teamId);
  const keys = await queryIndex(context, 'gsi1', gsi1pk, {
    ascending: true,
    // '~' sorts after the '#' that follows an identifier.
    ...(after !== undefined && { from: `${after}~` }),
    to: uuidPrefix(asOf),
    limit,
  });
  const { entries } = await recordsAt<AuditEvent>(context, keys, (position) => {
    const at = eventAt(position);
    return entities.has(at.entityType) ? eventKey(teamId, at) : undefined;
  });
  const events = entries.flatMap(({ record }) => (record && eventOf(teamId, record)) ?? []);
  const last = keys.positions.at(-1);
  return {
    events: events.filter((event) => type === undefined || event.type === type),
    examined: keys.positions.length,
    last: last === undefined ? undefined : eventAt(last).id,
    more: keys.more,
  };
}
