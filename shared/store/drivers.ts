import { Driver, type DriverFields } from '../domain/drivers';
import { capability } from '../runtime/capability';
import { auditStep, type TeamActor } from './audit';
import { CREATE_ONCE_RIGHTS, createOnce, type Once } from './idempotency';
import { driverKey } from './keys';
import { create, neverRefused } from './steps';

/** Hires a driver: DISPONIBLE, without an account for the app. */
export const createDriver = capability(
  { table: CREATE_ONCE_RIGHTS },
  (context) => (actor: TeamActor, fields: DriverFields, once: Once | undefined) =>
    createOnce(context, once, Driver, async () => {
      const id = context.newId();
      const result: Driver = {
        id,
        teamId: actor.teamId,
        ...fields,
        status: 'DISPONIBLE',
        username: null,
        appAccessStatus: 'NONE',
        createdAt: context.now().toISOString(),
      };
      const steps = [
        create(driverKey(actor.teamId, id), result, neverRefused('A driver')),
        auditStep(context, actor, { entityType: 'DRIVER', entityId: id, action: 'CREATE' }),
      ];
      return { result, steps };
    }),
);
