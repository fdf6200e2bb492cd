import { readProof } from '../../shared/files/read-proof';
import { getItems } from '../../shared/platform/table/read';
import { tripKey } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import { arrival, departure, openPhoneRoad, proof, sync } from '../support/phone';
import { quickTable } from '../support/quick-table';

const table = quickTable();

test('road 8: a proof of two stops with four files is read with at most 8 read units, membership and trip included', async () => {
  const road = await openPhoneRoad(table.testContext());
  const file = (kind: string) => ({ fileId: someId(), sha256: 'ab'.repeat(32), kind });
  const place = { lat: 25.686613, lng: -100.316116 };
  const items = ([0, 1] as const).flatMap((stop) => [
    ...[arrival(road, stop), departure(road, stop)],
    proof(road, stop, undefined, { ...place, files: [file('PHOTO'), file('SIGNATURE')] }),
  ]);
  await sync(table.testContext(), road.fleet, items);
  const testContext = table.testContext();
  const [trip] = await getItems(testContext.context, [tripKey(road.trip.teamId, road.trip.id)]);
  if (trip === undefined) throw new Error('The trip does not exist.');
  const shown = await testContext.use(readProof)(trip, async () => '');
  expect(shown.stops.map(({ proofs }) => proofs.length)).toEqual([1, 1]);
  const membership = 1;
  expect(testContext.meter.readUnits + membership).toBeLessThanOrEqual(8);
});
