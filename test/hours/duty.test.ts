import { dutiesOf } from '../../shared/hours/duty';
import { capability } from '../../shared/platform/runtime/capability';
import { allItems } from '../../shared/platform/table/lists';
import { readTimeline } from '../../shared/trips/read-trip';
import { START, someId } from '../support/engine-runtime';
import { factId, itemOf, note, openPhoneRoad, type PhoneRoad, resultsOf, sync } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertFleet, insertTrip } from '../support/store-fleet';

const table = quickTable();
const HOUR_MS = 60 * 60_000;

const duty = (road: PhoneRoad, state: string, fields: object = {}, id = factId()) =>
  itemOf(road, 'DUTY', { state, tripId: undefined, ...fields }, id);
const readDuties = capability(
  { table: ['Query'] },
  (context) => (teamId: string, driverId: string) =>
    allItems(context, { ...dutiesOf(teamId, driverId), consistent: true }),
);
const storedOf = ({ fleet: { driver } }: PhoneRoad) => table.testContext().use(readDuties)(driver.teamId, driver.id);

describe('road 3: DUTY', () => {
  test('road 3: is stored with the driver, with and without a trip, and is no entry of the timeline', async () => {
    const road = await openPhoneRoad(table.testContext());
    const items = [
      duty(road, 'CONDUCE', { tripId: road.trip.id, lat: 25, lng: -100, accuracyM: 9 }),
      duty(road, 'PAUSA'),
    ];
    const answer = await sync(table.testContext(), road.fleet, items.toReversed());
    expect(answer.results.map(({ result }) => result)).toEqual(['APPLIED', 'APPLIED']);
    expect(answer.trips.map(({ tripId }) => tripId)).toEqual([road.trip.id]);
    const at = new Date(START).toISOString();
    expect((await storedOf(road)).toReversed()).toEqual([
      expect.objectContaining({ id: items[0]?.id, state: 'CONDUCE', at, tripId: road.trip.id, lat: 25, accuracyM: 9 }),
      {
        ...{ id: items[1]?.id, state: 'PAUSA', at, recordedAt: at, receivedAt: at },
        expires: START / 1000 + 365 * 24 * 60 * 60,
      },
    ]);
    const { records } = await table.testContext().use(readTimeline)(road.trip.teamId, road.trip.id, { limit: 100 });
    expect(records.map(({ event }) => event)).not.toContain('DUTY');
  });

  test('ruling 6: a repeated DUTY is DUPLICATE and keeps its first time, and one with another state is ID_REUSED', async () => {
    const road = await openPhoneRoad(table.testContext());
    const first = duty(road, 'PAUSA');
    const again = { ...first, recordedAt: new Date(START - HOUR_MS).toISOString() };
    expect(await resultsOf(table.testContext(), road.fleet, [first, again])).toEqual(['APPLIED', 'DUPLICATE']);
    expect(await resultsOf(table.testContext(), road.fleet, [{ ...first, state: 'DESCANSO' }])).toEqual([
      'REFUSED ID_REUSED',
    ]);
    expect(await resultsOf(table.testContext(), road.fleet, [{ ...first, tripId: road.trip.id }])).toEqual([
      'REFUSED ID_REUSED',
    ]);
    expect(await storedOf(road)).toEqual([expect.objectContaining({ state: 'PAUSA', at: first.recordedAt })]);
  });

  test('ruling 6: an identifier that a fact of the same call has is ID_REUSED', async () => {
    const road = await openPhoneRoad(table.testContext());
    const [one, other] = [note(road, 'a'), note(road, 'b')];
    const items = [
      one,
      duty(road, 'PAUSA', { tripId: road.trip.id }, one.id),
      duty(road, 'PAUSA', {}, other.id),
      other,
    ];
    expect(await resultsOf(table.testContext(), road.fleet, items)).toEqual([
      ...['APPLIED', 'REFUSED ID_REUSED'],
      ...['APPLIED', 'REFUSED ID_REUSED'],
    ]);
  });

  test.each<[string, object, string]>([
    ['an unknown state', { state: 'DUERME' }, 'REFUSED VALIDATION_FAILED items[0].state'],
    ['no state', { state: undefined }, 'REFUSED VALIDATION_FAILED items[0].state'],
    ['half a place', { lat: 1 }, 'REFUSED VALIDATION_FAILED items[0].lng'],
    ['a malformed trip', { tripId: 'x' }, 'REFUSED VALIDATION_FAILED items[0].tripId'],
    ['a trip that does not exist', { tripId: someId() }, 'REFUSED NOT_FOUND'],
    ['an old time', { recordedAt: new Date(START - 8 * 24 * HOUR_MS).toISOString() }, 'REFUSED TOO_OLD'],
  ])('road 8: DUTY with %s is refused', async (_, fields, result) => {
    const road = await openPhoneRoad(table.testContext());
    expect(await resultsOf(table.testContext(), road.fleet, [duty(road, 'PAUSA', fields)])).toEqual([result]);
    expect(await storedOf(road)).toEqual([]);
  });

  test('ruling 4: DUTY of another driver’s trip is NOT_YOUR_TRIP', async () => {
    const road = await openPhoneRoad(table.testContext());
    const other = await openPhoneRoad(table.testContext());
    const foreign = duty(road, 'PAUSA', { tripId: other.trip.id });
    expect(await resultsOf(table.testContext(), road.fleet, [foreign])).toEqual(['REFUSED NOT_FOUND']);
    const { id: driverId } = await insertDriver(table.testContext(), { teamId: road.trip.teamId });
    const { id: tripId } = await insertTrip(table.testContext(), road.fleet, { driverId });
    expect(await resultsOf(table.testContext(), road.fleet, [duty(road, 'PAUSA', { tripId })])).toEqual([
      'REFUSED NOT_YOUR_TRIP',
    ]);
  });

  test('ruling 8: DUTY that names a trip before its start waits, and one without a trip does not', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const road = { fleet, trip, stopIds: [someId(), someId()] } as const;
    const items = [duty(road, 'AUXILIAR', { tripId: trip.id }), duty(road, 'AUXILIAR')];
    expect(await resultsOf(table.testContext(), fleet, items)).toEqual(['WAITING TRIP_NOT_STARTED', 'APPLIED']);
  });
});
