/**
 * All errors that an operation can answer on purpose, by the stable code that clients read in `error`. `status` is the
 * HTTP status. `message` is the default text; the code that throws the error may pass a more exact one.
 */
export const ERRORS = {
  VALIDATION_FAILED: {
    status: 400,
    message: 'The request is not valid. Correct the field named in "field" and send it again.',
  },
  UNAUTHENTICATED: { status: 401, message: 'Sign in again: the access token is missing, expired or not valid here.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Those credentials are not right. Check them and try again.' },
  INVALID_CODE: {
    status: 401,
    message: 'The code is wrong, expired or already used. Wait for the next code and try again.',
  },
  RECOVERY_CODE_SENT: {
    status: 401,
    message: 'A code was mailed to that address. Send the same request again with the code.',
  },
  ACCOUNT_NOT_CONFIRMED: {
    status: 401,
    message: 'Confirm your e-mail address first: send the code that was mailed to it to POST /auth/register/confirm.',
  },
  FORBIDDEN: { status: 403, message: 'You have no permission for this. Ask an administrator of the team.' },
  MFA_REQUIRED: {
    status: 403,
    message: 'This team requires a second factor. Turn on an authenticator app first: POST /users/me/mfa/setup.',
  },
  SIGN_IN_AGAIN: {
    status: 403,
    message: 'This team requires a sign-in of the last ten minutes for this. Sign in again, then repeat the request.',
  },
  NOT_FOUND: { status: 404, message: 'There is nothing under that identifier. Check it, or list the records again.' },
  CONFLICT: {
    status: 409,
    message: 'Another request changed the record first. Read it again, then repeat your change.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This Idempotency-Key was used with another body. Send a new key for a new request.',
  },
  ECONOMIC_NUMBER_TAKEN: {
    status: 409,
    message: 'Another box of this team already has that economic number. Check the number.',
  },
  BOX_NOT_AVAILABLE: {
    status: 409,
    message:
      'The box is not DISPONIBLE, or another reservation holds it. Choose another box, or close that reservation.',
  },
  RESERVATION_NOT_ACTIVE: {
    status: 409,
    message: 'The reservation is not ACTIVA: it was closed or cancelled before. Read it again.',
  },
  PLATE_TAKEN: { status: 409, message: 'Another vehicle of this team already has that plate. Check the plate.' },
  ALREADY_MEMBER: { status: 409, message: 'You are a member of that team already.' },
  TEAM_OWNER: {
    status: 409,
    message: 'The owner stays until the team is handed over. Give OWNER to another member first.',
  },
  DRIVER_STATUS: {
    status: 409,
    message: 'The driver cannot change to that status from the present one. Read the driver again.',
  },
  VEHICLE_STATUS: {
    status: 409,
    message: 'The vehicle cannot change to that status from the present one. Read the vehicle again.',
  },
  ALERT_STATUS: {
    status: 409,
    message: 'The alert cannot change to that status from the present one. Read the alerts again.',
  },
  TRIP_ALREADY_STARTED: {
    status: 409,
    message: 'Driver and vehicle can be changed only while the trip is NO_INICIADO.',
  },
  TRIP_TRANSITION: {
    status: 409,
    message: 'The trip cannot change to that status from the one it has. Read the trip again.',
  },
  TRIP_NOT_READY: {
    status: 409,
    message: 'The trip cannot start yet: assign a driver and a vehicle that are DISPONIBLE.',
  },
  TRIP_NOT_IN_PROGRESS: {
    status: 409,
    message: 'The trip is not EN_PROCESO, so it takes no positions. Start it first.',
  },
  INVOICE_NOT_EDITABLE: {
    status: 409,
    message: 'Only an invoice that is DRAFT or ERROR can be changed or deleted. Read the invoice again.',
  },
  INVOICE_STAMP_OPEN: {
    status: 409,
    message:
      'An earlier stamp of this invoice may still have made a tax document. Delete it later: it is looked for during 72 hours.',
  },
  INVOICE_WITHOUT_DOCUMENT: {
    status: 409,
    message: 'The invoice has no document: it was never stamped. Stamp it first.',
  },
  LATER_DOCUMENTS: {
    status: 409,
    message: 'Later documents depend on this one. Cancel them first, the newest first.',
  },
  NOTHING_TO_RECEIPT: {
    status: 409,
    message: 'These collections pay no PPD invoice that still needs a receipt of payment.',
  },
  SUBSTITUTE_EXISTS: {
    status: 409,
    message: 'The invoice has a substitute. Stamp the substitute, or delete its draft.',
  },
  INVOICE_STATUS: {
    status: 409,
    message: 'The status that the invoice has allows no such thing. Read the invoice again.',
  },
  INVOICE_NOT_READY: {
    status: 400,
    message: 'The invoice cannot be stamped yet: "errors" says all that stands in the way, as validate does.',
  },
  IN_USE: { status: 409, message: 'Other records refer to it, so it cannot be deleted.' },
  PAYMENT_HAS_RECEIPT: {
    status: 409,
    message: 'A receipt of payment contains this payment. Cancel the receipt first.',
  },
  DOCUMENT_PENDING: {
    status: 409,
    message: 'A receipt or a credit note of this invoice is being stamped. Try again when it is VALID or refused.',
  },
  APP_ACCESS_STATE: {
    status: 409,
    message: 'That action does not fit the app access the driver has now. Read the driver again.',
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Wait as long as Retry-After says, then try again.' },
  INTERNAL: { status: 500, message: 'Something failed on our side. Try again; if it stays, report the request id.' },
  PROVIDER_ERROR: { status: 502, message: 'An external service failed. Try again in a minute.' },
  UNAVAILABLE: {
    status: 503,
    message: 'The service is busy. Nothing is lost: send the same request again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface AppErrorDetail {
  /** The message for the user, with the next step. Default: the message of the table. */
  message?: string | undefined;
  /** JSON path of the first invalid field: `stops[3].order`. */
  field?: string | undefined;
  /** Seconds for `Retry-After`. */
  retryAfter?: number | undefined;
  /** The name of the reached limit, for the log line. It is never sent to the client. */
  limit?: string | undefined;
  /** All reasons for the refusal, when there can be more than one. */
  errors?: readonly unknown[] | undefined;
  /** The original error. It is written to our log and never sent to the client. */
  cause?: unknown;
}

/** An expected error with a code of the table. Any other exception is a fault of the service and answers INTERNAL. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  readonly errors: readonly unknown[] | undefined;
  readonly limit: string | undefined;

  constructor(
    readonly code: ErrorCode,
    detail: AppErrorDetail = {},
  ) {
    super(detail.message ?? ERRORS[code].message, { cause: detail.cause });
    this.field = detail.field;
    this.retryAfter = detail.retryAfter;
    this.errors = detail.errors;
    this.limit = detail.limit;
  }
}

/** Answers 400 and names the field. Used for every invalid value or reference in a body or a query. */
export const validationError = (field: string, message: string): AppError =>
  new AppError('VALIDATION_FAILED', { field, message });
