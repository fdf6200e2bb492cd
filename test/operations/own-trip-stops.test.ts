import { operation as getOwnTrip } from '../../functions/drivers/get-own-trip';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as correctTripStop } from '../../functions/trips/correct-trip-stop';
import { operation as getTripStops } from '../../functions/trips/get-trip-stops';
import { operation as updateTripStops } from '../../functions/trips/update-trip-stops';
import { accounts } from '../support/accounts';
import { recordsOf } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { openRoad } from '../support/road';

const world = accounts(quickTable());

/** A trip under way with two stops. The first one requires a photo. */
async function openStops() {
  const { office, cabs, path, start } = await openRoad(world);
  const stops = [
    { order: 1, name: 'Apodaca', requires: ['PHOTO'] },
    { order: 2, name: 'Celaya', lat: 20.5, lng: -100.8 },
  ];
  const planned = await office.send(updateTripStops, { path, body: { stopsRevision: 0, stops } });
  const [first, second] = recordsOf(planned, 'stops').map(({ id }) => String(id));
  const report = (kind: string, stopId: string | undefined, fields: object = {}) => {
    const recordedAt = new Date(start).toISOString();
    const item = { id: factId(start), kind, recordedAt, ...path, stopId, ...fields };
    return cabs[0].send(syncFacts, { body: { sentAt: recordedAt, items: [item] } });
  };
  return { office, cabs, path, first, second, report, read: (cab = cabs[0]) => cab.send(getOwnTrip, { path }) };
}

describe('road 7: the stops that a driver reads with the own trip', () => {
  test('road 7: have their status, and what is missing where the truck is', async () => {
    const { report, first, second, read } = await openStops();
    expect((await report('STOP_ARRIVED', first, { source: 'DRIVER' })).status).toBe(200);
    const { status, body } = await read();
    expect([status, body.stopsRevision]).toEqual([200, 1]);
    expect(body.stops).toMatchObject([
      { id: first, name: 'Apodaca', status: 'LLEGO', missing: ['PHOTO'] },
      { id: second, name: 'Celaya', status: 'PENDIENTE' },
    ]);
  });

  test('road 7: are the ones that the office reads, also after its correction', async () => {
    const { office, path, second, read } = await openStops();
    const body = { status: 'OMITIDA', reason: 'Calle cerrada' };
    expect((await office.send(correctTripStop, { path: { ...path, stopId: second ?? '' }, body })).status).toBe(200);
    const seen = (await office.send(getTripStops, { path })).body;
    const { stops, stopsRevision } = (await read()).body;
    expect({ stops, stopsRevision }).toEqual({ stops: seen.stops, stopsRevision: seen.stopsRevision });
  });

  test('road 7: are not shown to a driver who never had the trip', async () => {
    const { cabs, read } = await openStops();
    const { status, body } = await read(cabs[1]);
    expect([status, body.stops]).toEqual([403, undefined]);
  });
});
