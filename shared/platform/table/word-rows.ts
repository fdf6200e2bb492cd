import { isDeepStrictEqual } from 'node:util';
import { type Condition, unchanged } from './expression';
import type { IndexKeys } from './keys';
import { deleteIfPresent, putItem, type Step } from './steps';
import { foundBy, inListByName, type Searched, textOf, wordIndexes, wordKey } from './word-keys';

/** The words of a record, two in each row: the second is in the index, which costs half of a row (docs/decisions/0067). */
function rowsOf(searched: Searched) {
  const found = foundBy(searched);
  const { teamId, kind, id } = searched;
  const text = textOf(found);
  return found.words.flatMap((word, index) => {
    if (index % 2 === 1) return [];
    const second = found.words[index + 1];
    const indexes = second === undefined ? {} : wordIndexes(teamId, kind, second, id, text);
    return [{ key: wordKey(teamId, kind, word, id), row: { text }, indexes }];
  });
}

/** Writes the words of a new record. */
export const newWordSteps = (searched: Searched): Step[] =>
  rowsOf(searched).map(({ key, row, indexes }) => putItem(key, row, indexes));

/** Deletes the words of a record that goes, or whose values are erased. */
export const removedWordSteps = (searched: Searched): Step[] => rowsOf(searched).map(({ key }) => deleteIfPresent(key));

interface WordEdit {
  readonly steps: readonly Step[];
  readonly indexes: IndexKeys;
}

/**
 * The condition of a record's edit that changes its words: the searched fields are as they were read. A word that finds nothing alone has no row,
 * but stands in the list by name.
 */
export const searchedAsRead = <T extends object>(
  { indexes }: Pick<WordEdit, 'indexes'>,
  record: T,
  fields: readonly (keyof T & string)[],
): Condition => (indexes.gsi1pk ? unchanged(record, fields) : {});

/**
 * The words after an edit, and the record's place in the list by name. All rows are written, so that an edit also gives words to a record
 * of a release without them. The caller adds {@link searchedAsRead} to the condition of the record.
 */
export function wordEdit(before: Searched, after: Searched): WordEdit {
  if (isDeepStrictEqual(foundBy(before), foundBy(after))) return { steps: [], indexes: {} };
  const kept = new Set(rowsOf(after).map(({ key }) => key.sk));
  const gone = rowsOf(before).filter(({ key }) => !kept.has(key.sk));
  return {
    steps: [...newWordSteps(after), ...gone.map(({ key }) => deleteIfPresent(key))],
    indexes: inListByName(after),
  };
}
