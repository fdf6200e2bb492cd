import packed from './names.json';
import { linesOf } from './unpack';

/** The catalogues with the names of their keys, for people who choose one. Only the search loads them. */

export type CatalogueName = keyof typeof packed;

export const CATALOGUE_NAMES = Object.keys(packed).filter(isCatalogueName);

export function isCatalogueName(name: string): name is CatalogueName {
  return Object.hasOwn(packed, name);
}

/** A key of a catalogue with its columns, as text. */
export type NamedKey = Readonly<Record<string, string>> & {
  readonly key: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
};

/** All keys of a catalogue in its order. Unpacking the goods takes a tenth of a second. */
export function namedKeys(name: CatalogueName): NamedKey[] {
  const { from, to, name: names, ...others } = packed[name];
  const columns = Object.entries(others).map(([column, lines]) =>
    column === 'gaps' ? (['key', keysAt(linesOf(lines))] as const) : ([column, linesOf(lines)] as const),
  );
  const [first, last] = [linesOf(from), linesOf(to)];
  return linesOf(names).map((text, row) => ({
    key: '',
    name: text,
    from: first[row] ?? '',
    to: last[row] ?? '',
    ...Object.fromEntries(columns.map(([column, lines]) => [column, lines[row] ?? ''])),
  }));
}

/** Keys of eight digits, from the difference to the key before. */
function keysAt(gaps: readonly string[]): string[] {
  let key = 0;
  return gaps.map((gap) => {
    key += Number(gap);
    return String(key).padStart(8, '0');
  });
}
