import type { FetchOptions } from 'openapi-fetch';
import { type Call, ok } from './errors.js';
import type { paths } from './schema.js';

type AnswerTo<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

type Paged = { nextCursor: string | null } | { pagination: { page: number; hasMore: boolean } };

/** Paths of the lists. Invoices have page numbers, the others a cursor. */
export type ListPath = {
  [P in keyof paths]: [AnswerTo<P>] extends [never] ? never : AnswerTo<P> extends Paged ? P : never;
}[keyof paths];

type ItemIn<Answer> = {
  [Key in keyof Answer]: Answer[Key] extends readonly (infer Item)[] ? Item : never;
}[keyof Answer];

/** The type of a list's records. */
export type ItemOf<P extends ListPath> = ItemIn<AnswerTo<P>>;

type Init<P extends ListPath> = Pick<FetchOptions<NonNullable<paths[P]['get']>>, 'params' | 'signal'>;
/** The arguments of a list. Optional when the path needs none. */
export type ListInit<P extends ListPath> = Init<P> extends { params: unknown } ? [init: Init<P>] : [init?: Init<P>];

/** The part of every list that the iteration uses. */
export interface AnyList {
  [path: string]: {
    get: {
      parameters: { query?: Record<string, unknown>; path?: Record<string, unknown> };
      responses: { 200: { content: { 'application/json': Record<string, unknown> } } };
    };
  };
}

type Params = AnyList[string]['get']['parameters'];
export type GetPage = (params: Params) => Call<Record<string, unknown>>;

/**
 * The records of a list, page by page. The next page is requested after the last record of the current one was
 * consumed.
 */
export async function* recordsOf(getPage: GetPage, { query, ...params }: Params): AsyncGenerator<unknown, void> {
  let next: Record<string, unknown> | undefined = {};
  while (next) {
    const page: Record<string, unknown> = await ok(getPage({ ...params, query: { ...query, ...next } }));
    for (const value of Object.values(page)) if (Array.isArray(value)) yield* value;
    next = nextOf(page);
  }
}

function nextOf({ nextCursor, pagination }: Record<string, unknown>): Record<string, unknown> | undefined {
  if (typeof nextCursor === 'string') return { cursor: nextCursor };
  const by: { page?: number; hasMore?: boolean } = { ...(pagination ?? {}) };
  return by.hasMore && by.page !== undefined ? { page: by.page + 1 } : undefined;
}
