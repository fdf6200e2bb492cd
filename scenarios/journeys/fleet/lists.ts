import assert from 'node:assert/strict';
import type { Call } from '../../../client/src/index';
import { textAt } from '../../../test/journeys/http';
import { expectRefused, expectSame, expectStatus } from '../../expect';

interface Page {
  readonly count: number;
  readonly nextCursor: string | null;
}

interface Paging {
  limit?: number;
  cursor?: string;
}

/** One list of the scene, by what else it is asked with. */
export type List<Asked> = (query: Asked) => Call<Page>;

/** The identifiers of a page's records. */
const idsIn = (page: Page): string[] =>
  Object.values<unknown>({ ...page })
    .filter(Array.isArray)
    .flat()
    .map((one) => textAt(one, 'id'));

/** Returns the identifiers in a list's answer to a query. Checks that `count` is their number. */
export async function idsOf<Asked>(list: List<Asked>, query: NoInfer<Asked>): Promise<string[]> {
  const page = await expectStatus(200, list(query));
  const ids = idsIn(page);
  assert.equal(page.count, ids.length);
  return ids;
}

/**
 * Reads a list with one record per page. Expects the same records in the same order as on one page. Expects a refusal of each altered
 * cursor and of each limit outside the bounds.
 */
export async function expectPages<Asked extends Paging>(list: List<Asked>, query: NoInfer<Asked>): Promise<void> {
  const whole = await idsOf(list, query);
  const walked: string[] = [];
  let next: Paging | undefined = {};
  while (next) {
    const page: Page = await expectStatus(200, list({ ...query, limit: 1, ...next }));
    walked.push(...idsIn(page));
    next = page.nextCursor === null ? undefined : { cursor: page.nextCursor };
    if (next?.cursor)
      await expectRefused('400 VALIDATION_FAILED', list({ ...query, cursor: altered(next.cursor) }), 'cursor');
  }
  expectSame(walked, whole);
  // The client sends `Number.NaN` as the text "NaN", which is not a number.
  for (const limit of [0, 201, Number.NaN])
    await expectRefused('400 VALIDATION_FAILED', list({ ...query, limit }), 'limit');
}

const altered = (cursor: string): string => `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
