import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { Context as LambdaContext } from 'aws-lambda';
import type { Runtime } from '../platform/runtime/context';
import { liveRuntime } from '../platform/runtime/live';
import type { Operation } from './define';
import * as steps from './serve';

export type HttpHandler = (event: steps.HttpEvent, context: LambdaContext) => Promise<steps.HttpAnswer>;

/** The Lambda handler of an operation. Its runtime is made on the first call: nothing happens at import. */
export function lambda(operation: Operation): HttpHandler {
  let handler: HttpHandler | undefined;
  return (event, context) => {
    handler ??= makeHandler(operation, liveRuntime());
    return handler(event, context);
  };
}

/**
 * Wraps an operation for API Gateway's payload 2.0. The steps stand in the order of refusals of product.md §1: token, JSON and identifiers,
 * right, query and body, then the operation's own. Middy runs error hooks from the last to the first: the table of errors, its writing
 * out, the log.
 */
export function makeHandler(operation: Operation, runtime: Runtime): HttpHandler {
  const handler = middy<steps.HttpEvent, steps.HttpAnswer, Error, LambdaContext, steps.State>()
    .use(steps.logRequest(operation, runtime))
    .use(httpErrorHandler({ logger: false }))
    .use(steps.answerErrors(runtime))
    .use(steps.authenticate(operation, runtime))
    .use(steps.prepareBody())
    .use(httpJsonBodyParser({ disableContentTypeCheck: true }))
    .use(steps.checkIdentifiers(operation))
    .use(steps.checkRight(operation, runtime))
    .use(steps.checkInput(operation, runtime))
    .use(steps.run(operation, runtime));
  return (event, context) => handler(event, context);
}
