import { validationError } from '../errors';
import { isDatedPosition } from './dated-places';
import { isEntryOf } from './word-entries';
import type { SearchedKind } from './word-keys';

/** Where a search of dated records stands that goes through the words of the records to which they refer. */
export interface SearchPlace {
  readonly kind: SearchedKind;
  /** The entry of a word. Empty: before the first. */
  readonly entry: string;
  /** The position among the dated records of that entry's record. Empty: before the first. */
  readonly dated: string;
}

const SEPARATOR = '|';
/** Behind all dated records of an entry. */
export const END = 'END';

export const searchPosition = (kind: SearchedKind, entry: string, dated: string): string =>
  [kind, entry, dated].join(SEPARATOR);

/** Parses a position of {@link searchPosition}. Undefined for any other text. */
export function searchPlaceOf(kinds: readonly SearchedKind[], position: string): SearchPlace | undefined {
  const [name, entry = '', dated = '', ...rest] = position.split(SEPARATOR);
  const kind = kinds.find((one) => one === name);
  const isAt = kind !== undefined && rest.length === 0 && (entry === '' ? dated === '' : isEntryOf(kind, entry));
  return isAt && (dated === '' || dated === END || isDatedPosition(dated)) ? { kind, entry, dated } : undefined;
}

/** The record of an entry, which ends with its identifier. */
export const recordOfEntry = (entry: string): string => entry.slice(entry.lastIndexOf('#') + 1);

export const sortBesideSearch = (): Error =>
  validationError('sort', {
    en: 'Leave it out: a search answers in the order of the records that it finds.',
    es: 'Omítalo: una búsqueda responde en el orden de los registros que encuentra.',
  });
