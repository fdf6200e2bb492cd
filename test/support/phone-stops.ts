import { getItem } from '../../shared/platform/table/read';
import { editStops } from '../../shared/trips/edit-stops';
import type { TripStop } from '../../shared/trips/stop-states';
import { type TripRecord, tripKey } from '../../shared/trips/trip';
import { START, type TestContext } from './engine-runtime';
import { factId, type Item, itemOf, type PhoneRoad, stateOf } from './phone';
import { insertFleet, insertTripUnderWay } from './store-fleet';

const MINUTE_MS = 60_000;
/** Metres of a degree of latitude. */
const DEGREE_M = 111_195;

/** A road to the north with a stop at each of the given kilometres, in their order. */
export interface StopRoad extends Pick<PhoneRoad, 'fleet' | 'trip'> {
  readonly stopIds: readonly string[];
}

/** A place so many metres north of the beginning of the road. */
export const placeAt = (metres: number) => ({ lat: 25 + metres / DEGREE_M, lng: -100 });

/** The stops of a road, at kilometres. */
export const stopsAt = (kilometres: readonly number[], fields: object = {}) =>
  kilometres.map((kilometre, index) => ({
    order: index + 1,
    name: `km ${kilometre}`,
    radiusM: 200,
    ...placeAt(1_000 * kilometre),
    ...fields,
  }));

/** A trip under way with a stop of 200 m at each of the given kilometres. */
export async function openStopRoad(testContext: TestContext, kilometres: readonly number[]): Promise<StopRoad> {
  const fleet = await insertFleet(testContext);
  const trip = await insertTripUnderWay(testContext, fleet);
  const sent = { stopsRevision: 0, stops: stopsAt(kilometres) };
  const { stops } = await testContext.use(editStops)(fleet.actor, trip, sent);
  return { fleet, trip: { ...trip, stopsRevision: 1 }, stopIds: stops.map(({ id }) => id) };
}

/** A position so many metres along the road, `minute` minutes after the start of the tests. */
export const truckAt = (road: Pick<StopRoad, 'trip'>, minute: number, metres: number, fields: object = {}): Item =>
  itemOf(
    road,
    'PING',
    { ...placeAt(metres), speedKmh: 20, accuracyM: 6, ...fields },
    factId(START + Math.round(minute * MINUTE_MS)),
  );

const minutesOf = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : (Date.parse(instant) - START) / MINUTE_MS;

/** The status of each stop, with the minutes of the first position inside and of the last one before the departure. */
export async function visitsOf(testContext: TestContext, road: Pick<StopRoad, 'trip'>) {
  const { stops } = await stateOf(testContext, road);
  return stops.map(({ status, insideAt, leftAt }: TripStop) => [status, minutesOf(insideAt), minutesOf(leftAt)]);
}

export async function tripNow(testContext: TestContext, { trip }: Pick<StopRoad, 'trip'>): Promise<TripRecord> {
  const stored = await getItem(testContext.context, tripKey(trip.teamId, trip.id));
  if (stored === undefined) throw new Error('The trip does not exist.');
  return stored;
}
