import { AppError } from '../platform/errors';
import type { Effect, Transition } from '../platform/table/state-machine';
import { create, deleteIfPresent } from '../platform/table/steps';
import { removeExpiries, restoreExpiries, type WithExpiries } from './expiry-effects';
import { normalPlate, plateKey, type VehicleRecord, type VehicleStatus } from './vehicle';

interface VehicleMove extends WithExpiries {
  /** The vehicle holds its plate already: an older release left a BAJA vehicle its plate. */
  readonly holdsPlate: boolean;
}

type VehicleEffect = Effect<VehicleRecord, VehicleMove>;

const releasePlate: VehicleEffect = {
  says: 'another vehicle may take the plate',
  steps: (_, __, { teamId, plate }) => [deleteIfPresent(plateKey(teamId, normalPlate(plate)))],
};

const takePlate: VehicleEffect = {
  says: 'the vehicle holds its plate again, unless another vehicle has taken it',
  steps: (_, { holdsPlate }, { teamId, id, plate }) =>
    holdsPlate
      ? []
      : [create(plateKey(teamId, normalPlate(plate)), { vehicleId: id }, () => new AppError('PLATE_TAKEN'))],
};

/** The state machine of a vehicle by hand. Only trips write EN_VIAJE. */
export const VEHICLE_TRANSITIONS: readonly Transition<VehicleStatus, VehicleRecord, VehicleMove>[] = [
  { from: ['MANTENIMIENTO', 'FUERA_DE_SERVICIO'], to: 'DISPONIBLE', by: 'MEMBER', effects: [] },
  { from: ['DISPONIBLE', 'FUERA_DE_SERVICIO'], to: 'MANTENIMIENTO', by: 'MEMBER', effects: [] },
  { from: ['DISPONIBLE', 'MANTENIMIENTO'], to: 'FUERA_DE_SERVICIO', by: 'MEMBER', effects: [] },
  {
    from: ['DISPONIBLE', 'MANTENIMIENTO', 'FUERA_DE_SERVICIO'],
    to: 'BAJA',
    by: 'MEMBER',
    effects: [releasePlate, removeExpiries],
  },
  { from: ['BAJA'], to: 'DISPONIBLE', by: 'MEMBER', effects: [takePlate, restoreExpiries] },
];
