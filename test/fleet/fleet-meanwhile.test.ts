import { eventsOf } from '../../shared/audit/audit-event';
import { boxKey } from '../../shared/boxes/box';
import { changeBoxStatus, createBox, editBox } from '../../shared/boxes/boxes';
import { reservationKey } from '../../shared/boxes/reservation';
import { cancelReservation } from '../../shared/boxes/reservations';
import { driverKey } from '../../shared/fleet/driver';
import { editDriver, editOwnDriver } from '../../shared/fleet/drivers';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { changeVehicleStatus, createVehicle, editVehicle } from '../../shared/fleet/vehicles';
import type { ItemKey } from '../../shared/platform/table/keys';
import { getItem } from '../../shared/platform/table/read';
import { deleteIfPresent } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertBox, reserve } from '../support/store-boxes';
import { insertFleet } from '../support/store-fleet';

const table = quickTable();

async function insertOffice() {
  const testContext = table.testContext();
  const { actor, driver, vehicle } = await insertFleet(testContext);
  const box = await testContext.use(createBox)(actor, { economicNumber: 'C-1', dailyRate: 850.5 }, undefined);
  return { testContext, actor, driver, vehicle, box };
}
type Laid = Awaited<ReturnType<typeof insertOffice>>;

const WRITES: readonly (readonly [
  string,
  (laid: Laid) => ItemKey,
  (laid: Laid, late: TestContext) => Promise<unknown>,
])[] = [
  [
    'an edit of a box',
    ({ box }) => boxKey(box.teamId, box.id),
    ({ actor, box }, late) => late.use(editBox)(actor, box, { notes: 'x' }),
  ],
  [
    'a new status of a box',
    ({ box }) => boxKey(box.teamId, box.id),
    ({ actor, box }, late) => late.use(changeBoxStatus)(actor, box, 'MANTENIMIENTO'),
  ],
  [
    'an edit of a driver',
    ({ driver }) => driverKey(driver.teamId, driver.id),
    ({ actor, driver }, late) => late.use(editDriver)(actor, driver, { name: 'x' }),
  ],
  [
    'a driver’s edit of themselves',
    ({ driver }) => driverKey(driver.teamId, driver.id),
    ({ driver }, late) => late.use(editOwnDriver)(driver, { phone: '81' }),
  ],
  [
    'a new status of a vehicle',
    ({ vehicle }) => vehicleKey(vehicle.teamId, vehicle.id),
    ({ actor, vehicle }, late) => late.use(changeVehicleStatus)(actor, vehicle, 'MANTENIMIENTO'),
  ],
];

test.each(WRITES)('%s whose record goes away meanwhile is NOT_FOUND, and makes none', async (_, keyOf, write) => {
  const laid = await insertOffice();
  const key = keyOf(laid);
  const late = table.interrupted(() => transact(laid.testContext.context, [deleteIfPresent(key)]));
  await expect(write(laid, late)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await getItem(laid.testContext.context, key)).toBeUndefined();
});

test('an edit stands in the audit of its own kind of record', async () => {
  const { testContext, actor, driver, vehicle, box } = await insertOffice();
  await testContext.use(editBox)(actor, box, { notes: 'x' });
  await testContext.use(editVehicle)(actor, vehicle, { notes: 'x' });
  await testContext.use(editOwnDriver)(driver, { phone: '81' });
  for (const [entityType, { id }] of [
    ['BOX', box],
    ['VEHICLE', vehicle],
    ['DRIVER', driver],
  ] as const) {
    const last = (await table.partition(eventsOf(actor.teamId, entityType, id).pk)).at(-1);
    expect(last).toMatchObject({ entityType, entityId: id, action: 'UPDATE' });
  }
});

describe('the number of a box that changes meanwhile', () => {
  test.each(['C-9', 'c-1', 'C-2'])('is not changed again to %s, and stays held', async (economicNumber) => {
    const { testContext, actor, box } = await insertOffice();
    const late = table.interrupted(() => testContext.use(editBox)(actor, box, { economicNumber: 'C-2' }));
    const edited = late.use(editBox)(actor, box, { economicNumber });
    await expect(edited).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'economicNumber' });
    expect(await getItem(testContext.context, boxKey(box.teamId, box.id))).toMatchObject({ economicNumber: 'C-2' });
    expect(await table.partition(`TEAM#${box.teamId}`, 'ECONOMIC_NUMBER#')).toMatchObject([{ boxId: box.id }]);
  });

  test('is nothing to who changes something else', async () => {
    const { testContext, actor, box } = await insertOffice();
    const late = table.interrupted(() => testContext.use(editBox)(actor, box, { economicNumber: 'C-2' }));
    await late.use(editBox)(actor, box, { notes: 'x' });
    const stored = await getItem(testContext.context, boxKey(box.teamId, box.id));
    expect(stored).toMatchObject({ economicNumber: 'C-2', notes: 'x' });
  });
});

describe('a vehicle whose', () => {
  const DATES = { insuranceExpiry: '2026-05-01', registrationExpiry: '2026-12-31' };
  async function insertVehicle() {
    const testContext = table.testContext();
    const actor = { id: someId(), teamId: someId() };
    return {
      testContext,
      actor,
      vehicle: await testContext.use(createVehicle)(actor, { plate: 'AA-1', ...DATES }, undefined),
    };
  }

  test.each([
    ['plate', { plate: 'BB-2' }, 'plate'],
    ['date', { registrationExpiry: '2027-01-31' }, 'registrationExpiry'],
  ])('%s changed meanwhile is refused for that field', async (_, meanwhile, field) => {
    const { testContext, actor, vehicle } = await insertVehicle();
    const late = table.interrupted(() => testContext.use(editVehicle)(actor, vehicle, meanwhile));
    const edited = late.use(editVehicle)(actor, vehicle, { plate: 'CC-3', registrationExpiry: '2028-01-31' });
    await expect(edited).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field });
  });

  test('plate changed meanwhile takes another date', async () => {
    const { testContext, actor, vehicle } = await insertVehicle();
    const late = table.interrupted(() => testContext.use(editVehicle)(actor, vehicle, { plate: 'BB-2' }));
    await late.use(editVehicle)(actor, vehicle, { insuranceExpiry: '2027-05-01' });
    const stored = await getItem(testContext.context, vehicleKey(vehicle.teamId, vehicle.id));
    expect(stored).toMatchObject({ plate: 'BB-2', insuranceExpiry: '2027-05-01' });
  });
});

describe('a box that a reservation holds', () => {
  test('is not freed by who read it before, in the same status', async () => {
    const { testContext, actor, box } = await insertOffice();
    await reserve(testContext, actor, box);
    await testContext
      .use(changeBoxStatus)(actor, { ...box, status: 'RENTADA' }, 'MANTENIMIENTO')
      .catch(() => undefined);
    const held = await getItem(testContext.context, boxKey(box.teamId, box.id));
    expect(held).toMatchObject({ status: 'MANTENIMIENTO', reservationId: expect.any(String) });
    const stale = { ...box, status: 'MANTENIMIENTO' as const };
    await expect(testContext.use(changeBoxStatus)(actor, stale, 'DISPONIBLE')).rejects.toMatchObject({
      field: 'status',
    });
    expect(await getItem(testContext.context, boxKey(box.teamId, box.id))).toEqual(held);
  });

  test('moves by hand without a word of it in the audit', async () => {
    const { testContext, actor, box } = await insertOffice();
    const { id: reservationId } = await reserve(testContext, actor, box);
    await testContext.use(changeBoxStatus)(actor, { ...box, status: 'RENTADA', reservationId }, 'MANTENIMIENTO');
    const entries = await table.partition(eventsOf(box.teamId, 'BOX', box.id).pk);
    expect(entries.at(-1)?.changes).toEqual({ previousStatus: 'RENTADA', newStatus: 'MANTENIMIENTO' });
  });
});

describe('a reservation that is cancelled', () => {
  async function insertReserved() {
    const testContext = table.testContext();
    const actor = { id: someId(), teamId: someId() };
    const box = await insertBox(testContext, { teamId: actor.teamId });
    return { testContext, actor, box, reservation: await reserve(testContext, actor, box) };
  }

  test('is NOT_FOUND when it goes away meanwhile', async () => {
    const { testContext, actor, reservation } = await insertReserved();
    const key = reservationKey(actor.teamId, reservation.id);
    const late = table.interrupted(() => transact(testContext.context, [deleteIfPresent(key)]));
    await expect(late.use(cancelReservation)(actor, reservation)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await getItem(testContext.context, key)).toBeUndefined();
  });

  test('ends also where its box is gone', async () => {
    const { testContext, actor, box, reservation } = await insertReserved();
    await transact(testContext.context, [deleteIfPresent(boxKey(actor.teamId, box.id))]);
    await testContext.use(cancelReservation)(actor, reservation);
    const stored = await getItem(testContext.context, reservationKey(actor.teamId, reservation.id));
    expect(stored).toMatchObject({ status: 'CANCELADA' });
    expect(await getItem(testContext.context, boxKey(actor.teamId, box.id))).toBeUndefined();
  });
});
