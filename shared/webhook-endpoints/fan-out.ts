import * as v from 'valibot';
import { AuditEvent, EVENT_PREFIX, eventAt } from '../audit/audit-event';
import { eventTypeOf } from '../events/event-type';
import { capability, type Deps } from '../platform/runtime/capability';
import { instantOfUuid } from '../platform/runtime/uuid';
import { allItems } from '../platform/table/lists';
import { type InsertedItem, insertedItem, type StreamRecord } from '../platform/table/stream';
import type { DeliveryMessage } from './delivery';
import { queueDeliveries } from './delivery-queue';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules';
import { type EndpointRecord, endpointsOf } from './endpoint';

/** All endpoints of a team, also one that was created a moment ago. */
export const readEndpoints = capability(
  { table: ['Query'] },
  (context) =>
    (teamId: string): Promise<EndpointRecord[]> =>
      allItems(context, { ...endpointsOf(teamId), consistent: true }),
);

export const FAN_OUT_USES = { readEndpoints, queueDeliveries };
type FanOutDeps = Deps<typeof FAN_OUT_USES>;

interface TeamEvent {
  readonly teamId: string;
  readonly event: AuditEvent;
}

const ENTRY_PARTITION = /^TEAM#([^#]+)#([A-Z_]+)#([^#]+)$/;

/**
 * The entry that a record of the stream inserted. A fact of a phone has no audit key, so it is not an entry. Team, record and identifier come
 * from the keys, never from the content.
 */
export function entryIn({ pk, sk, item }: InsertedItem): TeamEvent | undefined {
  const [, teamId, entityType, entityId] = ENTRY_PARTITION.exec(pk) ?? [];
  if (teamId === undefined || !sk.startsWith(EVENT_PREFIX)) return undefined;
  const { id } = 'gsi1sk' in item ? eventAt(String(item.gsi1sk)) : { id: sk.slice(EVENT_PREFIX.length) };
  const event = v.parse(AuditEvent, { ...item, id, entityType, entityId });
  return 'gsi1pk' in item ? { teamId, event } : undefined;
}

/** Returns the records that must come again, by their sequence numbers. */
interface FannedOut {
  readonly failed: readonly string[];
  readonly queued: number;
  /** The number of records that were left out. */
  readonly unreadable: number;
}

/**
 * Queues a first attempt for each endpoint that wants one of the inserted entries. The endpoints of a team are read once. A team that fails does
 * not hold up the others. A record that cannot be read is reported and left out: it would fail again, and the stream would hold back all later
 * records of its shard meanwhile.
 */
export async function fanOut(
  deps: FanOutDeps,
  records: readonly StreamRecord[],
  report: (failure: unknown) => void,
  { entry = entryIn, rules = DELIVERY_RULES }: { entry?: typeof entryIn; rules?: DeliveryRules } = {},
): Promise<FannedOut> {
  const failed: string[] = [];
  let unreadable = 0;
  const teams = new Map<string, { event: AuditEvent; sequence: string }[]>();
  for (const record of records) {
    const sequence = record.dynamodb.SequenceNumber;
    try {
      const item = insertedItem(record);
      const found = item && entry(item);
      if (found) teams.set(found.teamId, [...(teams.get(found.teamId) ?? []), { event: found.event, sequence }]);
    } catch (failure) {
      report(failure);
      unreadable += 1;
    }
  }
  let queued = 0;
  for (const [teamId, entries] of teams) {
    try {
      const endpoints = await deps.readEndpoints(teamId);
      const messages = entries.flatMap(({ event }) => firstAttempts({ teamId, event }, endpoints, rules));
      if (messages.length > 0) await deps.queueDeliveries(messages);
      queued += messages.length;
    } catch (failure) {
      report(failure);
      failed.push(...entries.map(({ sequence }) => sequence));
    }
  }
  return { failed, queued, unreadable };
}

function firstAttempts(
  { teamId, event }: TeamEvent,
  endpoints: readonly EndpointRecord[],
  rules: DeliveryRules,
): DeliveryMessage[] {
  const type = eventTypeOf(event);
  if (type === undefined) return [];
  const idTime = instantOfUuid(event.id).getTime();
  return endpoints
    .filter((endpoint) => rules.isWanted(endpoint, type, idTime, event.actorId))
    .map(({ id }) => ({ teamId, endpointId: id, event, generation: 0, attempt: 1 }));
}
