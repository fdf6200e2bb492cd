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
