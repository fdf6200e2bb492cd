import type { Operation } from '../../shared/operation/define';
import { makeHandler } from '../../shared/operation/lambda';
import { httpEvent, lambdaContext } from './http-event';
import type { Office } from './office';

/** A list as CSV, as the gateway would answer it: its pages, joined to one file. */
export async function exported({ exchange, testContext, teamId, id }: Office, list: Operation): Promise<string> {
  const headers = { ...(await exchange.bearer(testContext.now(), id)), accept: 'text/csv' };
  const inPath = list.route.includes('{teamId}');
  const handler = makeHandler(list, testContext.runtime);
  let file = '';
  for (let next: Readonly<Record<string, string>> | undefined = inPath ? {} : { teamId }; next !== undefined; ) {
    const event = httpEvent(list.route, { headers, query: next, ...(inPath && { path: { teamId } }) });
    const { statusCode, body = '', headers: answered = {} } = await handler(event, lambdaContext());
    expect(statusCode).toBe(200);
    file += body;
    const [, search] = /\?([^>]*)>; rel="next"/.exec(String(answered.Link ?? '')) ?? [];
    next = search === undefined ? undefined : Object.fromEntries(new URLSearchParams(search));
  }
  return file;
}
