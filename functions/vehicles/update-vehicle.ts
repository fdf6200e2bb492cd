import { Vehicle, VehicleChanges, vehicleKey } from '../../shared/fleet/vehicle';
import { editVehicle } from '../../shared/fleet/vehicles';
import { defineOperation } from '../../shared/operation/define';
import { followVehicle } from '../../shared/trips/follow-names';
import { warnOfVehicle } from '../../shared/trips/outdated-by-record';

/** Changes a vehicle. Another operation changes its status. Trips that are not finished show a new plate, and their Carta Porte is reported as outdated. */
export const operation = defineOperation({
  id: 'updateVehicle',
  summary: 'Change a vehicle',
  route: 'PUT /teams/{teamId}/vehicles/{vehicleId}',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'path.teamId', keys: 'vehicles:write' },
  input: { body: VehicleChanges },
  output: { status: 200, body: Vehicle, version: ({ version }) => version },
  errors: [],
  uses: { editVehicle, followVehicle, warnOfVehicle },
  entity: ({ path }) => vehicleKey(path.teamId, path.vehicleId),
  run: async ({ input, caller, deps, entity, ifMatch }) => {
    const vehicle = await deps.editVehicle(caller, entity, input.body, ifMatch);
    await deps.followVehicle(input.body, vehicle);
    return deps.warnOfVehicle(entity, vehicle);
  },
});
