import type { ListIdentity } from './cursor';
import type { UnitSource } from './unit-pages';
import type { FirstEntries } from './word-entries';

/** A query as it is searched, and the entries that were read to know its forms. */
export interface FormsToSearch {
  readonly forms: readonly (readonly string[])[];
  readonly first: FirstEntries;
}

/** The source of one form. */
export type FormSource<T> = Omit<UnitSource<T>, 'identity' | 'keep'>;

/** What a search answers: the records of a range that pass the filters of its identity. */
export interface Filtered<T, Range> {
  readonly identity: ListIdentity;
  readonly keep: (record: T) => boolean;
  readonly range: Range;
}

/** What the source of a form needs beside the form. */
export interface FormScope<Range> {
  readonly first: FirstEntries;
  readonly range: Range;
}

/** Where the search of a query stands: in which of its forms, whether that form has found a record, and the position in its own source. */
interface FormPlace {
  readonly form: number;
  readonly hasFound: boolean;
  readonly position: string;
}

const POSITION = /^(\d)([+-])\|(.*)$/;
const positionIn = ({ form, hasFound, position }: FormPlace): string => `${form}${hasFound ? '+' : '-'}|${position}`;

function placeOf(position: string): FormPlace {
  const [, form, found, rest = ''] = POSITION.exec(position) ?? [];
  return { form: Number(form), hasFound: found === '+', position: rest };
}

/**
 * The source of a query with several forms. A form is searched when the forms before it have found nothing, and the position says so: a look-up of
 * each form in all kinds of records would cost more than a call may. A source has the position after which it goes on, and no empty one.
 */
export function inForms<T, Range>(
  { forms, first }: FormsToSearch,
  { identity, keep, range }: Filtered<T, Range>,
  sourceOf: (form: readonly string[], scope: FormScope<Range>) => FormSource<T>,
): UnitSource<T> {
  const sources = forms.map((form) => sourceOf(form, { first, range }));
  const sourceAt = (form: number) => sources[form];
  return {
    identity: [...identity, 'q', ...forms.flat()],
    keep,
    least: Math.max(...sources.map(({ least }) => least)),
    isPosition: (position) => {
      const place = placeOf(position);
      return place.position === '' ? place.form > 0 : (sourceAt(place.form)?.isPosition(place.position) ?? false);
    },
    next: async (after, units, wanted) => {
      const at = after === undefined ? { form: 0, hasFound: false, position: '' } : placeOf(after);
      const source = sourceAt(at.form);
      if (source === undefined) return { entries: [], more: false };
      const { entries, more } = await source.next(at.position === '' ? undefined : at.position, units, wanted);
      let { hasFound } = at;
      const placed = entries.map(({ position, record }) => {
        hasFound ||= record !== undefined && keep(record);
        return { position: positionIn({ form: at.form, hasFound, position }), record };
      });
      if (more || hasFound || at.form === sources.length - 1) return { entries: placed, more };
      const next = positionIn({ form: at.form + 1, hasFound, position: '' });
      return { entries: [...placed, { position: next, record: undefined }], more: true };
    },
  };
}
