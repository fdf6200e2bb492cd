import { operation as getOwnHours } from '../../functions/drivers/get-own-hours';
import { operation as getOwnTrip } from '../../functions/drivers/get-own-trip';
import { operation as relayTrip } from '../../functions/trips/relay-trip';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { unitsOf } from '../support/list-units';
import { openProofOffice } from '../support/proof-road';
import { quickTable } from '../support/quick-table';
import { insertDriver } from '../support/store-fleet';

const world = accounts(quickTable());

test('road 8: the units of the own trip with its hours, of the hours and of a relay while the truck is on the road', async () => {
  const { office, cab, path, stopIds, item, sync } = await openProofOffice(world);
  await sync(item('STOP_ARRIVED', { stopId: stopIds[0], source: 'DRIVER' }), item('PING', { lat: 25, lng: -100 }));
  await cab.send(getOwnTrip, { path });
  expect(unitsOf(office)).toEqual({ rru: 14.5, wru: 0 });
  await cab.send(getOwnHours);
  expect(unitsOf(office)).toEqual({ rru: 9.5, wru: 0 });
  const app = { appAccessStatus: 'ACTIVE', everActive: true } as const;
  const next = await insertDriver(office.testContext, { ...app, teamId: office.teamId, sub: someId() });
  await office.send(relayTrip, { path, body: { driverId: next.id }, headers: { 'idempotency-key': someId() } });
  expect(unitsOf(office)).toEqual({ rru: 6, wru: 17 });
});
