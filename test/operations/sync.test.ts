import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTripLocation } from '../../functions/trips/get-trip-location';
import { operation as getTripStops } from '../../functions/trips/get-trip-stops';
import { operation as getTripTimeline } from '../../functions/trips/get-trip-timeline';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { operation as updateTripStops } from '../../functions/trips/update-trip-stops';
import { driverKey } from '../../shared/fleet/driver';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Desk, openOffice, recordsOf } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const APP = { appAccessStatus: 'ACTIVE', everActive: true } as const;
const START = '2026-03-02T15:00:00.000Z';

/** A trip under way with one stop, and its driver. */
async function openRoad() {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, { ...APP, teamId, sub: someId() });
  const vehicle = await insertVehicle(testContext, { teamId });
  const body = { driverId: driver.id, vehicleId: vehicle.id, startDate: START };
  const tripId = String((await office.send(createTrip, { body })).body.id);
  const path = { tripId };
  const stops = { stopsRevision: 0, stops: [{ order: 1, name: 'Apodaca' }] };
  const planned = recordsOf(await office.send(updateTripStops, { path, body: stops }), 'stops');
  expect((await office.send(updateTripStatus, { path, body: { status: 'EN_PROCESO' } })).status).toBe(200);
  const now = testContext.now().toISOString();
  const cab = await office.cab(driver);
  const item = (kind: string, fields: object = {}) => ({ id: factId(), kind, recordedAt: now, tripId, ...fields });
  return { office, driver, cab, path, now, item, stopId: String(planned[0]?.id) };
}

const sync = (cab: Desk, sentAt: string, items: unknown, headers = {}) =>
  cab.send(syncFacts, { body: { sentAt, items }, headers });

describe('road 8: the envelope of a sync', () => {
  test.each<[string, object, string]>([
    ['no sentAt', { items: [{}] }, 'sentAt'],
    ['a malformed sentAt', { sentAt: 'ayer', items: [{}] }, 'sentAt'],
    ['no items', { sentAt: START }, 'items'],
    ['items that are no list', { sentAt: START, items: {} }, 'items'],
    ['no item', { sentAt: START, items: [] }, 'items'],
    ['101 items', { sentAt: START, items: Array.from({ length: 101 }, () => ({})) }, 'items'],
    ['more than 256 KB', { sentAt: START, items: ['x'.repeat(256 * 1024)] }, 'body'],
  ])('road 8: with %s is 400', async (_, body, field) => {
    const { cab } = await openRoad();
    expect(refusal(await cab.send(syncFacts, { body }))).toEqual(refused('VALIDATION_FAILED', field));
  });
});

describe('road 8: an item that is not valid', () => {
  const OK = { kind: 'NOTE', text: 'a' };
  const PROOF = { kind: 'PROOF', receiverName: 'Rosa Vela' };
  const FILE = { fileId: someId(), sha256: '0f'.repeat(32), kind: 'PHOTO' };
  test.each<[string, unknown, string, string]>([
    ['is no object', 7, 'VALIDATION_FAILED', 'items[1].id'],
    ['is a list', [], 'VALIDATION_FAILED', 'items[1].id'],
    ['is null', null, 'VALIDATION_FAILED', 'items[1].id'],
    ['has no id', { ...OK, id: undefined }, 'VALIDATION_FAILED', 'items[1].id'],
    ['has a bad id', { ...OK, id: 'x' }, 'VALIDATION_FAILED', 'items[1].id'],
    [
      'has an id of version 4',
      { ...OK, id: '919108f7-52d1-4320-9bac-f847db4148a8' },
      'VALIDATION_FAILED',
      'items[1].id',
    ],
    ['has an id of 2022', { ...OK, id: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f' }, 'VALIDATION_FAILED', 'items[1].id'],
    ['has no kind', { kind: undefined }, 'VALIDATION_FAILED', 'items[1].kind'],
    ['has an unknown kind', { ...OK, kind: 'TELEPORT' }, 'UNKNOWN_KIND', 'items[1].kind'],
    ['has a kind of every object', { ...OK, kind: 'constructor' }, 'UNKNOWN_KIND', 'items[1].kind'],
    ['has a bad time', { ...OK, recordedAt: 'ayer' }, 'VALIDATION_FAILED', 'items[1].recordedAt'],
    ['has no trip', { ...OK, tripId: undefined }, 'VALIDATION_FAILED', 'items[1].tripId'],
    ['has a bad trip', { ...OK, tripId: 'x' }, 'VALIDATION_FAILED', 'items[1].tripId'],
    ['has a bad place', { ...OK, lat: 91, lng: 0 }, 'VALIDATION_FAILED', 'items[1].lat'],
    ['has half a place', { ...OK, lat: 1 }, 'VALIDATION_FAILED', 'items[1].lng'],
    ['has a bad accuracy', { ...OK, accuracyM: 10_001 }, 'VALIDATION_FAILED', 'items[1].accuracyM'],
    ['has no text', { kind: 'NOTE' }, 'VALIDATION_FAILED', 'items[1].text'],
    ['has blanks as text', { kind: 'NOTE', text: '  ' }, 'VALIDATION_FAILED', 'items[1].text'],
    ['has a long text', { kind: 'NOTE', text: 'x'.repeat(2_001) }, 'VALIDATION_FAILED', 'items[1].text'],
    ['names no stop', { kind: 'STOP_ARRIVED', source: 'DRIVER' }, 'VALIDATION_FAILED', 'items[1].stopId'],
    ['has no source', { kind: 'STOP_ARRIVED', stopId: someId() }, 'VALIDATION_FAILED', 'items[1].source'],
    [
      'failed without a reason',
      { kind: 'STOP_DEPARTED', stopId: someId(), outcome: 'FAILED' },
      'VALIDATION_FAILED',
      'items[1].reason',
    ],
    ['skips without a reason', { kind: 'STOP_SKIPPED', stopId: someId() }, 'VALIDATION_FAILED', 'items[1].reason'],
    ['names no receiver', { kind: 'PROOF' }, 'VALIDATION_FAILED', 'items[1].receiverName'],
    ['has a bad stop', { ...PROOF, stopId: 'x' }, 'VALIDATION_FAILED', 'items[1].stopId'],
    ['has blanks as receiver', { ...PROOF, receiverName: ' ' }, 'VALIDATION_FAILED', 'items[1].receiverName'],
    ['has files that are no list', { ...PROOF, files: {} }, 'VALIDATION_FAILED', 'items[1].files'],
    ['has 11 files', { ...PROOF, files: Array(11).fill(FILE) }, 'VALIDATION_FAILED', 'items[1].files'],
    [
      'has a file without a hash',
      { ...PROOF, files: [FILE, { ...FILE, sha256: 'abc' }] },
      'VALIDATION_FAILED',
      'items[1].files[1].sha256',
    ],
    [
      'has a file of no kind',
      { ...PROOF, files: [{ ...FILE, kind: 'VIDEO' }] },
      'VALIDATION_FAILED',
      'items[1].files[0].kind',
    ],
    ['proves a stop of no plan', { ...PROOF, stopId: someId() }, 'STOP_UNKNOWN', ''],
    ['names a stop of no plan', { kind: 'STOP_SKIPPED', stopId: someId(), reason: 'x' }, 'STOP_UNKNOWN', ''],
    ['names an unknown trip', { ...OK, tripId: someId() }, 'NOT_FOUND', ''],
  ])('road 8: that %s is refused, and the others are not', async (_, wrong, error, field) => {
    const { cab, item, now } = await openRoad();
    const [before, after] = [item('NOTE', { text: 'a' }), item('NOTE', { text: 'b' })];
    const second = typeof wrong === 'object' && wrong !== null && !Array.isArray(wrong) ? item('', wrong) : wrong;
    const answer = await sync(cab, now, [before, second, after]);
    const results = recordsOf(answer, 'results');
    expect(results.map(({ result }) => result)).toEqual(['APPLIED', 'REFUSED', 'APPLIED']);
    expect(results[1]).toMatchObject({ error, message: expect.stringMatching(/^[A-Z].*\.$/), ...(field && { field }) });
    expect('field' in (results[1] ?? {})).toBe(field !== '');
    expect(results[1]?.id).toBe(field === 'items[1].id' && error !== '' && !isTimed(wrong) ? null : Object(second).id);
  });

  test('road 8: of a field that is null counts as one without the field, and the same item without it is a DUPLICATE', async () => {
    const { cab, office, item, now, path, stopId } = await openRoad();
    const [nothing, place] = [
      { lat: null, lng: null, accuracyM: null },
      { lat: 25.5, lng: -100.5 },
    ];
    const ping = item('PING', { ...place, speedKmh: null, heading: null, accuracyM: null });
    const departed = item('STOP_DEPARTED', { stopId, outcome: null, reason: null, ...nothing });
    const proof = item('PROOF', {
      receiverName: 'Rosa Vela',
      stopId: null,
      receiverRole: null,
      text: null,
      files: null,
    });
    const rest = item('DUTY', { tripId: null, state: 'PAUSA', ...nothing });
    const note = item('NOTE', { text: null });
    const results = recordsOf(await sync(cab, now, [ping, departed, proof, rest, note]), 'results');
    expect(results.map(({ result, field }) => [result, field])).toEqual([
      ...Array.from({ length: 4 }, () => ['APPLIED', undefined]),
      ['REFUSED', 'items[4].text'],
    ]);
    const bare = Object.fromEntries(Object.entries(departed).filter(([, value]) => value !== null));
    expect(recordsOf(await sync(cab, now, [bare]), 'results')).toMatchObject([{ result: 'DUPLICATE' }]);
    const { body } = await office.send(getTripLocation, { path });
    expect(body).toMatchObject(place);
  });

  describe('road 3: that iOS marks as unknown by a negative number', () => {
    const PLACE = { lat: 25.5, lng: -100.5 };

    test('is a position without speed and heading', async () => {
      const { cab, office, item, now, path } = await openRoad();
      const ping = item('PING', { ...PLACE, speedKmh: -3.6, heading: -1, accuracyM: 12 });
      expect(recordsOf(await sync(cab, now, [ping]), 'results')).toMatchObject([{ result: 'APPLIED' }]);
      const { body } = await office.send(getTripLocation, { path });
      expect(body).toMatchObject(PLACE);
      expect(body).not.toHaveProperty('speedKmh');
      expect(body).not.toHaveProperty('heading');
    });

    test('is a fact without a place, when the accuracy says that its place is not valid', async () => {
      const { cab, office, item, now, path } = await openRoad();
      const notes = [-1, 12].map((accuracyM) => item('NOTE', { text: String(accuracyM), ...PLACE, accuracyM }));
      const results = recordsOf(await sync(cab, now, notes), 'results');
      expect(results.map(({ result }) => result)).toEqual(['APPLIED', 'APPLIED']);
      const timeline = recordsOf(await office.send(getTripTimeline, { path }), 'timeline');
      const placeOf = (id: unknown) => timeline.find((one) => one.id === id)?.lat;
      expect(notes.map(({ id }) => placeOf(id))).toEqual([undefined, PLACE.lat]);
    });

    test('is no position, when its place is not valid', async () => {
      const { cab, item, now } = await openRoad();
      const ping = item('PING', { ...PLACE, accuracyM: -1 });
      expect(recordsOf(await sync(cab, now, [ping]), 'results')).toMatchObject([
        { result: 'REFUSED', error: 'VALIDATION_FAILED', field: 'items[0].accuracyM' },
      ]);
    });
  });

  const isTimed = (wrong: unknown) => Object(wrong).id?.startsWith('017f');

  test('road 8: is told in the language of the reader', async () => {
    const { cab, item, now } = await openRoad();
    const items = [item('NOTE', { text: '' }), item('TELEPORT'), item('NOTE', { text: 'a', tripId: someId() })];
    const answer = await sync(cab, now, items, { 'accept-language': 'es' });
    expect(recordsOf(answer, 'results').map(({ message }) => message)).toEqual([
      'No puede quedar vacío.',
      'No existe ese tipo de elemento. Actualice la aplicación.',
      'El viaje no existe.',
    ]);
  });

  test('road 8: of a time in the future is accepted with the time of its arrival', async () => {
    const { cab, office, item, now, path } = await openRoad();
    const items = [item('NOTE', { text: 'a', recordedAt: '2027-01-01T00:00:00Z' })];
    expect(recordsOf(await sync(cab, now, items), 'results')).toMatchObject([{ result: 'APPLIED' }]);
    const timeline = recordsOf(await office.send(getTripTimeline, { path }), 'timeline');
    expect(timeline.find(({ event }) => event === 'NOTE')).toMatchObject({
      ...{ at: now, receivedAt: now, recordedAt: '2027-01-01T00:00:00.000Z', text: 'a' },
    });
  });
});

describe('road 8: a stop that the office removed while the phone had no network', () => {
  test('refuses its facts with what the driver has to do, and nothing else of the day', async () => {
    const { cab, office, item, now, path, stopId } = await openRoad();
    const body = { stopsRevision: 1, stops: [] };
    expect((await office.send(updateTripStops, { path, body })).status).toBe(200);
    const gone = [
      item('STOP_ARRIVED', { stopId, source: 'DRIVER' }),
      item('PROOF', { stopId, receiverName: 'Rosa Vela' }),
      item('STOP_DEPARTED', { stopId }),
    ];
    const others = [item('NOTE', { text: 'a' }), item('PROOF', { receiverName: 'Rosa Vela' }), item('TRIP_END')];
    const results = recordsOf(await sync(cab, now, [...gone, ...others], { 'accept-language': 'es' }), 'results');
    const told = { result: 'REFUSED', error: 'STOP_UNKNOWN', message: expect.stringMatching(/Avise a su despachador/) };
    const taken = { result: 'APPLIED' };
    expect(results).toMatchObject([told, told, told, taken, taken, taken]);
  });
});

describe('road 8: the trip of an item', () => {
  test('road 8: a fact of another team’s trip is NOT_FOUND, also the trip’s start, and changes nothing there', async () => {
    const [own, foreign] = [await openRoad(), await openRoad()];
    const { path } = foreign;
    const facts = [
      own.item('NOTE', { ...path, text: 'a' }),
      own.item('STOP_ARRIVED', { ...path, stopId: foreign.stopId, source: 'DRIVER' }),
      own.item('TRIP_START', path),
      own.item('TRIP_END', path),
      own.item('PING', { ...path, lat: 25, lng: -100 }),
    ];
    const read = async () => [
      (await foreign.office.send(getTripStops, { path })).body,
      (await foreign.office.send(getTripTimeline, { path })).body,
    ];
    const before = await read();
    const results = recordsOf(await sync(own.cab, own.now, facts), 'results');
    expect(results.map(({ result, error }) => [result, error])).toEqual(
      Array.from({ length: facts.length }, () => ['REFUSED', 'NOT_FOUND']),
    );
    expect(await read()).toEqual(before);
  });
});

describe('ruling 3: a phone with a wrong clock', () => {
  test('ruling 3: is corrected and told', async () => {
    const { cab, office, item, now, path, stopId } = await openRoad();
    const shifted = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
    const arrived = item('STOP_ARRIVED', { stopId, source: 'GEOFENCE', recordedAt: shifted(80) });
    const answer = await sync(cab, shifted(90), [arrived]);
    expect(answer.body).toMatchObject({ receivedAt: now, clockSkewSeconds: -5_400 });
    const [stop] = recordsOf(await office.send(getTripStops, { path }), 'stops');
    expect(stop).toMatchObject({ status: 'LLEGO', arrived: { at: shifted(-10), source: 'GEOFENCE' } });
  });
});

describe('road 3: the limits of a sync', () => {
  test('road 3: 30 facts are taken, those with the least identifiers, and the others wait', async () => {
    const { cab, item, now } = await openRoad();
    const items = Array.from({ length: 33 }, (_, index) => item('NOTE', { text: String(index) })).reverse();
    const results = recordsOf(await sync(cab, now, [...items, {}]), 'results');
    expect(results.map(({ result, error }) => error ?? result)).toEqual([
      ...Array.from({ length: 3 }, () => 'SEND_AGAIN'),
      ...Array.from({ length: 30 }, () => 'APPLIED'),
      'VALIDATION_FAILED',
    ]);
    expect(results[0]).toMatchObject({ id: items[0]?.id, result: 'WAITING' });
  });

  test('road 8: the 61st sync of a driver within a minute is 429, and others are not', async () => {
    const { cab, office, item, now } = await openRoad();
    const colleague = await office.cab(
      await insertDriver(office.testContext, { ...APP, teamId: office.teamId, sub: someId() }),
    );
    const items = [item('NOTE', { text: 'a' })];
    for (let call = 0; call < 60; call += 1) expect((await sync(cab, now, items)).status).toBe(200);
    const answer = await sync(cab, now, items);
    expect([refusal(answer), answer.headers['retry-after']]).toEqual([refused('TOO_MANY_REQUESTS'), '60']);
    expect((await sync(colleague, now, items)).status).toBe(200);
    office.testContext.pass(60_000);
    expect((await sync(cab, now, items)).status).toBe(200);
  });
});

describe('ruling 11: a driver without access', () => {
  test('ruling 11: gets 403 for the whole call, and the facts count when the access is enabled again', async () => {
    const { cab, office, driver, item, now } = await openRoad();
    const setStatus = (appAccessStatus: string) =>
      transact(office.testContext.context, [
        update(driverKey(office.teamId, driver.id), { set: { appAccessStatus } }, {}, () => new Error('gone')),
      ]);
    await setStatus('DISABLED');
    const items = [item('NOTE', { text: 'a' })];
    for (const sent of [items, [], [{}]]) expect(refusal(await sync(cab, now, sent))).toEqual(refused('FORBIDDEN'));
    await setStatus('ACTIVE');
    expect(recordsOf(await sync(cab, now, items), 'results')).toMatchObject([{ result: 'APPLIED' }]);
  });

  test('ruling 11: of status BAJA gets 403 for the whole call, and what the phone kept counts when the driver works again', async () => {
    const { cab, office, driver, item, now, path, stopId } = await openRoad();
    const set = (status: string) =>
      transact(office.testContext.context, [
        update(driverKey(office.teamId, driver.id), { set: { status } }, {}, () => new Error('gone')),
      ]);
    const items = [
      item('STOP_ARRIVED', { stopId, source: 'DRIVER' }),
      item('DUTY', { tripId: undefined, state: 'PAUSA' }),
    ];
    await set('BAJA');
    for (const sent of [items, items.slice(1), [{}]])
      expect(refusal(await sync(cab, now, sent))).toEqual(refused('FORBIDDEN'));
    const timeline = recordsOf(await office.send(getTripTimeline, { path }), 'timeline');
    expect(timeline.map(({ event }) => event)).not.toContain('STOP_ARRIVED');
    await set('EN_VIAJE');
    const results = recordsOf(await sync(cab, now, items), 'results');
    expect(results.map(({ result }) => result)).toEqual(['APPLIED', 'APPLIED']);
  });

  test('ruling 11: an ended session is 401, and writes nothing', async () => {
    const { cab, office, driver, item, now, path } = await openRoad();
    const sessionsValidFrom = new Date(Date.parse(now) + 60_000).toISOString();
    await transact(office.testContext.context, [
      update(driverKey(office.teamId, driver.id), { set: { sessionsValidFrom } }, {}, () => new Error('gone')),
    ]);
    expect(refusal(await sync(cab, now, [item('NOTE', { text: 'a' })]))).toEqual(refused('UNAUTHENTICATED'));
    const timeline = recordsOf(await office.send(getTripTimeline, { path }), 'timeline');
    expect(timeline.map(({ event }) => event)).not.toContain('NOTE');
  });
});
