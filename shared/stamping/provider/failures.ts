import * as v from 'valibot';
import { AppError } from '../../platform/errors';
import type { Outcome } from './port';

/**
 * A failed call to the provider, without any sent or received content. The provider's message may quote a key or a
 * name, and the cause of an error is logged.
 */
export class StampingFailure extends Error {
  override readonly name: string = 'StampingFailure';
}

/** A definite refusal: the provider created nothing. */
export class StampingRefused extends StampingFailure {}

/** The provider did not answer within the time limit of a call. */
export class StampingTimeout extends Error {
  override readonly name = 'StampingTimeout';
}

const Code = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);
const Detail = v.object({
  code: v.fallback(v.optional(Code), undefined),
  message: v.fallback(v.optional(v.string()), undefined),
});

/** The shape of the SDK's error. A JSON body sets status and code; for any other body the code is absent. */
const ProviderError = v.object({
  name: v.literal('FacturapiError'),
  message: v.string(),
  status: v.number(),
  code: v.optional(Code),
  errors: v.fallback(v.optional(v.array(Detail), []), []),
  headers: v.fallback(v.optional(v.record(v.string(), v.string()), {}), {}),
});
type ProviderError = v.InferOutput<typeof ProviderError>;

/**
 * Reads the failure as the provider's error. Undefined for any other failure, such as a broken connection or an
 * unreadable answer.
 */
export function providerError(failure: unknown): ProviderError | undefined {
  if (!(failure instanceof Error)) return undefined;
  // Name and message are copied by hand: they are not enumerable, so the spread skips them.
  const { name, message } = failure;
  const parsed = v.safeParse(ProviderError, { ...failure, name, message });
  return parsed.success ? parsed.output : undefined;
}

/** With one of these statuses and an error code of the provider or the SAT, the provider created nothing. */
const DEFINITE = new Set([400, 401, 402, 403, 422, 429]);

/** Codes that mean, with any status, that the stamp may have happened. */
const MAYBE_DONE = new Set(['idempotency_key_in_use', 'stamping_in_progress', 'invoice_already_stamped']);
/** The SAT's code for a document that already has a stamp: the response of that stamp was lost. */
const STAMPED_BEFORE = /^\D*307$/;

const codesOf = ({ code, errors }: ProviderError): string[] =>
  [code, ...errors.map((detail) => detail.code)].filter((one) => one !== undefined && one !== '') as string[];

/** The code of a definite refusal. Undefined when the failure leaves the outcome unknown. */
function definiteCode(error: ProviderError | undefined): string | undefined {
  if (!error || !DEFINITE.has(error.status)) return undefined;
  const codes = codesOf(error);
  return codes.some((code) => MAYBE_DONE.has(code) || STAMPED_BEFORE.test(code)) ? undefined : codes[0];
}

/**
 * The outcome of a failed write. It is `refused` only after a definite refusal. The values of `secrets` are removed
 * from its message.
 */
export function outcomeOf<T>(failure: unknown, secrets: readonly string[] = []): Outcome<T> {
  const error = providerError(failure);
  const code = definiteCode(error);
  return error && code !== undefined
    ? { kind: 'refused', code, message: textOf(error, secrets) }
    : { kind: 'unknown', cause: withoutContent(failure) };
}

const LONGEST_TEXT = 500;

/** The provider's message and the SAT's details, for the member who must correct the invoice. */
function textOf({ message, errors }: ProviderError, secrets: readonly string[]): string {
  const details = errors.flatMap((one) =>
    one.message ? [one.code ? `${one.code}: ${one.message}` : one.message] : [],
  );
  const text = [...new Set([message, ...details])].join(' ').replace(/\p{Cc}+/gu, ' ');
  return withoutSecrets(text, secrets).slice(0, LONGEST_TEXT);
}

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .replace(/\bsk_(?:user|test|live)_\w+/g, 'sk_…');

/** The failure without content, safe to log. */
function withoutContent(failure: unknown): Error {
  if (failure instanceof StampingFailure || failure instanceof StampingTimeout) return failure;
  const error = providerError(failure);
  if (error) return new StampingFailure(`The stamping provider answered ${error.status} (${codeToLog(error)}).`);
  if (!(failure instanceof Error))
    return new StampingFailure(`A call to the stamping provider threw a ${typeof failure} instead of an Error.`);
  if (v.isValiError(failure)) return new StampingFailure('The stamping provider’s answer could not be read.');
  return new StampingFailure(`A call to the stamping provider failed: ${failure.name}${reasonOf(failure)}.`);
}

const codeToLog = (error: ProviderError): string => {
  const [code = 'no code'] = codesOf(error);
  return /^[\w.-]{1,60}$/.test(code) || code === 'no code' ? code : 'a code';
};

/** Node's code of a broken connection, taken from the cause of fetch's TypeError. */
function reasonOf({ cause }: Error): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code === undefined ? '' : ` (${code})`;
}

/** The error that our client gets: 502 PROVIDER_ERROR, with the provider's message after a definite refusal. */
export function refusalOf(failure: unknown, secrets: readonly string[] = []): AppError {
  if (failure instanceof AppError) return failure;
  const outcome = outcomeOf(failure, secrets);
  const { message } = withoutContent(failure);
  return outcome.kind === 'refused'
    ? new AppError('PROVIDER_ERROR', {
        message: {
          en: `The stamping provider refused the request: ${outcome.message}`,
          es: `El proveedor de timbrado rechazó la solicitud: ${outcome.message}`,
        },
        cause: new StampingRefused(message),
      })
    : new AppError('PROVIDER_ERROR', { cause: new StampingFailure(message) });
}

/** Whether the request may have taken effect despite the failure. */
export const mayBeDone = (failure: unknown): boolean =>
  failure instanceof AppError &&
  failure.cause instanceof StampingFailure &&
  !(failure.cause instanceof StampingRefused);
