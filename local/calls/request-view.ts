import * as v from 'valibot';
import { MASK, masked, maskedMembers } from './mask';

/** The fields of an HTTP event (payload 2.0) that the view needs. */
const HttpEvent = v.object({
  routeKey: v.string(),
  rawPath: v.string(),
  headers: v.record(v.string(), v.optional(v.string())),
  queryStringParameters: v.optional(v.record(v.string(), v.string())),
  body: v.optional(v.string()),
  isBase64Encoded: v.optional(v.boolean()),
  requestContext: v.object({ http: v.object({ method: v.string() }) }),
});

const HttpAnswer = v.object({
  statusCode: v.number(),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  body: v.optional(v.string()),
});

const Claims = v.object({ sub: v.string() });

/** A longer body is shown only by its length, because the list is kept in memory. */
const LONGEST_BODY = 40_000;

/** The request as received: the parts of an HTTP event, or the whole event of a schedule, queue or pool. */
export function requestView(event: unknown) {
  const http = v.safeParse(HttpEvent, event);
  if (!http.success) return { request: { body: masked(event) } };
  const { routeKey, rawPath, queryStringParameters, requestContext, headers } = http.output;
  return {
    route: routeKey,
    sub: subOf(headers.authorization),
    request: {
      method: requestContext.http.method,
      path: rawPath,
      ...(queryStringParameters && { query: maskedMembers(queryStringParameters) }),
      ...bodyView(http.output),
    },
  };
}

/** The answer as sent: status, error code and body of an HTTP answer. Any other answer counts as a success. */
export function answerView(answer: unknown) {
  const http = v.safeParse(HttpAnswer, answer);
  if (!http.success) return { status: 200, answer: { body: masked(answer) } };
  const { statusCode, headers } = http.output;
  const shown = bodyView(http.output);
  const error = v.safeParse(v.object({ error: v.string() }), shown.body);
  return {
    status: statusCode,
    ...(error.success && { error: error.output.error }),
    answer: { headers: masked(headers), ...shown },
  };
}

function bodyView({
  body,
  isBase64Encoded = false,
}: {
  body?: string | undefined;
  isBase64Encoded?: boolean | undefined;
}) {
  if (body === undefined || body === '') return {};
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  if (text.length > LONGEST_BODY) return { body: `(${text.length} characters)` };
  try {
    return { body: masked(JSON.parse(text)) };
  } catch {
    // Text that is not JSON has no field names by which its secrets could be recognised.
    return { body: `(${MASK} ${text.length} characters that are not JSON)` };
  }
}

/** The subject named in the token. The token is not verified: the API answers 401 to a forged one, and the list shows that answer. */
function subOf(authorization: string | undefined): string | undefined {
  const [, payload = ''] = /^Bearer [\w-]+\.([\w-]+)\./i.exec(authorization ?? '') ?? [];
  try {
    return v.parse(Claims, JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).sub;
  } catch {
    return undefined;
  }
}
