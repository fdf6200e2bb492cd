import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The result of the router: the declared route, for example `GET /teams/{teamId}`, and the decoded values of its parameters. */
export interface RouteMatch {
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
}

/** An HTTP API passes bodies of these content types as text. All other bodies, and those without a content type, arrive in base 64. */
const TEXT_TYPES = /^(?:text\/|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))\s*(?:;|$))/i;

/**
 * Makes the event of an HTTP API from a request. Source: API Gateway developer guide, "Create AWS Lambda proxy integrations for HTTP APIs",
 * payload format version 2.0. `rawPath` is decoded, although the name says otherwise: a deployed HTTP API does the same.
 */
export function eventOf(
  request: IncomingMessage,
  path: string,
  body: Buffer,
  match: RouteMatch,
): APIGatewayProxyEventV2 {
  const [, rawQueryString = ''] = /\?(.*)$/s.exec(request.url ?? '') ?? [];
  const { cookie, ...headers } = joinedHeaders(request);
  const cookies = cookie?.split(/; */).filter(Boolean);
  const isText = TEXT_TYPES.test(headers['content-type'] ?? '');
  const query = joinedQuery(rawQueryString);
  return {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookies && { cookies }),
    headers: { ...headers, 'x-forwarded-for': sourceIp(request), 'x-forwarded-proto': 'http' },
    ...(query && { queryStringParameters: query }),
    requestContext: requestContext(request, path, match.routeKey),
    ...(Object.keys(match.pathParameters).length > 0 && { pathParameters: { ...match.pathParameters } }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Header names in lower case. The values of a repeated header are joined by commas. */
function joinedHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const joined: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = rawHeaders[at + 1] ?? '';
    const separator = name === 'cookie' ? '; ' : ',';
    joined[name] = joined[name] === undefined ? value : `${joined[name]}${separator}${value}`;
  }
  return joined;
}

function joinedQuery(rawQueryString: string): Record<string, string> | undefined {
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    joined[name] = joined[name] === undefined ? value : `${joined[name]},${value}`;
  }
  return Object.keys(joined).length > 0 ? joined : undefined;
}

const sourceIp = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '127.0.0.1';

function requestContext(request: IncomingMessage, path: string, routeKey: string) {
  const now = new Date();
  const domainName = request.headers.host ?? '127.0.0.1';
  return {
    accountId: '000000000000',
    apiId: 'local',
    domainName,
    domainPrefix: domainName.split('.')[0] ?? '',
    http: {
      method: request.method ?? 'GET',
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: sourceIp(request),
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey,
    stage: '$default',
    time: commonLogTime(now),
    timeEpoch: now.getTime(),
  };
}

/** For example `12/Mar/2026:19:03:58 +0000`. */
function commonLogTime(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
