import * as v from 'valibot';
import { operation as cancelReservation } from '../../functions/box-reservations/cancel-reservation';
import { operation as createReservation } from '../../functions/box-reservations/create-reservation';
import { operation as listReservations } from '../../functions/box-reservations/list-reservations';
import { operation as updateReservation } from '../../functions/box-reservations/update-reservation';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { Reservation } from '../../shared/boxes/reservation';
import { editReservation } from '../../shared/boxes/reservations';
import { getItem } from '../../shared/platform/table/read';
import { editTrip } from '../../shared/trips/edit-trip';
import { tripKey } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertBox } from '../support/store-boxes';
import { insertClient, insertDriver, insertRoute, insertVehicle } from '../support/store-fleet';

/** The filters and orders of trips and reservations. */

const table = quickTable();
const world = accounts(table);

const idsOf = (records: readonly Record<string, unknown>[]) => records.map(({ id }) => id);

async function openFleet() {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const [client, other] = [await insertClient(testContext, { teamId }), await insertClient(testContext, { teamId })];
  const [driver, vehicle] = [await insertDriver(testContext, { teamId }), await insertVehicle(testContext, { teamId })];
  const route = await insertRoute(testContext, { teamId });
  return { office, client, other, driver, vehicle, route };
}

const trips = async (office: Office, query: Record<string, string>) => {
  const whole = idsOf(recordsOf(await office.send(listTrips, { query }), 'trips'));
  const pages = await pagesOf(office, listTrips, 'trips', { ...query, limit: '1' });
  expect(idsOf(pages.flat())).toEqual(whole);
  // desk 3.3: the last page has no cursor.
  expect(pages.length).toBe(Math.max(1, whole.length));
  return whole;
};

const plan = async (office: Office, body: object) => {
  const answer = await office.send(createTrip, { body });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
};

const placesOf = async ({ teamId }: Office) => {
  const rows = await table.everything();
  return rows.filter(({ pk }) => String(pk).startsWith(`TEAM#${teamId}#CLIENT#`) && String(pk).endsWith('#TRIPS'));
};

describe('trips', () => {
  it('desk 3.1: are listed by each filter, and by all together', async () => {
    const { office, client, driver, vehicle, route } = await openFleet();
    const whole = { clientId: client.id, driverId: driver.id, vehicleId: vehicle.id, routeId: route.id };
    const full = await plan(office, { startDate: '2026-03-05T12:00:00Z', ...whole });
    const bare = await plan(office, { startDate: '2026-03-09T12:00:00Z' });
    const routed = await plan(office, { startDate: '2026-03-01T12:00:00Z', routeId: route.id });
    expect(await trips(office, {})).toEqual([bare, full, routed]);
    expect(await trips(office, { sort: 'startDate' })).toEqual([bare, full, routed]);
    expect(await trips(office, { sort: 'createdAt' })).toEqual([routed, bare, full]);
    for (const filter of [{ clientId: client.id }, { driverId: driver.id }, { vehicleId: vehicle.id }, whole])
      expect(await trips(office, filter)).toEqual([full]);
    expect(await trips(office, { routeId: route.id })).toEqual([full, routed]);
    expect(await trips(office, { routeId: route.id, from: '2026-03-02' })).toEqual([full]);
    expect(await trips(office, { routeId: route.id, to: '2026-03-02', status: 'NO_INICIADO' })).toEqual([routed]);
    expect(await trips(office, { ...whole, status: 'CANCELADO' })).toEqual([]);
    expect(await trips(office, { routeId: route.id, from: '2026-03-02', sort: 'createdAt' })).toEqual([full]);
  });

  it('desk 3.1: are another team’s under no filter', async () => {
    const { office, client } = await openFleet();
    await plan(office, { startDate: '2026-03-05T12:00:00Z', clientId: client.id });
    const other = await openOffice(world);
    for (const query of [{ clientId: client.id }, { clientId: client.id, sort: 'createdAt' }])
      expect(await trips(other, query)).toEqual([]);
    const { body } = await office.send(listTrips, { query: { clientId: client.id, limit: '1' } });
    expect(body.nextCursor).toBeNull();
  });

  it('desk 3.1: follow an edit of client, vehicle, route and start', async () => {
    const { office, client, other, vehicle, route } = await openFleet();
    const id = await plan(office, { startDate: '2026-03-05T12:00:00Z', clientId: client.id });
    const change = async (body: object) =>
      expect((await office.send(updateTrip, { path: { tripId: id }, body })).status).toBe(200);
    await change({ vehicleId: vehicle.id, routeId: route.id });
    await change({ clientId: other.id, startDate: '2026-03-07T12:00:00Z' });
    for (const filter of [{ clientId: other.id }, { vehicleId: vehicle.id }, { routeId: route.id }])
      expect(await trips(office, { ...filter, from: '2026-03-06' })).toEqual([id]);
    expect(await trips(office, { clientId: client.id })).toEqual([]);
    expect(await placesOf(office)).toHaveLength(1);
    await change({ vehicleId: null, routeId: null });
    expect(await trips(office, { routeId: route.id })).toEqual([]);
    await change({ clientId: null });
    expect(await placesOf(office)).toEqual([]);
  });

  it('desk 3.1: two edits at once leave one row, under the values of both', async () => {
    const { office, client, other, vehicle } = await openFleet();
    const id = await plan(office, { startDate: '2026-03-05T12:00:00Z', clientId: client.id });
    const trip = await getItem(office.testContext.context, tripKey(office.teamId, id));
    if (trip === undefined) throw new Error('It was planned.');
    const interrupted = table.interrupted(() =>
      office.send(updateTrip, { path: { tripId: id }, body: { clientId: other.id } }),
    );
    await interrupted.use(editTrip)({ id: someId(), teamId: office.teamId }, trip, { vehicleId: vehicle.id });
    expect(await trips(office, { clientId: other.id, vehicleId: vehicle.id })).toEqual([id]);
    expect(await trips(office, { clientId: client.id })).toEqual([]);
    expect(await placesOf(office)).toHaveLength(1);
  });

  it('desk 3.1: a form that sends the client as it was read, beside another client at once, moves nothing back', async () => {
    const { office, client, other } = await openFleet();
    const id = await plan(office, { startDate: '2026-03-05T12:00:00Z', clientId: client.id });
    const trip = await getItem(office.testContext.context, tripKey(office.teamId, id));
    if (trip === undefined) throw new Error('It was planned.');
    const interrupted = table.interrupted(() =>
      office.send(updateTrip, { path: { tripId: id }, body: { clientId: other.id } }),
    );
    const form = { clientId: client.id, startDate: trip.startDate, notes: 'Con custodia' };
    await interrupted.use(editTrip)({ id: someId(), teamId: office.teamId }, trip, form);
    expect([await trips(office, { clientId: other.id }), await trips(office, { clientId: client.id })]).toEqual([
      [id],
      [],
    ]);
  });

  it('desk 3.1: a deleted trip leaves no row', async () => {
    const { office, client } = await openFleet();
    const id = await plan(office, { startDate: '2026-03-05T12:00:00Z', clientId: client.id });
    expect((await office.send(deleteTrip, { path: { tripId: id } })).status).toBe(200);
    expect([await trips(office, { clientId: client.id }), await placesOf(office)]).toEqual([[], []]);
  });

  it.each([
    [{ sort: 'revenue' }, 'sort'],
    [{ routeId: 'x' }, 'routeId'],
    [{ cliente: 'x' }, 'cliente'],
  ])('desk 3.2: %j is refused', async (query, field) => {
    const { send } = await openOffice(world);
    expect(refusal(await send(listTrips, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });
});

describe('reservations', () => {
  async function openYard() {
    const { office, client, other } = await openFleet();
    const { testContext, teamId } = office;
    const box = await insertBox(testContext, { teamId, economicNumber: 'C-1' });
    const second = await insertBox(testContext, { teamId, economicNumber: 'C-2' });
    const reserve = async (boxId: string, startAt: string, more: object = {}) =>
      String((await office.send(createReservation, { body: { boxId, startAt, ...more } })).body.id);
    return { office, client, other, box, second, reserve };
  }
  const found = async (office: Office, query: Record<string, string>) => {
    const whole = idsOf(recordsOf(await office.send(listReservations, { query }), 'reservations'));
    const pages = await pagesOf(office, listReservations, 'reservations', { ...query, limit: '1' });
    expect([idsOf(pages.flat()), pages.length]).toEqual([whole, Math.max(1, whole.length)]);
    return whole;
  };

  it('desk 3.1: are listed by each filter and order', async () => {
    const { office, client, box, second, reserve } = await openYard();
    const late = await reserve(box.id, '2026-03-09T12:00:00Z', { clientId: client.id });
    const early = await reserve(second.id, '2026-03-01T12:00:00Z');
    expect(await found(office, {})).toEqual([early, late]);
    expect(await found(office, { sort: 'startAt' })).toEqual([late, early]);
    for (const sort of [{}, { sort: 'createdAt' }, { sort: 'startAt' }]) {
      expect(await found(office, { clientId: client.id, ...sort })).toEqual([late]);
      expect(await found(office, { boxId: second.id, status: 'ACTIVA', ...sort })).toEqual([early]);
      expect(await found(office, { from: '2026-03-09', ...sort })).toEqual([late]);
      expect(await found(office, { to: '2026-03-01', clientId: client.id, ...sort })).toEqual([]);
    }
    await office.send(cancelReservation, { path: { reservationId: late } });
    expect(await found(office, { sort: 'startAt', status: 'CANCELADA', clientId: client.id })).toEqual([late]);
    expect(await found(office, { sort: 'startAt', status: 'ACTIVA' })).toEqual([early]);
    expect(await found(await openOffice(world), { sort: 'startAt', clientId: client.id })).toEqual([]);
  });

  it('desk 3.1: a form that sends the client as it was read, beside another client at once, moves nothing back', async () => {
    const { office, client, other, box, reserve } = await openYard();
    const id = await reserve(box.id, '2026-03-09T12:00:00Z', { clientId: client.id });
    const [read] = recordsOf(await office.send(listReservations), 'reservations');
    const interrupted = table.interrupted(() =>
      office.send(updateReservation, { path: { reservationId: id }, body: { clientId: other.id } }),
    );
    const form = { clientId: client.id, notes: 'Con llaves' };
    await interrupted.use(editReservation)({ id: someId(), teamId: office.teamId }, v.parse(Reservation, read), form);
    const ofClient = (clientId: string) => found(office, { sort: 'startAt', clientId });
    expect([await ofClient(other.id), await ofClient(client.id)]).toEqual([[id], []]);
  });

  it('desk 3.1: two changes of the client at once leave one row', async () => {
    const { office, client, other, box, reserve } = await openYard();
    const id = await reserve(box.id, '2026-03-09T12:00:00Z');
    const change = (clientId: string | null) =>
      office.send(updateReservation, { path: { reservationId: id }, body: { clientId } });
    const [read] = recordsOf(await office.send(listReservations), 'reservations');
    const interrupted = table.interrupted(() => change(client.id));
    const actor = { id: someId(), teamId: office.teamId };
    await interrupted.use(editReservation)(actor, v.parse(Reservation, read), { clientId: other.id });
    expect(await found(office, { sort: 'startAt', clientId: other.id })).toEqual([id]);
    expect(await found(office, { sort: 'startAt', clientId: client.id })).toEqual([]);
    expect(await table.partition(`TEAM#${office.teamId}#CLIENT#${client.id}#RESERVATIONS`)).toEqual([]);
    await change(null);
    expect(await found(office, { sort: 'startAt', clientId: other.id })).toEqual([]);
    expect(await table.partition(`TEAM#${office.teamId}#CLIENT#${other.id}#RESERVATIONS`)).toEqual([]);
  });
});
