import { AppError, type ErrorCode } from '../../platform/errors';
import type { Text } from '../../platform/values/text';

/**
 * Cognito's exceptions for wrong, unknown, expired or used input. They include Cognito's limits for one account and its
 * lockout, which looks like a wrong password: only an existing account can reach them, so a separate answer would
 * reveal it. Our own limits apply first.
 */
const CALLER_ERRORS = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'CodeMismatchException',
  'ExpiredCodeException',
  'EnableSoftwareTokenMFAException',
  'SoftwareTokenMFANotFoundException',
  'RefreshTokenReuseException',
  'InvalidParameterException',
  'LimitExceededException',
  'TooManyFailedAttemptsException',
]);

/** The limit of the whole pool. It reveals nothing about an account. */
const POOL_LIMIT = 'TooManyRequestsException';

const RETRY_AFTER_SECONDS = 60;

interface RefusedDetail {
  /** The field of the body with the refused value. */
  readonly field?: string;
  /** The message, instead of the error table's. */
  readonly message?: Text;
  /** The field with the new password, for the error "too weak". */
  readonly passwordField?: string;
}

/**
 * Converts Cognito's exceptions. All errors of the caller become `code`, so that an unknown user and a wrong password
 * get the same answer. A fault of Cognito or of this service is thrown unchanged.
 */
export function refusedAs(code: ErrorCode, { passwordField = 'newPassword', ...detail }: RefusedDetail = {}) {
  return (failure: unknown): never => {
    const name = nameOf(failure);
    if (name === POOL_LIMIT) throw poolIsBusy(failure);
    if (name === 'InvalidPasswordException') throw weakPassword(passwordField, failure);
    if (CALLER_ERRORS.has(name)) throw new AppError(code, { ...detail, cause: failure });
    throw failure;
  };
}

/**
 * Like {@link refusedAs}, for calls with the user's own access token: when Cognito refuses the token itself, the
 * session is over (UNAUTHENTICATED).
 */
export function refusedToUser(code: ErrorCode, detail: RefusedDetail = {}) {
  const refuse = refusedAs(code, detail);
  return (failure: unknown): never => {
    if (nameOf(failure) === 'NotAuthorizedException') throw new AppError('UNAUTHENTICATED', { cause: failure });
    return refuse(failure);
  };
}

export const poolIsBusy = (cause: unknown): AppError =>
  new AppError('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER_SECONDS, cause });

export const nameOf = (failure: unknown): string => (failure instanceof Error ? failure.name : '');

const weakPassword = (field: string, cause: unknown): AppError =>
  new AppError('VALIDATION_FAILED', {
    field,
    message: {
      en: 'The password is too weak: use at least 10 characters.',
      es: 'La contraseña es muy débil: use al menos 10 caracteres.',
    },
    cause,
  });
