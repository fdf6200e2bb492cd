import { checkPart } from '../../shared/operation/check-part';
import { instantOfUuid, uuidVersion7 } from '../../shared/platform/runtime/uuid';
import { getItem } from '../../shared/platform/table/read';
import { editStops } from '../../shared/trips/edit-stops';
import { readStops } from '../../shared/trips/read-stops';
import { readTimeline } from '../../shared/trips/read-trip';
import { syncFacts } from '../../shared/trips/sync';
import { type TripRecord, tripKey } from '../../shared/trips/trip';
import { START, type TestContext } from './engine-runtime';
import { perFile } from './per-file';
import { asDriver, type Fleet, insertFleet, insertTripUnderWay } from './store-fleet';

const made = perFile(0);

/** The identifier of a fact. Those of one millisecond ascend, up to 4,096 of them. */
export function factId(milliseconds: number = START): string {
  made.value += 1;
  const bytes = Buffer.alloc(10);
  bytes.writeUInt16BE(made.value % 0x1000, 0);
  bytes.writeUInt32BE(made.value, 6);
  return uuidVersion7(milliseconds, bytes);
}

export interface Item {
  readonly id: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** A trip under way with two stops, and the phone of its driver. */
export interface PhoneRoad {
  readonly fleet: Fleet;
  readonly trip: TripRecord;
  readonly stopIds: readonly [string, string];
}

export async function openPhoneRoad(testContext: TestContext): Promise<PhoneRoad> {
  const fleet = await insertFleet(testContext);
  const trip = await insertTripUnderWay(testContext, fleet);
  const stopIds = await planStops(testContext, fleet, trip);
  return { fleet, trip: { ...trip, stopsRevision: 1 }, stopIds };
}

/** Gives the trip two stops. */
export async function planStops(testContext: TestContext, fleet: Fleet, trip: TripRecord): Promise<[string, string]> {
  const stops = ['Apodaca', 'Vallejo'].map((name, index) => ({ order: index + 1, name, radiusM: 200 }));
  const planned = await testContext.use(editStops)(fleet.actor, trip, { stopsRevision: 0, stops });
  const [first, second] = planned.stops.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('The trip has no two stops.');
  return [first, second];
}

/** An item of the road's trip. `recordedAt` is the instant of the identifier. */
export function itemOf({ trip }: Pick<PhoneRoad, 'trip'>, kind: string, fields: object = {}, id = factId()): Item {
  return { id, kind, recordedAt: instantOfUuid(id).toISOString(), tripId: trip.id, ...fields };
}

export const arrival = (road: PhoneRoad, stop: 0 | 1, id?: string): Item =>
  itemOf(road, 'STOP_ARRIVED', { stopId: road.stopIds[stop], source: 'DRIVER' }, id);
export const departure = (road: PhoneRoad, stop: 0 | 1, id?: string, fields: object = {}): Item =>
  itemOf(road, 'STOP_DEPARTED', { stopId: road.stopIds[stop], ...fields }, id);
export const skip = (road: PhoneRoad, stop: 0 | 1, id?: string): Item =>
  itemOf(road, 'STOP_SKIPPED', { stopId: road.stopIds[stop], reason: 'Cerrado' }, id);
export const proof = (road: PhoneRoad, stop: 0 | 1 | undefined, id?: string, fields: object = {}): Item =>
  itemOf(
    road,
    'PROOF',
    { ...(stop !== undefined && { stopId: road.stopIds[stop] }), receiverName: 'Rosa Vela', files: [], ...fields },
    id,
  );
export const note = (road: Pick<PhoneRoad, 'trip'>, text: string, id?: string): Item =>
  itemOf(road, 'NOTE', { text }, id);

/** Sends items as the driver's phone, with a right clock. */
export const sync = (testContext: TestContext, fleet: Fleet, items: readonly unknown[], sentAt = testContext.now()) =>
  testContext.use(syncFacts)(asDriver(fleet), { sentAt: sentAt.toISOString(), items: [...items] }, checkPart);

/** The result of each item, with its error. */
export async function resultsOf(...given: Parameters<typeof sync>): Promise<string[]> {
  const { results } = await sync(...given);
  return results.map(({ result, error, field }) => [result, error, field].filter(Boolean).join(' '));
}

/** What the table says of the road: the stops, and the entries of the phone. */
export async function stateOf(testContext: TestContext, { trip: { teamId, id } }: Pick<PhoneRoad, 'trip'>) {
  const trip = await getItem(testContext.context, tripKey(teamId, id));
  if (trip === undefined) throw new Error('The trip does not exist.');
  const { stops } = await testContext.use(readStops)(trip);
  const timeline = await testContext.use(readTimeline)(teamId, id, { limit: 100 });
  return { stops, facts: timeline.records.filter(({ receivedAt }) => receivedAt !== undefined) };
}
