import type { Context as LambdaContext } from 'aws-lambda';
import type { HttpAnswer, HttpEvent } from '../../shared/operation/http';
import type { HttpHandler } from '../../shared/operation/lambda';

export const REQUEST_ID = 'request-0001';

/** A request of a test. A body that is not a string is sent as JSON. */
export interface TestRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: unknown;
  readonly isBase64Encoded?: boolean;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request to a handler as API Gateway does (payload 2.0), and reads the answer. */
export async function send(handler: HttpHandler, route: string, request: TestRequest): Promise<TestAnswer> {
  const answer = await handler(httpEvent(route, request), lambdaContext());
  return {
    status: answer.statusCode ?? 0,
    headers: headersOf(answer),
    cookies: answer.cookies ?? [],
    body: isTable(answer) ? { table: answer.body } : JSON.parse(answer.body ?? '{}'),
  };
}

/** A list or report as CSV. */
const isTable = (answer: HttpAnswer): boolean => headersOf(answer)['content-type']?.startsWith('text/csv') ?? false;

const headersOf = ({ headers = {} }: HttpAnswer): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

/** The event of an HTTP API, payload 2.0. */
export function httpEvent(
  route: string,
  { path, query, headers = {}, cookies, body, isBase64Encoded }: TestRequest,
): HttpEvent {
  const [method = '', routePath = ''] = route.split(' ');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    version: '2.0',
    routeKey: route,
    rawPath: routePath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(cookies && { cookies: [...cookies] }),
    ...(path && { pathParameters: { ...path } }),
    ...(query && { queryStringParameters: { ...query } }),
    ...(text !== undefined && { body: text }),
    isBase64Encoded: isBase64Encoded ?? false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.example',
      domainPrefix: 'api',
      http: { method, path: routePath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
      requestId: 'gateway-request',
      routeKey: route,
      stage: '$default',
      time: '01/Mar/2026:08:30:00 +0000',
      timeEpoch: 1_772_353_800_000,
    },
  };
}

export const lambdaContext = (): LambdaContext => ({
  awsRequestId: REQUEST_ID,
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'function',
  functionVersion: '1',
  invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:function',
  logGroupName: 'log',
  logStreamName: 'stream',
  memoryLimitInMB: '512',
  getRemainingTimeInMillis: () => 28_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
