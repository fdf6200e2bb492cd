import type { Context as LambdaContext } from 'aws-lambda';
import { poolAuthOf } from '../identity/caller';
import type { Runtime } from '../platform/runtime/context';
import { type Environment, readEnvironment } from '../platform/runtime/env';
import { liveRuntime } from '../platform/runtime/live';
import { type Connect, rehearsable, rehearseAll } from '../platform/runtime/rehearsal';
import type { Operation } from './define';
import type { HttpEvent } from './http';
import { type HttpHandler, makeHandler, makePipeline, type Pipeline } from './lambda';
import { ORIGIN_SECRET_HEADER } from './origin';
import { openRequestLog } from './request-log';

/** What the bundle of an operation exports. Lambda waits for `ready` in the init phase, and `handler` waits for it in any case. */
interface Rehearsed {
  readonly handler: HttpHandler;
  readonly ready: Promise<void>;
}

/**
 * The Lambda handler of an operation, which runs once in the init phase: there the processor is not throttled, and the
 * connections are open before the first request (docs/decisions/0041).
 */
export function rehearsed(operation: Operation, connects: readonly Connect[]): Rehearsed {
  const { runtime, start } = rehearsable(liveRuntime());
  const pipeline = makePipeline(operation, runtime);
  const connections = connects.map((connect) => (end: AbortSignal) => connect(runtime, end));
  const refusal = () => refuse(operation, pipeline, runtime);
  const ready = rehearseAll([...connections, refusal]).finally(start);
  const handler = makeHandler(operation, runtime, pipeline);
  return { handler: (event, context) => ready.then(() => handler(event, context)), ready };
}

/**
 * Sends the handler one request that our own checks refuse: 401 for the false signature of its token, or 400 for its body
 * where the operation is public. It reaches no operation.
 */
export async function refuse(operation: Operation, pipeline: Pipeline, runtime: Runtime): Promise<number | undefined> {
  const context = { ...CONTEXT, getRemainingTimeInMillis: () => 1_000 };
  const log = openRequestLog(operation.id, runtime, context, true);
  return (await pipeline(requestOf(operation, runtime.environment), { ...context, log })).statusCode;
}

const CONTEXT: Omit<LambdaContext, 'getRemainingTimeInMillis'> = {
  awsRequestId: 'rehearsal',
  callbackWaitsForEmptyEventLoop: false,
  functionName: '',
  functionVersion: '',
  invokedFunctionArn: '',
  logGroupName: '',
  logStreamName: '',
  memoryLimitInMB: '',
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
};

function requestOf({ route, auth }: Operation, environment: Environment): HttpEvent {
  const [method = '', path = ''] = route.split(' ');
  const pool = poolAuthOf(auth)?.pool;
  return {
    version: '2.0',
    routeKey: route,
    rawPath: path,
    rawQueryString: '',
    headers: {
      'content-type': 'application/json',
      'cloudfront-viewer-address': '127.0.0.1:1',
      [ORIGIN_SECRET_HEADER]: environment.ORIGIN_SECRETS?.split(',')[0] ?? '',
      ...(pool && { authorization: `Bearer ${falseToken(pool === 'staff' ? 'STAFF' : 'DRIVERS', environment)}` }),
    },
    body: '{',
    isBase64Encoded: false,
    requestContext: {
      accountId: '',
      apiId: '',
      domainName: 'localhost',
      domainPrefix: '',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' },
      requestId: '',
      routeKey: route,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
}

/** Names a key of the pool, so that the verification is complete and no key is fetched. No key signs zeros. */
function falseToken(pool: 'STAFF' | 'DRIVERS', environment: Environment): string {
  const id = readEnvironment(environment, `${pool}_USER_POOL_ID`);
  const [key] = JSON.parse(readEnvironment(environment, `${pool}_JWKS`)).keys;
  const iss = `https://cognito-idp.${id.split('_')[0]}.amazonaws.com/${id}`;
  const parts = [{ alg: 'RS256', kid: key.kid }, { iss }].map((part) => Buffer.from(JSON.stringify(part)));
  return [...parts, Buffer.alloc(256)].map((part) => part.toString('base64url')).join('.');
}
