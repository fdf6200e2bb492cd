import { auditStep, type TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { allOf, unchanged } from '../platform/table/expression';
import { conditionOf, interpret, refusalOf, writesOf } from '../platform/table/state-machine';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { ACCESS_TRANSITIONS, ACTIVATION, type WithAccount } from './access-states';
import { type AppAccessAction, type DriverRecord, driverInactive, driverKey } from './driver';
import { atItsPlace, noPosition, POSITION_PLACE, type PositionPlace } from './position-places';

/** The field that holds the status of the app access. */
const STATUS = 'appAccessStatus';

/** Longer than the time limit of a function, so that a lock whose holder died ends by itself. */
const LOCK_MS = 40_000;

/**
 * Locks the driver's account for one change. Throws CONFLICT while another request holds the lock: two invitations at once would set two
 * passwords, and one administrator would see an invalid one. Throws APP_ACCESS_STATE when the status does not allow the action.
 */
export const lockDriverAccess = capability(
  { table: ['UpdateItem'] },
  (context) => async (driver: DriverRecord, action: AppAccessAction) => {
    const row = ACCESS_TRANSITIONS[action];
    const guards = row.effects.filter(({ refuse }) => refuse !== undefined);
    const now = context.now();
    const given = { account: undefined, place: POSITION_PLACE };
    const step = update(
      driverKey(driver.teamId, driver.id),
      { set: { accessLockedUntil: new Date(now.getTime() + LOCK_MS).toISOString() } },
      allOf(
        { oneOf: { [STATUS]: row.from }, absentOrAtMost: { accessLockedUntil: now.toISOString() } },
        conditionOf({ effects: guards }, driver, given),
      ),
      (found) => (found ? (refusalOf(row, found, given) ?? accessRefusal(found, action)) : new AppError('NOT_FOUND')),
    );
    await transact(context, [step]);
  },
);

function accessRefusal(driver: DriverRecord, action: AppAccessAction): AppError {
  return ACCESS_TRANSITIONS[action].from.includes(driver.appAccessStatus)
    ? new AppError('CONFLICT', {
        message: {
          en: 'Another change of this driver’s access is under way. Read the driver again in a moment.',
          es: 'Otro cambio del acceso de este operador está en curso. Vuelva a consultar el operador en un momento.',
        },
      })
    : new AppError('APP_ACCESS_STATE', {
        message: {
          en: `${action} does not fit an access that is ${driver.appAccessStatus}.`,
          es: `${action} no corresponde a un acceso ${driver.appAccessStatus}.`,
        },
      });
}

/** Releases the lock without a change, after the identity provider failed. */
export const unlockDriverAccess = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ teamId, id }: DriverRecord) => {
      await transact(context, [
        update(driverKey(teamId, id), { remove: ['accessLockedUntil'] }, {}, () => new AppError('NOT_FOUND')),
      ]);
    },
);

/**
 * Writes the transition after the account was changed, and releases the lock. It does not check the refusals of the transition again:
 * `lockDriverAccess` has checked them.
 */
export const finishAccessChange = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) => (actor: TeamActor, driver: DriverRecord, action: AppAccessAction, account: WithAccount['account']) => {
    const write = async (place: PositionPlace) => {
      const row = ACCESS_TRANSITIONS[action];
      const { after, change, condition, steps } = writesOf(context, row, driver, { account, place }, STATUS);
      const { appAccessStatus } = after;
      await transact(context, [
        update(
          driverKey(driver.teamId, driver.id),
          { ...change, remove: [...change.remove, 'accessLockedUntil'] },
          allOf(unchanged(driver, [STATUS]), condition),
          () => new AppError('CONFLICT'),
        ),
        ...steps,
        auditStep(context, actor, {
          entityType: 'DRIVER',
          entityId: driver.id,
          action: 'UPDATE',
          changes: { appAccessStatus },
        }),
      ]);
      return after;
    };
    return atItsPlace(write, noPosition);
  },
);

/** Makes an INVITED driver ACTIVE. A second request at the same time changes nothing. */
export const activateDriver = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (driver: DriverRecord): Promise<DriverRecord> => {
      const { from, to } = ACTIVATION;
      if (!from.includes(driver.appAccessStatus)) return driver;
      const { after, change, condition } = interpret(context, ACTIVATION, driver, undefined, STATUS);
      const step = update(
        driverKey(driver.teamId, driver.id),
        change,
        allOf({ oneOf: { [STATUS]: from } }, condition),
        (found) => (found?.appAccessStatus === to ? new AlreadyThere() : driverInactive()),
      );
      const { id: entityId, teamId } = driver;
      const changes = { appAccessStatus: to };
      const by = { id: entityId, teamId, pool: 'drivers' } as const;
      const entry = auditStep(context, by, { entityType: 'DRIVER', entityId, action: 'UPDATE', changes });
      await transact(context, [step, entry]).catch(ignoreAlreadyThere);
      return after;
    },
);
