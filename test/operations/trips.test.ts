import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as getTripBalance } from '../../functions/trips/get-trip-balance';
import { operation as getTripLocation } from '../../functions/trips/get-trip-location';
import { operation as getTripTimeline } from '../../functions/trips/get-trip-timeline';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as pingLocation } from '../../functions/trips/ping-location';
import { operation as startTripOperation } from '../../functions/trips/start-trip';
import { operation as updateOwnTripStatus } from '../../functions/trips/update-own-trip-status';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { TRIP_STATUSES, type TripRecord, tripKey } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import {
  type Fleet,
  insertClient,
  insertDriver,
  insertRoute,
  insertTrip,
  insertTrips,
  insertVehicle,
  moveAsOwner,
  startTrip,
} from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);

const HOUR_MS = 60 * 60_000;

const stored = ({ testContext, teamId }: Office, { id }: TripRecord) =>
  getItem(testContext.context, tripKey(teamId, id));
const at = ({ id: tripId }: Pick<TripRecord, 'id'>) => ({ path: { tripId } });

/** An office, a driver with app access, and a vehicle. */
async function openFleet(role: 'OWNER' | 'MEMBER' = 'OWNER') {
  const office = await openOffice(world, { role });
  const { testContext, teamId } = office;
  const sub = someId();
  const driver = await insertDriver(testContext, { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true });
  const vehicle = await insertVehicle(testContext, { teamId });
  const actor = { pool: 'staff', role: 'OWNER', id: office.id, teamId } as const;
  const fleet: Fleet = { actor, driver: { ...driver, sub }, vehicle };
  return { office, fleet, cab: await office.cab(driver) };
}

describe('a trip', () => {
  it('is read in its own team alone', async () => {
    const { office, fleet } = await openFleet('MEMBER');
    const { invoiceId, estimate, ...trip } = await insertTrip(office.testContext, fleet);
    const { status, body } = await office.send(getTrip, at(trip));
    expect([status, body]).toEqual([200, { ...trip, due: 0, isEstimate: true, paid: 0, balance: 0 }]);
    const other = await openOffice(world);
    for (const read of [getTrip, getTripTimeline, getTripLocation, getTripBalance, updateTrip]) {
      expect(refusal(await other.send(read, at(trip)))).toEqual(refused('NOT_FOUND'));
      expect(refusal(await (await office.stranger()).send(read, at(trip)))).toEqual(refused('FORBIDDEN'));
    }
  });
});

it('a trip is one for an Idempotency-Key', async () => {
  const { office } = await openFleet();
  const request = { body: { startDate: office.testContext.now().toISOString() }, headers: { 'idempotency-key': 'k' } };
  const [one, two] = [await office.send(createTrip, request), await office.send(createTrip, request)];
  expect([one.status, two]).toEqual([201, one]);
});

describe('the trips of a team by date', () => {
  /** Trips that start at each border of the day in the team's time zone, and one millisecond before. */
  const days = [
    ['America/Mexico_City', '2026-07-01', '2026-07-01T06:00:00.000Z', '2026-07-02T06:00:00.000Z'],
    ['America/Cancun', '2026-07-01', '2026-07-01T05:00:00.000Z', '2026-07-02T05:00:00.000Z'],
    ['America/Tijuana', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['America/Tijuana', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ] as const;

  it.each(days)('are, in %s on %s, those from %s to before %s', async (timeZone, day, begins, ends) => {
    const office = await openOffice(world, { team: { timeZone } });
    const { testContext, teamId } = office;
    const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    const [early, first, last, late] = [justBefore(begins), begins, justBefore(ends), ends];
    await insertTrips(
      testContext,
      [early, first, last, late].map((startDate) => ({ teamId, startDate })),
    );
    const starts = async (query: Record<string, string>) =>
      recordsOf(await office.send(listTrips, { query }), 'trips').map(({ startDate }) => startDate);
    expect(await starts({ from: day, to: day })).toEqual([last, first]);
    expect(await starts({ from: day })).toEqual([late, last, first]);
    expect(await starts({ to: day })).toEqual([last, first, early]);
    expect(await starts({ from: first, to: first })).toEqual([first]);
    expect(await starts({ from: day, to: day, status: 'NO_INICIADO' })).toEqual([last, first]);
  });

  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, 'from'],
    [{ from: '2026-02-29' }, 'from'],
    [{ to: 'tomorrow' }, 'to'],
    [{ status: 'STARTED' }, 'status'],
    [{ driverId: '7' }, 'driverId'],
    [{ vehicleId: 'T-1' }, 'vehicleId'],
    [{ clientId: 'x' }, 'clientId'],
    [{ cursor: 'x' }, 'cursor'],
    [{ limit: '201' }, 'limit'],
  ])('are not listed by %j', async (query, field) => {
    const { send } = await openOffice(world);
    expect(refusal(await send(listTrips, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('come by pages whose cursor is good for their own filters alone', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    await insertTrips(
      testContext,
      Array.from({ length: 5 }, () => ({ teamId })),
    );
    expect((await pagesOf(office, listTrips, 'trips', { limit: '2' })).flat()).toHaveLength(5);
    const { body } = await office.send(listTrips, { query: { limit: '2' } });
    const cursor = String(body.nextCursor);
    for (const filter of [{ status: 'NO_INICIADO' }, { from: '2026-01-01' }, { clientId: someId() }]) {
      const answer = await office.send(listTrips, { query: { ...filter, cursor } });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'cursor'));
    }
    const other = await openOffice(world);
    const foreign = await other.send(listTrips, { query: { cursor } });
    expect(refusal(foreign)).toEqual(refused('VALIDATION_FAILED', 'cursor'));
  });
});

describe('a change of a trip', () => {
  it('keeps what is absent', async () => {
    const { office, fleet } = await openFleet('MEMBER');
    const inserted = await insertTrip(office.testContext, fleet, { notes: 'Antes', revenue: 100 });
    const { invoiceId, estimate, ...trip } = inserted;
    expect(estimate).toBe(11_600);
    const body = {
      endDate: '2026-03-05T00:00:00.000Z',
      cargoDescription: 'Cerveza',
      cargoWeight: 28_000,
      cargoVolume: 76.5,
      cost: 18_500.55,
      revenue: 0,
      specialInstructions: 'Andén 4',
    };
    const answer = await office.send(updateTrip, { ...at(trip), body });
    expect([answer.status, answer.body]).toEqual([200, { ...trip, ...body, version: 2 }]);
    expect(await office.send(getTrip, at(trip))).toMatchObject({ body: answer.body });
    const { body: answered } = await office.send(getTripTimeline, at(trip));
    expect(answered.timeline).toEqual([
      expect.objectContaining({ event: 'CREATE', newStatus: 'NO_INICIADO' }),
      expect.objectContaining({ event: 'UPDATE', by: office.id }),
    ]);
  });

  it.each([
    undefined,
    {},
    { status: 'CANCELADO', id: someId(), teamId: someId(), invoiceId: someId(), driverName: 'X' },
  ])('by %j changes nothing', async (body) => {
    const { office, fleet } = await openFleet();
    const trip = await insertTrip(office.testContext, fleet);
    const before = await table.everything();
    expect((await office.send(updateTrip, { ...at(trip), body })).status).toBe(200);
    expect(await table.everything()).toEqual(before);
  });

  it('takes over the names of what it refers to', async () => {
    const { office, fleet } = await openFleet();
    const { testContext, teamId } = office;
    const trip = await insertTrip(testContext, fleet);
    const [client, route] = [
      await insertClient(testContext, { teamId, name: 'Aceros del Norte' }),
      await insertRoute(testContext, { teamId, name: 'Manzanillo–Guadalajara' }),
    ];
    const driver = await insertDriver(testContext, { teamId, name: 'María Ruiz', phone: '5550001111' });
    const vehicle = await insertVehicle(testContext, { teamId, plate: '99-ZZ-9Z' });
    const body = { clientId: client.id, routeId: route.id, driverId: driver.id, vehicleId: vehicle.id };
    const answer = await office.send(updateTrip, { ...at(trip), body });
    expect(answer.body).toMatchObject({
      ...body,
      clientName: 'Aceros del Norte',
      routeName: 'Manzanillo–Guadalajara',
      driverName: 'María Ruiz',
      driverPhone: '5550001111',
      vehiclePlate: '99-ZZ-9Z',
    });
    expect(await stored(office, trip)).toMatchObject(answer.body);
  });

  it('takes driver and vehicle off it by null, and it waits for others', async () => {
    const { office, fleet, cab } = await openFleet('MEMBER');
    const { invoiceId, estimate, ...trip } = await insertTrip(office.testContext, fleet);
    const { driverId, driverName, driverPhone, vehicleId, vehiclePlate, ...rest } = trip;
    expect([driverName, driverPhone, vehiclePlate]).not.toContain(undefined);
    const without = await office.send(updateTrip, { ...at(trip), body: { driverId: null } });
    expect([without.status, without.body]).toEqual([200, { ...rest, vehicleId, vehiclePlate, version: 2 }]);
    const answer = await office.send(updateTrip, { ...at(trip), body: { driverId: null, vehicleId: null } });
    expect([answer.status, answer.body]).toEqual([200, { ...rest, version: 3 }]);
    expect((await office.send(getTrip, at(trip))).body).toMatchObject(JSON.parse(JSON.stringify(answer.body)));
    const { id: ofDriver } = fleet.driver;
    expect(recordsOf(await office.send(listTrips, { query: { driverId: ofDriver } }), 'trips')).toEqual([]);
    expect(refusal(await cab.send(startTripOperation, at(trip)))).toEqual(refused('FORBIDDEN'));
    const started = await office.send(updateTripStatus, { ...at(trip), body: { status: 'EN_PROCESO' } });
    expect(refusal(started)).toEqual(refused('VALIDATION_FAILED', 'status'));
    const again = await office.send(updateTrip, { ...at(trip), body: { driverId, vehicleId } });
    expect(again.body).toEqual({ ...trip, version: 4 });
    expect(recordsOf(await office.send(listTrips, { query: { driverId: ofDriver } }), 'trips')).toHaveLength(1);
  });

  it('does not leave the telephone of the driver before', async () => {
    const { office, fleet } = await openFleet();
    const { testContext, teamId } = office;
    const trip = await insertTrip(testContext, fleet);
    expect(trip.driverPhone).toBe('8112345678');
    const driver = await insertDriver(testContext, { teamId, name: 'María Ruiz', phone: null });
    const { body } = await office.send(updateTrip, { ...at(trip), body: { driverId: driver.id } });
    expect(body).toMatchObject({ driverName: 'María Ruiz' });
    expect(body).not.toHaveProperty('driverPhone');
    expect(await stored(office, trip)).not.toHaveProperty('driverPhone');
  });

  it.each(['clientId', 'routeId', 'driverId', 'vehicleId'])(
    'is refused by %s of another team, or of nobody',
    async (field) => {
      const { office, fleet } = await openFleet();
      const trip = await insertTrip(office.testContext, fleet);
      const other = await openFleet();
      const ids: Record<string, string> = {
        clientId: (await insertClient(other.office.testContext, { teamId: other.office.teamId })).id,
        routeId: (await insertRoute(other.office.testContext, { teamId: other.office.teamId })).id,
        driverId: other.fleet.driver.id,
        vehicleId: other.fleet.vehicle.id,
      };
      for (const id of [ids[field], someId()]) {
        const answer = await office.send(updateTrip, { ...at(trip), body: { [field]: id, notes: 'x' } });
        expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
      }
      expect(await stored(office, trip)).toEqual(trip);
    },
  );

  it.each([
    [{ startDate: null }, 'startDate'],
    [{ startDate: '2026-03-02' }, 'startDate'],
    [{ endDate: '2026-03-02T14:59:59.999Z' }, 'endDate'],
    [{ startDate: '2026-03-05T00:00:00Z', endDate: '2026-03-04T23:59:59.999Z' }, 'endDate'],
    [{ revenue: 100.005 }, 'revenue'],
    [{ cost: -0.01 }, 'cost'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ])('is refused for %j', async (body, field) => {
    const { office, fleet } = await openFleet();
    const trip = await insertTrip(office.testContext, fleet);
    const answer = await office.send(updateTrip, { ...at(trip), body });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
    expect(await stored(office, trip)).toEqual(trip);
  });

  it('compares an end with the start that stays, and a start with the end that stays', async () => {
    const { office, fleet } = await openFleet();
    const endDate = '2026-03-04T00:00:00.000Z';
    const trip = await insertTrip(office.testContext, fleet, { endDate });
    const change = async (body: object) => refusal(await office.send(updateTrip, { ...at(trip), body }));
    expect(await change({ startDate: '2026-03-04T00:00:00.001Z' })).toEqual(refused('VALIDATION_FAILED', 'endDate'));
    expect(await change({ startDate: endDate })).toEqual([200, undefined]);
    expect(await change({ endDate: '2026-03-03T23:59:59.999Z' })).toEqual(refused('VALIDATION_FAILED', 'endDate'));
  });

  const started = TRIP_STATUSES.filter((status) => status !== 'NO_INICIADO');
  it.each(started)('of a trip that is %s leaves driver and vehicle, and takes the rest', async (status) => {
    const { office, fleet } = await openFleet();
    const { testContext, teamId } = office;
    const [trip = await insertTrip(testContext, fleet)] = await insertTrips(testContext, [
      { teamId, status, driverId: fleet.driver.id, vehicleId: fleet.vehicle.id },
    ]);
    const others = [
      { driverId: null },
      { vehicleId: null },
      { driverId: (await insertDriver(testContext, { teamId })).id },
      { vehicleId: (await insertVehicle(testContext, { teamId })).id },
    ];
    for (const body of others) {
      const answer = await office.send(updateTrip, { ...at(trip), body });
      expect(refusal(answer)).toEqual(refused('TRIP_ALREADY_STARTED', Object.keys(body)[0]));
      const unknown = await office.send(updateTrip, { ...at(trip), body: { ...body, clientId: someId() } });
      expect(refusal(unknown)).toEqual(refused('VALIDATION_FAILED', 'clientId'));
    }
    expect(await stored(office, trip)).toEqual(trip);
    const same = { driverId: fleet.driver.id, vehicleId: fleet.vehicle.id, notes: 'Llegó tarde' };
    const answer = await office.send(updateTrip, { ...at(trip), body: same });
    expect([answer.status, answer.body.notes]).toEqual([200, 'Llegó tarde']);
  });

  it('is taken with the driver and vehicle it has, although they are BAJA by now', async () => {
    const { office, fleet } = await openFleet();
    const { testContext, teamId } = office;
    const { driver, vehicle } = fleet;
    const [trip] = await insertTrips(testContext, [
      { teamId, status: 'COMPLETADO', driverId: driver.id, vehicleId: vehicle.id, driverName: 'Como era' },
    ]);
    await insertDriver(testContext, { ...driver, status: 'BAJA' });
    await insertVehicle(testContext, { ...vehicle, status: 'BAJA' });
    const body = { driverId: driver.id, vehicleId: vehicle.id, notes: 'Factura entregada' };
    const answer = await office.send(updateTrip, { path: { tripId: trip?.id ?? '' }, body });
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ ...body, driverName: 'Como era' })]);
  });

  it.each([
    ['driverId', 'BAJA'],
    ['vehicleId', 'BAJA'],
  ] as const)('does not assign a %s that is %s', async (field, status) => {
    const { office, fleet } = await openFleet();
    const { testContext, teamId } = office;
    const trip = await insertTrip(testContext, fleet);
    const gone =
      field === 'driverId'
        ? await insertDriver(testContext, { teamId, status })
        : await insertVehicle(testContext, { teamId, status });
    const answer = await office.send(updateTrip, { ...at(trip), body: { [field]: gone.id } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('moves it to where the lists look for its start and its driver', async () => {
    const { office, fleet } = await openFleet();
    const { testContext, teamId } = office;
    const trip = await insertTrip(testContext, fleet);
    const driver = await insertDriver(testContext, { teamId });
    const ids = async (query: Record<string, string>) =>
      recordsOf(await office.send(listTrips, { query }), 'trips').map(({ id }) => id);
    const body = { startDate: '2026-04-01T12:00:00.000Z', driverId: driver.id };
    await office.send(updateTrip, { ...at(trip), body });
    expect(await ids({ driverId: driver.id, from: '2026-04-01' })).toEqual([trip.id]);
    expect(await ids({ driverId: fleet.driver.id })).toEqual([]);
    expect(await ids({ from: '2026-04-01', to: '2026-04-01', status: 'NO_INICIADO' })).toEqual([trip.id]);
    expect(await ids({ to: '2026-03-31' })).toEqual([]);
  });
});

describe('the status of one’s own trip', () => {
  it('moves as the start does, with the same answer and the same refusals', async () => {
    const { office, fleet, cab } = await openFleet();
    const first = await insertTrip(office.testContext, fleet);
    const change = (trip: TripRecord, body: object) => cab.send(updateOwnTripStatus, { ...at(trip), body });
    const body = { status: 'EN_PROCESO', coordsLat: 25.67, coordsLng: -100.31 };
    const begun = await change(first, body);
    expect([begun.status, begun.body]).toEqual([
      200,
      {
        message: expect.any(String),
        tripId: first.id,
        previousStatus: 'NO_INICIADO',
        newStatus: 'EN_PROCESO',
        version: 2,
      },
    ]);
    expect(await stored(office, first)).toMatchObject({ status: 'EN_PROCESO', startLat: 25.67, startLng: -100.31 });
    expect(refusal(await change(first, body))).toEqual(refused('TRIP_TRANSITION'));
    expect(refusal(await cab.send(startTripOperation, at(first)))).toEqual(refused('TRIP_TRANSITION'));
    const second = await insertTrip(office.testContext, fleet);
    expect(refusal(await change(second, { status: 'EN_PROCESO' }))).toEqual(refused('TRIP_NOT_READY'));
    expect(refusal(await cab.send(startTripOperation, at(second)))).toEqual(refused('TRIP_NOT_READY'));
    expect((await change(first, { status: 'COMPLETADO' })).body).toMatchObject({ newStatus: 'COMPLETADO' });
    const started = await cab.send(startTripOperation, at(second));
    expect(started.body).toEqual({ ...begun.body, tripId: second.id });
  });

  it('is not CANCELADO by a driver, nor moved by another', async () => {
    const { office, fleet, cab } = await openFleet();
    const { testContext, teamId } = office;
    const trip = await insertTrip(testContext, fleet);
    const cancel = () => cab.send(updateOwnTripStatus, { ...at(trip), body: { status: 'CANCELADO' } });
    expect(refusal(await cancel())).toEqual(refused('FORBIDDEN'));
    const stranger = await office.cab(
      await insertDriver(testContext, { teamId, sub: someId(), appAccessStatus: 'ACTIVE', everActive: true }),
    );
    const start = { ...at(trip), body: { status: 'EN_PROCESO' } };
    expect(refusal(await stranger.send(updateOwnTripStatus, start))).toEqual(refused('FORBIDDEN'));
    expect(refusal(await office.send(updateOwnTripStatus, start))).toEqual(refused('FORBIDDEN'));
    await startTrip(testContext, fleet, trip);
    expect(refusal(await cancel())).toEqual(refused('FORBIDDEN'));
  });

  it.each([
    [{}, 'status'],
    [{ status: 'DONE' }, 'status'],
    [{ status: 'EN_PROCESO', coordsLat: 91, coordsLng: 0 }, 'coordsLat'],
    [{ status: 'EN_PROCESO', coordsLat: 25 }, 'coordsLng'],
    [{ status: 'EN_PROCESO', coordsLng: -100 }, 'coordsLat'],
  ])('is refused for %j', async (body, field) => {
    const { office, fleet, cab } = await openFleet();
    const trip = await insertTrip(office.testContext, fleet);
    expect(refusal(await cab.send(updateOwnTripStatus, { ...at(trip), body }))).toEqual(
      refused('VALIDATION_FAILED', field),
    );
  });
});

describe('the status of a trip by a member', () => {
  it('is 400 by its field where the driver’s own operation is 409', async () => {
    const { office, fleet } = await openFleet('MEMBER');
    const trip = await insertTrip(office.testContext, fleet);
    const change = (status: string) => office.send(updateTripStatus, { ...at(trip), body: { status } });
    expect(refusal(await change('COMPLETADO'))).toEqual(refused('VALIDATION_FAILED', 'status'));
    const { status, body } = await change('EN_PROCESO');
    expect([status, body]).toEqual([200, expect.objectContaining({ id: trip.id, status: 'EN_PROCESO' })]);
    expect(await change('EN_PROCESO')).toMatchObject({ status: 200, body: { id: trip.id, status: 'EN_PROCESO' } });
    expect(refusal(await change('NO_INICIADO'))).toEqual(refused('VALIDATION_FAILED', 'status'));
    expect(refusal(await change('CANCELADO'))).toEqual(refused('FORBIDDEN'));
    const waiting = await insertTrip(office.testContext, fleet);
    const occupied = await office.send(updateTripStatus, { ...at(waiting), body: { status: 'EN_PROCESO' } });
    expect(refusal(occupied)).toEqual(refused('VALIDATION_FAILED', 'status'));
  });
});

describe('the timeline', () => {
  it('tells what happened, the oldest first, by whom and where', async () => {
    const { office, fleet, cab } = await openFleet();
    const { testContext } = office;
    const trip = await insertTrip(testContext, fleet);
    const planned = testContext.now().toISOString();
    testContext.pass(HOUR_MS);
    await cab.send(startTripOperation, { ...at(trip), body: { lat: 25.67, lng: -100.31 } });
    const begun = testContext.now().toISOString();
    testContext.pass(HOUR_MS);
    await office.send(updateTripStatus, { ...at(trip), body: { status: 'CANCELADO' } });
    const entry = { id: expect.any(String), tripId: trip.id };
    const expected = [
      { ...entry, event: 'CREATE', newStatus: 'NO_INICIADO', at: planned, by: office.id },
      {
        ...entry,
        event: 'STATUS',
        previousStatus: 'NO_INICIADO',
        newStatus: 'EN_PROCESO',
        at: begun,
        by: fleet.driver.id,
        lat: 25.67,
        lng: -100.31,
      },
      {
        ...entry,
        event: 'STATUS',
        previousStatus: 'EN_PROCESO',
        newStatus: 'CANCELADO',
        at: testContext.now().toISOString(),
        by: office.id,
      },
    ];
    const { status, body } = await office.send(getTripTimeline, at(trip));
    expect([status, body]).toEqual([200, { timeline: expected, count: 3, nextCursor: null, total: 3 }]);
    const first = await office.send(getTripTimeline, { ...at(trip), query: { limit: '2' } });
    expect(first.body.timeline).toEqual(expected.slice(0, 2));
    const query = { limit: '2', cursor: String(first.body.nextCursor) };
    expect((await office.send(getTripTimeline, { ...at(trip), query })).body.timeline).toEqual(expected.slice(2));
  });
});

describe('the location', () => {
  it('is 404 before the first position, and then tells its age by our clock', async () => {
    const { office, fleet, cab } = await openFleet();
    const { testContext } = office;
    const trip = await insertTrip(testContext, fleet);
    const read = () => office.send(getTripLocation, at(trip));
    expect(refusal(await read())).toEqual(refused('NOT_FOUND'));
    await startTrip(testContext, fleet, trip);
    expect(refusal(await read())).toEqual(refused('NOT_FOUND'));
    const timestamp = new Date(testContext.now().getTime() - 90_000).toISOString();
    const ping = { lat: 25.67, lng: -100.31, speedKmh: 82.5, heading: 170, timestamp };
    expect((await cab.send(pingLocation, { ...at(trip), body: ping })).status).toBe(200);
    const receivedAt = testContext.now().toISOString();
    testContext.pass(30_999);
    const { status, body } = await read();
    expect([status, body]).toEqual([200, { ...ping, tripId: trip.id, receivedAt, ageSeconds: 120 }]);
    await cab.send(pingLocation, { ...at(trip), body: { lat: 0, lng: 0 } });
    const now = testContext.now().toISOString();
    const nowhere = { tripId: trip.id, lat: 0, lng: 0, timestamp: now, receivedAt: now, ageSeconds: 0 };
    expect((await read()).body).toEqual(nowhere);
    await moveAsOwner(testContext, fleet, { ...trip, status: 'EN_PROCESO' }, 'COMPLETADO');
    expect((await read()).body).toEqual(nowhere);
  });

  it('is where the trip started, when the driver said so', async () => {
    const { office, fleet, cab } = await openFleet();
    const trip = await insertTrip(office.testContext, fleet);
    await cab.send(startTripOperation, { ...at(trip), body: { lat: 25.67, lng: -100.31 } });
    expect((await office.send(getTripLocation, at(trip))).body).toMatchObject({
      lat: 25.67,
      lng: -100.31,
      ageSeconds: 0,
    });
  });
});

describe('the balance', () => {
  it.each([
    // With 16 % IVA, as the draft of a trip without a client has it.
    [25_000.55, 29_000.64],
    [undefined, 0],
  ])('tax 3.2: of a trip of the revenue %p is the estimate %p while nothing was paid', async (revenue, due) => {
    const { office, fleet } = await openFleet('MEMBER');
    const trip = await insertTrip(office.testContext, fleet, revenue === undefined ? {} : { revenue });
    const { status, body } = await office.send(getTripBalance, at(trip));
    const money = { due, isEstimate: true, paid: 0, balance: due };
    const expected = {
      tripId: trip.id,
      revenue: revenue ?? 0,
      invoicedTotal: 0,
      ...money,
      documents: [],
      payments: [],
    };
    expect([status, body]).toEqual([200, expected]);
  });

  it('tax 3.2: is of the documents once they are stamped, until they are cancelled', async () => {
    const { office, fleet } = await openFleet();
    const { testContext, teamId } = office;
    const trip = await insertTrip(testContext, fleet, { revenue: 1000 });
    const invoice = await getItem(testContext.context, invoiceKey(teamId, trip.invoiceId));
    expect(invoice).toMatchObject({ status: 'DRAFT', total: 1160 });
    const stamp = update(
      invoiceKey(teamId, trip.invoiceId),
      { set: { status: 'VALID' } },
      {},
      unexpectedConflict('The stamp of the test'),
    );
    await transact(testContext.context, [stamp]);
    const { body } = await office.send(getTripBalance, at(trip));
    expect(body).toMatchObject({ revenue: 1000, invoicedTotal: 1160, due: 1160, isEstimate: false, balance: 1160 });
    const byHand = { teamId, tripId: trip.id };
    await insertInvoice(testContext, { ...byHand, total: 500.1, status: 'CANCELLED_PENDING' });
    await insertInvoice(testContext, { ...byHand, total: 7, status: 'CANCELLED' });
    expect((await office.send(getTripBalance, at(trip))).body).toMatchObject({
      invoicedTotal: 1660.1,
      balance: 1660.1,
    });
  });
});
