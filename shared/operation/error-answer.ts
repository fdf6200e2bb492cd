import * as v from 'valibot';
import { teamPlaceOf } from '../identity/caller';
import { AppError, ERRORS, type ErrorCode } from '../platform/errors';
import { DeadlineExceeded } from '../platform/runtime/deadline';
import { isText, type Language } from '../platform/values/text';
import type { Operation } from './define';
import { tagOfVersion } from './entity-tags';
import { takesIfMatch } from './if-match';
import { usesCookies } from './page-origin';

/** The HTTP form of an error. */
interface ErrorAnswer {
  readonly code: ErrorCode;
  readonly status: number;
  readonly body: {
    readonly error: string;
    readonly message?: string;
    readonly field?: string;
    readonly errors?: readonly unknown[];
  };
  readonly headers: Readonly<Record<string, string>>;
}

/** Exceptions of a service that is overloaded. The client's request is not at fault. */
const BUSY = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'SlowDown',
  'TimeoutError',
  'TooManyRequestsException',
  'LimitExceededException',
]);

/** Node's codes for an unreachable service. The SDK's retries are used up by then. */
const OutOfReach = v.object({
  code: v.picklist(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT']),
});

/** Temporary failures of a service: the same request may succeed a moment later. */
const isPassing = (failure: unknown): boolean =>
  failure instanceof DeadlineExceeded ||
  (failure instanceof Error && (BUSY.has(failure.name) || v.is(OutOfReach, failure)));

/**
 * Errors of the JSON body parser, recognised by their package. The parser answers 415 and 422 where the interface says
 * 400.
 */
const BodyParserError = v.object({ cause: v.object({ package: v.literal('@middy/http-json-body-parser') }) });

/**
 * Converts any failure to its answer. An AppError answers its row of the error table. Any other failure answers
 * INTERNAL and hides its cause. A PROVIDER_ERROR has only the field `error`: the specific reason if there is one, else the code.
 */
export function errorAnswer(failure: unknown, requestId: string, language: Language = 'en'): ErrorAnswer {
  const error = appErrorFor(failure, requestId);
  const { code, field, version } = error;
  const message = error.text[language];
  const isOne = code === 'VALIDATION_FAILED' && field !== undefined && error.errors === undefined;
  const errors = isOne ? [{ field, message }] : error.errors?.map((one) => inLanguage(one, language));
  const { status } = ERRORS[code];
  const body =
    code === 'PROVIDER_ERROR'
      ? { error: error.text === ERRORS[code].message ? code : message }
      : { error: code, message, ...(field !== undefined && { field }), ...(errors && { errors }) };
  const headers = {
    ...waitHeaders(error),
    ...(version !== undefined && { ETag: tagOfVersion(version) }),
  };
  return { code, status, body, headers };
}

/** How long to wait; with the limit that was reached, in the fields of the RateLimit draft of the IETF: none is left of it. */
function waitHeaders({ retryAfter, most }: AppError): Record<string, string> {
  if (retryAfter === undefined) return {};
  const seconds = String(retryAfter);
  const limit = most !== undefined && {
    'RateLimit-Limit': String(most),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': seconds,
  };
  return { 'Retry-After': seconds, ...limit };
}

/** One of the reasons, with its message in the reader's language. */
const inLanguage = (reason: object, language: Language): object =>
  'message' in reason && isText(reason.message) ? { ...reason, message: reason.message[language] } : reason;

function appErrorFor(failure: unknown, requestId: string): AppError {
  if (failure instanceof AppError) return failure;
  if (v.is(BodyParserError, failure)) {
    return new AppError('VALIDATION_FAILED', {
      field: 'body',
      message: {
        en: 'The body is not valid JSON. Correct it and send it again.',
        es: 'El cuerpo no es JSON válido. Corríjalo y vuelva a enviarlo.',
      },
    });
  }
  if (isPassing(failure)) {
    return new AppError('UNAVAILABLE', { retryAfter: 1, cause: failure });
  }
  return new AppError('INTERNAL', {
    message: {
      en: `Something failed on our side. Try again; if it stays, report the request id ${requestId}.`,
      es: `Algo falló de nuestro lado. Vuelva a intentarlo; si continúa, reporte el id de solicitud ${requestId}.`,
    },
    cause: failure,
  });
}

/** These codes apply to all operations. Invalid JSON is refused even if the operation expects no body. */
const ALWAYS: readonly ErrorCode[] = ['INTERNAL', 'UNAVAILABLE', 'VALIDATION_FAILED'];

type ErrorSources = Pick<
  Operation,
  'auth' | 'route' | 'errors' | 'output' | 'idempotencyKey' | 'entity' | 'entityIsCertain'
>;

/** All codes that an operation can answer: its own and those that its declaration implies. */
export function errorsOf(operation: ErrorSources): ErrorCode[] {
  const codes: ErrorCode[] = [...operation.errors, ...ALWAYS, ...errorsOfAuth(operation)];
  if (operation.entity && !operation.entityIsCertain) codes.push('NOT_FOUND');
  if (operation.idempotencyKey) codes.push('IDEMPOTENCY_KEY_REUSED');
  if (takesIfMatch(operation)) codes.push('PRECONDITION_FAILED');
  if (usesCookies(operation)) codes.push('FORBIDDEN');
  return [...new Set(codes)].sort();
}

function errorsOfAuth({ auth, route }: Pick<Operation, 'auth' | 'route'>): ErrorCode[] {
  if (auth === 'public') return [];
  const needsFactor = teamPlaceOf(auth) !== undefined && !route.startsWith('GET ');
  if ('signature' in auth) return ['UNAUTHENTICATED'];
  return [
    ...(['UNAUTHENTICATED', 'FORBIDDEN'] as const),
    ...(auth.check === 'beforeRun' ? (['NOT_FOUND'] as const) : []),
    ...(needsFactor ? (['MFA_REQUIRED'] as const) : []),
    ...(auth.needsRecentSignIn ? (['SIGN_IN_AGAIN'] as const) : []),
  ];
}
