import type * as v from 'valibot';
import { validationError } from '../errors';
import type { Text } from '../values/text';
import type { ItemKey } from './keys';
import { create, deleteItem, type Step } from './steps';

/** A unique name within a team. A separate item stores the record that holds the name. */
interface Renaming<S extends v.GenericSchema> {
  readonly field: string;
  readonly keyOf: (name: string) => ItemKey<S>;
  readonly holder: v.InferInput<S> & Readonly<Record<string, string>>;
  /** `from` and `to` in normalised form. */
  readonly from: string;
  readonly to: string | undefined;
  readonly taken: Text;
}

/**
 * Moves a record to another name. If another record holds the name, the answer is 400 with the field, because the
 * interface has no 409 here.
 */
export function renameSteps<S extends v.GenericSchema>({ field, keyOf, holder, from, to, taken }: Renaming<S>): Step[] {
  if (to === undefined || to === from) return [];
  return [
    create(keyOf(to), holder, () => validationError(field, taken)),
    deleteItem(keyOf(from), { equals: holder }, () => changedMeanwhile(field)),
  ];
}

/** Another request changed the field since it was read. */
export const changedMeanwhile = (field: string) =>
  validationError(field, {
    en: `The ${field} changed in the meantime. Read the record again.`,
    es: `El campo ${field} cambió mientras tanto. Vuelva a consultar el registro.`,
  });
