import { clientKey, searchedClient } from '../clients/client';
import type { Context } from '../platform/runtime/context';
import { type DatedRange, idOfDated, positionsBelow, startOf } from '../platform/table/dated-places';
import type { Chunk } from '../platform/table/lists';
import { getItems, LOWEST } from '../platform/table/read';
import {
  type Filtered,
  type FormScope,
  type FormSource,
  type FormsToSearch,
  inForms,
} from '../platform/table/search-forms';
import { END, recordOfEntry, type SearchPlace, searchPlaceOf, searchPosition } from '../platform/table/search-place';
import { RECORD_UNITS, type UnitSource, unitsLeft } from '../platform/table/unit-pages';
import { entriesAhead } from '../platform/table/word-entries';
import { type Found, foundBy, isFirstPlace, type Searched, wordsFrom } from '../platform/table/word-keys';
import { allBegin, wordToLookUp } from '../platform/values/words';
import { boxKey, searchedBox } from './box';
import { placeOfReservations, type Reservation, reservationKey } from './reservation';

/**
 * The search of reservations, which have no words of their own. The longest word of the query is looked up in the words of boxes, and then in
 * those of clients; each record that has it answers its reservations, the latest start first. Box and client together must have all words.
 */

const KINDS = ['BOX', 'CLIENT'] as const;
type Kind = (typeof KINDS)[number];

/** Three places of a word, a record, a read of its reservations, and one reservation with its box and client. */
const LEAST = 7 * RECORD_UNITS;
/** A reservation, and its client or its box. */
const RESERVATION_UNITS = 2 * RECORD_UNITS;

type Reservations = Chunk<Reservation>;

/** Searches a query in its forms. */
export const searchReservations = (
  context: Context,
  teamId: string,
  query: FormsToSearch,
  filtered: Filtered<Reservation, DatedRange>,
): UnitSource<Reservation> => inForms(query, filtered, (form, scope) => sourceOfForm(context, teamId, form, scope));

function sourceOfForm(
  context: Context,
  teamId: string,
  query: readonly string[],
  { first, range }: FormScope<DatedRange>,
): FormSource<Reservation> {
  const longest = wordToLookUp(query);
  const nextEntries = entriesAhead(context, teamId, longest, first);
  const words = new Map<string, Found | undefined>();

  /** Reads the words of boxes and clients, each once in a request. */
  async function readWords(boxIds: readonly string[], clientIds: readonly string[]): Promise<void> {
    const [boxes, clients] = [unread(boxIds), unread(clientIds)];
    const [ofBoxes, ofClients] = await Promise.all([
      getItems(
        context,
        boxes.map((id) => boxKey(teamId, id)),
        'eventual',
      ),
      getItems(
        context,
        clients.map((id) => clientKey(teamId, id)),
        'eventual',
      ),
    ]);
    for (const [index, id] of boxes.entries()) words.set(id, foundOf(ofBoxes[index], searchedBox));
    for (const [index, id] of clients.entries()) words.set(id, foundOf(ofClients[index], searchedClient));
  }
  const unread = (ids: readonly string[]): string[] => [...new Set(ids)].filter((id) => !words.has(id));

  /** Whether the search finds a record that was read. */
  const hasWord = (id: string): boolean => {
    const found = words.get(id);
    return found !== undefined && wordsFrom(found, longest).length > 0;
  };
  const allOf = (id: string | undefined): readonly string[] => (id === undefined ? [] : (words.get(id)?.all ?? []));

  /** Goes on with the reservations of a record, or with the next record whose words begin with the longest word. */
  async function next(kind: Kind, { entry: after, dated }: SearchPlace, wanted: number): Promise<Reservations> {
    if (after !== '' && dated !== END) return reservationsOf(kind, after, dated, wanted);
    const { entries, more } = await nextEntries(kind, after);
    const [entry] = entries;
    if (entry === undefined) return more ? { entries: [], more } : afterKind(kind);
    if (unitsLeft(context) < LEAST - 3 * RECORD_UNITS) return { entries: [], more: true };
    await (kind === 'BOX' ? readWords([entry.id], []) : readWords([], [entry.id]));
    const found = words.get(entry.id);
    if (found && isFirstPlace(entry.position, kind, found, longest))
      return reservationsOf(kind, entry.position, startOf(range), wanted);
    return { entries: [{ position: searchPosition(kind, entry.position, END), record: undefined }], more: true };
  }

  function afterKind(kind: Kind): Reservations {
    if (kind === 'CLIENT') return { entries: [], more: false };
    return { entries: [{ position: searchPosition('CLIENT', '', ''), record: undefined }], more: true };
  }

  async function reservationsOf(kind: Kind, entry: string, below: string, wanted: number): Promise<Reservations> {
    const field = kind === 'BOX' ? 'boxId' : 'clientId';
    const id = recordOfEntry(entry);
    const place = placeOfReservations[field](teamId, id);
    const { positions, more } = await positionsBelow(context, place, below, range.from ?? LOWEST);
    const room = Math.floor((unitsLeft(context) - RECORD_UNITS) / RESERVATION_UNITS);
    const part = positions.slice(0, Math.max(1, Math.min(wanted, room)));
    const reservations = await getItems(
      context,
      part.map((position) => reservationKey(teamId, idOfDated(position))),
      'eventual',
    );
    const found = reservations.flatMap((one) => (one ? [one] : []));
    const boxIds = found.map(({ boxId }) => boxId);
    // Under a box that has all words, the client is not asked.
    const clientIds =
      kind === 'BOX' && allBegin(query, allOf(id)) ? [] : found.flatMap(({ clientId }) => clientId ?? []);
    await readWords(boxIds, clientIds);
    const isFound = (reservation: Reservation): boolean =>
      reservation[field] === id &&
      allBegin(query, [...allOf(reservation.boxId), ...allOf(reservation.clientId)]) &&
      // Its box has answered it before.
      (kind === 'BOX' || !hasWord(reservation.boxId));
    const entries = part.map((position, index) => {
      const reservation = reservations[index];
      return {
        position: searchPosition(kind, entry, position),
        record: reservation && isFound(reservation) ? reservation : undefined,
      };
    });
    const isEnd = !more && part.length === positions.length;
    return {
      entries: isEnd ? [...entries, { position: searchPosition(kind, entry, END), record: undefined }] : entries,
      more: true,
    };
  }

  return {
    isPosition: (position) => searchPlaceOf(KINDS, position) !== undefined,
    least: LEAST,
    next: (after, _, wanted) => {
      const at = after === undefined ? undefined : searchPlaceOf(KINDS, after);
      return next(at?.kind === 'CLIENT' ? 'CLIENT' : 'BOX', at ?? { kind: 'BOX', entry: '', dated: '' }, wanted);
    },
  };
}

const foundOf = <T>(record: T | undefined, searched: (record: T) => Searched): Found | undefined =>
  record === undefined ? undefined : foundBy(searched(record));
