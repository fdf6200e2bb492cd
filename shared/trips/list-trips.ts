import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { datedSource } from '../platform/table/dated-places';
import { listByExternalId } from '../platform/table/external-id-list';
import { newestSource } from '../platform/table/newest-records';
import { sortBesideSearch } from '../platform/table/search-place';
import { readUnits, type UnitSource } from '../platform/table/unit-pages';
import { firstEntries } from '../platform/table/word-entries';
import { formsOfQuery } from '../platform/table/written-words';
import type { InstantRange } from '../platform/values/calendar';
import type { Page } from '../platform/values/pages';
import { searchTrips } from './search-trips';
import { type TripRecord, tripKey, tripsOf } from './trip';
import { matchesTrip, placesOf, type TripFilter } from './trip-places';

/** The orders of a list of trips. Without one it is by planned start. */
export const TRIP_ORDERS = ['startDate', 'createdAt'] as const;

export interface TripQuery extends TripFilter {
  readonly q?: string | undefined;
  readonly sort?: (typeof TRIP_ORDERS)[number] | undefined;
  readonly externalId?: string | undefined;
}

/**
 * A team's trips by planned start, the latest first, or by creation, the newest first. All filters together have places in which their
 * trips stand by planned start. By creation the trips are read until the page is full or has used its units.
 */
export const listTrips = capability(
  { table: ['BatchGetItem', 'Query'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) => async (teamId: string, query: TripQuery, range: InstantRange, page: Page) =>
    query.externalId === undefined
      ? readUnits(context, await sourceOf(context, teamId, query, range), page)
      : findTrip(context, teamId, query, query.externalId, range, page),
);

/** The trip with a key of another system, if the filters let it through. */
function findTrip(
  context: Context,
  teamId: string,
  { q, ...filter }: TripQuery,
  externalId: string,
  range: InstantRange,
  page: Page,
) {
  if (q !== undefined)
    throw validationError('q', {
      en: 'Leave it out: an externalId finds one trip.',
      es: 'Omítalo: un externalId encuentra un solo viaje.',
    });
  const place = {
    teamId,
    kind: 'TRIP',
    externalId,
    keyOf: ({ id }: { readonly id: string }) => tripKey(teamId, id),
  } as const;
  return listByExternalId(context, place, (trip) => matchesTrip(trip, filter) && isWithin(trip, range), page);
}

async function sourceOf(context: Context, teamId: string, { q = '', sort, ...filter }: TripQuery, range: InstantRange) {
  const first = firstEntries(context, teamId);
  const forms = await formsOfQuery(context, { teamId, kind: 'TRIP', first }, q);
  const isSearch = forms[0].length > 0;
  if (isSearch && sort !== undefined) throw sortBesideSearch();
  if (!isSearch)
    return sort === 'createdAt' ? byCreation(context, teamId, filter, range) : byStart(context, teamId, filter, range);
  const keep = (trip: TripRecord) => matchesTrip(trip, filter) && isWithin(trip, range);
  return searchTrips(context, teamId, { forms, first }, { identity: identityOf(teamId, filter, range), keep, range });
}

const identityOf = (
  teamId: string,
  { status, driverId, vehicleId, clientId, routeId }: TripFilter,
  range: InstantRange,
) => ['trips', teamId, ...[status, driverId, vehicleId, clientId, routeId], ...[range.from, range.to]];

const byStart = (context: Context, teamId: string, filter: TripFilter, range: InstantRange): UnitSource<TripRecord> =>
  datedSource(context, {
    identity: identityOf(teamId, filter, range),
    filters: placesOf(teamId, filter),
    range,
    keyOf: (id) => tripKey(teamId, id),
    keep: (trip) => matchesTrip(trip, filter),
  });

const byCreation = (
  context: Context,
  teamId: string,
  filter: TripFilter,
  range: InstantRange,
): UnitSource<TripRecord> =>
  newestSource(
    context,
    tripsOf(teamId),
    [...identityOf(teamId, filter, range), 'createdAt'],
    (trip) => matchesTrip(trip, filter) && isWithin(trip, range),
  );

const isWithin = ({ startDate }: TripRecord, { from = startDate, to = startDate }: InstantRange): boolean =>
  startDate >= from && startDate <= to;
