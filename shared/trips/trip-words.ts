import type { Condition } from '../platform/table/expression';
import { unchanged } from '../platform/table/expression';
import type { Step } from '../platform/table/steps';
import type { Searched } from '../platform/table/word-keys';
import { newWordSteps, removedWordSteps, wordEdit } from '../platform/table/word-rows';
import type { TripRecord } from './trip';

/**
 * The words of a trip's cargo. A search finds client, driver, vehicle and route by their own words, so that neither an assignment nor a
 * new name writes a word of a trip (docs/decisions/0073).
 */
type Described = Pick<TripRecord, 'teamId' | 'id' | 'cargoDescription'>;

/** Two rows, so that a creation with all records stays below 30 units. */
const MOST_WORDS = 4;

export const searchedTrip = ({ teamId, id, cargoDescription }: Described): Searched => ({
  kind: 'TRIP',
  teamId,
  id,
  name: '',
  texts: [cargoDescription],
  mostWords: MOST_WORDS,
});

export const newTripWords = (trip: Described): Step[] => newWordSteps(searchedTrip(trip));
export const removedTripWords = (trip: Described): Step[] => removedWordSteps(searchedTrip(trip));

/** The words after an edit. The condition is one of the trip. */
export function tripWordEdit(before: Described, after: Described): { steps: readonly Step[]; condition: Condition } {
  const { steps } = wordEdit(searchedTrip(before), searchedTrip(after));
  return { steps, condition: steps.length > 0 ? unchanged(before, ['cargoDescription']) : {} };
}
