import { AppError } from '../platform/errors';
import { unchanged } from '../platform/table/expression';
import type { Effect, Transition } from '../platform/table/state-machine';
import { endOfSessions } from '../platform/values/session-limits';
import { type AppAccessAction, type AppAccessStatus, type DriverRecord, isActive } from './driver';
import { distrustStep, type PositionPlace } from './position-places';

/** The least role of a member who changes the app access of a driver. */
export const ACCESS_ROLE = 'ADMIN';

export interface WithAccount {
  /** The account in the drivers' pool that the action made or changed; undefined before the pool is called. */
  readonly account: { readonly username: string; readonly sub: string } | undefined;
}

/** The input of a change beside the driver. */
interface AccessChange extends WithAccount {
  /** Where the position of the driver's trip is. */
  readonly place: PositionPlace;
}

type AccessEffect<Given = unknown> = Effect<DriverRecord, Given>;
type AccessTransition<Given> = Transition<
  AppAccessStatus,
  DriverRecord,
  Given,
  string,
  AppAccessStatus | ((driver: DriverRecord) => AppAccessStatus)
>;

const refuseRetired: AccessEffect = {
  says: 'refused while the driver is BAJA',
  refuse: ({ status }) =>
    status === 'BAJA'
      ? new AppError('APP_ACCESS_STATE', {
          message: {
            en: 'The driver is BAJA. Make the driver DISPONIBLE first.',
            es: 'El operador está de BAJA. Primero páselo a DISPONIBLE.',
          },
        })
      : undefined,
  condition: () => ({ differs: { status: 'BAJA' } }),
};

const linkAccount: AccessEffect<WithAccount> = {
  says: '`username` and `sub` name the account',
  set: (_, { account }) => (account ? { username: account.username, sub: account.sub } : {}),
};

/** A trip that starts or ends meanwhile makes the change a conflict: its position would keep the old access. */
const movePosition: AccessEffect<AccessChange> = {
  says: 'the trip of the driver takes positions exactly while the access is open, from the account and the sessions of the record',
  condition: (driver) => unchanged(driver, ['tripId']),
  steps: (context, { place }, { teamId, id: driverId, tripId }, after) =>
    tripId === undefined
      ? []
      : [distrustStep(context, place, { teamId, driverId, tripId }, { isOpen: isActive(after), sub: after.sub })],
};

/** The old password may be known to another person, or the telephone may be lost. */
const endSessions: AccessEffect = {
  says: 'every session of the driver ends',
  set: (_, __, now) => ({
    sessionsValidFrom: endOfSessions(new Date(now)),
    keptSession: undefined,
    endedSessions: undefined,
  }),
};

const recordUse: AccessEffect = { says: '`everActive` is set', set: () => ({ everActive: true }) };

/** The state machine of a driver's app access, by the action of an administrator. BAJA closes the access too: `driver-states.ts`. */
export const ACCESS_TRANSITIONS: Readonly<Record<AppAccessAction, AccessTransition<AccessChange>>> = {
  INVITE: {
    from: ['NONE'],
    to: 'INVITED',
    by: ACCESS_ROLE,
    effects: [refuseRetired, linkAccount, movePosition],
  },
  RESEND: {
    from: ['INVITED', 'ACTIVE', 'DISABLED'],
    to: ({ appAccessStatus }) => (appAccessStatus === 'DISABLED' ? 'DISABLED' : 'INVITED'),
    by: ACCESS_ROLE,
    effects: [refuseRetired, endSessions, movePosition],
  },
  DISABLE: { from: ['INVITED', 'ACTIVE'], to: 'DISABLED', by: ACCESS_ROLE, effects: [refuseRetired, movePosition] },
  ENABLE: {
    from: ['DISABLED'],
    to: ({ everActive }) => (everActive ? 'ACTIVE' : 'INVITED'),
    by: ACCESS_ROLE,
    effects: [refuseRetired, endSessions, movePosition],
  },
};

/** The driver opens the app for the first time. */
export const ACTIVATION: AccessTransition<unknown> = {
  from: ['INVITED'],
  to: 'ACTIVE',
  by: 'the driver, who reads the own profile for the first time',
  effects: [recordUse],
};
