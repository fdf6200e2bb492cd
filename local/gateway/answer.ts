import type { ServerResponse } from 'node:http';
import * as v from 'valibot';

/** The forms that a function's answer may have. Source: API Gateway developer guide, "Lambda function response for format 2.0". */
const Structured = v.object({
  statusCode: v.number(),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
  cookies: v.optional(v.array(v.string()), []),
});

/** Lambda's limit: an answer has at most six megabytes. */
const MAXIMUM_ANSWER_BYTES = 6 * 1024 * 1024;

export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body: string | Buffer;
}

/** An error of the gateway itself. Its body is `{message}`, not the contract's error body. */
export const gatewayError = (status: number, message: string): GatewayAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

export const internalServerError = (): GatewayAnswer => gatewayError(500, 'Internal Server Error');

/** Converts a function's answer to the gateway's. An answer without a status code is the body alone, as format 2.0 allows. */
export function answerOf(result: unknown): GatewayAnswer {
  const answer = v.safeParse(Structured, result);
  if (!answer.success) {
    if (typeof result === 'object' && result !== null && 'statusCode' in result) return internalServerError();
    const body = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }
  const { statusCode, headers, body, isBase64Encoded, cookies } = answer.output;
  if (Buffer.byteLength(body) > MAXIMUM_ANSWER_BYTES) return internalServerError();
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    cookies,
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}

export function send(response: ServerResponse, answer: GatewayAnswer): void {
  const { status, headers, cookies = [], body } = answer;
  response.writeHead(status, {
    ...headers,
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
    ...(status !== 204 && status !== 304 && { 'content-length': Buffer.byteLength(body) }),
  });
  response.end(body);
}
