import { DRIVER_STATUSES } from '../../../shared/fleet/driver';
import { DRIVER_TRANSITIONS } from '../../../shared/fleet/driver-states';
import { VEHICLE_STATUSES } from '../../../shared/fleet/vehicle';
import { VEHICLE_TRANSITIONS } from '../../../shared/fleet/vehicle-states';
import { rowFor } from '../../../shared/platform/table/state-machine';
import { wrongStatus } from '../../../shared/platform/values/status-change';

/**
 * The contract's rule, written independently: the free states change among themselves; any state except EN_VIAJE becomes BAJA; BAJA becomes
 * DISPONIBLE; only trips enter and leave EN_VIAJE.
 */
const ruled = (free: readonly string[], from: string, to: string): boolean => {
  if (from === to || from === 'EN_VIAJE' || to === 'EN_VIAJE') return false;
  if (from === 'BAJA') return to === 'DISPONIBLE';
  return to === 'BAJA' || (free.includes(from) && free.includes(to));
};

const pairsOf = <Status extends string>(statuses: readonly Status[]) =>
  statuses.flatMap((from) => statuses.map((to) => ({ from, to })));

test.each(pairsOf(DRIVER_STATUSES))('a driver moves by hand from $from to $to as is ruled', ({ from, to }) => {
  const free = ['DISPONIBLE', 'NO_DISPONIBLE', 'VACACIONES'];
  expect(rowFor(DRIVER_TRANSITIONS, from, to) !== undefined).toBe(ruled(free, from, to));
});

test.each(pairsOf(VEHICLE_STATUSES))('a vehicle moves by hand from $from to $to as is ruled', ({ from, to }) => {
  const free = ['DISPONIBLE', 'MANTENIMIENTO', 'FUERA_DE_SERVICIO'];
  expect(rowFor(VEHICLE_TRANSITIONS, from, to) !== undefined).toBe(ruled(free, from, to));
});

test.each([
  ['DISPONIBLE', 'EN_VIAJE', true],
  ['EN_VIAJE', 'BAJA', true],
  ['BAJA', 'VACACIONES', false],
])('who is told that %s does not become %s is told of trips where one does it: %p', (from, to, isOfTrips) => {
  const refusal = wrongStatus('DRIVER_STATUS', from, to);
  expect(refusal).toMatchObject({ code: 'DRIVER_STATUS', field: 'status' });
  expect(refusal.message.includes('trip')).toBe(isOfTrips);
});
