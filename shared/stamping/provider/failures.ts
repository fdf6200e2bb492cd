import * as v from 'valibot';
import { AppError } from '../../platform/errors';
import type { Outcome } from './port';

/**
 * What went wrong with a call to the provider, without anything that was sent or answered: its own message may quote a key or a name, and
 * the cause of an error is logged.
 */
export class StampingFailure extends Error {
  override readonly name: string = 'StampingFailure';
}

/** The provider said definitely no: nothing was made. */
export class StampingRefused extends StampingFailure {}

/** The provider did not answer in the time that a call is given. */
export class StampingTimeout extends Error {
  override readonly name = 'StampingTimeout';
}

const Code = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);
const Detail = v.object({
  code: v.fallback(v.optional(Code), undefined),
  message: v.fallback(v.optional(v.string()), undefined),
});

/** The SDK's error, by its shape: status and code are the body's own where that was JSON, else there is no code. */
const ProviderError = v.object({
  name: v.literal('FacturapiError'),
  message: v.string(),
  status: v.number(),
  code: v.optional(Code),
  errors: v.fallback(v.optional(v.array(Detail), []), []),
  headers: v.fallback(v.optional(v.record(v.string(), v.string()), {}), {}),
});
export type ProviderError = v.InferOutput<typeof ProviderError>;

/** The failure as an error that the provider answered; undefined when it was anything else: a broken connection, an unreadable answer. */
export function providerError(failure: unknown): ProviderError | undefined {
  if (!(failure instanceof Error)) return undefined;
  // Properties of an error are read by name: a schema sees only those of its own that are enumerable.
  const { name, message } = failure;
  const parsed = v.safeParse(ProviderError, { ...failure, name, message });
  return parsed.success ? parsed.output : undefined;
}

/** Statuses that mean, with a code of the provider's or the SAT's own, that nothing was made. */
const DEFINITE = new Set([400, 401, 402, 403, 422, 429]);

/** Codes that say, under whatever status, that it may be done already. */
const MAYBE_DONE = new Set(['idempotency_key_in_use', 'stamping_in_progress', 'invoice_already_stamped']);
/** The SAT's code of a document that bears a stamp already: the one whose answer was lost. */
const STAMPED_BEFORE = /^\D*307$/;

const codesOf = ({ code, errors }: ProviderError): string[] =>
  [code, ...errors.map((detail) => detail.code)].filter((one) => one !== undefined && one !== '') as string[];

/** The code of a definite no; undefined when the failure decides nothing. */
function definiteCode(error: ProviderError | undefined): string | undefined {
  if (!error || !DEFINITE.has(error.status)) return undefined;
  const codes = codesOf(error);
  return codes.some((code) => MAYBE_DONE.has(code) || STAMPED_BEFORE.test(code)) ? undefined : codes[0];
}

/** What a failed write is: refused only when the provider says definitely no. `secrets` is what was sent and must not be told again. */
export function outcomeOf<T>(failure: unknown, secrets: readonly string[] = []): Outcome<T> {
  const error = providerError(failure);
  const code = definiteCode(error);
  return error && code !== undefined
    ? { kind: 'refused', code, message: textOf(error, secrets) }
    : { kind: 'unknown', cause: withoutContent(failure) };
}

const LONGEST_TEXT = 500;

/** What the provider says of a refusal, for the person who has to mend it: its message and the details of the SAT. */
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

/** The failure as it may be logged. */
export function withoutContent(failure: unknown): Error {
  if (failure instanceof StampingFailure || failure instanceof StampingTimeout) return failure;
  const error = providerError(failure);
  if (error) return new StampingFailure(`The stamping provider answered ${error.status} (${codeToLog(error)}).`);
  if (!(failure instanceof Error))
    return new StampingFailure(`A ${typeof failure} was thrown by a call to the stamping provider.`);
  if (v.isValiError(failure))
    return new StampingFailure('The stamping provider answered something that cannot be read.');
  return new StampingFailure(`A call to the stamping provider failed: ${failure.name}${reasonOf(failure)}.`);
}

const codeToLog = (error: ProviderError): string => {
  const [code = 'no code'] = codesOf(error);
  return /^[\w.-]{1,60}$/.test(code) || code === 'no code' ? code : 'a code';
};

/** Node's code of a broken connection, which stands in the cause of fetch's TypeError. */
function reasonOf({ cause }: Error): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code === undefined ? '' : ` (${code})`;
}

/** How a failure is answered to who asked: 502 with what the provider said, where it said no (docs/spec/interface.md §7). */
export function refusalOf(failure: unknown, secrets: readonly string[] = []): AppError {
  if (failure instanceof AppError) return failure;
  const outcome = outcomeOf(failure, secrets);
  const { message } = withoutContent(failure);
  return outcome.kind === 'refused'
    ? new AppError('PROVIDER_ERROR', {
        message: `The stamping provider refused it: ${outcome.message}`,
        cause: new StampingRefused(message),
      })
    : new AppError('PROVIDER_ERROR', { cause: new StampingFailure(message) });
}

/** Whether what was asked for may have been done all the same. */
export const mayBeDone = (failure: unknown): boolean =>
  failure instanceof AppError &&
  failure.cause instanceof StampingFailure &&
  !(failure.cause instanceof StampingRefused);
