import * as v from 'valibot';
import { Instant, nullable, Uuid, Whole } from '../platform/values/fields';
import { Message, type Text } from '../platform/values/text';
import { ITEM_ERRORS, ITEM_RESULTS, type ItemError } from './fact';
import { ITEM_TEXTS } from './item-texts';

/** The result of an item of a sync. */
export const ItemResult = v.object({
  /** The identifier of the item, in lower case. null when the item has none that is valid. */
  id: nullable(Uuid),
  /** What became of the item. */
  result: v.picklist(ITEM_RESULTS),
  /** Why the item waits or was refused. */
  error: v.optional(v.picklist(ITEM_ERRORS)),
  message: v.optional(Message),
  /**
   * The invalid field of a refused item.
   * @example items[3].lat
   */
  field: v.optional(v.string()),
});
export type ItemResult = v.InferInput<typeof ItemResult>;

/** Answer of POST /drivers/me/sync. */
export const SyncAnswer = v.object({
  /** When the service received the call, in UTC. The phone can correct its clock with it. */
  receivedAt: Instant,
  /** How far the phone’s clock is behind, in seconds. Negative: it is ahead. */
  clockSkewSeconds: Whole,
  /** One result for each item, in the order in which they were sent. */
  results: v.array(ItemResult),
  /** The caller’s trips that the items name. */
  trips: v.array(
    v.object({
      tripId: Uuid,
      /** Whether the caller drives the trip now: it is EN_PROCESO, and no other driver took it over. */
      isOpen: v.boolean(),
      /** Raised by each change of the stops by the office. 0: the trip never had stops. */
      stopsRevision: Whole,
      /**
       * The greatest identifier of the caller’s positions. A new installation must make greater ones. Absent without a
       * position, and for a trip under way of which the call sent none.
       */
      lastId: v.optional(Uuid),
    }),
  ),
});
export type SyncAnswer = v.InferInput<typeof SyncAnswer>;

/** The result of an item that was not accepted. Some can still become valid. */
export interface Refusal {
  readonly error: ItemError;
  readonly message?: Text;
  readonly field?: string;
}

const WAITS: ReadonlySet<ItemError> = new Set(['SEND_AGAIN', 'TRIP_NOT_STARTED', 'TRIP_NOT_READY', 'PROOF_MISSING']);

export const refusedItem = (id: string | null, { error, message, field }: Refusal): ItemResult => ({
  id,
  result: WAITS.has(error) ? 'WAITING' : 'REFUSED',
  error,
  message: message ?? ITEM_TEXTS[error],
  ...(field !== undefined && { field }),
});
