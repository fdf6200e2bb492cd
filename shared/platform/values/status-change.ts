import { AppError } from '../errors';

/** The refusal of a move by hand of a driver or a vehicle. EN_VIAJE is written by trips alone. */
export const wrongStatus = (code: 'DRIVER_STATUS' | 'VEHICLE_STATUS', from: string, to: string): AppError =>
  new AppError(code, {
    field: 'status',
    message:
      from === 'EN_VIAJE' || to === 'EN_VIAJE'
        ? {
            en: 'EN_VIAJE is entered and left through a trip. Start, complete or cancel the trip.',
            es: 'A EN_VIAJE se entra y de él se sale por un viaje. Inicie, complete o cancele el viaje.',
          }
        : {
            en: `The status cannot change from ${from} to ${to}. Choose another status.`,
            es: `El estatus no puede cambiar de ${from} a ${to}. Elija otro estatus.`,
          },
  });
