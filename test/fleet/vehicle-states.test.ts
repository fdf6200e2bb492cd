import {
  plateKey,
  VEHICLE_STATUSES,
  type VehicleRecord,
  type VehicleStatus,
  vehicleKey,
} from '../../shared/fleet/vehicle';
import { changeVehicleStatus, createVehicle, editVehicle } from '../../shared/fleet/vehicles';
import { getItem } from '../../shared/platform/table/read';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertVehicle } from '../support/store-fleet';

const table = quickTable();
const newActor = () => ({ id: someId(), teamId: someId() });

const pairs = VEHICLE_STATUSES.flatMap((from) =>
  VEHICLE_STATUSES.map((to) => ({
    from,
    to,
    may: from !== to && from !== 'EN_VIAJE' && to !== 'EN_VIAJE' && (from !== 'BAJA' || to === 'DISPONIBLE'),
  })),
);

test.each(pairs)('a vehicle that is $from becomes $to in the table: $may', async ({ from, to, may }) => {
  const actor = newActor();
  const vehicle = await insertVehicle(table.testContext(), { teamId: actor.teamId, status: from });
  const moved = table.testContext().use(changeVehicleStatus)(actor, vehicle, to);
  if (may || from === to) await expect(moved).resolves.toMatchObject({ previousStatus: from });
  else await expect(moved).rejects.toMatchObject({ code: 'VEHICLE_STATUS', field: 'status' });
  const stored = await getItem(table.testContext().context, vehicleKey(actor.teamId, vehicle.id));
  expect(stored).toEqual({ ...vehicle, status: may ? to : from, version: vehicle.version + (may ? 1 : 0) });
});

describe('the expiring documents of a vehicle', () => {
  const DATES = { insuranceExpiry: '2026-03-12', registrationExpiry: '2026-12-31' };

  async function insertWith(status: VehicleStatus) {
    const actor = newActor();
    const { context, use } = table.testContext();
    const created = await use(createVehicle)(actor, { plate: 'AA-1', ...DATES }, undefined);
    const vehicle: VehicleRecord = { ...created, status };
    const key = vehicleKey(actor.teamId, vehicle.id);
    await transact(context, [put(key, vehicle, {}, unexpectedConflict('A vehicle'))]);
    const listed = async () => (await table.partition(`TEAM#${actor.teamId}`, 'PAPER#')).length;
    return { actor, vehicle, use, listed };
  }

  test.each(['DISPONIBLE', 'MANTENIMIENTO', 'FUERA_DE_SERVICIO'] as const)(
    'leave the list when the vehicle goes from %s to BAJA, and return when it becomes DISPONIBLE',
    async (status) => {
      const { actor, vehicle, use, listed } = await insertWith(status);
      expect(await listed()).toBe(2);
      await use(changeVehicleStatus)(actor, vehicle, 'BAJA');
      expect(await listed()).toBe(0);
      await use(changeVehicleStatus)(actor, { ...vehicle, status: 'BAJA' }, 'DISPONIBLE');
      expect(await listed()).toBe(2);
    },
  );

  test.each([[{ insuranceExpiry: '2027-03-12' }], [{ registrationExpiry: '2027-12-31' }]])(
    'with the new dates %j meanwhile make BAJA a conflict',
    async (dates) => {
      const { actor, vehicle, use, listed } = await insertWith('DISPONIBLE');
      const late = table.interrupted(() => use(editVehicle)(actor, vehicle, dates));
      const moved = late.use(changeVehicleStatus)(actor, vehicle, 'BAJA');
      await expect(moved).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await listed()).toBe(2);
    },
  );

  test.each([[{ insuranceExpiry: '2027-03-12' }], [{ registrationExpiry: '2027-12-31' }]])(
    'with the new dates %j meanwhile make the end of BAJA a conflict',
    async (dates) => {
      const { actor, vehicle, use, listed } = await insertWith('DISPONIBLE');
      await use(changeVehicleStatus)(actor, vehicle, 'BAJA');
      const retired = { ...vehicle, status: 'BAJA' as const };
      const late = table.interrupted(() => use(editVehicle)(actor, retired, dates));
      const moved = late.use(changeVehicleStatus)(actor, retired, 'DISPONIBLE');
      await expect(moved).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await listed()).toBe(0);
    },
  );
});

describe('desk 1.9: the plate of a vehicle that is BAJA', () => {
  const plates = async (teamId: string) =>
    (await table.partition(`TEAM#${teamId}`, 'PLATE#')).map(({ sk, vehicleId }) => [sk, vehicleId]);

  async function retire() {
    const actor = newActor();
    const { use, context } = table.testContext();
    const vehicle = await use(createVehicle)(actor, { plate: 'AA-1' }, undefined);
    await use(changeVehicleStatus)(actor, vehicle, 'BAJA');
    const retired: VehicleRecord = { ...vehicle, status: 'BAJA' };
    const restore = (now: VehicleRecord = retired) => use(changeVehicleStatus)(actor, now, 'DISPONIBLE');
    const stored = () => getItem(context, vehicleKey(actor.teamId, vehicle.id));
    return { actor, retired, use, context, restore, stored };
  }

  test('is free, for another vehicle, and the first one cannot return while that one has it', async () => {
    const { actor, use, restore, stored } = await retire();
    expect(await plates(actor.teamId)).toEqual([]);
    const other = await use(createVehicle)(actor, { plate: 'AA 1' }, undefined);
    await expect(restore()).rejects.toMatchObject({ code: 'PLATE_TAKEN' });
    expect((await stored())?.status).toBe('BAJA');
    await use(editVehicle)(actor, other, { plate: 'BB-2' });
    await expect(restore()).resolves.toMatchObject({ previousStatus: 'BAJA' });
    expect((await plates(actor.teamId)).map(([plate]) => plate)).toEqual(['PLATE#AA1', 'PLATE#BB2']);
  });

  test('may be corrected, and holds no place until the vehicle returns', async () => {
    const { actor, retired, use, restore } = await retire();
    const edited = await use(editVehicle)(actor, retired, { plate: 'CC-3' });
    expect(await plates(actor.teamId)).toEqual([]);
    await restore(edited);
    expect(await plates(actor.teamId)).toEqual([['PLATE#CC3', retired.id]]);
  });

  test('is not changed by an edit that read the vehicle before it became BAJA', async () => {
    const { actor, retired, use } = await retire();
    const late = use(editVehicle)(actor, { ...retired, status: 'DISPONIBLE' }, { plate: 'CC-3' });
    await expect(late).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'plate' });
    expect(await plates(actor.teamId)).toEqual([]);
  });

  test('is not returned to an edit of another plate meanwhile', async () => {
    const { actor, retired, use, restore, stored } = await retire();
    await use(editVehicle)(actor, retired, { plate: 'CC-3' });
    await expect(restore()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await stored())?.status).toBe('BAJA');
  });

  test('that an older release left with it returns with it', async () => {
    const { actor, retired, context, restore } = await retire();
    const key = plateKey(actor.teamId, 'AA1');
    await transact(context, [put(key, { vehicleId: retired.id }, {}, unexpectedConflict('A plate'))]);
    await expect(restore()).resolves.toMatchObject({ previousStatus: 'BAJA' });
    expect(await plates(actor.teamId)).toEqual([['PLATE#AA1', retired.id]]);
  });
});
