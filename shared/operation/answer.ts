import * as v from 'valibot';
import { type DeviceKind, deviceCookie, newDeviceProof } from '../identity/device-proof';
import { Tokens } from '../identity/session';
import { expiredSessionCookies, sessionCookies } from '../identity/session-cookies';
import type { Runtime } from '../platform/runtime/context';
import type { Operation } from './define';
import { notModified, tagOfVersion } from './entity-tags';
import type { HttpAnswer, ServedEvent } from './http';
import { languageOf } from './language';

/** Converts a result to an HTTP answer: JSON, a redirect, or CSV if the client asks for it. */
export function httpAnswer(
  output: Operation['output'],
  result: unknown,
  event: ServedEvent,
  requestId: string,
  runtime: Runtime,
): HttpAnswer {
  if (output.packed) return output.packed(event, requestId);
  const answer = { ...contentOf(output, result, event, requestId), ...cookiesOf(output, result, runtime) };
  return output.tagged ? output.tagged(answer, event) : answer;
}

/** The answer of a list as CSV. */
export const csvAnswer = ({ body, headers }: Pick<HttpAnswer, 'body' | 'headers'>, requestId: string): HttpAnswer => ({
  statusCode: 200,
  headers: { 'Content-Type': 'text/csv; charset=utf-8', 'X-Request-Id': requestId, ...headers },
  body,
});

const Redirect = v.object({ location: v.optional(v.string()) });

function contentOf(
  { status, orLeadsTo, acceptedOnly, csv, version, showsMore, headers: own }: Operation['output'],
  result: unknown,
  event: ServedEvent,
  id: string,
) {
  const tag = version && tagOfVersion(version(result));
  const common = { 'X-Request-Id': id, ...own, ...(tag && { ETag: tag }) };
  const same = tag && !showsMore && notModified(event, { ...common, ETag: tag });
  if (same) return same;
  const headers = { 'Content-Type': 'application/json', ...common };
  if (status === 302 || (orLeadsTo && prefers(orLeadsTo, event.headers.accept))) {
    const { location } = v.parse(Redirect, result);
    if (location !== undefined) return { statusCode: 302, headers: { 'X-Request-Id': id, Location: location } };
  }
  if (csv && asksForCsv(event))
    return {
      statusCode: status,
      headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8' },
      body: csv(result, languageOf(event)),
    };
  return { statusCode: acceptedOnly?.(result) ? 202 : status, headers, body: JSON.stringify(result) };
}

/** True when the query says so, or the Accept header. Browsers do not name `text/csv` by default. */
function asksForCsv({ queryStringParameters, headers: { accept } }: ServedEvent): boolean {
  const format = queryStringParameters?.format;
  if (format !== undefined) return format === 'csv';
  return acceptsCsv(accept);
}

/** True when the Accept header names `text/csv` before JSON. */
export const acceptsCsv = (accept?: string): boolean => prefers('text/csv', accept);

/** True when the Accept header names the type before JSON. */
export function prefers(wanted: string, accept = ''): boolean {
  const types = accept.split(',').map((type) => type.replace(/;.*/, '').trim().toLowerCase());
  return types.find((type) => type === wanted || type === 'application/json') === wanted;
}

/** Session cookies for a result with tokens. A sign-in challenge has none. */
function cookiesOf(
  { setsSessionCookies, clearsSessionCookies, setsDeviceCookie }: Operation['output'],
  result: unknown,
  runtime: Runtime,
) {
  const { environment: env } = runtime;
  if (clearsSessionCookies) return { cookies: expiredSessionCookies(env) };
  if (!setsSessionCookies) return {};
  const signedIn = v.safeParse(v.object({ tokens: Tokens }), result);
  if (!signedIn.success) return { cookies: [] };
  const device = setsDeviceCookie && proofFor(setsDeviceCookie, result, runtime);
  return {
    cookies: [
      ...sessionCookies(setsSessionCookies, signedIn.output.tokens.refreshToken, env),
      ...(setsDeviceCookie && device ? [deviceCookie(env, setsDeviceCookie, device)] : []),
    ],
  };
}

/** The proof of the answer's body or, where the interface has no place for it, a new one. */
function proofFor(kind: DeviceKind, result: unknown, runtime: Runtime): string {
  if (kind === 'driver') return v.parse(v.object({ device: v.string() }), result).device;
  const { user } = v.parse(v.object({ user: v.object({ email: v.string() }) }), result);
  return newDeviceProof(runtime, kind, user.email);
}
