import { ERRORS, type ErrorCode } from './error-table';
import type { Text } from './values/text';

export { ERRORS, type ErrorCode } from './error-table';

interface AppErrorDetail {
  /** The message for the user, with the next step. Default: the message of the table. */
  message?: Text | undefined;
  /** JSON path of the first invalid field: `stops[3].order`. */
  field?: string | undefined;
  /** Seconds for `Retry-After`. */
  retryAfter?: number | undefined;
  /** The most uses in the period of the reached limit, for `RateLimit-Limit`. `retryAfter` is the rest of the period. */
  most?: number | undefined;
  /** The name of the reached limit, for the log line. It is never sent to the client. */
  limit?: string | undefined;
  /** The present version of the record, for the header ETag. */
  version?: number | undefined;
  /** All reasons for the refusal, when there can be more than one. */
  errors?: readonly object[] | undefined;
  /** The original error. It is written to our log and never sent to the client. */
  cause?: unknown;
}

/**
 * An expected error with a code of the table. Any other exception is a fault of the service and answers INTERNAL. Its
 * `message` is the English one, for our log.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  readonly most: number | undefined;
  readonly errors: readonly object[] | undefined;
  readonly version: number | undefined;
  readonly text: Text;
  readonly limit: string | undefined;

  constructor(
    readonly code: ErrorCode,
    detail: AppErrorDetail = {},
  ) {
    const { message = ERRORS[code].message } = detail;
    super(message.en, { cause: detail.cause });
    this.text = message;
    this.field = detail.field;
    this.retryAfter = detail.retryAfter;
    this.most = detail.most;
    this.errors = detail.errors;
    this.version = detail.version;
    this.limit = detail.limit;
  }
}

/** Answers 400 and names the field. Used for every invalid value or reference in a body or a query. */
export const validationError = (field: string, message: Text): AppError =>
  new AppError('VALIDATION_FAILED', { field, message });
