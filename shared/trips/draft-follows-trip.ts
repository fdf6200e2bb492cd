import { auditStep, type TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { invoiceCountSteps } from '../invoices/invoice-counts';
import { type InvoiceRecord, invoiceKey, recordOf } from '../invoices/invoice-record';
import { contentChange } from '../invoices/invoice-writes';
import { readBeside } from '../invoices/read-invoice';
import type { Context } from '../platform/runtime/context';
import { type Condition, unchanged } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import type { TripRecord } from './trip';
import { tripDraft } from './trip-draft';

/** What of a trip stands on its draft. */
const SHOWN = ['clientId', 'clientName', 'revenue', 'routeName'] as const satisfies readonly (keyof TripRecord)[];

/**
 * What an edit of a trip means for the draft that was made with it: while that is DRAFT and nobody edited it, it says what the trip says, in the
 * same transaction (docs/decisions/0022). Where trip or draft is no longer as it was read, the edit begins again with what it is.
 */
export async function draftEdit(
  context: Context,
  actor: TeamActor,
  before: TripRecord,
  after: TripRecord,
  changed: (trip: TripRecord) => Error,
): Promise<{ condition: Condition; steps: Step[] }> {
  if (SHOWN.every((field) => before[field] === after[field])) return { condition: {}, steps: [] };
  const { teamId, clientId } = after;
  const [draft, client] = await getItems(context, [
    invoiceKey(teamId, after.invoiceId),
    clientId === undefined ? undefined : clientKey(teamId, clientId),
  ]);
  if (!draft?.isTripDraft || draft.status !== 'DRAFT') return { condition: {}, steps: [] };
  const own = { revision: draft.revision + 1, isTripDraft: true } as const;
  const updatedAt = context.now().toISOString();
  const next = recordOf({ ...tripDraft(draft.id, after, client), updatedAt }, own);
  const { change, steps } = contentChange({ record: draft, details: await readBeside(context, draft) }, next);
  const set = { ...change.set, updatedAt };
  const fields = SHOWN.filter((field) => before[field] !== after[field]);
  return {
    condition: unchanged(before, SHOWN),
    steps: [
      update(invoiceKey(teamId, draft.id), { ...change, set }, untouched(draft), () => changed(before)),
      ...steps,
      ...invoiceCountSteps(teamId, draft, next.record),
      auditStep(context, actor, { entityType: 'INVOICE', entityId: draft.id, action: 'UPDATE', changes: { fields } }),
    ],
  };
}

const untouched = ({ revision }: InvoiceRecord): Condition => ({
  equals: { status: 'DRAFT', revision, isTripDraft: true },
});
