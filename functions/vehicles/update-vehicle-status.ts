import * as v from 'valibot';
import { VEHICLE_STATUSES, vehicleKey } from '../../shared/fleet/vehicle';
import { changeVehicleStatus } from '../../shared/fleet/vehicles';
import { defineOperation } from '../../shared/operation/define';
import { Uuid, Whole } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';

/** Changes a vehicle's status by hand, by its state table. Only trips set and end EN_VIAJE. The plate of a BAJA vehicle is free for another. */
export const operation = defineOperation({
  id: 'updateVehicleStatus',
  summary: 'Change the status of a vehicle',
  route: 'PUT /teams/{teamId}/vehicles/{vehicleId}/status',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'vehicles:write' },
  input: {
    body: v.object({
      /** The status that the office sets by hand. */
      status: v.picklist(VEHICLE_STATUSES),
    }),
  },
  output: {
    status: 200,
    body: v.object({
      message: Message,
      vehicleId: Uuid,
      previousStatus: v.picklist(VEHICLE_STATUSES),
      newStatus: v.picklist(VEHICLE_STATUSES),
      /** The version of the vehicle after the change. */
      version: Whole,
    }),
    version: ({ version }) => version,
  },
  errors: ['VEHICLE_STATUS', 'PLATE_TAKEN', 'CONFLICT'],
  irreversible: { status: ['BAJA'] },
  uses: { changeVehicleStatus },
  entity: ({ path }) => vehicleKey(path.teamId, path.vehicleId),
  run: async ({ input, caller, deps, entity, ifMatch }) => {
    const newStatus = input.body.status;
    const { previousStatus, version } = await deps.changeVehicleStatus(caller, entity, newStatus, ifMatch);
    return {
      message: { en: 'Status changed.', es: 'Estatus actualizado.' },
      vehicleId: entity.id,
      previousStatus,
      newStatus,
      version,
    };
  },
});
