import { checkPart } from '../../shared/operation/check-part';
import { defineOperation } from '../../shared/operation/define';
import { SyncBody } from '../../shared/trips/fact';
import { syncFacts } from '../../shared/trips/sync';
import { SyncAnswer } from '../../shared/trips/sync-result';

/** Takes what the phone recorded without network. Items may come in any order, repeatedly and in several calls at once. */
export const operation = defineOperation({
  id: 'syncFacts',
  summary: 'Send what the phone recorded',
  description:
    'Each item has `id` (a UUID of version 7, ascending in the order of recording), `kind`, `recordedAt`, `tripId`, and optionally `lat` with `lng`, and `accuracyM`. A field that is null counts as absent, and so does a negative speed or heading, as iOS reports it. With a negative `accuracyM` the place is not valid: a PING is refused, and another item has no place. `STOP_ARRIVED` adds `stopId` and `source` (DRIVER, GEOFENCE). `STOP_DEPARTED` adds `stopId`, `outcome` (DELIVERED by default, or FAILED) and `reason`, which FAILED requires. `STOP_SKIPPED` adds `stopId` and `reason`. `PROOF` adds `receiverName`, and optionally `stopId` (without it the proof is of the trip), `receiverRole`, `text` and `files` (up to 10): each with `fileId`, `sha256` (64 hexadecimal digits) and `kind` (PHOTO, SIGNATURE, DOCUMENT). The bytes of a file may come before or later. `NOTE` adds `text` (1 to 2,000 characters). `TRIP_START` and `TRIP_END` move the trip; if the office moved it before, they say when it began and ended. `PING` requires `lat` and `lng`, and adds `speedKmh` and `heading`: it becomes the last position and the track. `DUTY` adds `state` (CONDUCE, AUXILIAR, PAUSA, DESCANSO): what the driver does until the next DUTY; it alone may have no `tripId`. A PING that was recorded after the end of the trip is TRIP_ENDED. Delete an item from the queue after APPLIED, DUPLICATE and REFUSED, and show a refused one to the driver. Keep a WAITING one and send it again after 1, 2, 5, then every 15 minutes. A call processes at most 30 items that are not PING.',
  route: 'POST /drivers/me/sync',
  auth: { pool: 'drivers', check: 'onWrite', keys: 'never' },
  input: { body: SyncBody },
  output: { status: 200, body: SyncAnswer },
  errors: ['TOO_MANY_REQUESTS'],
  withoutKey: 'NAMED',
  uses: { syncFacts },
  run: ({ input, caller, deps }) => deps.syncFacts(caller, input.body, checkPart),
});
