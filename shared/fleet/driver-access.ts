import { auditStep, type TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import {
  APP_ACCESS_ACTIONS,
  type AppAccessAction,
  type DriverRecord,
  driverInactive,
  driverKey,
  isActive,
} from './driver';
import { positionKey } from './position';

/** Longer than a function may run: a lock that outlives its holder is nobody's. */
const LOCK_MS = 40_000;

/**
 * Takes the driver's account for one change: of two administrators at once one goes on and the other is told, because two invitations
 * would set two passwords and show the first one's for nothing. APP_ACCESS_STATE when the action does not fit the state.
 */
export const lockDriverAccess = capability(
  { table: ['UpdateItem'] },
  (context) => async (driver: DriverRecord, action: AppAccessAction) => {
    const { from } = APP_ACCESS_ACTIONS[action];
    const now = context.now();
    const step = update(
      driverKey(driver.teamId, driver.id),
      { set: { accessLockedUntil: new Date(now.getTime() + LOCK_MS).toISOString() } },
      {
        oneOf: { appAccessStatus: from },
        differs: { status: 'BAJA' },
        absentOrAtMost: { accessLockedUntil: now.toISOString() },
      },
      (found) => (found ? accessRefusal(found, action) : new AppError('NOT_FOUND')),
    );
    await transact(context, [step]);
  },
);

function accessRefusal(driver: DriverRecord, action: AppAccessAction): AppError {
  if (driver.status === 'BAJA')
    return new AppError('APP_ACCESS_STATE', { message: 'The driver is BAJA. Make the driver DISPONIBLE first.' });
  const fits: readonly string[] = APP_ACCESS_ACTIONS[action].from;
  return fits.includes(driver.appAccessStatus)
    ? new AppError('CONFLICT', {
        message: 'Another change of this driver’s access is under way. Read the driver again in a moment.',
      })
    : new AppError('APP_ACCESS_STATE', {
        message: `${action} does not fit an access that is ${driver.appAccessStatus}.`,
      });
}

/** Gives the account back unchanged, after the identity provider failed. */
export const unlockDriverAccess = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ teamId, id }: DriverRecord) => {
      await transact(context, [
        update(driverKey(teamId, id), { remove: ['accessLockedUntil'] }, {}, () => new AppError('NOT_FOUND')),
      ]);
    },
);

/** Writes down what was done to the account, gives it back, and opens or closes the pings of the trip that the driver is on. */
export const finishAccessChange = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (
      actor: TeamActor,
      driver: DriverRecord,
      action: AppAccessAction,
      account: { username: string; sub: string },
    ) => {
      const appAccessStatus = APP_ACCESS_ACTIONS[action].to(driver.everActive);
      const changed: DriverRecord = { ...driver, ...account, appAccessStatus };
      await transact(context, [
        update(
          driverKey(driver.teamId, driver.id),
          { set: { ...account, appAccessStatus }, remove: ['accessLockedUntil'] },
          {
            equals: { appAccessStatus: driver.appAccessStatus, tripId: driver.tripId },
            differs: { status: 'BAJA' },
            ...(!driver.tripId && { absent: ['tripId'] }),
          },
          () => new AppError('CONFLICT'),
        ),
        ...positionSteps(changed),
        auditStep(context, actor, {
          entityType: 'DRIVER',
          entityId: driver.id,
          action: 'UPDATE',
          changes: { appAccessStatus },
        }),
      ]);
      return changed;
    },
);

const positionSteps = (driver: DriverRecord): Step[] =>
  driver.tripId === undefined
    ? []
    : [
        update(
          positionKey(driver.teamId, driver.tripId),
          { set: { isOpen: isActive(driver), sub: driver.sub } },
          { equals: { driverId: driver.id } },
          () => new AppError('CONFLICT'),
        ),
      ];

/** Makes an INVITED driver ACTIVE with one conditional write; whoever comes second finds it done. */
export const activateDriver = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (driver: DriverRecord): Promise<DriverRecord> => {
      if (driver.appAccessStatus !== 'INVITED') return driver;
      const activated = { appAccessStatus: 'ACTIVE', everActive: true } as const;
      const step = update(
        driverKey(driver.teamId, driver.id),
        { set: activated },
        { equals: { appAccessStatus: 'INVITED' } },
        (found) => (found?.appAccessStatus === 'ACTIVE' ? new AlreadyThere() : driverInactive()),
      );
      await writeOne(context, step).catch(ignoreAlreadyThere);
      return { ...driver, ...activated };
    },
);
