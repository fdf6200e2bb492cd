import { Vehicle, VehicleChanges, vehicleKey } from '../../shared/fleet/vehicle';
import { editVehicle } from '../../shared/fleet/vehicles';
import { defineOperation } from '../../shared/operation/define';

/** Changes a vehicle. Another operation changes its status. */
export const operation = defineOperation({
  id: 'updateVehicle',
  summary: 'Change a vehicle',
  route: 'PUT /teams/{teamId}/vehicles/{vehicleId}',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: { body: VehicleChanges },
  output: { status: 200, body: Vehicle },
  errors: [],
  uses: { editVehicle },
  entity: ({ path }) => vehicleKey(path.teamId, path.vehicleId),
  run: ({ input, caller, deps, entity }) => deps.editVehicle(caller, entity, input.body),
});
