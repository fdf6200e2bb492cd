import type { Context } from '../platform/runtime/context';
import { backOff } from '../platform/table/retry';
import { BooksChanged } from './books';

/** Repeats the work with records that are read again, when another request changed one of them. */
export async function onFreshBooks<T>(context: Context, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (failure) {
      if (!(failure instanceof BooksChanged)) throw failure;
      await backOff(context, tries, failure);
    }
  }
}
