import * as v from 'valibot';
import { AUDITED_ENTITIES, AuditEvent, AuditedRecord, MOST_AFFECTED } from '../audit/audit-event';
import { type IndexKeys, key, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Uuid, Whole } from '../platform/values/fields';
import { FAILURES } from './outcome';

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const ROW_SECONDS = 40 * 24 * 60 * 60;

const RowFields = {
  /** The identifier of the event: `webhook-id` of each request. */
  eventId: Uuid,
  /** The type of the event. `webhook.test` is a test. */
  type: v.string(),
  entityType: v.picklist(AUDITED_ENTITIES),
  entityId: Uuid,
  /** How far the delivery is. SKIPPED: the endpoint was disabled. */
  state: v.picklist(DELIVERY_STATES),
  /** The attempts of this delivery, or of its last redelivery. */
  attempts: Whole,
  /** The status of the last answer. Absent when none came. */
  statusCode: v.optional(Whole),
  /** Duration of the last attempt. */
  milliseconds: v.optional(v.number()),
  /** Why the last attempt was no success. */
  failure: v.optional(v.picklist(FAILURES)),
  /** The instant of the last attempt. */
  lastAttemptAt: v.optional(Instant),
};

/** A delivery as it is listed. */
export const Delivery = v.object({
  ...RowFields,
  /** The instant from which the next attempt is made. Only while PENDING. */
  nextAttemptAt: v.optional(Instant),
});
export type Delivery = v.InferOutput<typeof Delivery>;

/** The row of an endpoint and an event. */
export const DeliveryRow = v.object({
  ...RowFields,
  /** The identifier of the phone under which the entry is stored. Absent: that of the event. */
  factId: v.optional(Uuid),
  /** 0, or the instant of the redelivery in milliseconds since 1970. */
  generation: v.number(),
  /** The times that the sweep has sent the row to the queue since the last result. */
  claims: Whole,
  dueAt: v.optional(Instant),
  [TIME_TO_LIVE]: v.number(),
});
export type DeliveryRow = v.InferOutput<typeof DeliveryRow>;

export const deliveryOf = ({ factId, generation, claims, dueAt, expires, ...row }: DeliveryRow): Delivery => ({
  ...row,
  nextAttemptAt: row.state === 'PENDING' ? dueAt : undefined,
});

/** Identifies a delivery. */
export interface DeliveryPlace {
  readonly teamId: string;
  readonly endpointId: string;
  readonly eventId: string;
}

const partitionOf = (teamId: string, endpointId: string) => `TEAM#${teamId}#WEBHOOK#${endpointId}` as const;
export const deliveriesOf = (teamId: string, endpointId: string) =>
  part(DeliveryRow, partitionOf(teamId, endpointId), 'DELIVERY#');
export const deliveryKey = ({ teamId, endpointId, eventId }: DeliveryPlace) =>
  key(DeliveryRow, partitionOf(teamId, endpointId), `DELIVERY#${eventId}`);

/** Due rows are spread over these partitions by the last digit of the event's identifier, which is random. */
export const DUE_SHARDS = ['DELIVERIES_DUE#0', 'DELIVERIES_DUE#1', 'DELIVERIES_DUE#2', 'DELIVERIES_DUE#3'] as const;
const shardOf = (id: string) => DUE_SHARDS[Number.parseInt(id.slice(-1), 16) % DUE_SHARDS.length] ?? DUE_SHARDS[0];
export const dueIndexes = ({ teamId, endpointId, eventId }: DeliveryPlace, dueAt: string): IndexKeys => ({
  gsi2pk: shardOf(eventId),
  gsi2sk: `${dueAt}#${teamId}#${endpointId}#${eventId}`,
});

const Position = v.object({ dueAt: Instant, teamId: Uuid, endpointId: Uuid, eventId: Uuid });

/** Parses a position of {@link dueIndexes}. */
export function duePlace(position: string): DeliveryPlace & { readonly dueAt: string } {
  const [dueAt, teamId, endpointId, eventId] = position.split('#');
  return v.parse(Position, { dueAt, teamId, endpointId, eventId });
}

/** The seconds at which a row is removed that is written now. */
export const rowExpiry = (now: Date): number => Math.floor(now.getTime() / 1000) + ROW_SECONDS;

/** The job of a redelivery of all events since an instant. There is one at a time for each endpoint. */
export const Redelivery = v.object({
  teamId: Uuid,
  endpointId: Uuid,
  since: Instant,
  state: v.optional(v.picklist(DELIVERY_STATES)),
  generation: v.number(),
  /** The position of the last entry that has its row. */
  after: v.optional(v.string()),
  dueAt: Instant,
});
export type Redelivery = v.InferOutput<typeof Redelivery>;
export const redeliveryKey = (teamId: string, endpointId: string) =>
  key(Redelivery, partitionOf(teamId, endpointId), 'REDELIVERY');
/** The endpoint's identifier stands at the place of the event: the row of the job is listed among the due rows. */
export const redeliveryIndexes = ({ teamId, endpointId, dueAt }: Redelivery): IndexKeys =>
  dueIndexes({ teamId, endpointId, eventId: endpointId }, dueAt);

/** A message of the delivery queue: one attempt. */
export const DeliveryMessage = v.object({
  teamId: Uuid,
  endpointId: Uuid,
  /** The entry as the fan-out read it. In a message `affects` has records; the table stores them as texts. */
  event: v.object({
    ...AuditEvent.entries,
    affects: v.optional(v.pipe(v.array(AuditedRecord), v.maxLength(MOST_AFFECTED))),
  }),
  generation: v.number(),
  attempt: Whole,
  /** A test event has one attempt, and its own type. */
  isTest: v.optional(v.literal(true)),
});
export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;

export const placeOf = ({ teamId, endpointId, event }: DeliveryMessage): DeliveryPlace => ({
  teamId,
  endpointId,
  eventId: event.id,
});
