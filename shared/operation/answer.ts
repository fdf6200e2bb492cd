import * as v from 'valibot';
import { Tokens } from '../identity/session';
import { expiredSessionCookies, sessionCookies } from '../identity/session-cookies';
import type { Environment } from '../platform/runtime/env';
import type { Operation } from './define';
import type { HttpAnswer, ServedEvent } from './http';

/** Converts a result to an HTTP answer: JSON, a redirect, or CSV if the client asks for it. */
export function httpAnswer(
  output: Operation['output'],
  result: unknown,
  event: ServedEvent,
  requestId: string,
  environment: Environment,
): HttpAnswer {
  return { ...contentOf(output, result, event, requestId), ...cookiesOf(output, result, environment) };
}

function contentOf(
  { status, acceptedOnly, csv }: Operation['output'],
  result: unknown,
  event: ServedEvent,
  id: string,
) {
  const headers = { 'Content-Type': 'application/json', 'X-Request-Id': id };
  if (status === 302) {
    const { location } = v.parse(v.object({ location: v.string() }), result);
    return { statusCode: status, headers: { 'X-Request-Id': id, Location: location } };
  }
  if (csv && asksForCsv(event.headers.accept ?? ''))
    return {
      statusCode: status,
      headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8' },
      body: csv(result),
    };
  return { statusCode: acceptedOnly?.(result) ? 202 : status, headers, body: JSON.stringify(result) };
}

/** True when the Accept header names `text/csv` before JSON. Browsers do not name it by default. */
function asksForCsv(accept: string): boolean {
  const types = accept.split(',').map((type) => type.replace(/;.*/, '').trim().toLowerCase());
  return types.find((type) => type === 'text/csv' || type === 'application/json') === 'text/csv';
}

/** Session cookies for a result with tokens. A sign-in challenge has none. */
function cookiesOf(
  { setsSessionCookies, clearsSessionCookies }: Operation['output'],
  result: unknown,
  env: Environment,
) {
  if (clearsSessionCookies) return { cookies: expiredSessionCookies(env) };
  if (!setsSessionCookies) return {};
  const signedIn = v.safeParse(v.object({ tokens: Tokens }), result);
  return { cookies: signedIn.success ? sessionCookies(signedIn.output.tokens, env) : [] };
}
