import { idOfKey, legOfKey } from '../fleet/track-key';
import { isOrWasTheirs } from './judge-fact';
import { legsOf } from './judge-position';
import type { SentPosition } from './position-item';
import type { ItemResult, SyncAnswer } from './sync-result';
import type { TripRecord } from './trip';

/** What a phone is told of a trip. */
export type TripOfAnswer = SyncAnswer['trips'][number];

/** What became of the positions of a call, and what the phone is told of their trips. */
export interface PositionsOfCallAnswer {
  readonly results: ReadonlyMap<SentPosition, ItemResult>;
  readonly trips: ReadonlyMap<string, TripOfAnswer>;
}

/** What the driver’s phone is told of a trip, as the trip’s record says it. Undefined for a trip that the driver never had. */
export function tripOfAnswer(trip: TripRecord, driverId: string): TripOfAnswer | undefined {
  if (!isOrWasTheirs(trip, driverId)) return undefined;
  const isOpen = trip.status === 'EN_PROCESO' && trip.driverId === driverId;
  const { id: tripId, stopsRevision = 0, lastKey } = trip;
  const isTheirs = lastKey !== undefined && legsOf(trip, driverId).includes(legOfKey(lastKey));
  return { tripId, isOpen, stopsRevision, ...(isTheirs && { lastId: idOfKey(lastKey) }) };
}
