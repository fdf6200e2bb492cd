import { AppError } from '../errors';

/** A state machine that a person moves by hand: which states may follow each. A state that is absent is left by no hand. */
export type ManualTransitions<Status extends string> = Readonly<Partial<Record<Status, readonly Status[]>>>;

/** True when a hand may move `from` to `to`; staying is no move. */
export const mayMoveByHand = <Status extends string>(
  transitions: ManualTransitions<Status>,
  from: Status,
  to: Status,
): boolean => transitions[from]?.includes(to) ?? false;

/** That a driver or a vehicle does not move so by hand, and by what instead. */
export const wrongStatus = (code: 'DRIVER_STATUS' | 'VEHICLE_STATUS', from: string, to: string): AppError =>
  new AppError(code, {
    field: 'status',
    message:
      from === 'EN_VIAJE' || to === 'EN_VIAJE'
        ? 'EN_VIAJE is entered and left through a trip. Start, complete or cancel the trip.'
        : `What is ${from} cannot become ${to}.`,
  });
