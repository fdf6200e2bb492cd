import * as v from 'valibot';
import { removeVehicle } from '../../shared/deletion/delete-records';
import { refuseUsed } from '../../shared/deletion/references';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';

/** Deletes a vehicle that was entered by mistake: no trip and no file names it. Set one that has worked to BAJA. */
export const operation = defineOperation({
  id: 'deleteVehicle',
  summary: 'Delete a vehicle',
  route: 'DELETE /teams/{teamId}/vehicles/{vehicleId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'vehicles:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['IN_USE', 'CONFLICT'],
  irreversible: true,
  uses: { refuseUsed, removeVehicle },
  entity: ({ path }) => vehicleKey(path.teamId, path.vehicleId),
  run: async ({ caller, deps, entity }) => {
    await deps.refuseUsed('VEHICLE', entity);
    await deps.removeVehicle(caller, entity);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
