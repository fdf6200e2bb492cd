import * as v from 'valibot';
import { isInstant, Uuid } from '../../platform/values/fields';
import { centsOf } from '../../platform/values/money';
import type { CancellationStatus, DocumentStatus, ProviderDocument, ProviderKey } from './port';

const STATUSES = ['draft', 'pending', 'valid', 'canceled', 'failed'] as const satisfies DocumentStatus[];
const CANCELLATION_STATUSES = [
  'none',
  'verifying',
  'pending',
  'accepted',
  'rejected',
  'expired',
] as const satisfies CancellationStatus[];

const Text = v.fallback(v.nullish(v.pipe(v.string(), v.nonEmpty())), undefined);
const Message = v.fallback(v.nullish(v.object({ message: v.string() })), undefined);

/**
 * The fields of a document that we read. Only fields that decide something are required, so that a change of the others
 * does no harm.
 */
const Answer = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  status: v.string(),
  cancellation_status: Text,
  external_id: Text,
  folio_number: v.fallback(v.nullish(v.union([v.number(), v.string()])), undefined),
  series: Text,
  uuid: v.fallback(v.nullish(Uuid), undefined),
  total: v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0))), undefined),
  verification_url: Text,
  verification_carta_porte: Text,
  livemode: v.fallback(v.optional(v.boolean()), undefined),
  stamp: v.fallback(v.nullish(v.object({ date: v.string() })), undefined),
  date: Text,
  created_at: Text,
  message: Text,
  error: v.fallback(v.nullish(v.union([v.string(), v.object({ message: v.string() })])), undefined),
  errors: v.fallback(v.optional(v.array(Message)), undefined),
});
type Answer = v.InferOutput<typeof Answer>;

/**
 * Converts the provider's answer. Throws when a required field is missing, because an unreadable answer must not decide
 * anything.
 */
export const documentOf = (key: Pick<ProviderKey, 'livemode'>, answer: unknown): ProviderDocument =>
  toDocument(key, v.parse(Answer, answer));

const Page = v.object({ data: v.array(Answer) });

/**
 * The documents of a page with that external id, oldest first. The id is compared again here in case the provider
 * ignores the filter.
 */
export const documentsOf = (
  key: Pick<ProviderKey, 'livemode'>,
  externalId: string,
  answer: unknown,
): ProviderDocument[] =>
  v
    .parse(Page, answer)
    .data.filter(({ external_id }) => external_id === externalId)
    .sort((one, other) => (one.created_at ?? '').localeCompare(other.created_at ?? ''))
    .map((one) => toDocument(key, one));

function toDocument(key: Pick<ProviderKey, 'livemode'>, answer: Answer): ProviderDocument {
  const { folio_number: folio, cancellation_status: cancellation } = answer;
  const status = STATUSES.find((known) => known === answer.status) ?? 'unknown';
  return {
    id: answer.id,
    status,
    cancellationStatus: cancellation
      ? (CANCELLATION_STATUSES.find((known) => known === cancellation) ?? 'unknown')
      : 'none',
    externalId: answer.external_id ?? undefined,
    folio: folio === null || folio === undefined ? undefined : String(folio),
    series: answer.series ?? undefined,
    livemode: answer.livemode ?? key.livemode,
    uuid: answer.uuid ?? undefined,
    total: typeof answer.total === 'number' ? centsOf(Number(answer.total.toFixed(2))) : undefined,
    verificationUrl: answer.verification_url ?? undefined,
    cartaPorteUrl: answer.verification_carta_porte ?? undefined,
    stampedAt:
      status === 'valid' || status === 'canceled'
        ? instantOf(answer.stamp?.date, answer.date, answer.created_at)
        : undefined,
    createdAt: instantOf(answer.created_at),
    failure: status === 'failed' ? failureOf(answer) : undefined,
  };
}

/** The first candidate with a time zone. The SAT's times have none, and we do not guess it. */
function instantOf(...candidates: readonly (string | null | undefined)[]): string | undefined {
  const found = candidates.find((one) => one && isInstant(one));
  return found ? new Date(found).toISOString() : undefined;
}

function failureOf({ message, error, errors }: Answer): string | undefined {
  const own = typeof error === 'string' ? error : error?.message;
  const [detail] = (errors ?? []).flatMap((one) => (one ? [one.message] : []));
  return message ?? own ?? detail;
}
