import type * as v from 'valibot';
import { validationError } from '../errors';
import type { ItemKey } from './keys';
import { create, deleteItem, type Step } from './steps';

/** A name that one record of a team holds, by an item of its own. */
interface Renaming<S extends v.GenericSchema> {
  readonly field: string;
  readonly keyOf: (name: string) => ItemKey<S>;
  readonly holder: v.InferInput<S> & Readonly<Record<string, string>>;
  /** Both as they are compared. */
  readonly from: string;
  readonly to: string | undefined;
  readonly taken: string;
}

/** Lets a record hold another name. One that another record holds is 400 by the field, where the contract has no 409. */
export function renameSteps<S extends v.GenericSchema>({ field, keyOf, holder, from, to, taken }: Renaming<S>): Step[] {
  if (to === undefined || to === from) return [];
  return [
    create(keyOf(to), holder, () => validationError(field, taken)),
    deleteItem(keyOf(from), { equals: holder }, () => changedMeanwhile(field)),
  ];
}

/** The field was written by somebody else since it was read. */
export const changedMeanwhile = (field: string) =>
  validationError(field, `The ${field} changed meanwhile. Read the record again.`);
