import { AppError } from '../errors';

/**
 * The statuses that a user may set by hand, by the current status. A status without an entry cannot be changed by hand.
 */
export type ManualTransitions<Status extends string> = Readonly<Partial<Record<Status, readonly Status[]>>>;

/** True when a user may change `from` to `to` by hand. Setting the same status is not a change. */
export const mayMoveByHand = <Status extends string>(
  transitions: ManualTransitions<Status>,
  from: Status,
  to: Status,
): boolean => transitions[from]?.includes(to) ?? false;

/**
 * The error for a change of status by hand that is not allowed. Names the trip when the status EN_VIAJE is involved.
 */
export const wrongStatus = (code: 'DRIVER_STATUS' | 'VEHICLE_STATUS', from: string, to: string): AppError =>
  new AppError(code, {
    field: 'status',
    message:
      from === 'EN_VIAJE' || to === 'EN_VIAJE'
        ? 'EN_VIAJE is entered and left through a trip. Start, complete or cancel the trip.'
        : `The status cannot change from ${from} to ${to}. Choose another status.`,
  });
