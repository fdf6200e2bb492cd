import { AppError, type ErrorCode } from '../../platform/errors';

/**
 * Cognito's exceptions by which it refuses what the person sent: a wrong, unknown, expired or used thing. Its limits of one account are among
 * them, as its lockout is, whose exception is that of a wrong password: only an account that exists can be at them. Ours come before.
 */
const CALLERS = new Set([
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

/** The pool's own limit, which tells of no account. */
const POOL_LIMIT = 'TooManyRequestsException';

const RETRY_AFTER_SECONDS = 60;

interface RefusedDetail {
  /** The field of the body that Cognito refused. */
  readonly field?: string;
  /** What to tell the person instead of the table's own sentence. */
  readonly message?: string;
  /** The field that carries a new password, for one that is too weak. */
  readonly passwordField?: string;
}

/**
 * Turns Cognito's refusal into ours: `code` for all that is the caller's, so that an unknown user and a wrong password answer the same.
 * Anything else, a fault of Cognito's or of ours, is thrown on as it is.
 */
export function refusedAs(code: ErrorCode, { passwordField = 'newPassword', ...detail }: RefusedDetail = {}) {
  return (failure: unknown): never => {
    const name = nameOf(failure);
    if (name === POOL_LIMIT) throw poolIsBusy(failure);
    if (name === 'InvalidPasswordException') throw weakPassword(passwordField, failure);
    if (CALLERS.has(name)) throw new AppError(code, { ...detail, cause: failure });
    throw failure;
  };
}

/** As {@link refusedAs}, for calls with the user's own access token: where Cognito refuses the token itself, the session is over. */
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
    message:
      'The password is too weak: use at least 8 characters with upper and lower case letters, a digit and a symbol.',
    cause,
  });
