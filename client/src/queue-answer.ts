import { type Hold, isHeld, waiting } from './batch.js';
import { FleetError } from './errors.js';
import { membersOf, textOf } from './members.js';
import { greatest, type Head, itemsOf, type Loaded, type PendingItem, type RefusedItem } from './queue-store.js';
import type { components } from './schema.js';
import { isUuid7, millisecondsOf } from './uuid7.js';

type SyncAnswer = components['schemas']['SyncAnswer'];
type Result = SyncAnswer['results'][number];

/** What became of the items of a call. */
export interface Judged {
  readonly accepted: readonly PendingItem[];
  readonly waiting: ReadonlyMap<string, Result>;
  readonly refused: readonly RefusedItem[];
  readonly trips: SyncAnswer['trips'];
  /** When the service received the call, in milliseconds. Undefined when it did not take the call. */
  readonly receivedAt?: number;
}

const DAY_MS = 86_400_000;

/** How long positions of a trip that is over are not recorded. Then one is sent again: another driver may have given the trip back. */
const CLOSED_MS = 15 * 60_000;

/** The wait for positions of a trip. None for a trip that is open. */
export const closedSince = ({ closed }: Head, tripId: string): Hold => {
  const since = closed[tripId];
  return since === undefined ? {} : { since, until: since + CLOSED_MS };
};

/**
 * Reads an answer: its results stand in the order of the items. Throws for any other text, such as the page of a
 * hotel's network, or the answer to another call. A result that this client does not know waits.
 */
export function judge(batch: readonly PendingItem[], answer: SyncAnswer): Judged {
  const { results, trips, receivedAt } = membersOf(answer);
  const isOf = ({ item }: PendingItem, at: number) => membersOf(answer.results[at]).id === item.id;
  const isAnswer = Array.isArray(results) && batch.every(isOf) && Array.isArray(trips);
  const received = Date.parse(String(receivedAt));
  if (!isAnswer || Number.isNaN(received))
    throw new FleetError('UNKNOWN', 200, 'The answer is not one of this service.');
  const accepted: PendingItem[] = [];
  const refused: RefusedItem[] = [];
  const held = new Map<string, Result>();
  for (const [index, one] of batch.entries()) {
    const result = answer.results[index];
    if (result?.result === 'APPLIED' || result?.result === 'DUPLICATE') accepted.push(one);
    else if (result?.result === 'REFUSED') refused.push(refusal(one, result));
    else if (result) held.set(one.item.id, result);
  }
  return { accepted, waiting: held, refused, trips: answer.trips, receivedAt: received };
}

const refusal = ({ item }: PendingItem, { error, message, field }: Result): RefusedItem => ({
  item,
  error,
  message,
  // The place in the batch says nothing to the app.
  field: field?.replace(/^items\[\d+\]\.?/, ''),
});

/** A call with one item that the service finds not valid as a whole, such as one that is too large. */
export const refusedAlone = ({ item }: PendingItem, failure: unknown): Judged => {
  const { code, message, field } = membersOf(failure);
  const one = { item, error: textOf(code), message: textOf(message), field: textOf(field) };
  return { accepted: [], waiting: new Map(), refused: [one], trips: [] };
};

/** What becomes of each item: accepted and refused ones leave the queue, the others of the call wait. */
export function changeOf({ accepted, refused, waiting: held }: Judged, now: number) {
  const gone = new Set([...accepted, ...refused].map(({ item }) => item.id));
  return (one: PendingItem): PendingItem | undefined => {
    const result = held.get(one.item.id);
    if (result) return waiting(one, now, result);
    return gone.has(one.item.id) ? undefined : one;
  };
}

/**
 * What the head remembers of an answer. Refused items are listed, except positions: a driver can do nothing about them. Identifiers
 * rise above those that an earlier installation sent. One that a wrong clock set more than a day ahead is forgotten, because the service
 * refuses all that follow it.
 */
export function headAfter(loaded: Loaded, judged: Judged, now: number): Partial<Head> {
  const { head } = loaded;
  const known = new Set(head.refused.map(({ item }) => item.id));
  const refused = judged.refused.filter(({ item }) => item.kind !== 'PING' && !known.has(item.id));
  const newest = (judged.receivedAt ?? Number.POSITIVE_INFINITY) + DAY_MS;
  const ids = [head.lastId, ...judged.trips.map(({ lastId }) => lastId)];
  return {
    refused: [...head.refused, ...refused],
    lastId: greatest(ids.filter((id) => isUuid7(id) && millisecondsOf(id) <= newest)),
    closed: closedAfter(loaded, judged, now),
  };
}

/** A trip that is not open can be one that has not begun: then its items wait, or its start is still in the queue. */
function closedAfter(loaded: Loaded, { waiting: held, trips }: Judged, now: number): Record<string, number> {
  const items = itemsOf(loaded);
  const isBefore = (id: string) =>
    items.some(({ item }) => item.tripId === id && (item.kind === 'TRIP_START' || held.has(item.id)));
  const told = new Map(trips.map(({ tripId, isOpen }) => [tripId, isOpen]));
  const before = Object.entries(loaded.head.closed).filter(
    ([tripId]) => !told.has(tripId) && isHeld(closedSince(loaded.head, tripId), now),
  );
  const after = trips
    .filter(({ tripId, isOpen }) => !isOpen && !isBefore(tripId))
    .map(({ tripId }) => [tripId, now] as const);
  return Object.fromEntries([...before, ...after]);
}
