import { ERROR_CODES } from './contract.js';

export { ERROR_CODES };

/** A code of the contract: the value of `error`. */
export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * The contract's codes and three more. GATEWAY: the gateway in front of the service refused the request. STORAGE: the
 * object storage refused an upload. UNKNOWN: a newer service sent a code that this client does not know.
 */
export type FailureCode = ErrorCode | 'GATEWAY' | 'STORAGE' | 'UNKNOWN';

/** An invalid field, as a JSON path such as `stops[3].order`, and what to send instead. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** An error answer. A call that reached no server rejects with the error of `fetch` instead. */
export class FleetError extends Error {
  override readonly name = 'FleetError';
  /** JSON path of the first invalid field, such as `stops[3].order`. */
  readonly field: string | undefined;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;
  /** With VALIDATION_FAILED: every invalid field, for a form. With INVOICE_NOT_READY: the findings, which have a field and a message too. */
  readonly errors: readonly FieldError[];
  /** With INVOICE_NOT_READY: all findings that prevent the stamp. */
  readonly findings: readonly unknown[];

  constructor(
    readonly code: FailureCode,
    readonly status: number,
    message: string,
    detail: Partial<Pick<FleetError, 'field' | 'requestId' | 'retryAfter' | 'findings'>> = {},
  ) {
    super(message);
    this.field = detail.field;
    this.requestId = detail.requestId;
    this.retryAfter = detail.retryAfter;
    this.findings = detail.findings ?? [];
    this.errors = this.findings.filter(isFieldError);
  }
}

export const isErrorCode = (text: unknown): text is ErrorCode =>
  typeof text === 'string' && Object.hasOwn(ERROR_CODES, text);

/** Reads the error from an answer's body. */
export function errorOf(body: unknown, { status, headers }: Response): FleetError {
  const said: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {};
  const wait = headers.get('retry-after');
  return new FleetError(codeOf(said, status), status, messageOf(said, status), {
    field: textOf(said.field),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: wait === null ? undefined : Number(wait),
    findings: Array.isArray(said.errors) ? said.errors : [],
  });
}

function codeOf({ error }: Readonly<Record<string, unknown>>, status: number): FailureCode {
  if (isErrorCode(error)) return error;
  if (typeof error !== 'string') return 'GATEWAY';
  // A provider's failure has only `error`, which may be a sentence instead of a code.
  return status === ERROR_CODES.PROVIDER_ERROR ? 'PROVIDER_ERROR' : 'UNKNOWN';
}

const messageOf = ({ message, error }: Readonly<Record<string, unknown>>, status: number): string =>
  textOf(message) ?? textOf(error) ?? `The service answered ${status}.`;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

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
