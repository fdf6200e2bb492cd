import type { MiddlewareObj, Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import * as v from 'valibot';
import { refuseDriverWhoIsOut, STANDING_RIGHTS } from '../fleet/active-driver';
import { authorise, authRights, isConditioned } from '../identity/access';
import { type Authenticate, makeAuthenticate } from '../identity/access-tokens';
import {
  type Caller,
  type DriverCaller,
  type PoolAuth,
  poolAuthOf,
  type StaffCaller,
  signatureOf,
  type TeamPlace,
  teamPlaceOf,
} from '../identity/caller';
import { Tokens } from '../identity/session';
import { expiredSessionCookies, refreshCookieOf, sessionCookies } from '../identity/session-cookies';
import { Refusal } from '../platform/errors';
import { type Capability, makeDeps } from '../platform/runtime/capability';
import { type Meter, makeContext, type RequestScope, type Runtime } from '../platform/runtime/context';
import type { CheckSignature, WebhookCaller } from '../platform/runtime/signed-request';
import { Uuid } from '../platform/values/fields';
import type { Operation } from './define';
import { errorAnswer } from './error-answer';
import { onceFor } from './once';
import { faultLine, requestLine } from './request-log';
import { checkedBodyText, refuseDeepBody, validate, validatePath } from './validate';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpAnswer = APIGatewayProxyStructuredResultV2;

/** What the steps of one request hand on to each other, in their order. */
export interface State extends Record<string, unknown> {
  startedAt: number;
  coldStart: boolean;
  meter: Meter;
  scope: RequestScope;
  signedIn: SignedIn | undefined;
  path: Record<string, string>;
  teamId: string | undefined;
  authorised: Caller | WebhookCaller | undefined;
  entity: unknown;
  query: unknown;
  body: unknown;
  errorCode: string | undefined;
}

/** Whose access token was verified, for what the operation asks of it. */
interface SignedIn {
  readonly auth: PoolAuth;
  readonly caller: StaffCaller | DriverCaller;
}

export type Step = MiddlewareObj<HttpEvent, HttpAnswer, Error, LambdaContext, State>;
type StepRequest = Request<HttpEvent, HttpAnswer, Error, LambdaContext, State>;

/** Opens the request and closes it with its one line, whether it ended well or not. */
export function logRequest(operation: Operation, runtime: Runtime): Step {
  let coldStart = true;
  const finish = ({ internal, context, response }: StepRequest): void => {
    const line = {
      operation: operation.id,
      requestId: context.awsRequestId,
      teamId: teamOf(internal.authorised ?? internal.signedIn?.caller),
      status: response?.statusCode ?? 500,
      error: internal.errorCode,
      milliseconds: runtime.now().getTime() - internal.startedAt,
      coldStart: internal.coldStart,
      meter: internal.meter,
    };
    runtime.log(requestLine(line));
  };
  return {
    before: ({ internal, context }) => {
      internal.startedAt = runtime.now().getTime();
      internal.coldStart = coldStart;
      coldStart = false;
      internal.meter = { calls: 0, readUnits: 0, writeUnits: 0 };
      internal.scope = {
        requestId: context.awsRequestId,
        remaining: () => context.getRemainingTimeInMillis(),
        meter: internal.meter,
      };
    },
    after: finish,
    onError: finish,
  };
}

const teamOf = (caller: Caller | WebhookCaller | undefined): string | undefined =>
  caller && 'teamId' in caller ? caller.teamId : undefined;

/** Gives every failure its row of the table of errors; `http-error-handler`, whose hook runs next, writes it out. */
export function answerErrors(runtime: Runtime): Step {
  return {
    onError: (request) => {
      const { awsRequestId } = request.context;
      const answer = errorAnswer(request.error, awsRequestId);
      if (answer.status >= 500 && !isMeant(request.error)) runtime.log(faultLine(awsRequestId, request.error));
      request.internal.errorCode = answer.code;
      request.error = Object.assign(new Error(JSON.stringify(answer.body)), {
        statusCode: answer.status,
        expose: true,
        headers: { 'X-Request-Id': awsRequestId, ...answer.headers },
      });
    },
  };
}

/** A refusal that nothing failed before, such as that of a seal that is none: whatever its status, it is no fault. */
const isMeant = (failure: unknown): boolean => failure instanceof Refusal && failure.cause === undefined;

/** Verifies the access token, unless the operation is public. */
export function authenticate({ auth }: Operation, runtime: Runtime): Step {
  const signature = signatureOf(auth);
  const asked = poolAuthOf(auth);
  let verify: Authenticate | undefined;
  return {
    before: async ({ event, internal }) => {
      if (signature) internal.authorised = await checkSignature(signature, event, runtime, internal.scope);
      if (asked === undefined) return;
      verify ??= makeAuthenticate(runtime);
      internal.signedIn = { auth: asked, caller: await verify(event.headers.authorization) };
    },
  };
}

async function checkSignature(
  signature: Capability<CheckSignature>,
  event: HttpEvent,
  runtime: Runtime,
  scope: RequestScope,
): Promise<WebhookCaller> {
  const { check } = makeDeps({ check: signature }, runtime, scope);
  const { body = '', isBase64Encoded, headers, queryStringParameters: query = {} } = event;
  const rawBody = isBase64Encoded ? Buffer.from(body, 'base64') : Buffer.from(body);
  const caller = await check({ rawBody, headers, query });
  if (caller === undefined) throw new Refusal('UNAUTHENTICATED', { message: 'The signature is not right.' });
  return caller;
}

/** Makes an absent body `{}` and refuses an oversized one, before the JSON body parser sees it. */
export function prepareBody(): Step {
  return {
    before: ({ event }) => {
      event.body = checkedBodyText(event.body, event.isBase64Encoded);
      event.isBase64Encoded = false;
    },
  };
}

/** Checks the identifiers of the path, and the team's wherever it stands: who may not see a team is told so before its body is read. */
export function checkIdentifiers({ route, auth, input }: Operation): Step {
  const place = teamPlaceOf(auth);
  return {
    before: ({ event, internal }) => {
      refuseDeepBody(event.body);
      internal.path = validatePath(route, input?.path, event.pathParameters ?? {});
      internal.teamId = internal.path.teamId;
      if (place === 'query.teamId') internal.teamId = teamIdIn(event.queryStringParameters ?? {}, place);
      if (place === 'body.teamId') internal.teamId = teamIdIn(event.body, place);
    },
  };
}

const teamIdIn = (from: unknown, place: TeamPlace): string => validate(v.object({ teamId: Uuid }), from, place).teamId;

/** Refuses who has no right, and reads the operation's entity in the same call. */
export function checkRight(operation: Operation, runtime: Runtime): Step {
  return {
    before: async ({ internal }) => {
      const { signedIn, path, teamId } = internal;
      if (signedIn === undefined) return;
      const { auth, caller } = signedIn;
      const context = makeContext(runtime, internal.scope, authRights(auth));
      const entityKey = (right: Caller) => operation.entity?.({ path, caller: right });
      const authorised = await authorise(context, auth, caller, teamId, entityKey);
      internal.authorised = authorised.caller;
      internal.entity = authorised.entity;
    },
  };
}

/** Checks query and body, and then that the entity is there. */
export function checkInput(operation: Operation, runtime: Runtime): Step {
  const { id, input, entity, entityIsCertain } = operation;
  return {
    before: async ({ event, internal }) => {
      try {
        if (input?.query) internal.query = validate(input.query, event.queryStringParameters ?? {}, 'query');
        if (input?.body) internal.body = validate(input.body, event.body, 'body');
      } catch (refusal) {
        await checkStanding(runtime, internal);
        throw refusal;
      }
      if (entity && internal.entity === undefined)
        throw entityIsCertain ? new Error(`The entity of ${id} is gone.`) : new Refusal('NOT_FOUND');
    },
  };
}

/** Before a driver's bad body is told: whether the driver is out, where only the operation's own writes would have told it. */
async function checkStanding(runtime: Runtime, { signedIn, scope }: State): Promise<void> {
  if (signedIn?.caller.pool !== 'drivers' || !isConditioned(signedIn.auth)) return;
  await refuseDriverWhoIsOut(makeContext(runtime, scope, STANDING_RIGHTS), signedIn.caller);
}

/**
 * Runs the operation, and checks its own output: one that is not what the contract says is a fault of ours. It stands in Middy's `after`
 * because Middy's handler is not given what the steps before it found out.
 */
export function run(operation: Operation, runtime: Runtime): Step {
  const { id, output, uses } = operation;
  return {
    after: async (request) => {
      const { event, context, internal } = request;
      const { path, query, body, authorised, entity, scope } = internal;
      const result = await operation.run({
        input: { path, query, body },
        caller: authorised,
        deps: makeDeps(uses, runtime, scope),
        entity,
        once:
          operation.idempotencyKey &&
          onceFor(event.headers['idempotency-key'], id, callerOf(authorised), { path, body }),
        request: {
          requestId: context.awsRequestId,
          sourceIp: event.requestContext.http.sourceIp,
          publicUrl: `https://${event.requestContext.domainName}`,
          refreshCookie: () => refreshCookieOf(event, runtime.environment),
        },
      });
      const answer = v.parse(output.body, result);
      request.response = {
        ...answerOf(output, answer, event, context.awsRequestId),
        ...(output.setsSessionCookies && { cookies: cookiesOf(answer, runtime) }),
        ...(output.clearsSessionCookies && { cookies: expiredSessionCookies(runtime.environment) }),
      };
    },
  };
}

const callerOf = (authorised: State['authorised']): Caller | undefined =>
  authorised && 'pool' in authorised ? authorised : undefined;

/** Status, headers and body of a success: JSON unless the operation sends the caller elsewhere or the caller asks for a table. */
function answerOf({ status, acceptedOnly, csv }: Operation['output'], answer: unknown, event: HttpEvent, id: string) {
  const headers = { 'Content-Type': 'application/json', 'X-Request-Id': id };
  if (status === 302) {
    const { location } = v.parse(v.object({ location: v.string() }), answer);
    return { statusCode: status, headers: { 'X-Request-Id': id, Location: location } };
  }
  const { accept } = event.headers;
  if (csv && accept && asksForCsv(accept)) {
    return {
      statusCode: status,
      headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8' },
      body: csv(answer),
    };
  }
  return { statusCode: acceptedOnly?.(answer) ? 202 : status, headers, body: JSON.stringify(answer) };
}

/** `text/csv` named before any JSON: a browser's own list of types never names it. */
function asksForCsv(accept: string): boolean {
  const types = accept.split(',').map((type) => type.replace(/;.*/, '').trim().toLowerCase());
  return types.find((type) => type === 'text/csv' || type === 'application/json') === 'text/csv';
}

/** Cookies for an answer with tokens; a challenge carries none. */
function cookiesOf(answer: unknown, runtime: Runtime): string[] {
  const signedIn = v.safeParse(v.object({ tokens: Tokens }), answer);
  return signedIn.success ? sessionCookies(signedIn.output.tokens, runtime.environment) : [];
}
