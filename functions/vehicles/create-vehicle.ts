import { Vehicle, VehicleFields } from '../../shared/fleet/vehicle';
import { createVehicle } from '../../shared/fleet/vehicles';
import { defineOperation } from '../../shared/operation/define';

/** Registers a vehicle of the team. The plate is unique in the team; case, blanks and hyphens are ignored. */
export const operation = defineOperation({
  id: 'createVehicle',
  summary: 'Register a vehicle',
  route: 'POST /teams/{teamId}/vehicles',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'vehicles:write' },
  input: { body: VehicleFields },
  output: { status: 201, body: Vehicle, version: ({ version }) => version },
  errors: ['PLATE_TAKEN', 'EXTERNAL_ID_TAKEN'],
  uses: { createVehicle },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createVehicle(caller, input.body, once),
});
