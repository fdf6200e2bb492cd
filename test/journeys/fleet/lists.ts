import assert from 'node:assert/strict';
import { expectRefused, expectStatus, listAt, type Send, textAt, valueAt } from '../http';

/** One list of the scene, by address without paging. */
export interface ListOf {
  readonly send: Send;
  readonly token: string;
  readonly path: string;
  readonly plural: string;
}

/** The identifiers that a list answers under a query, and whether its count tells their number. */
export async function idsOf({ send, token, path, plural }: ListOf, query: Record<string, string> = {}) {
  const body = await expectStatus(200, send(`GET ${withQuery(path, query)}`, { token }));
  const ids = listAt(body, plural).map((one) => textAt(one, 'id'));
  assert.equal(body.count, ids.length);
  return ids;
}

/** Walks a list one record a page; expects the same records in the same order as on one page, and cursors that are good for it alone. */
export async function expectPages(list: ListOf, query: Record<string, string> = {}): Promise<void> {
  const { send, token, path, plural } = list;
  const whole = await idsOf(list, query);
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { ...query, limit: '1', ...(cursor !== undefined && { cursor }) };
    const body = await expectStatus(200, send(`GET ${withQuery(path, page)}`, { token }));
    walked.push(...listAt(body, plural).map((one) => textAt(one, 'id')));
    const next = valueAt(body, 'nextCursor');
    cursor = next === null ? undefined : String(next);
    if (cursor !== undefined) await expectRefused('400 VALIDATION_FAILED', altered(list, query, cursor), 'cursor');
  } while (cursor !== undefined);
  assert.deepEqual(walked, whole);
  for (const limit of ['0', '201', 'x']) {
    await expectRefused(
      '400 VALIDATION_FAILED',
      send(`GET ${withQuery(path, { ...query, limit })}`, { token }),
      'limit',
    );
  }
}

function altered({ send, token, path }: ListOf, query: Record<string, string>, cursor: string) {
  const other = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
  return send(`GET ${withQuery(path, { ...query, cursor: other })}`, { token });
}

const withQuery = (path: string, query: Record<string, string>): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
};
