import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as closeReservation } from '../../functions/box-reservations/close-reservation';
import { operation as createReservation } from '../../functions/box-reservations/create-reservation';
import { operation as createBox } from '../../functions/boxes/create-box';
import { operation as updateBoxStatus } from '../../functions/boxes/update-box-status';
import { operation as getDriverEmergency } from '../../functions/drivers/get-driver-emergency';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as voidPayment } from '../../functions/payments/void-payment';
import { operation as rotateJoinCode } from '../../functions/teams/rotate-join-code';
import { operation as getTripTimeline } from '../../functions/trips/get-trip-timeline';
import { operation as startTrip } from '../../functions/trips/start-trip';
import { operation as updateOwnTripStatus } from '../../functions/trips/update-own-trip-status';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as updateVehicleStatus } from '../../functions/vehicles/update-vehicle-status';
import type { AuditedEntity } from '../../shared/audit/audit-event';
import { endSessions } from '../../shared/identity/session-revocation';
import type { Operation } from '../../shared/operation/define';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import type { TestRequest } from '../support/http-event';
import { type Desk, type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTrip, insertVehicle } from '../support/store-fleet';

/** Tests every audit entry, alert and timeline entry that the contract requires, each through its operation. */
const table = quickTable();
const world = accounts(table);

const AT = { lat: 25.67, lng: -100.31 };

async function openYard() {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const account = { sub: someId(), appAccessStatus: 'ACTIVE', everActive: true } as const;
  const driver = await insertDriver(testContext, { teamId, ...account, name: 'Ximena Zárate' });
  const vehicle = await insertVehicle(testContext, { teamId });
  const actor = { pool: 'staff', role: 'OWNER', id: office.id, teamId } as const;
  const trip = await insertTrip(
    testContext,
    { actor, driver: { ...driver, sub: account.sub }, vehicle },
    { revenue: 1000 },
  );
  return { office, cab: await office.cab(driver), driver, vehicle, trip };
}
type Yard = Awaited<ReturnType<typeof openYard>>;

/** Sends a request that must succeed, and returns the body. */
async function done({ send }: Pick<Desk, 'send'>, operation: Operation, request: TestRequest) {
  const { status, body } = await send(operation, request);
  expect([status, body]).toEqual([operation.output.status, body]);
  return body;
}

const put = ({ office, trip }: Yard, status: string) =>
  done(office, updateTripStatus, { path: { tripId: trip.id }, body: { status, coordsLat: AT.lat, coordsLng: AT.lng } });
const drive = ({ cab, trip }: Yard, status: string) =>
  done(cab, updateOwnTripStatus, { path: { tripId: trip.id }, body: { status, coordsLat: AT.lat, coordsLng: AT.lng } });

let painted = 0;
async function addBox({ send }: Office): Promise<string> {
  painted += 1;
  const { body } = await send(createBox, { body: { economicNumber: `C-${painted}`, dailyRate: 350 } });
  return String(body.id);
}
async function moveBox({ office }: Yard, ...statuses: readonly string[]): Promise<string> {
  const boxId = await addBox(office);
  for (const status of statuses) await done(office, updateBoxStatus, { path: { boxId }, body: { status } });
  return boxId;
}

async function rentOut({ office }: Yard, closes: boolean): Promise<{ boxId: string; reservationId: string }> {
  const boxId = await addBox(office);
  const { id } = await done(office, createReservation, { body: { boxId } });
  const reservationId = String(id);
  if (closes) await done(office, closeReservation, { path: { reservationId }, body: {} });
  return { boxId, reservationId };
}

async function pay({ office, trip }: Yard): Promise<string> {
  const body = { tripId: trip.id, amount: 100, method: 'EFECTIVO' };
  return String((await done(office, createPayment, { body })).id);
}

interface Trail {
  readonly trigger: string;
  /** Runs the action, and returns the id of the entity that it changed. */
  readonly act: (yard: Yard) => Promise<string>;
  readonly entityType: AuditedEntity;
  /** The actions of the entity's audit entries, oldest first. */
  readonly actions: readonly string[];
  /** The types of the alerts that exist afterwards. */
  readonly alerts?: readonly string[];
  /** The last entry of the trip's timeline. */
  readonly timeline?: object;
}

const STARTED = { event: 'STATUS', previousStatus: 'NO_INICIADO', newStatus: 'EN_PROCESO', ...AT };
const COMPLETED = { event: 'STATUS', previousStatus: 'EN_PROCESO', newStatus: 'COMPLETADO', ...AT };
const ofTrip = (act: (yard: Yard) => Promise<unknown>) => async (yard: Yard) => {
  await act(yard);
  return yard.trip.id;
};
const TRIP = { entityType: 'TRIP', actions: ['CREATE', 'STATUS'] } as const;
const TWICE = { entityType: 'TRIP', actions: ['CREATE', 'STATUS', 'STATUS'] } as const;
const WARNED = { alerts: ['TRIP_CANCELLED_WITH_DRAFT'] };

const TRAILS: readonly Trail[] = [
  {
    trigger: 'a trip is planned',
    act: ofTrip(async () => undefined),
    entityType: 'TRIP',
    actions: ['CREATE'],
    timeline: { event: 'CREATE', newStatus: 'NO_INICIADO' },
  },
  {
    trigger: 'its driver starts a trip',
    act: ofTrip(({ cab, trip }) => done(cab, startTrip, { path: { tripId: trip.id }, body: AT })),
    ...TRIP,
    timeline: STARTED,
  },
  {
    trigger: 'its driver moves a trip to EN_PROCESO',
    act: ofTrip((yard) => drive(yard, 'EN_PROCESO')),
    ...TRIP,
    timeline: STARTED,
  },
  { trigger: 'a member starts a trip', act: ofTrip((yard) => put(yard, 'EN_PROCESO')), ...TRIP, timeline: STARTED },
  {
    trigger: 'its driver completes a trip',
    act: ofTrip(async (yard) => {
      await put(yard, 'EN_PROCESO');
      await drive(yard, 'COMPLETADO');
    }),
    ...TWICE,
    timeline: COMPLETED,
  },
  {
    trigger: 'a member completes a trip',
    act: ofTrip(async (yard) => {
      await drive(yard, 'EN_PROCESO');
      await put(yard, 'COMPLETADO');
    }),
    ...TWICE,
    timeline: COMPLETED,
  },
  {
    trigger: 'a trip is cancelled before it starts',
    act: ofTrip((yard) => put(yard, 'CANCELADO')),
    ...TRIP,
    ...WARNED,
    timeline: { event: 'STATUS', previousStatus: 'NO_INICIADO', newStatus: 'CANCELADO' },
  },
  {
    trigger: 'a trip is cancelled under way',
    act: ofTrip(async (yard) => {
      await put(yard, 'EN_PROCESO');
      await put(yard, 'CANCELADO');
    }),
    ...TWICE,
    ...WARNED,
    timeline: { event: 'STATUS', previousStatus: 'EN_PROCESO', newStatus: 'CANCELADO' },
  },
  {
    trigger: 'a box goes out of use',
    act: (yard) => moveBox(yard, 'INACTIVA'),
    entityType: 'BOX',
    actions: ['CREATE', 'DEACTIVATE'],
  },
  {
    trigger: 'a box comes back into use',
    act: (yard) => moveBox(yard, 'INACTIVA', 'DISPONIBLE'),
    entityType: 'BOX',
    actions: ['CREATE', 'DEACTIVATE', 'ACTIVATE'],
  },
  {
    trigger: 'a box goes to the workshop and back',
    act: (yard) => moveBox(yard, 'MANTENIMIENTO', 'DISPONIBLE'),
    entityType: 'BOX',
    actions: ['CREATE', 'UPDATE', 'UPDATE'],
  },
  {
    trigger: 'a box is reserved',
    act: async (yard) => (await rentOut(yard, false)).boxId,
    entityType: 'BOX',
    actions: ['CREATE', 'UPDATE'],
  },
  {
    trigger: 'a reservation is made',
    act: async (yard) => (await rentOut(yard, false)).reservationId,
    entityType: 'BOX_RESERVATION',
    actions: ['CREATE'],
  },
  {
    trigger: 'a reservation is closed and its draft cannot be made',
    act: async (yard) => (await rentOut(yard, true)).reservationId,
    entityType: 'BOX_RESERVATION',
    actions: ['CREATE', 'STATUS'],
    alerts: ['BOX_RENTAL_INVOICE_DRAFT_FAILED'],
  },
  { trigger: 'a payment is made', act: pay, entityType: 'PAYMENT', actions: ['CREATE'] },
  {
    trigger: 'a payment is voided',
    act: async (yard) => {
      const paymentId = await pay(yard);
      await done(yard.office, voidPayment, { path: { paymentId } });
      return paymentId;
    },
    entityType: 'PAYMENT',
    actions: ['CREATE', 'DELETE'],
  },
  {
    trigger: 'a vehicle is registered and changes its status',
    act: async ({ office }) => {
      const { id } = await done(office, createVehicle, { body: { plate: 'XX-1', insuranceExpiry: '2026-03-03' } });
      const vehicleId = String(id);
      await done(office, updateVehicleStatus, { path: { vehicleId }, body: { status: 'MANTENIMIENTO' } });
      return vehicleId;
    },
    entityType: 'VEHICLE',
    actions: ['CREATE', 'STATUS'],
  },
  {
    trigger: 'a driver is edited',
    act: async ({ office, driver }) => {
      const body = { name: 'Ximena Zárate Peña', curp: 'ZAPX900101MNLRRM09', phone: '8199990000' };
      await done(office, updateDriver, { path: { driverId: driver.id }, body });
      return driver.id;
    },
    entityType: 'DRIVER',
    actions: ['UPDATE'],
  },
  {
    trigger: 'a member reads the emergency data of a driver',
    act: async ({ office, driver }) => {
      await done(office, getDriverEmergency, { path: { driverId: driver.id } });
      return driver.id;
    },
    entityType: 'DRIVER',
    actions: ['READ'],
  },
  {
    trigger: 'the join code changes',
    act: async ({ office }) => {
      await done(office, rotateJoinCode, {});
      return office.teamId;
    },
    entityType: 'TEAM',
    actions: ['UPDATE'],
  },
  {
    trigger: 'a member recovers a sign-in',
    act: async ({ office }) => {
      await office.testContext.use(endSessions)(office.id, 'SIGN_IN_RECOVERED');
      return office.id;
    },
    entityType: 'USER',
    actions: ['SIGN_IN_RECOVERED'],
  },
];

test.each(TRAILS)('$trigger', async ({ act, entityType, actions, alerts = [], timeline }) => {
  const yard = await openYard();
  const { office, trip } = yard;
  const reader = await office.hire('ADMIN');
  const entityId = await act(yard);
  office.testContext.pass(10_000);
  const entries = recordsOf(await reader.send(listAudit, { query: { entityType, entityId } }), 'entries');
  expect(entries.map(({ action }) => action).reverse()).toEqual(actions);
  expect(recordsOf(await reader.send(listAlerts), 'alerts').map(({ type }) => type)).toEqual(alerts);
  if (timeline) {
    const told = recordsOf(await reader.send(getTripTimeline, { path: { tripId: trip.id } }), 'timeline');
    expect(told.map(({ event }) => event)).toEqual(actions);
    expect(told.at(-1)).toMatchObject({ tripId: trip.id, ...timeline });
  }
});

test('nothing that was written down names a person, a place or a code', async () => {
  const items = await table.everything();
  const events = JSON.stringify(items.filter(({ sk }) => String(sk).startsWith('EVENT#')).map(changesOf));
  expect(events).toContain('newStatus');
  const codes = items.flatMap(({ joinCode }) => (typeof joinCode === 'string' ? [joinCode] : []));
  expect(codes.length).toBeGreaterThan(TRAILS.length - 1);
  for (const secret of [...codes, 'Ximena', 'Zárate', 'ZAPX', '8199990000', 'XX-1'])
    expect(events).not.toContain(secret);
});

const changesOf = ({ changes, previousStatus, newStatus }: Record<string, unknown>) => ({
  changes,
  previousStatus,
  newStatus,
});
