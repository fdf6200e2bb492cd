import type { FetchOptions } from 'openapi-fetch';
import { FleetError } from './errors.js';
import { isText, membersOf } from './members.js';
import type { paths } from './schema.js';

type AnswerTo<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** An answer that is one page of a list. */
export type Paged = { nextCursor: string | null } | { pagination: { page: number; hasMore: boolean } };

/** Paths of the lists. Invoices have page numbers, the others a cursor. */
export type ListPath = {
  [P in keyof paths]: [AnswerTo<P>] extends [never] ? never : AnswerTo<P> extends Paged ? P : never;
}[keyof paths];

/** The records in an answer of a list. */
export type ItemIn<Answer> = {
  [Key in keyof Answer]-?: Answer[Key] extends readonly (infer Item)[] ? Item : never;
}[keyof Answer];

/** The type of a list's records. */
export type ItemOf<P extends ListPath> = ItemIn<AnswerTo<P>>;

type Init<P extends ListPath> = Pick<FetchOptions<NonNullable<paths[P]['get']>>, 'params' | 'signal'>;
/** The arguments of a list. Optional when the path needs none. */
export type ListInit<P extends ListPath> = Init<P> extends { params: unknown } ? [init: Init<P>] : [init?: Init<P>];

type Page = Readonly<Record<string, unknown>>;
/** Requests a page by its `cursor` or its number. Empty for the first page. */
export type GetPage = (next: Page) => Promise<unknown>;

/**
 * All pages of a list. The next page is requested when the caller asks for it. A list that names a page twice has an error, because its walk would
 * never end: a cache in front of the service may leave out the cursor.
 */
export async function* pagesOf(getPage: GetPage): AsyncGenerator<unknown, void> {
  const asked = new Set<string>();
  let next: Page | undefined = {};
  while (next) {
    const place = JSON.stringify(next);
    if (asked.has(place)) throw new FleetError('GATEWAY', 200, 'The list has no end.');
    asked.add(place);
    const page: unknown = await getPage(next);
    yield page;
    next = nextOf(membersOf(page));
  }
}

/** The records of a list, page by page. The next page is requested after the last record of the current one was consumed. */
export async function* recordsOf(getPage: GetPage): AsyncGenerator<unknown, void> {
  for await (const page of pagesOf(getPage)) {
    for (const value of Object.values(membersOf(page))) if (Array.isArray(value)) yield* value;
  }
}

function nextOf({ nextCursor, pagination }: Page): Page | undefined {
  if (isText(nextCursor)) return { cursor: nextCursor };
  const { hasMore, page } = membersOf(pagination);
  return hasMore ? { page: Number(page) + 1 } : undefined;
}
