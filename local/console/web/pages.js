import { call } from './api.js';

/** As many records as one question asks for. The service may answer fewer and a cursor. */
const LIMIT = 100;

/** The first records of a list, page by page, up to about `most`. `hasMore`: further ones were not read. */
export async function readUpTo(session, path, property, most) {
  const records = [];
  let cursor;
  do {
    const query = new URLSearchParams({ limit: Math.min(LIMIT, most - records.length), ...(cursor && { cursor }) });
    const answer = await call(session, `GET ${path}${path.includes('?') ? '&' : '?'}${query}`);
    records.push(...answer[property]);
    cursor = answer.nextCursor;
  } while (cursor && records.length < most);
  return { records, hasMore: Boolean(cursor) };
}

/** More pages without a record are not read by themselves, because each costs as much as a full one. */
const MOST_EMPTY = 5;

/** What asks for the page after this one: the cursor, or the number of a list whose pages have numbers. Undefined behind the last page. */
export function nextOf({ nextCursor, pagination }) {
  if (nextCursor) return { cursor: nextCursor };
  return pagination?.hasMore ? { page: pagination.page + 1 } : undefined;
}

/**
 * The first page that has a record, or the last one that was read. A page of the service ends at its read units, so a search can answer an empty page
 * before the one with the record. `read` takes what asks for a page, and `recordsIn` the records of a page that are looked for.
 */
export async function readFilled(read, recordsIn) {
  let answer = await read({});
  for (let empty = 1; empty < MOST_EMPTY && nextOf(answer) && recordsIn(answer).length === 0; empty += 1)
    answer = await read(nextOf(answer));
  return answer;
}
