import { eventsOf } from '../../shared/audit/audit-event';
import { type DriverRecord, type DriverStatus, driverKey } from '../../shared/fleet/driver';
import { positionKey } from '../../shared/fleet/position-places';
import { type VehicleStatus, vehicleKey } from '../../shared/fleet/vehicle';
import { getItem, getItems } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { hasRole, ROLES, type Role } from '../../shared/teams/team';
import { editTrip } from '../../shared/trips/edit-trip';
import { moveOwnTrip, moveTrip } from '../../shared/trips/move-trip';
import { receivableKey, tripCreditKey } from '../../shared/trips/receivable';
import { recordPing } from '../../shared/trips/record-ping';
import { TRIP_STATUSES, type TripRecord, type TripStatus, tripKey, tripsInStatus } from '../../shared/trips/trip';
import { tripTransition } from '../../shared/trips/trip-states';
import { START, someId, type TestContext } from '../support/engine-runtime';
import { conflict } from '../support/faults';
import { quickTable } from '../support/quick-table';
import {
  asDriver,
  type Fleet,
  insertDriver,
  insertFleet,
  insertTrip,
  insertTripUnderWay,
  insertVehicle,
  moveAsOwner,
  startTrip,
} from '../support/store-fleet';

const table = quickTable();
const AT = { lat: 25.67, lng: -100.31 };

/** The stored trip with all items that its moves change. */
async function stateOf({ driver, vehicle }: Fleet, trip: TripRecord) {
  const { teamId } = driver;
  const [storedTrip, storedDriver, storedVehicle, position] = await getItems(table.testContext().context, [
    tripKey(teamId, trip.id),
    driverKey(teamId, driver.id),
    vehicleKey(teamId, vehicle.id),
    positionKey(teamId, trip.id),
  ]);
  const alerts = await table.partition(`TEAM#${teamId}`, 'ALERT#');
  return {
    trip: storedTrip,
    driver: storedDriver && { status: storedDriver.status, tripId: storedDriver.tripId },
    vehicle: storedVehicle && { status: storedVehicle.status, tripId: storedVehicle.tripId },
    position,
    events: await table.partition(eventsOf(teamId, 'TRIP', trip.id).pk, 'EVENT#'),
    alerts,
  };
}

const pay = ({ teamId, id }: TripRecord, paid: number): Promise<void> =>
  transact(table.testContext().context, [
    update(tripKey(teamId, id), { set: { paid } }, {}, () => new Error('refused')),
  ]);

/** A trip in this status, reached by its transitions. */
async function insertTripIn(testContext: TestContext, fleet: Fleet, status: TripStatus): Promise<TripRecord> {
  const planned = await insertTrip(testContext, fleet);
  if (status === 'NO_INICIADO') return planned;
  if (status === 'CANCELADO') return moveAsOwner(testContext, fleet, planned, 'CANCELADO');
  const started = await startTrip(testContext, fleet, planned);
  return status === 'EN_PROCESO' ? started : moveAsOwner(testContext, fleet, started, status);
}

const free = { status: 'DISPONIBLE', tripId: undefined };

describe('NO_INICIADO → EN_PROCESO', () => {
  test('by its driver moves trip, driver, vehicle and position together, with the coordinates', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const testContext = table.testContext();
    testContext.pass(3_600_000);
    const moved = await testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'EN_PROCESO', AT);
    // The second read is the road policy, once a minute, and the third are the papers of driver and vehicle.
    expect(testContext.actions()).toEqual(['GetItem', 'GetItem', 'BatchGetItem', 'TransactWriteItems']);
    const now = testContext.now().toISOString();
    const state = await stateOf(fleet, trip);
    expect(moved).toEqual({ previousStatus: 'NO_INICIADO', trip: state.trip });
    expect(state.trip).toEqual({
      ...trip,
      status: 'EN_PROCESO',
      version: trip.version + 1,
      actualStartDate: now,
      startLat: AT.lat,
      startLng: AT.lng,
    });
    expect(state.driver).toEqual({ status: 'EN_VIAJE', tripId: trip.id });
    expect(state.vehicle).toEqual({ status: 'EN_VIAJE', tripId: trip.id });
    expect(state.position).toEqual({
      tripId: trip.id,
      driverId: fleet.driver.id,
      sub: fleet.driver.sub,
      isOpen: true,
      hoursDue: testContext.now().getTime() / 60_000 + 40,
      ...AT,
      timestamp: now,
      receivedAt: now,
      sessionsValidFrom: new Date(testContext.now().getTime() + 1000).toISOString(),
      keptSession: 'session',
    });
    expect(state.events).toHaveLength(2);
    expect(state.events).toContainEqual(
      expect.objectContaining({
        action: 'STATUS',
        previousStatus: 'NO_INICIADO',
        newStatus: 'EN_PROCESO',
        actorId: fleet.driver.id,
        at: now,
        ...AT,
      }),
    );
    expect(state.alerts).toEqual([]);
  });

  test('moves the trip in its list by status', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTripUnderWay(table.testContext(), fleet);
    const [stored] = await table.partition(`TEAM#${trip.teamId}`, `TRIP#${trip.id}`);
    expect(stored).toMatchObject(tripsInStatus(trip.teamId, 'EN_PROCESO'));
  });

  test('without coordinates leaves the position without any', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTripUnderWay(table.testContext(), fleet);
    const { position } = await stateOf(fleet, trip);
    expect(position).toEqual({
      tripId: trip.id,
      driverId: fleet.driver.id,
      sub: fleet.driver.sub,
      isOpen: true,
      hoursDue: START / 60_000 + 40,
      sessionsValidFrom: '2026-03-02T15:00:01.000Z',
      keptSession: 'session',
    });
  });

  test.each([
    ['NONE', undefined, false],
    ['DISABLED', someId(), false],
    ['INVITED', someId(), true],
    ['ACTIVE', someId(), true],
  ] as const)(
    'by a member opens the position to a driver whose access is %s as the access is',
    async (appAccessStatus, sub, isOpen) => {
      const testContext = table.testContext();
      const fleet = await insertFleet(testContext);
      const { sub: known, ...rest } = fleet.driver;
      expect(known).toBeDefined();
      await insertDriver(testContext, { ...rest, ...(sub && { sub }), appAccessStatus });
      const trip = await insertTrip(testContext, fleet);
      await moveAsOwner(testContext, fleet, trip, 'EN_PROCESO');
      expect((await stateOf(fleet, trip)).position).toMatchObject({ isOpen, driverId: fleet.driver.id });
    },
  );

  test.each([
    ['driver', 'NO_DISPONIBLE'],
    ['driver', 'VACACIONES'],
    ['driver', 'EN_VIAJE'],
    ['vehicle', 'MANTENIMIENTO'],
    ['vehicle', 'FUERA_DE_SERVICIO'],
    ['vehicle', 'EN_VIAJE'],
    ['vehicle', 'BAJA'],
  ] as const)('is refused as TRIP_NOT_READY when the %s is %s, and nothing moves', async (who, status) => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const trip = await insertTrip(testContext, fleet);
    await (who === 'driver'
      ? insertDriver(testContext, { ...fleet.driver, status: status as DriverStatus })
      : insertVehicle(testContext, { ...fleet.vehicle, status: status as VehicleStatus }));
    const before = await stateOf(fleet, trip);
    const message = expect.stringContaining(`The ${who} of the trip is not DISPONIBLE. Assign another`);
    const byMember = () => moveAsOwner(testContext, fleet, trip, 'EN_PROCESO');
    for (const start of [() => startTrip(testContext, fleet, trip), byMember]) {
      await expect(start()).rejects.toMatchObject({ code: 'TRIP_NOT_READY', message });
    }
    expect(await stateOf(fleet, trip)).toEqual(before);
  });

  test.each([{ driverId: undefined }, { vehicleId: undefined }])(
    'is refused as TRIP_NOT_READY with %p assigned',
    async (lacking) => {
      const testContext = table.testContext();
      const fleet = await insertFleet(testContext);
      const trip = await insertTrip(testContext, fleet, lacking);
      await expect(moveAsOwner(testContext, fleet, trip, 'EN_PROCESO')).rejects.toMatchObject({
        code: 'TRIP_NOT_READY',
      });
    },
  );

  test.each([{ driverId: undefined }, { vehicleId: undefined }])('writes nothing with %p assigned', async (lacking) => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet, lacking);
    const before = await table.partition(`TEAM#${trip.teamId}`);
    const testContext = table.testContext();
    await expect(moveAsOwner(testContext, fleet, trip, 'EN_PROCESO')).rejects.toMatchObject({ code: 'TRIP_NOT_READY' });
    expect(testContext.actions()).not.toContain('TransactWriteItems');
    expect(await table.partition(`TEAM#${trip.teamId}`)).toEqual(before);
  });

  test.each([{ driverId: undefined }, { vehicleId: undefined }])(
    'with %p assigned asks to assign a driver and a vehicle',
    async (lacking) => {
      const fleet = await insertFleet(table.testContext());
      const trip = await insertTrip(table.testContext(), fleet, lacking);
      const message = expect.stringContaining('assign a driver and a vehicle');
      const started = moveAsOwner(table.testContext(), fleet, trip, 'EN_PROCESO');
      await expect(started).rejects.toMatchObject({ code: 'TRIP_NOT_READY', message });
    },
  );

  test.each([
    ['access was closed', { appAccessStatus: 'DISABLED' }],
    ['account was exchanged', { sub: someId() }],
  ] as const)(
    'by a member is a conflict when the driver’s %s meanwhile: pings would come to nothing',
    async (_, given) => {
      const fleet = await insertFleet(table.testContext());
      const trip = await insertTrip(table.testContext(), fleet);
      const meanwhile = () => insertDriver(table.testContext(), { ...fleet.driver, ...given });
      const testContext = table.interrupted(meanwhile);
      await expect(moveAsOwner(testContext, fleet, trip, 'EN_PROCESO')).rejects.toMatchObject({ code: 'CONFLICT' });
      expect((await stateOf(fleet, trip)).trip?.status).toBe('NO_INICIADO');
    },
  );

  test('is a conflict when the vehicle was exchanged meanwhile: the one that stays would be taken', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const other = await insertVehicle(table.testContext(), { teamId: trip.teamId });
    const meanwhile = () => table.testContext().use(editTrip)(fleet.actor, trip, { vehicleId: other.id });
    const testContext = table.interrupted(meanwhile);
    await expect(startTrip(testContext, fleet, trip)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stateOf(fleet, trip)).toMatchObject({
      trip: { status: 'NO_INICIADO', vehicleId: other.id },
      vehicle: { status: 'DISPONIBLE' },
    });
  });

  test('is a conflict when the planned start changed meanwhile: its list would look for it in the wrong place', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const startDate = '2026-04-01T08:00:00.000Z';
    const replan = () =>
      transact(table.testContext().context, [
        update(tripKey(trip.teamId, trip.id), { set: { startDate } }, {}, () => new Error('refused')),
      ]);
    const testContext = table.interrupted(replan);
    await expect(startTrip(testContext, fleet, trip)).rejects.toMatchObject({ code: 'CONFLICT' });
    await startTrip(table.testContext(), fleet, trip);
    const [stored] = await table.partition(`TEAM#${trip.teamId}`, `TRIP#${trip.id}`);
    expect(stored).toMatchObject({ startDate, gsi1sk: `${startDate}#${trip.id}` });
  });

  test('meets a conflict and ends well', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 3, before: conflict }] });
    expect(await startTrip(testContext, fleet, trip)).toMatchObject({ status: 'EN_PROCESO' });
  });
});

describe('EN_PROCESO → COMPLETADO', () => {
  test.each(['driver', 'member'] as const)(
    'by a %s gives driver and vehicle back and takes no more positions',
    async (who) => {
      const fleet = await insertFleet(table.testContext());
      const trip = await insertTripUnderWay(table.testContext(), fleet);
      const testContext = table.testContext();
      testContext.pass(36_000_000);
      await (who === 'driver'
        ? testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'COMPLETADO', undefined)
        : moveAsOwner(testContext, fleet, trip, 'COMPLETADO'));
      const state = await stateOf(fleet, trip);
      expect(state).toMatchObject({
        trip: { status: 'COMPLETADO', actualEndDate: testContext.now().toISOString() },
        position: undefined,
        alerts: [],
      });
      expect([state.driver, state.vehicle]).toEqual([free, free]);
      expect(state.events).toHaveLength(3);
    },
  );

  test.each([25_000, 0.01])('enters the revenue of %d among the receivables', async (revenue) => {
    const fleet = await insertFleet(table.testContext());
    const { id, teamId } = await insertTrip(table.testContext(), fleet, { revenue });
    await table.testContext().use(moveOwnTrip)(asDriver(fleet), id, 'EN_PROCESO', undefined);
    await table.testContext().use(moveOwnTrip)(asDriver(fleet), id, 'COMPLETADO', undefined);
    const receivable = await getItem(table.testContext().context, receivableKey(teamId, id));
    expect(receivable).toMatchObject({ tripId: id, revenue, paid: 0 });
  });

  test.each([{ revenue: 900 }, { paid: 400 }])(
    'enters the receivable with %j that another request wrote meanwhile',
    async (amounts) => {
      const fleet = await insertFleet(table.testContext());
      const { id, teamId } = await insertTrip(table.testContext(), fleet, { revenue: 1_000 });
      await table.testContext().use(moveOwnTrip)(asDriver(fleet), id, 'EN_PROCESO', undefined);
      const change = () =>
        transact(table.testContext().context, [
          update(tripKey(teamId, id), { set: amounts }, {}, () => new Error('refused')),
        ]);
      await table.interrupted(change).use(moveOwnTrip)(asDriver(fleet), id, 'COMPLETADO', undefined);
      const receivable = await getItem(table.testContext().context, receivableKey(teamId, id));
      expect(receivable).toMatchObject({ revenue: 1_000, paid: 0, ...amounts });
    },
  );

  test.each([
    ['planned', 'CANCELADO', 50_000],
    ['under way', 'CANCELADO', 50_000],
    // Of 400 before taxes.
    ['under way', 'COMPLETADO', 3_600],
  ] as const)(
    'enters in the client’s favour what was paid beyond a trip that is %s and becomes %s',
    async (from, to, inFavour) => {
      const fleet = await insertFleet(table.testContext());
      const planned = await insertTrip(table.testContext(), fleet, { revenue: 400 });
      await pay(planned, 500);
      const trip = from === 'planned' ? planned : await startTrip(table.testContext(), fleet, planned);
      await moveAsOwner(table.testContext(), fleet, trip, to);
      const credit = await getItem(table.testContext().context, tripCreditKey(trip.teamId, trip.id));
      expect(credit).toEqual({ ...(trip.clientId && { clientId: trip.clientId }), inFavour });
    },
  );

  test('enters in the client’s favour a payment that came while the trip was cancelled', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet, { revenue: 400 });
    await moveAsOwner(
      table.interrupted(() => pay(trip, 70)),
      fleet,
      trip,
      'CANCELADO',
    );
    const credit = await getItem(table.testContext().context, tripCreditKey(trip.teamId, trip.id));
    expect(credit).toMatchObject({ inFavour: 7_000 });
  });

  test('never wakes a driver who is on VACACIONES by now, nor a vehicle in MANTENIMIENTO', async () => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const trip = await insertTripUnderWay(testContext, fleet);
    await insertDriver(testContext, { ...fleet.driver, status: 'VACACIONES', tripId: trip.id });
    await insertVehicle(testContext, { ...fleet.vehicle, status: 'MANTENIMIENTO', tripId: trip.id });
    const moved = await moveAsOwner(table.testContext(), fleet, trip, 'COMPLETADO');
    const state = await stateOf(fleet, trip);
    expect(moved).toEqual(state.trip);
    expect(state).toMatchObject({
      trip: { status: 'COMPLETADO' },
      driver: { status: 'VACACIONES' },
      vehicle: { status: 'MANTENIMIENTO' },
      position: undefined,
    });
    expect(state.events).toHaveLength(3);
  });

  test('never takes driver and vehicle from another trip', async () => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const trip = await insertTripUnderWay(testContext, fleet);
    const other = { status: 'EN_VIAJE', tripId: someId() } as const;
    await insertDriver(testContext, { ...fleet.driver, ...other });
    await insertVehicle(testContext, { ...fleet.vehicle, ...other });
    await moveAsOwner(table.testContext(), fleet, trip, 'COMPLETADO');
    expect(await stateOf(fleet, trip)).toMatchObject({ trip: { status: 'COMPLETADO' }, driver: other, vehicle: other });
  });
});

describe('→ CANCELADO', () => {
  test.each(['NO_INICIADO', 'EN_PROCESO'] as const)(
    'from %s raises the alert, keeps the draft and says who and when',
    async (from) => {
      const fleet = await insertFleet(table.testContext());
      const trip = await insertTripIn(table.testContext(), fleet, from);
      const testContext = table.testContext();
      testContext.pass(60_000);
      await moveAsOwner(testContext, fleet, trip, 'CANCELADO');
      const now = testContext.now().toISOString();
      const state = await stateOf(fleet, trip);
      expect(state.trip).toMatchObject({ status: 'CANCELADO', cancelledAt: now, cancelledBy: fleet.actor.id });
      expect(state.trip?.actualEndDate).toBeUndefined();
      expect(state.alerts).toEqual([
        expect.objectContaining({
          type: 'TRIP_CANCELLED_WITH_DRAFT',
          status: 'OPEN',
          entityType: 'INVOICE',
          entityId: trip.invoiceId,
          createdAt: now,
        }),
      ]);
      expect([state.driver, state.vehicle]).toEqual([free, free]);
      expect(state.position).toBeUndefined();
      expect(await table.partition(`TEAM#${trip.teamId}`, `INVOICE#${trip.invoiceId}`)).toHaveLength(1);
    },
  );

  test('before the start needs neither driver nor vehicle', async () => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const trip = await insertTrip(testContext, fleet, { driverId: undefined, vehicleId: undefined });
    expect(await moveAsOwner(testContext, fleet, trip, 'CANCELADO')).toMatchObject({ status: 'CANCELADO' });
  });
});

describe('who may', () => {
  const pairs = TRIP_STATUSES.flatMap((from) =>
    TRIP_STATUSES.map((to) => ({ from, to, way: tripTransition(from, to) })),
  );
  const none = pairs.filter(({ way }) => way === undefined);
  const some = pairs.flatMap(({ from, to, way }) => (way === undefined ? [] : [{ from, to, by: way.by }]));

  const laid = async (from: TripStatus) => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    return { testContext, fleet, trip: await insertTripIn(testContext, fleet, from) };
  };

  test.each(none)(
    'desk 1.5: $from → $to is a wrong state to every role and to the driver, but the present one to the driver alone',
    async ({ from, to }) => {
      const { testContext, fleet, trip } = await laid(from);
      const before = await stateOf(fleet, trip);
      const refused = { status: 'rejected', reason: { code: 'TRIP_TRANSITION' } };
      const moves = ROLES.map((role) => testContext.use(moveTrip)({ ...fleet.actor, role }, trip, to, undefined));
      for (const move of await Promise.allSettled(moves))
        expect(move).toMatchObject(from === to ? { status: 'fulfilled', value: trip } : refused);
      const [own] = await Promise.allSettled([testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, to, undefined)]);
      expect(own).toMatchObject(refused);
      expect(await stateOf(fleet, trip)).toEqual(before);
    },
  );

  const byRole = some.flatMap((row) => ROLES.map((role) => ({ ...row, role, may: hasRole(role, row.by.member) })));
  test.each(byRole)('$from → $to by $role: $may', async ({ from, to, role, may }) => {
    const { testContext, fleet, trip } = await laid(from);
    const before = await stateOf(fleet, trip);
    const moved = testContext.use(moveTrip)({ ...fleet.actor, role }, trip, to, undefined);
    if (may) return expect(moved).resolves.toMatchObject({ status: to });
    await expect(moved).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stateOf(fleet, trip)).toEqual(before);
  });

  test.each(some)('$from → $to by the driver: $by.driver', async ({ from, to, by }) => {
    const { testContext, fleet, trip } = await laid(from);
    const before = await stateOf(fleet, trip);
    const moved = testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, to, undefined);
    if (by.driver) return expect(moved).resolves.toMatchObject({ trip: { status: to } });
    await expect(moved).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stateOf(fleet, trip)).toEqual(before);
  });
});

/** The limits of sessions in a driver's record, and whether they end the session of `asDriver`. */
const LIMITS: readonly (readonly [string, Partial<DriverRecord>, boolean])[] = [
  ['sessions from a later second', { sessionsValidFrom: '2026-03-02T15:00:01.000Z' }, true],
  ['sessions from its own second', { sessionsValidFrom: '2026-03-02T15:00:00.000Z' }, false],
  ['later sessions and this one', { sessionsValidFrom: '2026-03-03T00:00:00.000Z', keptSession: 'session' }, false],
  ['later sessions and another', { sessionsValidFrom: '2026-03-03T00:00:00.000Z', keptSession: 'other' }, true],
  ['all but this one', { endedSessions: [ended('other'), ended('session')] }, true],
  ['all but twenty others', { endedSessions: Array.from({ length: 20 }, (_, nth) => ended(`other ${nth}`)) }, false],
  [
    'all but this one, the twentieth',
    { endedSessions: [...Array.from({ length: 19 }, () => ended('other')), ended('session')] },
    true,
  ],
];

function ended(id: string) {
  return { id, until: '2026-03-02T16:00:00.000Z' };
}

describe.each(LIMITS)('doors 8: a driver’s record that allows %s', (_, limits, isOver) => {
  test.each(['EN_PROCESO', 'COMPLETADO'] as const)(`lets the session move a trip to %s: ${!isOver}`, async (to) => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTripIn(table.testContext(), fleet, to === 'EN_PROCESO' ? 'NO_INICIADO' : 'EN_PROCESO');
    const { driver } = await stateOf(fleet, trip);
    await insertDriver(table.testContext(), { ...fleet.driver, ...driver, ...limits });
    const before = await stateOf(fleet, trip);
    const moved = table.testContext().use(moveOwnTrip)(asDriver(fleet), trip.id, to, undefined);
    if (!isOver) return expect(await moved).toMatchObject({ trip: { status: to } });
    await expect(moved).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await stateOf(fleet, trip)).toEqual(before);
  });

  test(`lets the session send a position of a trip that it did not start: ${!isOver}`, async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    await moveAsOwner(table.testContext(), fleet, trip, 'EN_PROCESO');
    const { driver } = await stateOf(fleet, trip);
    await insertDriver(table.testContext(), { ...fleet.driver, ...driver, ...limits });
    const testContext = table.testContext();
    const sent = testContext.use(recordPing)(asDriver(fleet), trip.id, AT);
    if (isOver) await expect(sent).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    else await sent;
    const { position } = await stateOf(fleet, trip);
    expect(position?.lat).toBe(isOver ? undefined : AT.lat);
    // The record is read once: the position then knows the session.
    const next = table.testContext();
    await next
      .use(recordPing)(asDriver(fleet), trip.id, AT)
      .catch(() => {});
    expect(next.actions()).toEqual(isOver ? ['UpdateItem', 'BatchGetItem'] : ['UpdateItem']);
  });
});

describe('a driver', () => {
  test('does not find a trip that is not there, or that is another team’s', async () => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const foreign = await insertTrip(testContext, await insertFleet(testContext));
    for (const tripId of [someId(), foreign.id]) {
      const start = testContext.use(moveOwnTrip)(asDriver(fleet), tripId, 'EN_PROCESO', undefined);
      await expect(start).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('is forbidden another driver’s trip, whatever its state, and costs it nothing', async () => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const sub = someId();
    const colleague = await insertDriver(testContext, { teamId: fleet.actor.teamId, sub, appAccessStatus: 'ACTIVE' });
    for (const status of TRIP_STATUSES) {
      const trip = await insertTripIn(testContext, fleet, status);
      const mover = { ...asDriver(fleet), id: colleague.id, teamId: colleague.teamId, sub };
      const start = testContext.use(moveOwnTrip)(mover, trip.id, 'EN_PROCESO', undefined);
      await expect(start).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('another driver'),
      });
      if (status === 'EN_PROCESO') await moveAsOwner(testContext, fleet, trip, 'COMPLETADO');
    }
  });

  test('who loses the trip between the reading and the writing is forbidden', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const reassign = () =>
      transact(table.testContext().context, [
        update(tripKey(trip.teamId, trip.id), { set: { driverId: someId() } }, {}, () => new Error('refused')),
      ]);
    const testContext = table.interrupted(reassign);
    await expect(startTrip(testContext, fleet, trip)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test.each([
    ['access is DISABLED', { appAccessStatus: 'DISABLED' }],
    ['access is NONE', { appAccessStatus: 'NONE' }],
    ['status is BAJA', { status: 'BAJA' }],
    ['record names another account', { sub: someId() }],
  ] as const)('whose %s is told so before anything about the trip', async (_, given) => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const trip = await insertTrip(testContext, fleet);
    await insertDriver(testContext, { ...fleet.driver, ...given });
    const before = await stateOf(fleet, trip);
    for (const tripId of [trip.id, someId()]) {
      const start = testContext.use(moveOwnTrip)(asDriver(fleet), tripId, 'EN_PROCESO', undefined);
      await expect(start).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('access to the app'),
      });
    }
    expect(await stateOf(fleet, trip)).toEqual(before);
  });

  test.each([
    ['access is DISABLED', { appAccessStatus: 'DISABLED' }],
    ['record names another account', { sub: someId() }],
  ] as const)('whose %s cannot complete the trip under way either', async (_, given) => {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const trip = await insertTripUnderWay(testContext, fleet);
    const record = await getItem(testContext.context, driverKey(trip.teamId, fleet.driver.id));
    await insertDriver(testContext, { ...record, ...given });
    const completed = testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'COMPLETADO', undefined);
    await expect(completed).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('access to the app'),
    });
    expect((await stateOf(fleet, trip)).trip?.status).toBe('EN_PROCESO');
  });
});

describe('many at once', () => {
  const outcomesOf = async (moves: Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(moves);
    return {
      won: outcomes.filter(({ status }) => status === 'fulfilled').length,
      refused: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : [])),
    };
  };

  test('fifty starts of one trip have one winner, and 49 are refused as a wrong state', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const starts = Array.from({ length: 50 }, () => startTrip(table.testContext(), fleet, trip));
    const { won, refused } = await outcomesOf(starts);
    expect(won).toBe(1);
    expect(refused).toEqual(new Array(49).fill('TRIP_TRANSITION'));
    const { events, driver } = await stateOf(fleet, trip);
    expect(events).toHaveLength(2);
    expect(driver).toEqual({ status: 'EN_VIAJE', tripId: trip.id });
  });

  test('two trips that race for one driver have one winner', async () => {
    const fleet = await insertFleet(table.testContext());
    const second = await insertVehicle(table.testContext(), { teamId: fleet.actor.teamId });
    const first = await insertTrip(table.testContext(), fleet);
    const trips = [first, await insertTrip(table.testContext(), fleet, { vehicleId: second.id })];
    const { won, refused } = await outcomesOf(trips.map((trip) => startTrip(table.testContext(), fleet, trip)));
    expect([won, refused]).toEqual([1, ['TRIP_NOT_READY']]);
    const { driver } = await stateOf(fleet, first);
    expect(trips.map(({ id }) => id)).toContain(driver?.tripId);
  });

  test('a start and a cancellation end CANCELADO, whichever is first, and nobody is left on the trip', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const { refused } = await outcomesOf([
      startTrip(table.testContext(), fleet, trip),
      moveAsOwner(table.testContext(), fleet, trip, 'CANCELADO'),
    ]);
    expect([[], ['TRIP_TRANSITION']]).toContainEqual(refused);
    const state = await stateOf(fleet, trip);
    expect([state.trip?.status, state.driver, state.vehicle]).toEqual(['CANCELADO', free, free]);
  });
});

describe('a cancellation that a start overtakes', () => {
  const overtaken = async (role: Role) => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const start = async () => {
      await startTrip(table.testContext(), fleet, trip);
    };
    const testContext = table.interrupted(start);
    return { fleet, trip, move: testContext.use(moveTrip)({ ...fleet.actor, role }, trip, 'CANCELADO', undefined) };
  };

  test('cancels the trip under way: driver, vehicle and position are given back, and the timeline tells both', async () => {
    const { fleet, trip, move } = await overtaken('ADMIN');
    expect(await move).toMatchObject({ status: 'CANCELADO', actualStartDate: expect.any(String) });
    const state = await stateOf(fleet, trip);
    expect([state.driver, state.vehicle]).toEqual([free, free]);
    expect(state.position).toBeUndefined();
    expect(state.events.slice(-2)).toEqual([
      expect.objectContaining({ previousStatus: 'NO_INICIADO', newStatus: 'EN_PROCESO' }),
      expect.objectContaining({ previousStatus: 'EN_PROCESO', newStatus: 'CANCELADO' }),
    ]);
  });

  test('is forbidden to a member, who may not cancel a trip under way', async () => {
    const { fleet, trip, move } = await overtaken('MEMBER');
    await expect(move).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await stateOf(fleet, trip)).trip?.status).toBe('EN_PROCESO');
  });
});
