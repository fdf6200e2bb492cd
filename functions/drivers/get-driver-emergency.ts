import { driverKey } from '../../shared/fleet/driver';
import { DriverEmergency, noteEmergencyRead } from '../../shared/fleet/driver-privacy';
import { defineOperation } from '../../shared/operation/define';

/**
 * Reads a driver's blood type, allergies and emergency contact. Every member may call it, and each call writes an audit
 * entry. Without the entry there is no answer.
 */
export const operation = defineOperation({
  id: 'getDriverEmergency',
  summary: 'Read the emergency data of a driver',
  route: 'GET /teams/{teamId}/drivers/{driverId}/emergency',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'never' },
  output: { status: 200, body: DriverEmergency },
  errors: [],
  uses: { noteEmergencyRead },
  entity: ({ path }) => driverKey(path.teamId, path.driverId),
  run: async ({ caller, deps, entity: driver }) => {
    await deps.noteEmergencyRead(caller, driver);
    return driver;
  },
});
