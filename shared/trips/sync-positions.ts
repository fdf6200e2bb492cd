import { isDeepStrictEqual } from 'node:util';
import type { TokenDriver } from '../fleet/active-driver';
import type { Context } from '../platform/runtime/context';
import type { SentPosition } from './position-item';
import type { PositionsAnswer } from './record-late-positions';
import { recordPositions } from './record-positions';
import { type ItemResult, refusedItem } from './sync-result';
import type { PositionsOfCallAnswer, TripOfAnswer } from './trip-of-answer';

/** The positions of a call, in the order in which they were sent. */
interface PositionsOfCall {
  readonly driver: TokenDriver;
  readonly receivedAt: Date;
  readonly positions: readonly SentPosition[];
  /** Whether a fact of the call has the identifier. */
  readonly isTaken: (id: string) => boolean;
  /** Whether the call has taken too long to begin more. */
  readonly isLate: () => boolean;
}

/** Takes the positions of each trip together. Of an identifier that is sent twice the first item counts. */
export async function syncPositions(
  context: Context,
  { driver, receivedAt, positions, isTaken, isLate }: PositionsOfCall,
): Promise<PositionsOfCallAnswer> {
  const results = new Map<SentPosition, ItemResult>();
  const trips = new Map<string, TripOfAnswer>();
  const firsts = new Map<string, SentPosition>();
  for (const position of positions) if (!firsts.has(position.id)) firsts.set(position.id, position);
  for (const [tripId, sent] of byTrip([...firsts.values()].filter(({ id }) => !isTaken(id)))) {
    const answer = isLate()
      ? leftOut(sent)
      : await recordPositions(context, { driver, tripId, receivedAt, positions: sent });
    for (const [index, one] of sent.entries()) setIfKnown(results, one, answer.results[index]);
    setIfKnown(trips, tripId, answer.trip);
  }
  for (const position of positions) {
    if (!results.has(position)) results.set(position, repeatedResult(position, firsts.get(position.id), results));
  }
  return { results, trips };
}

function setIfKnown<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value !== undefined) map.set(key, value);
}

const leftOut = (positions: readonly SentPosition[]): PositionsAnswer => ({
  results: positions.map(({ id }) => refusedItem(id, { error: 'SEND_AGAIN' })),
});

/** The positions of each trip, ascending by identifier. */
function byTrip(positions: readonly SentPosition[]): Map<string, SentPosition[]> {
  const groups = new Map<string, SentPosition[]>();
  for (const position of positions) groups.set(position.tripId, [...(groups.get(position.tripId) ?? []), position]);
  for (const group of groups.values()) group.sort((one, other) => (one.id < other.id ? -1 : 1));
  return groups;
}

/** The result of a position whose identifier the call has sent before. */
function repeatedResult(
  position: SentPosition,
  first: SentPosition | undefined,
  results: ReadonlyMap<SentPosition, ItemResult>,
): ItemResult {
  const known = first && results.get(first);
  if (first === undefined || known === undefined || !isSame(first, position))
    return refusedItem(position.id, { error: 'ID_REUSED' });
  return known.result === 'APPLIED' ? { id: position.id, result: 'DUPLICATE' } : known;
}

/** Compares all that the phone sent except `recordedAt`. */
const isSame = ({ recordedAt: _, at: __, ...one }: SentPosition, other: SentPosition): boolean => {
  const { recordedAt: ___, at: ____, ...rest } = other;
  return isDeepStrictEqual(one, rest);
};
