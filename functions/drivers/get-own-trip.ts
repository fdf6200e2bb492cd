import { defineOperation } from '../../shared/operation/define';
import { OwnTripWithPaper, readOwnTrip } from '../../shared/trips/driver-papers';
import { readHoursNow } from '../../shared/trips/hours-left';
import { readStops } from '../../shared/trips/read-stops';
import { tripKey } from '../../shared/trips/trip';

/** Reads the caller's own trip without money, its stops, and the data of the document that an inspection asks for. */
export const operation = defineOperation({
  id: 'getOwnTrip',
  summary: 'Read your own trip with its stops and the data of its document',
  description:
    '`stops` have their status and, while the truck is there, what is still `missing`. `invoice` holds the addresses behind the two QR codes. It is null without a stamped document, and outside the time from 24 hours before the planned start to 24 hours after the end. A former driver reads the trip and the document of the own leg for 24 hours after the relay.',
  route: 'GET /drivers/me/trips/{tripId}',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  output: { status: 200, body: OwnTripWithPaper, version: ({ version }) => version, showsMore: true },
  errors: [],
  uses: { readOwnTrip, readStops, readHoursNow },
  entity: ({ path, caller }) => tripKey(caller.teamId, path.tripId),
  run: async ({ caller, deps, entity: trip }) => ({
    ...(await deps.readOwnTrip(caller, trip)),
    ...(await deps.readStops(trip)),
    hours: await deps.readHoursNow(caller.record),
  }),
});
