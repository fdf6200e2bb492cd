import { defineOperation } from '../../shared/operation/define';
import { WarnedTrip } from '../../shared/trips/overlaps';
import { relayTrip } from '../../shared/trips/relay-trip';
import { RelayBody, tripKey } from '../../shared/trips/trip';

/**
 * Gives a trip that is EN_PROCESO to another driver, another vehicle, or both. A driver or vehicle that the trip already has
 * changes nothing.
 */
export const operation = defineOperation({
  id: 'relayTrip',
  summary: 'Give a trip under way to another driver or vehicle',
  description:
    'A VALID Carta Porte gets the draft of its substitute in the same write: stamp it. Until then the alert CARTA_PORTE_OUTDATED is OPEN.',
  route: 'POST /teams/{teamId}/trips/{tripId}/relay',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:write' },
  input: { body: RelayBody },
  output: { status: 200, body: WarnedTrip, version: ({ version }) => version },
  errors: ['TRIP_NOT_IN_PROGRESS', 'TRIP_NOT_READY', 'CONFLICT'],
  uses: { relayTrip },
  idempotencyKey: true,
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: ({ input, caller, deps, entity: trip, once }) => deps.relayTrip(caller, trip, input.body, once),
});
