import type * as v from 'valibot';
import type { Text } from './text';

/** A value that meets its schema, or the first field that does not. */
export type Checked<T> =
  | { readonly value: T }
  | { readonly refusal: { readonly field: string; readonly message: Text } };

/** Checks a part of a body whose faults do not refuse the whole request. */
export type Check = <S extends v.GenericSchema>(schema: S, value: unknown) => Checked<v.InferOutput<S>>;
