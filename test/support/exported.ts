import type { Operation } from '../../shared/operation/define';
import { makeHandler } from '../../shared/operation/lambda';
import { httpEvent, lambdaContext } from './http-event';
import type { Office } from './office';

/** A list as CSV, as the gateway would answer it. */
export async function exported({ exchange, testContext, teamId, id }: Office, list: Operation): Promise<string> {
  const headers = { ...(await exchange.bearer(testContext.now(), id)), accept: 'text/csv' };
  const inPath = list.route.includes('{teamId}');
  const place = inPath ? { path: { teamId } } : { query: { teamId } };
  const event = httpEvent(list.route, { headers, ...place });
  const { statusCode, body = '' } = await makeHandler(list, testContext.runtime)(event, lambdaContext());
  expect(statusCode).toBe(200);
  return body;
}
