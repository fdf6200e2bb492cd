import type { Transition } from '../platform/table/state-machine';
import { removeExpiries, restoreExpiries, type WithExpiries } from './expiry-effects';
import type { VehicleRecord, VehicleStatus } from './vehicle';

/** The state machine of a vehicle by hand. Only trips write EN_VIAJE. */
export const VEHICLE_TRANSITIONS: readonly Transition<VehicleStatus, VehicleRecord, WithExpiries>[] = [
  { from: ['MANTENIMIENTO', 'FUERA_DE_SERVICIO'], to: 'DISPONIBLE', by: 'MEMBER', effects: [] },
  { from: ['DISPONIBLE', 'FUERA_DE_SERVICIO'], to: 'MANTENIMIENTO', by: 'MEMBER', effects: [] },
  { from: ['DISPONIBLE', 'MANTENIMIENTO'], to: 'FUERA_DE_SERVICIO', by: 'MEMBER', effects: [] },
  {
    from: ['DISPONIBLE', 'MANTENIMIENTO', 'FUERA_DE_SERVICIO'],
    to: 'BAJA',
    by: 'MEMBER',
    effects: [removeExpiries],
  },
  { from: ['BAJA'], to: 'DISPONIBLE', by: 'MEMBER', effects: [restoreExpiries] },
];
