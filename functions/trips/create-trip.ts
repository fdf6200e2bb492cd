import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { createTrip } from '../../shared/trips/create-trip';
import { TripWarnings } from '../../shared/trips/overlaps';
import { NewTrip, Trip } from '../../shared/trips/trip';

/**
 * Creates a trip with status NO_INICIADO and its draft invoice. Client, route, driver and vehicle must belong to the
 * team; driver and vehicle must not be BAJA. `warnings` name other trips that need them in the same hours;
 * under `overlap: REFUSE` of the road policy they refuse the trip, and `errors` names them.
 */
export const operation = defineOperation({
  id: 'createTrip',
  summary: 'Plan a trip',
  route: 'POST /teams/{teamId}/trips',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:write' },
  input: { body: NewTrip },
  output: {
    status: 201,
    body: v.object({ ...Trip.entries, invoiceId: Uuid, ...TripWarnings }),
    version: ({ version }) => version,
  },
  errors: ['EXTERNAL_ID_TAKEN', 'PLAN_OVERLAPS'],
  uses: { createTrip },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createTrip(caller, input.body, once),
});
