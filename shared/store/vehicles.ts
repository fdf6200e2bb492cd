import { Refusal } from '../domain/refusal';
import { normalPlate, Vehicle, type VehicleFields } from '../domain/vehicles';
import { capability } from '../runtime/capability';
import { auditStep, type TeamActor } from './audit';
import { CREATE_ONCE_RIGHTS, createOnce, type Once } from './idempotency';
import { plateKey, vehicleKey } from './keys';
import { create, neverRefused } from './steps';

/** Registers a vehicle, DISPONIBLE. PLATE_TAKEN when the team has that plate already. */
export const createVehicle = capability(
  { table: CREATE_ONCE_RIGHTS },
  (context) => (actor: TeamActor, fields: VehicleFields, once: Once | undefined) =>
    createOnce(context, once, Vehicle, async () => {
      const { teamId } = actor;
      const id = context.newId();
      const result: Vehicle = { id, teamId, ...fields, status: 'DISPONIBLE', createdAt: context.now().toISOString() };
      const steps = [
        create(
          plateKey(teamId, normalPlate(fields.plate)),
          { vehicleId: id },
          () => new Refusal('PLATE_TAKEN', { field: 'plate' }),
        ),
        create(vehicleKey(teamId, id), result, neverRefused('A vehicle')),
        auditStep(context, actor, { entityType: 'VEHICLE', entityId: id, action: 'CREATE' }),
      ];
      return { result, steps };
    }),
);
