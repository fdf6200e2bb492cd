import { ERROR_CODES } from './contract.js';
import { isText, membersOf, textOf } from './members.js';

export { ERROR_CODES };

/** A code of the contract: the value of `error`. */
export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * Codes that any call can have. GATEWAY: the gateway in front of the service refused the request, or the answer is not the service's. NETWORK: no answer came.
 * TIMEOUT: no answer came in time. UNKNOWN: a newer service sent a code that this client does not know.
 */
export type LocalCode = 'GATEWAY' | 'NETWORK' | 'TIMEOUT' | 'UNKNOWN';

/** The contract's codes, those of any call, and STORAGE: the object storage refused an upload. */
export type FailureCode = ErrorCode | LocalCode | 'STORAGE';

/** An invalid field, as a JSON path such as `stops[3].order`, and what to send instead. */
export interface FieldError<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}

const isFieldError = (value: unknown): value is FieldError => {
  const { field, message } = membersOf(value);
  return isText(field) && isText(message);
};

interface Detail {
  readonly operation?: string | undefined;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly errors?: readonly FieldError[];
  readonly findings?: readonly unknown[];
  readonly cause?: unknown;
  readonly stack?: string | undefined;
}

/** A call that did not succeed: an error answer, or no answer. A call that the caller ended rejects with the signal's reason. */
export class FleetError extends Error {
  override readonly name = 'FleetError';
  /** The method that was called, such as `trips.start`. Undefined for the path form. */
  declare readonly operation: string | undefined;
  /** JSON path of the first invalid field, such as `stops[3].order`. */
  declare readonly field: string | undefined;
  /** Identifies the request in the service's log. */
  declare readonly requestId: string | undefined;
  /** Seconds to wait before a retry. Undefined when the answer names none, or a date. */
  declare readonly retryAfter: number | undefined;
  /** With VALIDATION_FAILED: every invalid field, for a form. With INVOICE_NOT_READY: the findings, which have a field and a message too. */
  readonly errors: readonly FieldError[] = [];
  /** With INVOICE_NOT_READY: all findings that prevent the stamp. */
  readonly findings: readonly unknown[] = [];

  constructor(
    readonly code: FailureCode,
    readonly status: number,
    message: string,
    detail: Detail = {},
  ) {
    super(message);
    Object.assign(this, detail);
  }

  /** The same error, with the method that was called. Calls that wait for one renewal of the session share its error. */
  of(operation: string): FleetError {
    const { code, status, message, stack } = this;
    return new FleetError(code, status, message, { ...this, operation, stack });
  }
}

export const isErrorCode = (text: unknown): text is ErrorCode => isText(text) && Object.hasOwn(ERROR_CODES, text);

/** The seconds of `Retry-After`. The service and the gateway send numbers: a date counts as none. */
export const retryAfterOf = ({ headers }: Response): number | undefined =>
  Number(headers.get('retry-after')) || undefined;

/** Reads the error from an answer's body. */
export function errorOf(body: unknown, answer: Response): FleetError {
  const { status, headers } = answer;
  const said = membersOf(body);
  const message = textOf(said.message) ?? textOf(said.error) ?? `The service answered ${status}.`;
  const findings: unknown[] = Array.isArray(said.errors) ? said.errors : [];
  return new FleetError(codeOf(said.error, status), status, message, {
    field: textOf(said.field),
    requestId: textOf(headers.get('x-request-id')),
    retryAfter: retryAfterOf(answer),
    findings,
    errors: findings.filter(isFieldError),
  });
}

function codeOf(error: unknown, status: number): FailureCode {
  if (isErrorCode(error)) return error;
  if (!isText(error)) return 'GATEWAY';
  // A provider's failure has only `error`, which may be a sentence instead of a code.
  return status === ERROR_CODES.PROVIDER_ERROR ? 'PROVIDER_ERROR' : 'UNKNOWN';
}

interface Answered {
  readonly response: Response;
}

/** A pending call: it resolves to its data or its error. */
export type Call<Data> = Promise<
  | (Answered & { readonly data: Data; readonly error?: never })
  | (Answered & { readonly data?: never; readonly error: unknown })
>;

/** Returns the data of a call, or throws a {@link FleetError} for an error answer. */
export async function ok<Data>(call: Call<Data>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (data !== undefined && data !== null) return data;
  throw errorOf(error, response);
}
