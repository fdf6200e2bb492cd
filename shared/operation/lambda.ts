import middy, { type MiddlewareObj } from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { Context as LambdaContext } from 'aws-lambda';
import { makeAuthenticate } from '../identity/access';
import { AppError } from '../platform/errors';
import type { Runtime } from '../platform/runtime/context';
import type { Operation } from './define';
import { withDeprecation } from './deprecation';
import { refuseDuplicateKey } from './duplicate-key';
import { errorAnswer } from './error-answer';
import type { HttpAnswer, HttpEvent, ServedEvent } from './http';
import { languageOf, withLanguage } from './language';
import { withinLambda } from './largest-answer';
import { admitted, checkOrigin } from './origin';
import { checkPageOrigin } from './page-origin';
import { faultLine, openRequestLog, type RequestLog } from './request-log';
import { isPacked, withSecurityHeaders } from './security-headers';
import { serve } from './serve';
import { checkedBodyText } from './validate';
import { isWarmCall } from './warm-call';

export type HttpHandler = (event: HttpEvent, context: LambdaContext) => Promise<HttpAnswer>;

/** The Lambda context, with the log of this request. */
type RequestContext = LambdaContext & { readonly log: RequestLog };
type Middleware = MiddlewareObj<ServedEvent, HttpAnswer, Error, RequestContext>;

/** The checks and the operation, with an open log. */
export type Pipeline = (event: ServedEvent, context: RequestContext) => Promise<HttpAnswer>;

/**
 * Each external call ends before the function's time does (`runtime/context.ts`), so Middy need not stop the operation
 * early.
 */
const NO_EARLY_TIMEOUT = { timeoutEarlyInMillis: 0 };

/**
 * Wraps an operation for API Gateway's payload 2.0. Middy checks first, in this order: origin, token, size of the body,
 * JSON of the body. {@link serve} makes the other checks. Error hooks run from the last to the first: the error table, then the
 * answer, then its headers, then the log.
 */
export const makePipeline = (operation: Operation, runtime: Runtime): Pipeline =>
  middy<ServedEvent, HttpAnswer, Error, RequestContext>(NO_EARLY_TIMEOUT)
    .use(logRequest())
    .use(addHeaders(operation))
    .use(httpErrorHandler({ logger: false }))
    .use(answerErrors(runtime))
    .use(admitOrigin(runtime))
    .use(authenticate(operation, runtime))
    .use(refuseForeignPages(operation, runtime))
    .use(limitBody())
    .use(httpJsonBodyParser({ disableContentTypeCheck: true }))
    .handler(async (event, context) =>
      withinLambda(operation, await serve(operation, runtime, admitted(event), context.log)),
    );

/** The handler of an operation for Lambda: one log line for each request, and none for a call that keeps it warm. */
export function makeHandler(
  operation: Operation,
  runtime: Runtime,
  pipeline: Pipeline = makePipeline(operation, runtime),
): HttpHandler {
  let coldStart = true;
  return async (event, context) => {
    const isCold = coldStart;
    coldStart = false;
    if (isWarmCall(event)) return NO_ANSWER;
    const log = openRequestLog(operation.id, runtime, context, isCold, event.headers.traceparent);
    return pipeline(event, { ...context, log }).finally(() => log.scope.open?.giveUp());
  };
}

/** Lambda drops the answer of a call that nothing waits for. */
const NO_ANSWER: HttpAnswer = { statusCode: 204 };

/** Writes one log line per request, on success and on failure. */
function logRequest(): Middleware {
  const finish: Middleware['after'] = ({ context, response }) => context.log.finish(response?.statusCode ?? 500);
  return { after: finish, onError: finish };
}

/** Adds the security headers, what a deprecated operation says, and the language on success and on failure. A packed text is the same in each language. */
function addHeaders(operation: Operation): Middleware {
  const add: Middleware['after'] = (request) => {
    if (!request.response) return;
    const secured = withSecurityHeaders(operation, request.response);
    const answer = withDeprecation(operation.deprecated, request.event, secured);
    request.response = isPacked(operation, answer) ? answer : withLanguage(request.event, answer);
  };
  return { after: add, onError: add };
}

/** Converts every failure to its row of the error table. The next hook, `http-error-handler`, sends it. */
const answerErrors = (runtime: Runtime): Middleware => ({
  onError: (request) => {
    const { awsRequestId, log } = request.context;
    const answer = errorAnswer(request.error, awsRequestId, languageOf(request.event));
    if (answer.status >= 500 && !isDeliberate(request.error))
      runtime.log(faultLine(awsRequestId, request.error, log.scope.trace));
    log.noteError(answer.code);
    if (request.error instanceof AppError && request.error.limit) log.note({ limit: request.error.limit });
    request.error = Object.assign(new Error(JSON.stringify(answer.body)), {
      statusCode: answer.status,
      expose: true,
      headers: { 'X-Request-Id': awsRequestId, ...answer.headers },
    });
  },
});

/**
 * An AppError without a cause is expected, for any status: for example, an invalid certificate answers 502. Such an
 * answer needs no fault line.
 */
const isDeliberate = (failure: unknown): boolean => failure instanceof AppError && failure.cause === undefined;

/** Refuses a request that bypasses the edge before anything else of it is read. */
const admitOrigin = ({ environment }: Runtime): Middleware => ({
  before: ({ event, context }) => {
    event.sender = checkOrigin(event, environment);
    context.log.noteAddress(event.sender.address);
  },
});

/** Verifies the access token or the signature, unless the operation is public. */
function authenticate({ auth }: Operation, runtime: Runtime): Middleware {
  const verify = makeAuthenticate(auth, runtime);
  return {
    before: async ({ event, context }) => {
      event.identity = await verify(event, context.log.scope);
      context.log.noteCaller(event.identity);
    },
  };
}

/** Refuses pages that are not ours where cookies are used. */
const refuseForeignPages = (operation: Operation, { environment }: Runtime): Middleware => ({
  before: ({ event }) => checkPageOrigin(operation, event, environment),
});

/** Replaces a missing body by `{}` and refuses an oversized one, or one with a key twice, before it is parsed. */
const limitBody = (): Middleware => ({
  before: ({ event }) => {
    const text = checkedBodyText(event.body as string | undefined, event.isBase64Encoded);
    refuseDuplicateKey(text);
    event.body = text;
    event.isBase64Encoded = false;
  },
});
