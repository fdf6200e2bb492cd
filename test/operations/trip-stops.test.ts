import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as deleteRoutePoint } from '../../functions/route-points/delete-route-point';
import { operation as updateRoutePoint } from '../../functions/route-points/update-route-point';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as updateRoute } from '../../functions/routes/update-route';
import { operation as correctTripStop } from '../../functions/trips/correct-trip-stop';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as getTripStops } from '../../functions/trips/get-trip-stops';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStops } from '../../functions/trips/update-trip-stops';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { stopKey } from '../../shared/trips/stop';
import { tripKey } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);
const START = '2026-03-04T12:00:00.000Z';

async function addRoute(office: Office, names: readonly string[]): Promise<string> {
  const points = await Promise.all(
    names.map(async (name) => {
      const contact = { radiusM: 350, contactName: 'Laura', contactPhone: '8112345678' };
      const body = { name, address: `Calle ${name}`, lat: 25.5, lng: -100.5, ...contact };
      return String((await office.send(createRoutePoint, { body })).body.id);
    }),
  );
  const stops = points.map((routePointId, index) => ({
    order: index + 1,
    routePointId,
    ...(index === 0 && {
      estimatedArrival: '14:30',
      windowMinutes: 30,
      estimatedDuration: 25,
      contactName: 'Patio',
      requires: ['PHOTO'],
    }),
  }));
  return String((await office.send(createRoute, { body: { name: 'Ruta', stops } })).body.id);
}

/** A trip of a route with two stops. */
async function planned() {
  const office = await openOffice(world);
  const routeId = await addRoute(office, ['Apodaca', 'Vallejo']);
  const created = await office.send(createTrip, { body: { routeId, startDate: START } });
  expect(created.status).toBe(201);
  expect(created.body).not.toHaveProperty('stopsRevision');
  const tripId = String(created.body.id);
  return { office, routeId, tripId, path: { tripId } };
}

const read = async (office: Office, tripId: string) => {
  const answer = await office.send(getTripStops, { path: { tripId } });
  expect(answer.status).toBe(200);
  return { revision: Number(answer.body.stopsRevision), stops: recordsOf(answer, 'stops') };
};
const put = (office: Office, tripId: string, stopsRevision: number, stops: readonly object[]) =>
  office.send(updateTripStops, { path: { tripId }, body: { stopsRevision, stops } });
const correct = (office: Office, tripId: string, stopId: unknown, status: string | null, reason = 'Llamó') =>
  office.send(correctTripStop, { path: { tripId, stopId: String(stopId) }, body: { status, reason } });
const sent = (stops: readonly object[]) =>
  stops.map((stop) => {
    const { status: _, ...own } = { status: '', ...stop };
    return own;
  });
const statuses = (stops: readonly Readonly<Record<string, unknown>>[]) =>
  stops.map(({ name, status }) => [name, status]);

/** What a phone reports: nothing else writes it yet. */
const report = ({ testContext, teamId }: Office, tripId: string, stopId: unknown) =>
  transact(testContext.context, [
    update(
      stopKey(teamId, tripId, String(stopId)),
      { set: { stopId, arrived: { id: someId(), at: START, source: 'DRIVER' } } },
      { exists: undefined },
      () => new Error('unexpected'),
    ),
  ]);
const setStatus = ({ testContext, teamId }: Office, tripId: string, status: string) =>
  transact(testContext.context, [update(tripKey(teamId, tripId), { set: { status } }, {}, () => new Error('gone'))]);
const itemsOf = async ({ teamId }: Office, tripId: string, prefix: string) =>
  table.partition(`TEAM#${teamId}#TRIP#${tripId}`, prefix);

describe('road 4: the plan of a trip', () => {
  test('road 4: is copied from the route at creation, with places, contacts and window', async () => {
    const { office, tripId } = await planned();
    const { stops, revision } = await read(office, tripId);
    expect(revision).toBe(1);
    const place = { lat: 25.5, lng: -100.5, radiusM: 350, contactPhone: '8112345678', status: 'PENDIENTE' };
    const window = { from: '2026-03-04T20:30:00.000Z', to: '2026-03-04T21:00:00.000Z' };
    const first = {
      order: 1,
      name: 'Apodaca',
      address: 'Calle Apodaca',
      contactName: 'Patio',
      requires: ['PHOTO'],
      window,
      estimatedDuration: 25,
    };
    const second = { order: 2, name: 'Vallejo', address: 'Calle Vallejo', contactName: 'Laura' };
    expect(stops).toEqual([
      { id: expect.any(String), ...place, ...first },
      { id: expect.any(String), ...place, ...second },
    ]);
  });

  test('road 4: does not follow a later edit of the route', async () => {
    const { office, tripId, routeId } = await planned();
    const before = await read(office, tripId);
    const stops = [{ order: 1, routePointId: someId(), routePointName: 'Otra' }];
    expect((await office.send(updateRoute, { path: { id: routeId }, body: { stops } })).status).toBe(200);
    expect(await read(office, tripId)).toEqual(before);
  });

  test('road 4: is copied again with another route, and emptied without one, before the start', async () => {
    const { office, tripId, path } = await planned();
    const { stops } = await read(office, tripId);
    await correct(office, tripId, stops[0]?.id, 'OMITIDA');
    const routeId = await addRoute(office, ['Saltillo']);
    expect((await office.send(updateTrip, { path, body: { routeId } })).status).toBe(200);
    const other = await read(office, tripId);
    expect([other.revision, statuses(other.stops)]).toEqual([3, [['Saltillo', 'PENDIENTE']]]);
    expect(await itemsOf(office, tripId, 'STOP#')).toEqual([]);
    await office.send(updateTrip, { path, body: { routeId, notes: 'x' } });
    expect(await read(office, tripId)).toEqual(other);
    await office.send(updateTrip, { path, body: { routeId: null } });
    expect(await read(office, tripId)).toEqual({ revision: 4, stops: [] });
  });

  test('road 4: stays when the route changes after the start', async () => {
    const { office, tripId, path } = await planned();
    const before = await read(office, tripId);
    await setStatus(office, tripId, 'EN_PROCESO');
    const routeId = await addRoute(office, ['Saltillo']);
    expect((await office.send(updateTrip, { path, body: { routeId } })).status).toBe(200);
    expect(await read(office, tripId)).toEqual(before);
  });

  test('road 4: windows move with the day of the planned start, and stay when only its hour changes or the trip has begun', async () => {
    const { office, tripId, path } = await planned();
    const before = await read(office, tripId);
    const [first = {}, second] = before.stops;
    const move = async (startDate: string) => {
      expect((await office.send(updateTrip, { path, body: { startDate } })).status).toBe(200);
      return read(office, tripId);
    };
    expect(await move(START.replace('T12', 'T15'))).toEqual(before);
    const window = { from: '2026-03-05T20:30:00.000Z', to: '2026-03-05T21:00:00.000Z' };
    const moved = { revision: before.revision + 1, stops: [{ ...first, window }, second] };
    expect(await move('2026-03-05T09:00:00.000Z')).toEqual(moved);
    await setStatus(office, tripId, 'EN_PROCESO');
    expect(await move('2026-03-06T09:00:00.000Z')).toEqual(moved);
  });

  test('road 4: a trip without a route has no plan, and gets one by an edit', async () => {
    const { office } = await planned();
    const tripId = String((await office.send(createTrip, { body: { startDate: START } })).body.id);
    expect(await read(office, tripId)).toEqual({ revision: 0, stops: [] });
    expect(await itemsOf(office, tripId, 'PLAN')).toEqual([]);
    expect((await put(office, tripId, 0, [{ order: 1, name: 'Patio' }])).status).toBe(200);
    expect(statuses((await read(office, tripId)).stops)).toEqual([['Patio', 'PENDIENTE']]);
  });

  test('road 4: is deleted with the trip, with its corrections', async () => {
    const { office, tripId, path } = await planned();
    const { stops } = await read(office, tripId);
    await correct(office, tripId, stops[0]?.id, 'OMITIDA');
    expect((await office.send(deleteTrip, { path })).status).toBe(200);
    expect([await itemsOf(office, tripId, 'PLAN'), await itemsOf(office, tripId, 'STOP#')]).toEqual([[], []]);
  });
});

describe('road 4: the fields that a route gives its stops', () => {
  const PLACE = { name: 'Patio', address: 'Calle 1', lat: 25.5, lng: -100.5 };

  test('road 4: a place without a radius has one of 200 m, and its stop asks for nothing', async () => {
    const office = await openOffice(world);
    const routePointId = String((await office.send(createRoutePoint, { body: PLACE })).body.id);
    const route = await office.send(createRoute, { body: { name: 'Ruta', stops: [{ order: 1, routePointId }] } });
    const body = { routeId: route.body.id, startDate: START };
    const { stops } = await read(office, String((await office.send(createTrip, { body })).body.id));
    expect(stops).toMatchObject([{ order: 1, name: 'Patio', radiusM: 200, status: 'PENDIENTE' }]);
    for (const field of ['window', 'requires', 'contactName', 'contactPhone'])
      expect(stops[0]).not.toHaveProperty(field);
  });

  test('road 4: a stop has the name that its place has today, and a deleted place keeps its last one', async () => {
    const office = await openOffice(world);
    const add = async (name: string) => {
      const point = await office.send(createRoutePoint, { body: { ...PLACE, name } });
      return String(point.body.id);
    };
    const [renamed, deleted] = [await add('Uno'), await add('Dos')];
    const stops = [
      { order: 1, routePointId: renamed },
      { order: 2, routePointId: deleted },
    ];
    const route = await office.send(createRoute, { body: { name: 'Ruta', stops } });
    await office.send(updateRoutePoint, { path: { id: renamed }, body: { name: 'Nave 7', address: 'Calle 9' } });
    await office.send(deleteRoutePoint, { path: { id: deleted } });
    const trip = await office.send(createTrip, { body: { routeId: route.body.id, startDate: START } });
    const planned = await read(office, String(trip.body.id));
    expect(planned.stops).toMatchObject([{ name: 'Nave 7', address: 'Calle 9' }, { name: 'Dos' }]);
  });

  test.each([
    [{ radiusM: 49 }, 'radiusM'],
    [{ radiusM: 2_001 }, 'radiusM'],
    [{ radiusM: 50.5 }, 'radiusM'],
    [{ contactName: 'x'.repeat(201) }, 'contactName'],
    [{ contactPhone: 'x'.repeat(51) }, 'contactPhone'],
  ])('road 4: a place with %j is 400', async (fields, field) => {
    const office = await openOffice(world);
    const answer = await office.send(createRoutePoint, { body: { ...PLACE, ...fields } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  test.each([
    [{ windowMinutes: -1 }, 'windowMinutes'],
    [{ windowMinutes: 1_441 }, 'windowMinutes'],
    [{ requires: ['VIDEO'] }, 'requires[0]'],
    [{ requires: ['PHOTO', 'SIGNATURE', 'DOCUMENT', 'PHOTO'] }, 'requires'],
    [{ contactName: 'x'.repeat(201) }, 'contactName'],
    [{ contactPhone: 'x'.repeat(51) }, 'contactPhone'],
  ])('road 4: a stop of a route with %j is 400', async (fields, field) => {
    const office = await openOffice(world);
    const routePointId = String((await office.send(createRoutePoint, { body: PLACE })).body.id);
    const stops = [{ order: 1, routePointId, ...fields }];
    const answer = await office.send(createRoute, { body: { name: 'Ruta', stops } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', `stops[0].${field}`));
  });
});

describe('road 4: an edit of the stops', () => {
  test('road 4: keeps, changes and adds stops, and raises the revision', async () => {
    const { office, tripId } = await planned();
    const { stops, revision } = await read(office, tripId);
    const [first = {}, second = {}] = sent(stops);
    const answer = await put(office, tripId, revision, [
      { ...second, order: 5, name: 'Norte' },
      first,
      { order: 3, name: 'Nueva' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ stopsRevision: 2, stops: [{ id: stops[0]?.id }, {}, { id: stops[1]?.id }] });
    const after = await read(office, tripId);
    expect(after).toEqual({ revision: 2, stops: answer.body.stops });
    expect(statuses(after.stops).map(([name]) => name)).toEqual(['Apodaca', 'Nueva', 'Norte']);
  });

  test('road 4: with an old revision is CONFLICT, and so is the second of two at once', async () => {
    const { office, tripId } = await planned();
    const both = await Promise.all([put(office, tripId, 1, []), put(office, tripId, 1, [{ order: 1, name: 'B' }])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(refusal(await put(office, tripId, 1, []))).toEqual(refused('CONFLICT'));
    expect((await read(office, tripId)).revision).toBe(2);
  });

  test('ruling 10: deletes an absent stop without reports, and keeps one with reports as QUITADA', async () => {
    const { office, tripId } = await planned();
    const { stops } = await read(office, tripId);
    await report(office, tripId, stops[0]?.id);
    await correct(office, tripId, stops[1]?.id, 'OMITIDA');
    const answer = await put(office, tripId, 2, []);
    expect(statuses(recordsOf(answer, 'stops'))).toEqual([['Apodaca', 'QUITADA']]);
    const [kept, ...others] = (await read(office, tripId)).stops;
    expect([kept, others]).toEqual([recordsOf(answer, 'stops')[0], []]);
    expect(kept).toMatchObject({ arrived: { at: START }, correction: { by: office.id } });
    expect(await itemsOf(office, tripId, 'STOP#')).toHaveLength(1);
    expect((await put(office, tripId, 3, sent([{ id: kept?.id, order: 1, name: 'Apodaca' }]))).status).toBe(200);
    expect(statuses((await read(office, tripId)).stops)).toEqual([['Apodaca', 'QUITADA']]);
  });

  test.each(['COMPLETADO', 'CANCELADO'])(
    'road 4: of a trip that is %s is TRIP_ENDED, a correction is not',
    async (status) => {
      const { office, tripId } = await planned();
      const { stops } = await read(office, tripId);
      await setStatus(office, tripId, status);
      for (const revision of [1, 7])
        expect(refusal(await put(office, tripId, revision, []))).toEqual(refused('TRIP_ENDED'));
      expect((await correct(office, tripId, stops[0]?.id, 'SALIO')).body).toMatchObject({ status: 'SALIO' });
    },
  );

  test('road 8: names the bad field', async () => {
    const { office, tripId } = await planned();
    const { stops } = await read(office, tripId);
    const id = stops[0]?.id;
    const stop = { order: 1, name: 'A' };
    const cases = [
      ['stops[0].id', [{ ...stop, id: someId() }]],
      [
        'stops[1].id',
        [
          { ...stop, id },
          { ...stop, id, order: 2 },
        ],
      ],
      ['stops[1].order', [stop, stop]],
      ['stops[0].lng', [{ ...stop, lat: 1 }]],
      ['stops[0].radiusM', [{ ...stop, radiusM: 49 }]],
      ['stops[0].window.to', [{ ...stop, window: { from: START, to: '2026-03-04T11:00:00Z' } }]],
      ['stops', Array.from({ length: 51 }, (_, order) => ({ ...stop, order }))],
    ] as const;
    for (const [field, list] of cases) {
      const answer = await put(office, tripId, 1, list);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    }
    expect((await read(office, tripId)).revision).toBe(1);
  });

  test('road 8: takes the stops back as they were read', async () => {
    const { office, tripId } = await planned();
    const { stops } = await read(office, tripId);
    expect((await put(office, tripId, 1, stops)).status).toBe(200);
    expect((await read(office, tripId)).stops).toEqual(stops);
  });

  test('road 8: another team reads and changes nothing', async () => {
    const { office, tripId } = await planned();
    const { stops } = await read(office, tripId);
    const other = await openOffice(world);
    expect(refusal(await other.send(getTripStops, { path: { tripId } }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await put(other, tripId, 1, []))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await correct(other, tripId, stops[0]?.id, 'SALIO'))).toEqual(refused('NOT_FOUND'));
  });
});

describe('ruling 10: a correction', () => {
  test('ruling 10: takes precedence over reports until it is withdrawn', async () => {
    const { office, tripId } = await planned();
    const { stops } = await read(office, tripId);
    const id = stops[0]?.id;
    expect((await correct(office, tripId, id, 'OMITIDA')).body).toMatchObject({ id, status: 'OMITIDA' });
    await report(office, tripId, id);
    expect(statuses((await read(office, tripId)).stops)[0]).toEqual(['Apodaca', 'OMITIDA']);
    const answer = await correct(office, tripId, id, null);
    expect(answer.body).toMatchObject({
      status: 'LLEGO',
      missing: ['PHOTO'],
      arrived: { at: START, source: 'DRIVER' },
    });
    expect(answer.body).not.toHaveProperty('correction');
    expect((await read(office, tripId)).stops[0]).toEqual(answer.body);
  });

  test('ruling 10: raises the revision once, and a repeated one changes nothing', async () => {
    const { office, tripId } = await planned();
    const { stops } = await read(office, tripId);
    await correct(office, tripId, stops[0]?.id, 'SALIO');
    const events = (await itemsOf(office, tripId, 'EVENT#')).length;
    await correct(office, tripId, stops[0]?.id, 'SALIO');
    await correct(office, tripId, stops[1]?.id, null);
    expect((await read(office, tripId)).revision).toBe(2);
    expect(await itemsOf(office, tripId, 'EVENT#')).toHaveLength(events);
  });

  test('ruling 10: of two at once both stay', async () => {
    const { office, tripId } = await planned();
    const { stops } = await read(office, tripId);
    const both = await Promise.all(stops.map(({ id }) => correct(office, tripId, id, 'SALIO')));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const after = await read(office, tripId);
    expect([after.revision, after.stops.map(({ status }) => status)]).toEqual([3, ['SALIO', 'SALIO']]);
  });

  test('road 8: of a stop that the trip does not have is 404', async () => {
    const { office, tripId } = await planned();
    expect(refusal(await correct(office, tripId, someId(), 'SALIO'))).toEqual(refused('NOT_FOUND'));
  });
});
