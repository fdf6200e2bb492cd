import * as v from 'valibot';
import { authorise, refuseInactiveDriver } from '../identity/access';
import { type Caller, signatureOf, type TeamPlace, teamPlaceOf } from '../identity/caller';
import { deviceCookieOf } from '../identity/device-proof';
import { refreshCookieOf } from '../identity/session-cookies';
import { AppError } from '../platform/errors';
import { makeDeps } from '../platform/runtime/capability';
import type { Runtime } from '../platform/runtime/context';
import type { WebhookCaller } from '../platform/runtime/signed-request';
import { Uuid } from '../platform/values/fields';
import type { Language } from '../platform/values/text';
import { acceptsCsv, csvAnswer, httpAnswer, prefers } from './answer';
import type { Operation } from './define';
import type { HttpAnswer } from './http';
import { ifMatchOf } from './if-match';
import { languageOf } from './language';
import { onceFor } from './once';
import type { AdmittedEvent } from './origin';
import type { RequestLog } from './request-log';
import { withSecurityEvent } from './security-event';
import { refuseDeepBody, refuseUnknownParameters, validate, validateBody, validatePath } from './validate';

/** The identifiers that the permission check needs: those of the path, and the team's. */
interface Identified {
  readonly path: Record<string, string>;
  readonly teamId: string | undefined;
}

/** An authorised caller and the operation's entity, which is undefined if it does not exist. */
interface Authorised extends Identified {
  readonly caller: Caller | WebhookCaller | undefined;
  readonly entity: unknown;
}

/** A request that passed all general checks. Only the operation itself can still refuse it. */
interface Validated extends Authorised {
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Serves one request. Each step takes the result of the step before, so that only the order of docs/decisions/0002
 * compiles: identifiers 400, permission 403, query and body 400, entity 404, then the operation's own errors.
 */
export async function serve(
  operation: Operation,
  runtime: Runtime,
  event: AdmittedEvent,
  log: RequestLog,
): Promise<HttpAnswer> {
  const identified = checkIdentifiers(operation, event);
  const authorised = await checkRight(operation, runtime, event, log, identified);
  const validated = await checkInput(operation, runtime, event, log, authorised);
  const { exported } = operation.output;
  if (exported && acceptsCsv(event.headers.accept)) {
    const read = (query: unknown) => runOperation(operation, runtime, event, log, { ...validated, query });
    return csvAnswer(await exported(event, validated.query, read), log.requestId);
  }
  const result = await runOperation(operation, runtime, event, log, validated);
  return httpAnswer(operation.output, result, event, log.requestId, runtime);
}

export function checkIdentifiers({ route, auth, input }: Operation, event: AdmittedEvent): Identified {
  refuseDeepBody(event.body);
  const lang = languageOf(event);
  const path = validatePath(route, input?.path, event.pathParameters ?? {}, lang);
  const place = teamPlaceOf(auth);
  if (place === 'query.teamId') return { path, teamId: teamIdIn(event.queryStringParameters ?? {}, place, lang) };
  if (place === 'body.teamId') return { path, teamId: teamIdIn(event.body, place, lang) };
  return { path, teamId: path.teamId };
}

const teamIdIn = (from: unknown, place: TeamPlace, lang: Language): string =>
  validate(v.object({ teamId: Uuid }), from, place, lang).teamId;

/** Reads the caller's membership or driver record and the operation's entity in one call. */
export async function checkRight(
  operation: Operation,
  runtime: Runtime,
  { identity }: AdmittedEvent,
  log: RequestLog,
  identified: Identified,
): Promise<Authorised> {
  const { path, teamId } = identified;
  const entityKey = (caller: Caller) => operation.entity?.({ path, caller });
  const isRead = operation.route.startsWith('GET ');
  const authorised = await authorise(runtime, log.scope, operation.auth, identity, teamId, entityKey, isRead);
  log.noteCaller(authorised.caller);
  return { ...identified, ...authorised };
}

export async function checkInput(
  operation: Operation,
  runtime: Runtime,
  event: AdmittedEvent,
  log: RequestLog,
  authorised: Authorised,
): Promise<Validated> {
  const { id, auth, entity, entityIsCertain } = operation;
  const validated = await validateInput(operation, event).catch(async (refusal: unknown) => {
    await refuseInactiveDriver(runtime, log.scope, auth, event.identity);
    throw refusal;
  });
  if (entity && authorised.entity === undefined)
    throw entityIsCertain ? new Error(`The entity of ${id} does not exist.`) : new AppError('NOT_FOUND');
  return { ...authorised, ...validated };
}

async function validateInput({ input, auth, isOfInterface }: Operation, event: AdmittedEvent) {
  const { queryStringParameters: query = {} } = event;
  const lang = languageOf(event);
  // The provider of a signed request may add parameters of its own.
  if (!isOfInterface && signatureOf(auth) === undefined)
    refuseUnknownParameters(parametersOf(input?.query, auth), query);
  return {
    query: input?.query && validate(input.query, query, 'query', lang),
    body: input?.body && validateBody(input.body, event.body, lang),
  };
}

const parametersOf = (query: object | undefined, auth: Operation['auth']): string[] => [
  ...(query && 'entries' in query ? Object.keys(Object(query.entries)) : []),
  ...(teamPlaceOf(auth) === 'query.teamId' ? ['teamId'] : []),
];

/**
 * Runs the operation, and keeps the reader's language of its messages. A result that does not match the declared schema is
 * a fault of the service (500).
 */
export async function runOperation(
  operation: Operation,
  runtime: Runtime,
  event: AdmittedEvent,
  log: RequestLog,
  { path, query, body, caller, entity }: Validated,
): Promise<unknown> {
  const { scope, requestId, note, notePerson } = log;
  const { userAgent } = event.requestContext.http;
  const header = operation.idempotencyKey && event.headers['idempotency-key'];
  const run = async () =>
    v.parse(
      operation.output.body,
      await operation.run({
        input: { path, query, body },
        caller,
        deps: makeDeps(operation.uses, runtime, scope),
        entity,
        ifMatch: ifMatchOf(operation, event),
        once: onceFor(header, operation.id, caller && 'pool' in caller ? caller : undefined, { path, body }),
        request: {
          requestId,
          sourceIp: event.sender.address,
          publicUrl: `https://${event.requestContext.domainName}`,
          refreshCookie: (pool) => refreshCookieOf(pool, event),
          deviceCookie: (kind) => deviceCookieOf(event, kind),
          userAgent,
          note,
          notePerson,
          prefers: (type) => prefers(type, event.headers.accept),
        },
      }),
      { lang: languageOf(event) },
    );
  return withSecurityEvent(operation, runtime, log, { body, userAgent }, run);
}
