import type { PendingItem } from './queue-store.js';

/** The limits of a call of the service. */
const MOST_ITEMS = 100;
const MOST_FACTS = 30;
/** A character has at most three bytes in UTF-8, and the service takes 256 kB. */
const MOST_CHARACTERS = 80_000;

const MINUTE_MS = 60_000;
/** How long an item waits after the first, second and third WAITING, and after each later one. */
const WAITS_MS = [1, 2, 5, 15].map((minutes) => minutes * MINUTE_MS);

/** A time of waiting, in milliseconds. Empty: none. */
export type Hold = Pick<PendingItem, 'since' | 'until'>;

/** Whether something waits. A clock that was set back before the beginning of the wait ends it. */
export const isHeld = ({ since = 0, until = 0 }: Hold, now: number): boolean => since <= now && now < until;

/** The items of the next call, in the order of recording: at most 100, of which at most 30 are no positions. */
export function batchOf(items: readonly PendingItem[], now: number, most = MOST_ITEMS): PendingItem[] {
  const batch: PendingItem[] = [];
  let facts = 0;
  let characters = 0;
  for (const one of items) {
    const isFact = one.item.kind !== 'PING';
    if (isHeld(one, now) || (isFact && facts >= MOST_FACTS)) continue;
    characters += JSON.stringify(one.item).length;
    if (batch.length >= Math.min(most, MOST_ITEMS) || (batch.length > 0 && characters > MOST_CHARACTERS)) break;
    batch.push(one);
    if (isFact) facts += 1;
  }
  return batch;
}

/** The item with the time until it is sent again. */
export function waiting(
  { item, tries = 0, offset }: PendingItem,
  now: number,
  { error, message }: Pick<PendingItem, 'error' | 'message'>,
): PendingItem {
  const wait = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? MINUTE_MS;
  const kept = offset === undefined ? {} : { offset };
  return { item, ...kept, tries: tries + 1, since: now, until: now + wait, error, message };
}

/** Milliseconds until the first of the items can be sent. Undefined without items. */
export const untilNext = (items: readonly Hold[], now: number): number | undefined =>
  items.length === 0 ? undefined : Math.min(...items.map((one) => (isHeld(one, now) ? (one.until ?? now) - now : 0)));
