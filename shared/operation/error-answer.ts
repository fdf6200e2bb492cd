import * as v from 'valibot';
import type { Auth } from '../identity/caller';
import { AppError, ERRORS, type ErrorCode } from '../platform/errors';
import { DeadlineExceeded } from '../platform/runtime/context';
import type { Operation } from './define';

/** An error as it leaves: status, body and headers. */
export interface ErrorAnswer {
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

/** Exceptions by which a service says that it, not the caller, is at its limit. */
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

/** Node's codes for a service that cannot be reached, after the SDK has tried again. */
const OutOfReach = v.object({
  code: v.picklist(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT']),
});

/** Passing troubles of a service: the same request may well succeed in a moment. */
const isPassing = (failure: unknown): boolean =>
  failure instanceof DeadlineExceeded ||
  (failure instanceof Error && (BUSY.has(failure.name) || v.is(OutOfReach, failure)));

/** The JSON body parser's own errors, by where they come from: it answers 415 and 422 where the contract says 400. */
const BodyParserError = v.object({ cause: v.object({ package: v.literal('@middy/http-json-body-parser') }) });

/** What any failure answers: its own row of the table when it was meant, else a fault of ours, which says nothing of its cause. */
export function errorAnswer(failure: unknown, requestId: string): ErrorAnswer {
  const refusal = refusalFor(failure, requestId);
  const { code, message, field, retryAfter, errors } = refusal;
  const { status } = ERRORS[code];
  const body =
    code === 'PROVIDER_ERROR'
      ? { error: providerText(refusal) }
      : { error: code, message, ...(field !== undefined && { field }), ...(errors && { errors }) };
  return { code, status, body, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } };
}

/** The body has `error` alone (docs/spec/interface.md §7): what the provider or the seal was refused for, where that is known, else the code. */
const providerText = ({ code, message }: AppError): string => (message === ERRORS[code].message ? code : message);

function refusalFor(failure: unknown, requestId: string): AppError {
  if (failure instanceof AppError) return failure;
  if (v.is(BodyParserError, failure)) {
    return new AppError('VALIDATION_FAILED', {
      field: 'body',
      message: 'The body is not valid JSON. Correct it and send it again.',
    });
  }
  if (isPassing(failure)) {
    return new AppError('UNAVAILABLE', { retryAfter: 1, cause: failure });
  }
  return new AppError('INTERNAL', {
    message: `Something failed on our side. Try again; if it stays, report the request id ${requestId}.`,
    cause: failure,
  });
}

/** A body that is no JSON is refused even where none is asked for. */
const ALWAYS: readonly ErrorCode[] = ['INTERNAL', 'UNAVAILABLE', 'VALIDATION_FAILED'];

type ErrorSources = Pick<Operation, 'auth' | 'errors' | 'idempotencyKey' | 'entity' | 'entityIsCertain'>;

/** Every code an operation can answer: its own, and those that follow from its declaration. */
export function errorsOf(operation: ErrorSources): ErrorCode[] {
  const codes: ErrorCode[] = [...operation.errors, ...ALWAYS, ...errorsOfAuth(operation.auth)];
  if (operation.entity && !operation.entityIsCertain) codes.push('NOT_FOUND');
  if (operation.idempotencyKey) codes.push('IDEMPOTENCY_KEY_REUSED');
  return [...new Set(codes)].sort();
}

function errorsOfAuth(auth: Auth): ErrorCode[] {
  if (auth === 'public') return [];
  if ('signature' in auth) return ['UNAUTHENTICATED'];
  return auth.standing === 'read' ? ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] : ['UNAUTHENTICATED', 'FORBIDDEN'];
}
