import { Vehicle, vehicleKey } from '../../shared/fleet/vehicle';
import { defineOperation } from '../../shared/operation/define';

/** Reads a vehicle of the team. */
export const operation = defineOperation({
  id: 'getVehicle',
  summary: 'Read a vehicle',
  route: 'GET /teams/{teamId}/vehicles/{vehicleId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'vehicles:read' },
  output: { status: 200, body: Vehicle, version: ({ version }) => version },
  errors: [],
  uses: {},
  entity: ({ path }) => vehicleKey(path.teamId, path.vehicleId),
  run: async ({ entity }) => entity,
});
