import { capability } from '../platform/runtime/capability';
import { type DatedRange, datedSource, type Place } from '../platform/table/dated-places';
import { newestSource } from '../platform/table/newest-records';
import { sortBesideSearch } from '../platform/table/search-place';
import { readUnits } from '../platform/table/unit-pages';
import { firstEntries } from '../platform/table/word-entries';
import { formsOfQuery } from '../platform/table/written-words';
import type { Page } from '../platform/values/pages';
import {
  placeOfReservations,
  RESERVATION_STATUSES,
  type Reservation,
  type ReservationStatus,
  reservationKey,
  reservationsOf,
} from './reservation';
import { searchReservations } from './search-reservations';

/** The orders of a list of reservations. Without one it is by creation. */
export const RESERVATION_ORDERS = ['startAt', 'createdAt'] as const;

interface ReservationFilter {
  readonly status?: ReservationStatus | undefined;
  readonly boxId?: string | undefined;
  readonly clientId?: string | undefined;
}
interface ReservationQuery extends ReservationFilter {
  readonly q?: string | undefined;
  readonly sort?: (typeof RESERVATION_ORDERS)[number] | undefined;
}

/**
 * Reservations of a team, the newest or the latest start first. By start all filters have places, which are gone through together. By
 * creation the reservations are read until the page is full or has used its units. With `q` they are those of the boxes and clients found.
 */
export const listReservations = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    async (teamId: string, { q = '', sort, ...filter }: ReservationQuery, range: DatedRange, page: Page) => {
      const { status, boxId, clientId } = filter;
      const first = firstEntries(context, teamId);
      const forms = await formsOfQuery(context, { teamId, kind: 'BOX', first }, q);
      const isSearch = forms[0].length > 0;
      if (isSearch && sort !== undefined) throw sortBesideSearch();
      const identity = ['reservations', teamId, sort, status, boxId, clientId, range.from, range.to];
      const keep = (reservation: Reservation) => matches(reservation, filter) && isWithin(reservation, range);
      if (isSearch)
        return readUnits(
          context,
          searchReservations(context, teamId, { forms, first }, { identity, keep, range }),
          page,
        );
      const source =
        sort === 'startAt'
          ? datedSource(context, {
              identity,
              filters: placesOf(teamId, filter),
              range,
              keyOf: (id) => reservationKey(teamId, id),
              keep,
            })
          : newestSource(context, reservationsOf(teamId), identity, keep);
      return readUnits(context, source, page);
    },
);

function placesOf(teamId: string, { status, boxId, clientId }: ReservationFilter): Place[][] {
  const { status: inStatus, boxId: ofBox, clientId: ofClient } = placeOfReservations;
  const places = [
    ...(boxId === undefined ? [] : [[ofBox(teamId, boxId)]]),
    ...(clientId === undefined ? [] : [[ofClient(teamId, clientId)]]),
    ...(status === undefined ? [] : [[inStatus(teamId, status)]]),
  ];
  return places.length > 0 ? places : [RESERVATION_STATUSES.map((one) => inStatus(teamId, one))];
}

/** Compares the record itself: indexes are eventually consistent. */
const matches = (reservation: Reservation, { status, boxId, clientId }: ReservationFilter): boolean =>
  (status === undefined || reservation.status === status) &&
  (boxId === undefined || reservation.boxId === boxId) &&
  (clientId === undefined || reservation.clientId === clientId);

const isWithin = ({ startAt }: Reservation, { from = startAt, to = startAt }: DatedRange): boolean =>
  startAt >= from && startAt <= to;
