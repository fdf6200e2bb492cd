import { clientKey, searchedClient } from '../clients/client';
import { driverKey, searchedDriver } from '../fleet/driver';
import { searchedVehicle, vehicleKey } from '../fleet/vehicle';
import type { Context } from '../platform/runtime/context';
import { idOfDated, type Place, positionsBelow, startOf } from '../platform/table/dated-places';
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
import { type Entry, entriesAhead } from '../platform/table/word-entries';
import { foundBy, isFirstPlace, type Searched, type SearchedKind, wordsFrom } from '../platform/table/word-keys';
import type { InstantRange } from '../platform/values/calendar';
import { allBegin, furtherWordsOf, isFinding, wordOfCode, wordsOf, wordToLookUp } from '../platform/values/words';
import { routeKey, searchedRoute } from '../routes/route';
import { type TripRecord, tripKey } from './trip';
import { placeOfTrips } from './trip-places';
import { searchedTrip } from './trip-words';

/**
 * The search of trips. The longest word of the query is looked up in the words of cargoes, and then in those of clients, drivers, vehicles
 * and routes; each record that has it answers its trips, the latest start first. A trip must show all words of the query.
 */

type Named = (context: Context, teamId: string, ids: readonly string[]) => Promise<(Searched | undefined)[]>;

/** A kind of records that trips refer to, in the order of the search. */
interface Stage {
  readonly kind: SearchedKind;
  readonly field: keyof typeof placeOfTrips;
  /** The words that a trip shows of its record. */
  readonly shown: (trip: TripRecord) => string[];
  readonly read: Named;
}

const wordsOfPlate = (plate = ''): string[] => [wordOfCode(plate), ...wordsOf(plate)];
const wordsOfName = (name = ''): string[] => [...wordsOf(name), ...furtherWordsOf(name)];
/** The words of the text that names a record. */
const namedBy = ({ kind, name }: Searched): string[] => (kind === 'VEHICLE' ? wordsOfPlate(name) : wordsOfName(name));

const STAGES: readonly Stage[] = [
  {
    kind: 'CLIENT',
    field: 'clientId',
    shown: ({ clientName }) => wordsOfName(clientName),
    read: async (context, teamId, ids) =>
      (
        await getItems(
          context,
          ids.map((id) => clientKey(teamId, id)),
          'eventual',
        )
      ).map((one) => one && searchedClient(one)),
  },
  {
    kind: 'DRIVER',
    field: 'driverId',
    shown: ({ driverName }) => wordsOfName(driverName),
    read: async (context, teamId, ids) =>
      (
        await getItems(
          context,
          ids.map((id) => driverKey(teamId, id)),
          'eventual',
        )
      ).map((one) => one && searchedDriver(one)),
  },
  {
    kind: 'VEHICLE',
    field: 'vehicleId',
    shown: ({ vehiclePlate }) => wordsOfPlate(vehiclePlate),
    read: async (context, teamId, ids) =>
      (
        await getItems(
          context,
          ids.map((id) => vehicleKey(teamId, id)),
          'eventual',
        )
      ).map((one) => one && searchedVehicle(one)),
  },
  {
    kind: 'ROUTE',
    field: 'routeId',
    shown: ({ routeName }) => wordsOfName(routeName),
    read: async (context, teamId, ids) =>
      (
        await getItems(
          context,
          ids.map((id) => routeKey(teamId, id)),
          'eventual',
        )
      ).map((one) => one && searchedRoute(one)),
  },
];
const OWN: SearchedKind = 'TRIP';
const KINDS: readonly SearchedKind[] = [OWN, ...STAGES.map(({ kind }) => kind)];

/** The first word of a name finds it also if it joins others: De la Torre. */
const begin = (words: readonly string[], longest: string): boolean =>
  words.some((word, index) => (index === 0 || isFinding(word)) && word.startsWith(longest));

type Trips = Chunk<TripRecord>;
interface Doubt {
  readonly id: string;
  readonly readRecords: Named;
}

/** Searches a query in its forms. */
export const searchTrips = (
  context: Context,
  teamId: string,
  query: FormsToSearch,
  filtered: Filtered<TripRecord, InstantRange>,
): UnitSource<TripRecord> => inForms(query, filtered, (form, scope) => sourceOfForm(context, teamId, form, scope));

function sourceOfForm(
  context: Context,
  teamId: string,
  query: readonly string[],
  { first, range }: FormScope<InstantRange>,
): FormSource<TripRecord> {
  const longest = wordToLookUp(query);
  const from = range.from ?? LOWEST;
  const nextEntries = entriesAhead(context, teamId, longest, first);

  const hasWord = new Map<string, boolean>();

  /** Goes on with the next kind, or ends. */
  function afterKind(kind: SearchedKind): Trips {
    const next = KINDS[KINDS.indexOf(kind) + 1];
    if (next === undefined) return { entries: [], more: false };
    return { entries: [{ position: searchPosition(next, '', ''), record: undefined }], more: true };
  }

  const showsAll = (trip: TripRecord): boolean =>
    allBegin(query, [...foundBy(searchedTrip(trip)).all, ...STAGES.flatMap(({ shown }) => shown(trip))]);
  const ownWord = (trip: TripRecord): string | undefined =>
    foundBy(searchedTrip(trip))
      .words.filter((word) => word.startsWith(longest))
      .sort()[0];

  /** Trips whose own words begin with the longest word. */
  async function ofCargo(after: string, wanted: number): Promise<Trips> {
    const { entries, more } = await nextEntries(OWN, after);
    if (entries.length === 0) return more ? { entries: [], more } : afterKind(OWN);
    const part = entries.slice(0, Math.max(1, Math.min(wanted, Math.floor(unitsLeft(context) / RECORD_UNITS))));
    const records = await getItems(
      context,
      part.map(({ id }) => tripKey(teamId, id)),
      'eventual',
    );
    return {
      entries: part.map(({ position }, index) => {
        const trip = records[index];
        const isFound = trip !== undefined && showsAll(trip) && position.startsWith(`${OWN}#${ownWord(trip)}#`);
        return { position: searchPosition(OWN, position, END), record: isFound ? trip : undefined };
      }),
      more: true,
    };
  }

  /** Goes on with the trips of a record, or with the next record whose words begin with the longest word. */
  async function ofRecord(stage: Stage, { entry: after, dated: trip }: SearchPlace, wanted: number): Promise<Trips> {
    const { kind } = stage;
    if (after !== '' && trip !== END) return tripsOf(stage, after, trip, wanted);
    const { entries, more } = await nextEntries(kind, after);
    const [entry] = entries;
    if (entry === undefined) return more ? { entries: [], more } : afterKind(kind);
    if (unitsLeft(context) < LEAST) return { entries: [], more: true };
    if (await isNamed(stage, entry)) return tripsOf(stage, entry.position, startOf(range), wanted);
    return { entries: [{ position: searchPosition(kind, entry.position, END), record: undefined }], more: true };
  }

  /** The word is one of the record's name, and the first entry of the record. */
  async function isNamed({ kind, read: readRecords }: Stage, { id, position }: Entry): Promise<boolean> {
    const [record] = await readRecords(context, teamId, [id]);
    if (record === undefined) return false;
    return isFirstPlace(position, kind, foundBy(record), longest) && begin(namedBy(record), longest);
  }

  /** Not each word of a name has a row. */
  const isFoundByName = (record: Searched): boolean =>
    begin(namedBy(record), longest) && wordsFrom(foundBy(record), longest).length > 0;

  async function tripsOf(stage: Stage, entry: string, below: string, wanted: number): Promise<Trips> {
    const { kind, field } = stage;
    const id = recordOfEntry(entry);
    const place: Place = placeOfTrips[field](teamId, id);
    const { positions, more } = await positionsBelow(context, place, below, from);
    const room = Math.floor((unitsLeft(context) - DUPLICATE_UNITS) / RECORD_UNITS);
    const part = positions.slice(0, Math.max(1, Math.min(wanted, room)));
    const trips = await getItems(
      context,
      part.map((position) => tripKey(teamId, idOfDated(position))),
      'eventual',
    );
    const kept = part.map((position, index) => {
      const trip = trips[index];
      const isFound = trip !== undefined && trip[field] === id && begin(stage.shown(trip), longest) && showsAll(trip);
      return {
        position: searchPosition(kind, entry, position),
        record: isFound && ownWord(trip) === undefined ? trip : undefined,
      };
    });
    const entries = await withoutDuplicates(stage, kept);
    const isEnd = !more && entries.length === positions.length;
    return {
      entries: isEnd ? [...entries, { position: searchPosition(kind, entry, END), record: undefined }] : entries,
      more: true,
    };
  }

  /** Leaves out trips that an earlier kind has answered. */
  async function withoutDuplicates(stage: Stage, entries: Trips['entries']): Promise<Trips['entries']> {
    const result: Trips['entries'][number][] = [];
    for (const entry of entries) {
      const { record: trip } = entry;
      const doubts = trip === undefined ? [] : doubtsOf(stage, trip);
      if (result.length > 0 && unitsLeft(context) < doubts.length * RECORD_UNITS) return result;
      result.push((await isAnswered(doubts)) ? { ...entry, record: undefined } : entry);
    }
    return result;
  }

  /** The records of earlier kinds of which the trip shows the word. A finished trip keeps the name that its record had. */
  const doubtsOf = (stage: Stage, trip: TripRecord): Doubt[] =>
    STAGES.slice(0, STAGES.indexOf(stage)).flatMap(({ shown, field, read: readRecords }) => {
      const id = trip[field];
      return id !== undefined && begin(shown(trip), longest) ? [{ id, readRecords }] : [];
    });

  /** True when one of the records still has the word. */
  async function isAnswered(doubts: readonly Doubt[]): Promise<boolean> {
    for (const { id, readRecords } of doubts) {
      const has =
        hasWord.get(id) ?? (await readRecords(context, teamId, [id])).some((one) => one && isFoundByName(one));
      hasWord.set(id, has);
      if (has) return true;
    }
    return false;
  }

  return {
    isPosition: (position) => searchPlaceOf(KINDS, position) !== undefined,
    least: LEAST,
    next: (after, _, wanted) => {
      const at = (after === undefined ? undefined : searchPlaceOf(KINDS, after)) ?? { kind: OWN, entry: '', dated: '' };
      const stage = STAGES.find(({ kind }) => kind === at.kind);
      return stage === undefined ? ofCargo(at.entry, wanted) : ofRecord(stage, at, wanted);
    },
  };
}

/** The earlier kinds of the last stage: each may cost a read. */
const DUPLICATE_UNITS = (STAGES.length - 1) * RECORD_UNITS;
/** A record, a read of its trips, one trip, and the check of an earlier answer. */
const LEAST = 3 * RECORD_UNITS + DUPLICATE_UNITS;
