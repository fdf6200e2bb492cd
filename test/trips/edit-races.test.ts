import { positionKey } from '../../shared/fleet/position-places';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { roadPolicyKey } from '../../shared/road-policy/policy';
import { editStops } from '../../shared/trips/edit-stops';
import { relayTrip } from '../../shared/trips/relay-trip';
import { someId, type TestContext } from '../support/engine-runtime';
import { resultsOf, stateOf } from '../support/phone';
import { openStopRoad, type StopRoad, stopsAt, tripNow } from '../support/phone-stops';
import { tripEnd } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { runs } from '../support/runs';
import { seeded } from '../support/seeded';
import { insertDriver } from '../support/store-fleet';

const table = quickTable();
const { randomInt } = seeded();

/** Lets other requests go on for a random number of turns. */
async function waited(most: number): Promise<void> {
  for (let turns = randomInt(most); turns > 0; turns -= 1) await Promise.resolve();
}

/** A context whose calls to the table wait, so that two requests meet at each step. */
function unsteady(): TestContext {
  const meanwhile = () => waited(30);
  const actions = ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'TransactWriteItems'];
  return table.testContext({ faults: actions.map((action) => ({ action, meanwhile })) });
}

/** The answer of a request, or its refusal. */
const resultOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'OK',
    (failure: unknown) => String(Object(failure).code ?? failure),
  );

/** The office adds a stop that requires a signature before the only one. */
async function edited(road: StopRoad): Promise<string> {
  const [only] = stopsAt([5]).map((stop) => ({ ...stop, order: 2, id: road.stopIds[0] }));
  const added = { ...stopsAt([1])[0], order: 1, name: 'Nueva', radiusM: 200, requires: ['SIGNATURE' as const] };
  const stops = only ? [added, only] : [];
  await waited(400);
  return resultOf(unsteady().use(editStops)(road.fleet.actor, road.trip, { stopsRevision: 1, stops }));
}

const positionOf = ({ trip }: StopRoad) => getItem(table.testContext().context, positionKey(trip.teamId, trip.id));

describe('road 10: an edit of the stops at the moment', () => {
  test('road 10: of a relay loses neither: the next driver has the edited stops', async () => {
    for (let round = 0; round < runs(25, 1_000); round += 1) {
      const road = await openStopRoad(table.testContext(), [5]);
      const { teamId } = road.trip;
      const account = { sub: someId(), appAccessStatus: 'ACTIVE', everActive: true } as const;
      const next = await insertDriver(table.testContext(), { ...account, teamId });
      const relayed = resultOf(
        unsteady().use(relayTrip)(road.fleet.actor, road.trip, { driverId: next.id }, undefined),
      );
      expect(await Promise.all([edited(road), relayed])).toEqual(['OK', 'OK']);
      const [trip, position] = [await tripNow(table.testContext(), road), await positionOf(road)];
      expect([trip.driverId, trip.legs?.length, trip.stopsRevision]).toEqual([next.id, 1, 2]);
      expect([position?.driverId, position?.leg, position?.stopsRevision]).toEqual([next.id, 1, 2]);
      const { stops } = await stateOf(table.testContext(), road);
      expect(position?.watched?.stops.map(({ id }) => id)).toEqual(stops.map(({ id }) => id));
      expect(stops).toHaveLength(2);
    }
  });

  test('road 10: of a TRIP_END under ENFORCE: the trip ends without the new stop, or waits for its proof', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < runs(25, 1_000); round += 1) {
      const road = await openStopRoad(table.testContext(), [5]);
      const policy = { proof: 'ENFORCE', trackDays: 30 } as const;
      await transact(table.testContext().context, [putItem(roadPolicyKey(road.trip.teamId), policy)]);
      const [edit, [end]] = await Promise.all([edited(road), resultsOf(unsteady(), road.fleet, [tripEnd(road, 5)])]);
      const { status, stopsRevision } = await tripNow(table.testContext(), road);
      const { stops } = await stateOf(table.testContext(), road);
      const outcome = `edit ${edit}, end ${end}: ${status}, revision ${stopsRevision}, ${stops.length} stops`;
      seen.add(outcome);
      expect((await positionOf(road))?.stopsRevision).toBe(status === 'EN_PROCESO' ? 2 : undefined);
    }
    expect([...seen].sort()).toEqual([
      'edit OK, end WAITING PROOF_MISSING: EN_PROCESO, revision 2, 2 stops',
      'edit TRIP_ENDED, end APPLIED: COMPLETADO, revision 1, 1 stops',
    ]);
  });
});
