import * as v from 'valibot';
import { SYSTEM_ACTOR } from '../audit/audit-event';
import { Uuid } from '../platform/values/fields';
import { reconcile } from './reconcile';
import type { WebhookDeps } from './uses';

/**
 * The fields of a webhook's body that we read: the event's id and the invoice's id. The invoice's state is read from
 * the provider instead, because a webhook may be late or repeated.
 */
export const StampingNotice = v.object({
  /** The notice’s identifier at the provider. A notice that comes twice is carried out once. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** What the notice is about. */
  data: v.optional(
    v.object({
      /** The document at the provider. */
      object: v.optional(
        v.object({
          /** Our invoice, by its identifier. */
          external_id: v.optional(v.nullable(v.string())),
        }),
      ),
    }),
  ),
});
export type StampingNotice = v.InferOutput<typeof StampingNotice>;

/**
 * Settles the invoice that a webhook names. A webhook that was already processed, or that names no invoice of ours,
 * changes nothing.
 */
export async function takeNotice(deps: WebhookDeps, teamId: string, notice: StampingNotice): Promise<void> {
  if (await deps.wasWorkedOff(teamId, notice.id)) return;
  const invoiceId = v.safeParse(Uuid, notice.data?.object?.external_id);
  if (!invoiceId.success) return;
  const settled = await reconcile(deps, { id: SYSTEM_ACTOR, teamId }, invoiceId.output);
  if (settled) await deps.noteEvent(teamId, notice.id);
}
