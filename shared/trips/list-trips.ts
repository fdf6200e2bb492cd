import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { readPage, recordsAt, type Source } from '../platform/table/lists';
import { queryIndex } from '../platform/table/read';
import type { InstantRange } from '../platform/values/calendar';
import type { Page } from '../platform/values/pages';
import {
  isTripPosition,
  TRIP_STATUSES,
  type TripRecord,
  type TripStatus,
  tripIdOf,
  tripKey,
  tripsInStatus,
  tripsOfDriver,
} from './trip';

export interface TripFilter {
  readonly status?: TripStatus | undefined;
  readonly driverId?: string | undefined;
  readonly vehicleId?: string | undefined;
  readonly clientId?: string | undefined;
}

/**
 * A team's trips by planned start, the latest first. Indexes serve `status`, `driverId`, `from` and `to`. With
 * `vehicleId`, `clientId`, or `status` and `driverId` together, a page examines at most 1,000 trips.
 */
export const listTrips = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) => (teamId: string, filter: TripFilter, range: InstantRange, page: Page) => {
    const { status, driverId, vehicleId, clientId } = filter;
    const keep = (trip: TripRecord) => matches(trip, filter);
    const isServed =
      vehicleId === undefined && clientId === undefined && (driverId === undefined || status === undefined);
    const source: Source<TripRecord> = {
      identity: ['trips', teamId, status, driverId, vehicleId, clientId, range.from, range.to],
      isPosition: isTripPosition,
      keep: isServed ? undefined : keep,
      next: async (after, limit) => {
        const positions = await nextKeys(context, teamId, filter, range, limit, after);
        return recordsAt(context, positions, (position) => tripKey(teamId, tripIdOf(position)), keep);
      },
    };
    return readPage(context, source, page);
  },
);

/** Indexes are eventually consistent, so the record itself is compared with the filter. */
const matches = (trip: TripRecord, { status, driverId, vehicleId, clientId }: TripFilter): boolean =>
  (status === undefined || trip.status === status) &&
  (driverId === undefined || trip.driverId === driverId) &&
  (vehicleId === undefined || trip.vehicleId === vehicleId) &&
  (clientId === undefined || trip.clientId === clientId);

/**
 * The next keys in the order of planned start: the driver's trips, the trips in one status, or those of all statuses
 * merged.
 */
async function nextKeys(
  context: Context,
  teamId: string,
  { status, driverId }: TripFilter,
  { from, to }: InstantRange,
  limit: number,
  after: string | undefined,
) {
  // A key is the start and the trip's id: '~' sorts after every id at the last instant.
  const range = { limit, from, to: to && `${to}~`, after };
  if (driverId !== undefined) return queryIndex(context, 'gsi2', tripsOfDriver(teamId, driverId).gsi2pk, range);
  const statuses = status === undefined ? TRIP_STATUSES : [status];
  const pages = await Promise.all(
    statuses.map((one) => queryIndex(context, 'gsi1', tripsInStatus(teamId, one).gsi1pk, range)),
  );
  // A trip that has just changed status may briefly be in the index under both statuses.
  const merged = [...new Set(pages.flatMap(({ positions }) => positions))].sort().reverse();
  return { positions: merged.slice(0, limit), more: merged.length > limit || pages.some(({ more }) => more) };
}
