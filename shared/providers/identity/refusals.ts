import { type ErrorCode, Refusal } from '../../domain/refusal';

/** Cognito's exceptions by which it refuses what the person sent: a wrong, unknown, expired or used thing. */
const CALLERS = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'CodeMismatchException',
  'ExpiredCodeException',
  'EnableSoftwareTokenMFAException',
  'RefreshTokenReuseException',
  'InvalidParameterException',
]);

const LIMITS = new Set(['TooManyRequestsException', 'LimitExceededException', 'TooManyFailedAttemptsException']);

const RETRY_AFTER_SECONDS = 60;

/**
 * Turns Cognito's refusal into ours: `code` for all that is the caller's, so that an unknown user and a wrong password answer the same.
 * Anything else, a fault of Cognito's or of ours, is thrown on as it is.
 */
export function refusedAs(code: ErrorCode, field?: string) {
  return (failure: unknown): never => {
    const name = failure instanceof Error ? failure.name : '';
    if (LIMITS.has(name)) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER_SECONDS, cause: failure });
    if (name === 'InvalidPasswordException') throw weakPassword(failure);
    if (CALLERS.has(name)) throw new Refusal(code, { field, cause: failure });
    throw failure;
  };
}

const weakPassword = (cause: unknown): Refusal =>
  new Refusal('VALIDATION_FAILED', {
    field: 'newPassword',
    message:
      'The password is too weak: use at least 8 characters with upper and lower case letters, a digit and a symbol.',
    cause,
  });
