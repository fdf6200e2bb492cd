import type { Context } from '../platform/runtime/context';
import { againWhile } from '../platform/table/retry';
import { BooksChanged } from './books';

/** Repeats the work with records that are read again, when another request changed one of them. */
export const onFreshBooks = <T>(context: Context, work: () => Promise<T>): Promise<T> =>
  againWhile(context, (failure) => failure instanceof BooksChanged, work);
