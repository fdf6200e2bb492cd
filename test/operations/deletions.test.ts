import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as cancelReservation } from '../../functions/box-reservations/cancel-reservation';
import { operation as createReservation } from '../../functions/box-reservations/create-reservation';
import { operation as createBox } from '../../functions/boxes/create-box';
import { operation as deleteBox } from '../../functions/boxes/delete-box';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as deleteClient } from '../../functions/clients/delete-client';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as deleteRoute } from '../../functions/routes/delete-route';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as deleteVehicle } from '../../functions/vehicles/delete-vehicle';
import { removeBox, removeVehicle } from '../../shared/deletion/delete-records';
import { removeTrip } from '../../shared/deletion/delete-trip';
import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import type { Operation } from '../../shared/operation/define';
import { accounts, refusal, refused } from '../support/accounts';
import { type Desk, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { storedTrip } from '../support/store-records';

const table = quickTable();
const world = accounts(table);

const START_DATE = '2026-03-02T15:00:00.000Z';

/** Creates a record through its operation. Answers its identifier. */
async function made(desk: Desk, operation: Operation, body: object): Promise<string> {
  const answer = await desk.send(operation, { body });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return String(answer.body.id);
}

const makeClient = (desk: Desk) => made(desk, createClient, { name: 'Aceros' });
const makeBox = (desk: Desk) => made(desk, createBox, { economicNumber: 'C-1', dailyRate: 1 });
const makeVehicle = (desk: Desk) => made(desk, createVehicle, { plate: 'AA-1', insuranceExpiry: '2030-01-01' });
async function makeRoute(desk: Desk, body: object = {}): Promise<string> {
  const point = { name: 'Patio', address: 'Km 15', lat: 25, lng: -100 };
  const routePointId = await made(desk, createRoutePoint, point);
  return made(desk, createRoute, { name: 'A – B', stops: [{ order: 1, routePointId }], ...body });
}
const makeTrip = (desk: Desk, body: object = {}) => made(desk, createTrip, { startDate: START_DATE, ...body });

type Make = (desk: Desk) => Promise<string>;
type Use = (desk: Desk, id: string) => Promise<unknown>;
const KINDS: readonly (readonly [string, Make, Operation, string, readonly (readonly [string, Use])[]])[] = [
  [
    'client',
    makeClient,
    deleteClient,
    'id',
    [
      ['TRIP, INVOICE', (desk, clientId) => makeTrip(desk, { clientId })],
      ['ROUTE', (desk, clientId) => makeRoute(desk, { clientId })],
      [
        'BOX_RESERVATION',
        async (desk, clientId) => made(desk, createReservation, { boxId: await makeBox(desk), clientId }),
      ],
      [
        'INVOICE',
        (desk, clientId) =>
          made(desk, createInvoice, { clientId, items: [{ description: 'Flete', quantity: 1, price: 1 }] }),
      ],
    ],
  ],
  ['route', makeRoute, deleteRoute, 'id', [['TRIP', (desk, routeId) => makeTrip(desk, { routeId })]]],
  ['vehicle', makeVehicle, deleteVehicle, 'vehicleId', [['TRIP', (desk, vehicleId) => makeTrip(desk, { vehicleId })]]],
  [
    'box',
    makeBox,
    deleteBox,
    'boxId',
    [['BOX_RESERVATION', (desk, boxId) => made(desk, createReservation, { boxId })]],
  ],
];

const kindsIn = (errors: unknown): unknown[] => (Array.isArray(errors) ? errors.map((one) => one.entityType) : []);

/** The items of a team, except its members, the audit and the mark of the last deletion. */
const itemsOf = async (teamId: string) =>
  (await table.everything()).filter(
    ({ pk, sk }) =>
      String(pk).startsWith(`TEAM#${teamId}`) &&
      !/^(?:EVENT|MEMBER|ROUTE_POINT)#|^(?:DELETIONS|INVOICE_COUNT)$/.test(String(sk)),
  );

describe.each(KINDS)('desk 1.9: a %s', (_, make, remove, parameter, uses) => {
  const at = (id: string) => ({ path: { [parameter]: id } });

  it('that no record names goes with all its items, and leaves its audit entry', async () => {
    const office = await openOffice(world);
    const before = await itemsOf(office.teamId);
    const id = await make(office);
    const answer = await office.send(remove, at(id));
    expect([answer.status, answer.body]).toEqual([200, { message: 'Deleted.' }]);
    expect(await itemsOf(office.teamId)).toEqual(before);
    const events = (await table.everything()).filter(({ entityId }) => entityId === id);
    expect(events.map(({ action }) => action).sort()).toEqual(['CREATE', 'DELETE']);
    expect(refusal(await office.send(remove, at(id)))).toEqual(refused('NOT_FOUND'));
  });

  it('is an administrator’s to delete, in the own team', async () => {
    const office = await openOffice(world);
    const id = await make(office);
    expect(refusal(await (await office.hire('MEMBER')).send(remove, at(id)))).toEqual(refused('FORBIDDEN'));
    expect(refusal(await (await openOffice(world)).send(remove, at(id)))).toEqual(refused('NOT_FOUND'));
    expect((await (await office.hire('ADMIN')).send(remove, at(id))).status).toBe(200);
  });

  it.each(uses)('that %s names stays, and the answer says so', async (kinds, use) => {
    const office = await openOffice(world);
    const id = await make(office);
    await use(office, id);
    const before = await itemsOf(office.teamId);
    const answer = await office.send(remove, at(id));
    expect(refusal(answer)).toEqual(refused('IN_USE'));
    const named = new Set(kinds.split(', '));
    expect(new Set(kindsIn(answer.body.errors))).toEqual(named);
    for (const kind of named) expect(answer.body.message).toContain(kind);
    expect(await itemsOf(office.teamId)).toEqual(before);
  });
});

test('desk 1.9: a deletion reads no more among many trips and reservations of other records', async () => {
  const office = await openOffice(world);
  const { testContext } = office;
  const costs = async () => {
    const all: number[] = [];
    for (const [, make, remove, parameter] of KINDS.filter(([kind]) => kind !== 'client')) {
      expect((await office.send(remove, { path: { [parameter]: await make(office) } })).status).toBe(200);
      all.push(Number(Object(JSON.parse(testContext.logs.at(-1) ?? '{}')).rru));
    }
    return all;
  };
  const before = await costs();
  for (let count = 0; count < 40; count += 1) await makeTrip(office);
  const boxId = await made(office, createBox, { economicNumber: 'C-2', dailyRate: 1 });
  for (let count = 0; count < 40; count += 1) {
    const id = await made(office, createReservation, { boxId });
    await office.send(cancelReservation, { path: { reservationId: id } });
  }
  expect(await costs()).toEqual(before);
});

test('desk 1.9: the warnings about the papers of a vehicle are resolved when it goes', async () => {
  const office = await openOffice(world);
  const dates = { insuranceExpiry: '2026-03-12', registrationExpiry: '2026-03-05' };
  const vehicleId = await made(office, createVehicle, { plate: 'BB-2', ...dates });
  await office.testContext.use(raiseExpiryAlerts)(() => {});
  const warnings = async () =>
    recordsOf(await office.send(listAlerts), 'alerts').map(({ entityId, status, resolvedBy }) => [
      entityId,
      status,
      resolvedBy,
    ]);
  expect(await warnings()).toEqual(Array(2).fill([vehicleId, 'OPEN', undefined]));
  expect((await office.send(deleteVehicle, { path: { vehicleId } })).status).toBe(200);
  expect(await warnings()).toEqual(Array(2).fill([vehicleId, 'RESOLVED', 'SYSTEM']));
});

describe('desk 1.9: a trip', () => {
  const at = (tripId: string) => ({ path: { tripId } });
  const total = async (desk: Desk) => Object((await desk.send(listInvoices)).body.pagination).total;

  it('that is NO_INICIADO goes with its draft and is counted no more', async () => {
    const office = await openOffice(world);
    const before = await itemsOf(office.teamId);
    const id = await makeTrip(office, { revenue: 100, clientId: await makeClient(office) });
    expect(await total(office)).toBe(1);
    expect((await office.send(deleteTrip, at(id))).status).toBe(200);
    expect(await total(office)).toBe(0);
    const left = (await itemsOf(office.teamId)).map(({ sk }) => String(sk).split('#')[0]);
    expect(left.filter((kind) => kind === 'TRIP' || kind === 'INVOICE')).toEqual([]);
    expect(left.length).toBeGreaterThanOrEqual(before.length);
    expect(refusal(await office.send(deleteTrip, at(id)))).toEqual(refused('NOT_FOUND'));
  });

  it.each([
    ['a payment', (desk: Desk, tripId: string) => made(desk, createPayment, { tripId, amount: 1, method: 'OTRO' })],
    [
      'a second invoice',
      (desk: Desk, tripId: string) =>
        made(desk, createInvoice, { tripId, items: [{ description: 'Maniobras', quantity: 1, price: 1 }] }),
    ],
    [
      'a cancellation',
      (desk: Desk, tripId: string) => desk.send(updateTripStatus, { path: { tripId }, body: { status: 'CANCELADO' } }),
    ],
  ])('with %s stays', async (_, use) => {
    const office = await openOffice(world);
    const id = await makeTrip(office, { revenue: 100, clientId: await makeClient(office) });
    await use(office, id);
    const before = await itemsOf(office.teamId);
    expect(refusal(await office.send(deleteTrip, at(id)))).toEqual(refused('IN_USE'));
    expect(await itemsOf(office.teamId)).toEqual(before);
  });
});

it('desk 1.9: a trip that was paid for stays, even if the index does not show its payment yet', async () => {
  const office = await openOffice(world);
  const paid = storedTrip({ teamId: office.teamId, paid: 1 });
  const actor = { id: office.id, teamId: office.teamId };
  await expect(table.testContext().use(removeTrip)(actor, paid, undefined)).rejects.toMatchObject({ code: 'IN_USE' });
});

describe('desk 1.9: a deletion that another request overtakes', () => {
  it('is a conflict, and deletes nothing', async () => {
    const office = await openOffice(world);
    const actor = { id: office.id, teamId: office.teamId };
    const ghost = { id: actor.id, teamId: actor.teamId, createdAt: START_DATE };
    const { use } = table.testContext();
    const vehicle = { ...ghost, plate: 'AA-1', status: 'DISPONIBLE', version: 1 } as const;
    const box = { ...ghost, economicNumber: 'C-1', dailyRate: 1, status: 'DISPONIBLE' } as const;
    await expect(use(removeVehicle)(actor, vehicle)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(use(removeBox)(actor, box)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(use(removeTrip)(actor, storedTrip({ teamId: actor.teamId }), undefined)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const id = await makeBox(office);
    await made(office, createReservation, { boxId: id });
    await expect(use(removeBox)(actor, { ...box, id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
