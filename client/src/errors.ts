import { ERROR_CODES } from './contract.js';

export { ERROR_CODES };

/** A code of the contract, as it stands in `error`. */
export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * Beside the contract's codes: GATEWAY is what the gateway in front refuses by itself, STORAGE what the object storage refuses of an upload,
 * UNKNOWN a code that a newer service knows and this client does not.
 */
export type FailureCode = ErrorCode | 'GATEWAY' | 'STORAGE' | 'UNKNOWN';

/** An answer that is an error. Calls that found no server reject with what `fetch` rejects with. */
export class FleetError extends Error {
  override readonly name = 'FleetError';
  /** JSON path of the first offending field: `stops[3].order`. */
  readonly field: string | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before it is worth trying again. */
  readonly retryAfter: number | undefined;
  /** Of INVOICE_NOT_READY: all that stands in the way. */
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
  }
}

export const isErrorCode = (text: unknown): text is ErrorCode =>
  typeof text === 'string' && Object.hasOwn(ERROR_CODES, text);

/** What an answer's body says of its failure. */
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
  // A provider's failure has `error` alone, which may be a sentence.
  return status === ERROR_CODES.PROVIDER_ERROR ? 'PROVIDER_ERROR' : 'UNKNOWN';
}

const messageOf = ({ message, error }: Readonly<Record<string, unknown>>, status: number): string =>
  textOf(message) ?? textOf(error) ?? `The service answered ${status}.`;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

interface Answered {
  readonly response: Response;
}

/** A call under way: its data, or its error. */
export type Call<Data> = Promise<
  | (Answered & { readonly data: Data; readonly error?: never })
  | (Answered & { readonly data?: never; readonly error: unknown })
>;

/** The data of a call; throws a {@link FleetError} where the answer is an error. */
export async function ok<Data>(call: Call<Data>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (data !== undefined && data !== null) return data;
  throw errorOf(error, response);
}
