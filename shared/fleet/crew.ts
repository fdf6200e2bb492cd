import { validationError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { getItems } from '../platform/table/read';
import { driverKey } from './driver';
import { vehicleKey } from './vehicle';

/** The driver and the vehicle that a request names. */
export interface Crew {
  readonly driverId?: string | undefined;
  readonly vehicleId?: string | undefined;
}

/** Reads the named driver and vehicle. Throws VALIDATION_FAILED with the field's name for one that the team does not have. */
export async function readCrew(context: Context, teamId: string, { driverId, vehicleId }: Crew) {
  const [driver, vehicle] = await getItems(context, [
    driverId === undefined ? undefined : driverKey(teamId, driverId),
    vehicleId === undefined ? undefined : vehicleKey(teamId, vehicleId),
  ]);
  if (driverId !== undefined && driver === undefined)
    throw validationError('driverId', {
      en: 'This team has no driver with this id. Send the id of one of its drivers.',
      es: 'Esta empresa no tiene un operador con este id. Envíe el id de uno de sus operadores.',
    });
  if (vehicleId !== undefined && vehicle === undefined)
    throw validationError('vehicleId', {
      en: 'This team has no vehicle with this id. Send the id of one of its vehicles.',
      es: 'Esta empresa no tiene una unidad con este id. Envíe el id de una de sus unidades.',
    });
  return { driver, vehicle };
}
