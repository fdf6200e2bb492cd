import type { AuditEvent } from '../audit/audit-event';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import type { Change, Condition } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import {
  type DeliveryMessage,
  type DeliveryPlace,
  type DeliveryRow,
  deliveryKey,
  dueIndexes,
  placeOf,
  rowExpiry,
} from './delivery';
import { type EndpointRecord, endpointKey } from './endpoint';
import { typeOf } from './event-body';
import type { Outcome } from './outcome';

const NOT_DUE = ['dueAt', 'gsi2pk', 'gsi2sk'];

/** Writes a row, which may be absent. A refused condition means that another attempt or a redelivery wrote it first: nothing is written. */
export async function writeRow(
  context: Context,
  place: DeliveryPlace,
  change: Change,
  condition: Condition,
  write = (step: Step): Promise<void> => writeOne(context, step),
): Promise<boolean> {
  const step = update(deliveryKey(place), change, { exists: undefined, ...condition }, () => new AlreadyThere());
  let isWritten = true;
  await write(step).catch((failure: unknown) => {
    ignoreAlreadyThere(failure);
    isWritten = false;
  });
  return isWritten;
}

/** The fields by which a row names its event. */
const rowIdentity = (event: AuditEvent, type: string) => ({
  eventId: event.id,
  type,
  entityType: event.entityType,
  entityId: event.entityId,
  factId: event.fact?.id,
});

export interface Target {
  readonly endpoint: EndpointRecord | undefined;
  readonly row: DeliveryRow | undefined;
}

/** Endpoint and row of each message in one strongly consistent call. */
export const readTargets = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (messages: readonly DeliveryMessage[]): Promise<Target[]> => {
      const [endpoints, rows] = await readBoth(context, messages);
      return messages.map((_, index) => ({ endpoint: endpoints[index], row: rows[index] }));
    },
);

async function readBoth(
  context: Context,
  messages: readonly DeliveryMessage[],
): Promise<[(EndpointRecord | undefined)[], (DeliveryRow | undefined)[]]> {
  const places = messages.map(placeOf);
  const keys = [...places.map(({ teamId, endpointId }) => endpointKey(teamId, endpointId)), ...places.map(deliveryKey)];
  const found = await getItems(context, keys);
  const endpoints = places.map(({ endpointId }) =>
    found.find((one): one is EndpointRecord => one !== undefined && 'spans' in one && one.id === endpointId),
  );
  const rows = places.map((_, index) => {
    const row = found[places.length + index];
    return row !== undefined && 'generation' in row ? row : undefined;
  });
  return [endpoints, rows];
}

const resultOf = ({ statusCode, milliseconds, failure }: Partial<Outcome>, now: Date) => ({
  set: { statusCode, milliseconds, failure, lastAttemptAt: now.toISOString() },
  remove: Object.entries({ statusCode, milliseconds, failure }).flatMap(([field, value]) =>
    value === undefined ? [field] : [],
  ),
});

const withChange = (event: DeliveryMessage, type: string, { set, remove }: Change, now: Date): Change => ({
  set: { ...rowIdentity(event.event, type), [TTL]: rowExpiry(now), ...set },
  remove: [...new Set(remove ?? [])],
});
const TTL = 'expires';

/** The condition of a success. The proof leaves it out. */
export const successGuard = ({ generation }: DeliveryMessage): Condition => ({ absentOrAtMost: { generation } });

/** The success of an attempt. It is written unless a redelivery has begun since. */
export const recordSuccess = (guard = successGuard) =>
  capability(
    { table: ['UpdateItem'] },
    (context) =>
      async (message: DeliveryMessage, { row }: Target, outcome: Outcome): Promise<boolean> => {
        const now = context.now();
        const { set, remove } = resultOf(outcome, now);
        const { generation, attempt } = message;
        const attempts = Math.max(attempt, row?.generation === generation ? row.attempts : 0);
        const change = {
          set: { ...set, state: 'DELIVERED', generation, attempts, claims: 0 },
          remove: [...remove, ...NOT_DUE],
        };
        return writeRow(
          context,
          placeOf(message),
          withChange(message, typeOf(message) ?? '', change, now),
          guard(message),
        );
      },
  );

/** The state after an attempt that was no success. Without `dueAt` no attempt follows. */
interface NoSuccess {
  readonly state: 'PENDING' | 'FAILED' | 'SKIPPED';
  readonly outcome: Partial<Outcome>;
  readonly dueAt?: string | undefined;
}

/** The condition of a failure. The proof leaves it out. */
export function failureGuard({ attempt, generation }: DeliveryMessage, { row }: Target): Condition {
  if (row === undefined) return { exists: false };
  if (row.generation < generation) return { equals: { generation: row.generation } };
  return { equals: { state: 'PENDING', generation, attempts: attempt - 1 } };
}

/**
 * A failure, written only over an absent row or a PENDING one whose attempts are those that the failure belongs to: an older message never
 * takes back what a newer one wrote.
 */
export const recordNoSuccess = (guard = failureGuard) =>
  capability(
    { table: ['UpdateItem'] },
    (context) =>
      (message: DeliveryMessage, target: Target, { state, outcome, dueAt }: NoSuccess): Promise<boolean> => {
        const now = context.now();
        const result = resultOf(outcome, now);
        const { generation, attempt } = message;
        const place = placeOf(message);
        // A skipped attempt was not made: the row keeps the result of the one before.
        const made = state === 'SKIPPED' ? { attempts: attempt - 1 } : { ...result.set, attempts: attempt };
        const set = { ...made, state, generation, claims: 0 };
        const change: Change =
          dueAt === undefined
            ? { set, remove: [...result.remove, ...NOT_DUE] }
            : { set: { ...set, dueAt, ...dueIndexes(place, dueAt) }, remove: result.remove };
        return writeRow(
          context,
          place,
          withChange(message, typeOf(message) ?? '', change, now),
          guard(message, target),
        );
      },
  );

/** A row that is due now: of an event that has none, or of a redelivery. Returns whether it was written. */
export const pendingRow = (
  context: Context,
  place: DeliveryPlace,
  event: AuditEvent,
  type: string,
  generation: number,
  condition: Condition,
  write?: (step: Step) => Promise<void>,
): Promise<boolean> => {
  const now = context.now();
  const dueAt = now.toISOString();
  const set = {
    ...rowIdentity(event, type),
    state: 'PENDING',
    generation,
    attempts: 0,
    claims: 0,
    dueAt,
    ...dueIndexes(place, dueAt),
    [TTL]: rowExpiry(now),
  };
  const remove = ['statusCode', 'milliseconds', 'failure', 'lastAttemptAt'];
  return writeRow(context, place, { set, remove }, condition, write);
};
