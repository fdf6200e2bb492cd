import * as v from 'valibot';
import { Ping } from '../../shared/fleet/position';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';
import { recordPing } from '../../shared/trips/record-ping';

/** Replaces the trip's last position. No history is kept. Costs one write and no read. */
export const operation = defineOperation({
  id: 'pingLocation',
  summary: 'Send the current position',
  route: 'POST /trips/{tripId}/location-ping',
  isOfInterface: true,
  auth: { pool: 'drivers', check: 'onWrite', keys: 'never' },
  input: { body: Ping },
  output: { status: 200, body: v.object({ message: Message, tripId: Uuid }) },
  errors: ['NOT_FOUND', 'TRIP_NOT_IN_PROGRESS'],
  withoutKey: 'SAME',
  uses: { recordPing },
  run: async ({ input, caller, deps }) => {
    await deps.recordPing(caller, input.path.tripId, input.body);
    return { message: { en: 'Position received.', es: 'Posición recibida.' }, tripId: input.path.tripId };
  },
});
