import { VEHICLE_STATUSES, type VehicleRecord, type VehicleStatus, vehicleKey } from '../../shared/fleet/vehicle';
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
  if (may) await expect(moved).resolves.toBe(from);
  else await expect(moved).rejects.toMatchObject({ code: 'VEHICLE_STATUS', field: 'status' });
  const stored = await getItem(table.testContext().context, vehicleKey(actor.teamId, vehicle.id));
  expect(stored).toEqual({ ...vehicle, status: may ? to : from });
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
