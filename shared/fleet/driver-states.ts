import { unchanged } from '../platform/table/expression';
import type { Effect, Transition } from '../platform/table/state-machine';
import { type DriverRecord, type DriverStatus, WORKING_ACCESS } from './driver';
import { removeExpiries, restoreExpiries, type WithExpiries } from './expiry-effects';

/** The least role of a member who moves a driver by hand. */
export const DRIVER_ROLE = 'ADMIN';

type DriverEffect = Effect<DriverRecord, WithExpiries>;

const accessUnchanged = (driver: DriverRecord) => unchanged(driver, ['appAccessStatus']);

const keepAccess: DriverEffect = {
  says: 'the app access must be the one that was read',
  condition: accessUnchanged,
};

const closeAccess: DriverEffect = {
  says: 'an open app access becomes DISABLED, if it is the one that was read',
  condition: accessUnchanged,
  set: ({ appAccessStatus }) => (WORKING_ACCESS.includes(appAccessStatus) ? { appAccessStatus: 'DISABLED' } : {}),
};

/** The state machine of a driver by hand. Only trips write EN_VIAJE. */
export const DRIVER_TRANSITIONS: readonly Transition<DriverStatus, DriverRecord, WithExpiries>[] = [
  { from: ['NO_DISPONIBLE', 'VACACIONES'], to: 'DISPONIBLE', by: DRIVER_ROLE, effects: [keepAccess] },
  { from: ['DISPONIBLE', 'VACACIONES'], to: 'NO_DISPONIBLE', by: DRIVER_ROLE, effects: [keepAccess] },
  { from: ['DISPONIBLE', 'NO_DISPONIBLE'], to: 'VACACIONES', by: DRIVER_ROLE, effects: [keepAccess] },
  {
    from: ['DISPONIBLE', 'NO_DISPONIBLE', 'VACACIONES'],
    to: 'BAJA',
    by: DRIVER_ROLE,
    effects: [closeAccess, removeExpiries],
  },
  { from: ['BAJA'], to: 'DISPONIBLE', by: DRIVER_ROLE, effects: [keepAccess, restoreExpiries] },
];
