import * as v from 'valibot';
import { SYSTEM_ACTOR } from '../audit/audit-event';
import { Uuid } from '../platform/values/fields';
import { reconcile } from './reconcile';
import type { WebhookDeps } from './uses';

/** What of a webhook's body is looked at: which of our invoices it speaks of. What it says of it is read again at the provider. */
export const StampingNotice = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  data: v.optional(v.object({ object: v.optional(v.object({ external_id: v.optional(v.nullable(v.string())) })) })),
});
export type StampingNotice = v.InferOutput<typeof StampingNotice>;

/** Settles the invoice that a notice speaks of. One that was worked off before, or speaks of nothing of ours, changes nothing. */
export async function takeNotice(deps: WebhookDeps, teamId: string, notice: StampingNotice): Promise<void> {
  if (await deps.wasWorkedOff(teamId, notice.id)) return;
  const invoiceId = v.safeParse(Uuid, notice.data?.object?.external_id);
  if (!invoiceId.success) return;
  const settled = await reconcile(deps, { id: SYSTEM_ACTOR, teamId }, invoiceId.output);
  if (settled) await deps.noteEvent(teamId, notice.id);
}
