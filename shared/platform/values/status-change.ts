import { AppError } from '../errors';

/** The refusal of a move by hand of a driver or a vehicle. EN_VIAJE is written by trips alone. */
export const wrongStatus = (code: 'DRIVER_STATUS' | 'VEHICLE_STATUS', from: string, to: string): AppError =>
  new AppError(code, {
    field: 'status',
    message:
      from === 'EN_VIAJE' || to === 'EN_VIAJE'
        ? 'EN_VIAJE is entered and left through a trip. Start, complete or cancel the trip.'
        : `The status cannot change from ${from} to ${to}. Choose another status.`,
  });
