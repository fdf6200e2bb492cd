import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTripLocation } from '../../functions/trips/get-trip-location';
import { operation as getTripTimeline } from '../../functions/trips/get-trip-timeline';
import { operation as startTrip } from '../../functions/trips/start-trip';
import { operation as updateOwnTripStatus } from '../../functions/trips/update-own-trip-status';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { driverKey } from '../../shared/fleet/driver';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { relayTrip } from '../../shared/trips/relay-trip';
import { tripKey } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { openOffice, recordsOf } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;
const PATIO = { lat: 25.6866, lng: -100.3161 };
const DAY_MS = 24 * 60 * 60_000;

/** A planned trip, its driver and the office. */
async function openYard() {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, { ...APP, teamId, sub: someId() });
  const vehicle = await insertVehicle(testContext, { teamId });
  const body = { driverId: driver.id, vehicleId: vehicle.id, startDate: testContext.now().toISOString(), revenue: 100 };
  const tripId = String((await office.send(createTrip, { body })).body.id);
  const path = { tripId };
  const cab = await office.cab(driver);
  const { context } = testContext;
  return {
    ...{ office, driver, cab, path, tripId, teamId },
    start: (key: string | undefined, sent: object = PATIO) =>
      cab.send(startTrip, { path, body: { ...sent }, headers: { ...(key && { 'idempotency-key': key }) } }),
    patch: (key: string | undefined, sent: object, headers: Record<string, string> = {}) =>
      cab.send(updateOwnTripStatus, {
        path,
        body: { ...sent },
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      }),
    move: (status: string) => office.send(updateTripStatus, { path, body: { status } }),
    trip: () => getItem(context, tripKey(teamId, tripId)),
    timeline: async () => recordsOf(await office.send(getTripTimeline, { path }), 'timeline'),
  };
}

const keyNow = () => factId(START);

describe('ruling 13: a start with an Idempotency-Key', () => {
  test('ruling 13: is the fact of the key, and the key answers the first 200 again', async () => {
    const yard = await openYard();
    const key = keyNow();
    const first = await yard.start(key);
    expect(first).toMatchObject({ status: 200, body: { previousStatus: 'NO_INICIADO', newStatus: 'EN_PROCESO' } });
    const location = await yard.office.send(getTripLocation, { path: yard.path });
    expect(location.body).toMatchObject(PATIO);
    yard.office.testContext.pass(60_000);
    expect((await yard.office.send(updateTrip, { path: yard.path, body: { notes: 'x' } })).status).toBe(200);
    const again = await yard.start(key.toUpperCase());
    expect([again.status, again.body, again.headers.etag]).toEqual([200, first.body, first.headers.etag]);
    expect((await yard.move('COMPLETADO')).status).toBe(200);
    expect((await yard.start(key)).body).toEqual(first.body);
    const entries = (await yard.timeline()).filter(({ receivedAt }) => receivedAt !== undefined);
    expect(entries).toMatchObject([{ id: key, event: 'TRIP_START', newStatus: 'EN_PROCESO', ...PATIO }]);
  });

  test('ruling 13: sent ten times at once makes one transition, and all answers are the same', async () => {
    for (let round = 0; round < 5; round += 1) {
      const yard = await openYard();
      const key = keyNow();
      const answers = await Promise.all(Array.from({ length: 10 }, () => yard.start(key)));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect((await yard.timeline()).filter(({ newStatus }) => newStatus === 'EN_PROCESO')).toHaveLength(1);
    }
  });

  test('ruling 13: and the same fact by sync are one, in either order', async () => {
    const yard = await openYard();
    const [key, later] = [keyNow(), keyNow()];
    const now = yard.office.testContext.now().toISOString();
    const synced = async (id: string, kind: string, place: object = {}) => {
      const items = [{ id, kind, tripId: yard.tripId, recordedAt: now, ...place }];
      const [result] = recordsOf(await yard.cab.send(syncFacts, { body: { sentAt: now, items } }), 'results');
      return [result?.result, result?.error];
    };
    const first = await yard.start(key);
    expect(await synced(key, 'TRIP_START', PATIO)).toEqual(['DUPLICATE', undefined]);
    expect(await synced(key, 'TRIP_START')).toEqual(['REFUSED', 'ID_REUSED']);
    expect((await yard.start(key)).body).toEqual(first.body);
    expect(await synced(later, 'TRIP_END')).toEqual(['APPLIED', undefined]);
    const ended = await yard.patch(later, { status: 'COMPLETADO' });
    expect(ended).toMatchObject({ status: 200, body: { previousStatus: 'EN_PROCESO', newStatus: 'COMPLETADO' } });
    const second = keyNow();
    expect(await synced(second, 'TRIP_END')).toEqual(['APPLIED', undefined]);
    const answer = await yard.patch(second, { status: 'COMPLETADO' });
    expect(answer.body).toMatchObject({ previousStatus: 'COMPLETADO', newStatus: 'COMPLETADO' });
  });

  test('ruling 7: of a trip that the office started is no error, and gives the trip the driver’s time', async () => {
    const yard = await openYard();
    expect((await yard.move('EN_PROCESO')).status).toBe(200);
    yard.office.testContext.pass(60_000);
    const key = keyNow();
    const first = await yard.start(key);
    expect(first).toMatchObject({ status: 200, body: { previousStatus: 'EN_PROCESO', newStatus: 'EN_PROCESO' } });
    const trip = await yard.trip();
    const now = yard.office.testContext.now().toISOString();
    expect(trip).toMatchObject({ actualStartDate: now, startFactId: key, startLat: PATIO.lat });
    expect(first.body.version).toBe(trip?.version);
    const same = (await Promise.all(Array.from({ length: 4 }, () => yard.start(key)))).map(({ body }) => body);
    expect(same).toEqual(Array(4).fill(first.body));
    expect((await yard.office.send(updateTrip, { path: yard.path, body: { notes: 'x' } })).status).toBe(200);
    expect((await yard.start(key)).body).toEqual(first.body);
    const other = keyNow();
    expect((await yard.start(other, {})).status).toBe(200);
    expect(await yard.trip()).toMatchObject({ startFactId: key, startLat: PATIO.lat });
    expect((await yard.timeline()).flatMap(({ id, recordedAt }) => (recordedAt ? [id] : []))).toEqual([key, other]);
  });

  test('ruling 7: sent ten times at once after the office’s start is stored once', async () => {
    const yard = await openYard();
    expect((await yard.move('EN_PROCESO')).status).toBe(200);
    const key = keyNow();
    const answers = await Promise.all(Array.from({ length: 10 }, () => yard.start(key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await yard.timeline()).filter(({ id }) => id === key)).toHaveLength(1);
  });

  test('ruling 13: with another body or for another move is refused, and changes nothing', async () => {
    const yard = await openYard();
    const key = keyNow();
    expect((await yard.start(key)).status).toBe(200);
    const before = await yard.trip();
    const reused = refused('IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key');
    expect(refusal(await yard.start(key, {}))).toEqual(reused);
    expect(refusal(await yard.patch(key, { status: 'COMPLETADO' }))).toEqual(reused);
    expect(await yard.trip()).toEqual(before);
  });

  test.each([
    ['is no UUID', 'tap-1'],
    ['is of version 4', '919108f7-52d1-4320-9bac-f847db4148a8'],
    ['is nine days old', factId(START - 9 * DAY_MS)],
    ['is two days ahead', factId(START + 2 * DAY_MS)],
  ])('ruling 13: whose key %s is refused, and changes nothing', async (_, key) => {
    const yard = await openYard();
    const wrong = refused('VALIDATION_FAILED', 'Idempotency-Key');
    expect(refusal(await yard.start(key))).toEqual(wrong);
    expect(refusal(await yard.patch(key, { status: 'EN_PROCESO' }))).toEqual(wrong);
    expect((await yard.trip())?.status).toBe('NO_INICIADO');
    const { context } = yard.office.testContext;
    const change = { set: { appAccessStatus: 'DISABLED' } };
    await transact(context, [update(driverKey(yard.teamId, yard.driver.id), change, {}, () => new Error('gone'))]);
    expect((await yard.start(key)).status).toBe(403);
  });

  test('ruling 13: without a key is refused the second time, as before', async () => {
    const yard = await openYard();
    expect((await yard.start(undefined)).status).toBe(200);
    expect(refusal(await yard.start(undefined))).toEqual(refused('TRIP_TRANSITION'));
    const [, moved] = await yard.timeline();
    expect(moved).toMatchObject({ event: 'STATUS', previousStatus: 'NO_INICIADO', newStatus: 'EN_PROCESO', ...PATIO });
    expect(Object.keys(moved ?? {})).not.toContain('recordedAt');
  });

  test('ruling 4: of another driver is refused, also with the key of the first one', async () => {
    const yard = await openYard();
    const key = keyNow();
    const first = await yard.start(key);
    const { teamId, office, path, tripId } = yard;
    const taker = await insertDriver(office.testContext, { ...APP, teamId, sub: someId() });
    const other = await office.cab(taker);
    const sent = (desk: typeof other, id: string) =>
      desk.send(startTrip, { path, body: PATIO, headers: { 'idempotency-key': id } });
    for (const id of [key, keyNow()]) expect(refusal(await sent(other, id))).toEqual(refused('FORBIDDEN'));
    const trip = await yard.trip();
    if (trip === undefined) throw new Error('The trip is gone.');
    const actor = { id: someId(), teamId };
    await office.testContext.use(relayTrip)(actor, trip, { driverId: taker.id }, undefined);
    expect((await yard.start(key)).body).toEqual(first.body);
    expect(refusal(await yard.start(keyNow()))).toEqual(refused('FORBIDDEN'));
    expect(refusal(await sent(other, key))).toEqual(refused('IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key'));
    expect((await yard.trip())?.id).toBe(tripId);
  });
});

describe('ruling 13: a change of status with an Idempotency-Key', () => {
  test('ruling 13: answers the first 200 again, also with the version that was read before it', async () => {
    const yard = await openYard();
    const [start, end] = [keyNow(), keyNow()];
    const first = await yard.patch(start, { status: 'EN_PROCESO', coordsLat: PATIO.lat, coordsLng: PATIO.lng });
    expect(first.status).toBe(200);
    expect((await yard.start(start)).body).toEqual(first.body);
    const version = { 'if-match': String(first.headers.etag) };
    const ended = await yard.patch(end, { status: 'COMPLETADO' }, version);
    expect(ended).toMatchObject({ status: 200, body: { previousStatus: 'EN_PROCESO', newStatus: 'COMPLETADO' } });
    const again = await yard.patch(end, { status: 'COMPLETADO' }, version);
    expect([again.status, again.body, again.headers.etag]).toEqual([200, ended.body, ended.headers.etag]);
    expect(refusal(await yard.patch(keyNow(), { status: 'COMPLETADO' }, version))).toEqual(
      refused('PRECONDITION_FAILED'),
    );
    expect(refusal(await yard.patch(start, { status: 'EN_PROCESO' }, version))).toEqual(
      refused('IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key'),
    );
  });

  test('ruling 13: to a status that no driver reaches answers as without a key', async () => {
    const yard = await openYard();
    for (const status of ['CANCELADO', 'NO_INICIADO']) {
      const [plain, keyed] = [await yard.patch(undefined, { status }), await yard.patch(keyNow(), { status })];
      expect(refusal(keyed)).toEqual(refusal(plain));
      expect((await yard.patch('tap-1', { status })).status).toBe(plain.status);
    }
    expect(refusal(await yard.patch(keyNow(), { status: 'COMPLETADO' }))).toEqual(refused('TRIP_TRANSITION'));
  });
});
