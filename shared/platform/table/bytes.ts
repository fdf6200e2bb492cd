import * as v from 'valibot';

/** A binary value of an item. */
export const Bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array);
