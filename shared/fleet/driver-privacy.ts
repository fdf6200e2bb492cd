import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import { transact } from '../platform/table/transact';
import { hasRole, type Role } from '../teams/team';
import { Driver, type DriverRecord } from './driver';

/**
 * The fields that only administrators and the driver read, with their values in the answers to other members. The
 * contract declares four of them nullable: these become null. The others are left out, as for a driver without them.
 */
const PRIVATE_DRIVER_FIELDS = {
  salary: undefined,
  curp: null,
  birthDate: null,
  bloodType: null,
  allergies: null,
  address: undefined,
} as const satisfies Partial<Driver>;

/** The driver as a member with this role reads it. */
export const driverFor = <T extends Driver>(role: Role, driver: T): T =>
  hasRole(role, 'ADMIN') ? driver : { ...driver, ...PRIVATE_DRIVER_FIELDS };

/** The fields that every member may read in an emergency. Each read is in the audit. */
export const DriverEmergency = v.object({
  /** Health data: each read is recorded. */
  bloodType: Driver.entries.bloodType,
  /** Health data: each read is recorded. */
  allergies: Driver.entries.allergies,
  /** A person to call, with the number. Each read is recorded. */
  emergencyContact: Driver.entries.emergencyContact,
});

/** Records the read of the emergency data: the actor, the driver and the names of the fields. */
export const noteEmergencyRead = capability(
  { table: ['PutItem'] },
  (context) =>
    async (actor: TeamActor, { id }: DriverRecord): Promise<void> => {
      const changes = { fields: Object.keys(DriverEmergency.entries) };
      await transact(context, [
        auditStep(context, actor, { entityType: 'DRIVER', entityId: id, action: 'READ', changes }),
      ]);
    },
);
