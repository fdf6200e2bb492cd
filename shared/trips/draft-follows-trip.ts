import { auditStep, type TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { invoiceCountSteps } from '../invoices/invoice-counts';
import { type InvoiceRecord, invoiceIndexes, invoiceKey, recordOf } from '../invoices/invoice-record';
import { contentChange } from '../invoices/invoice-writes';
import { taxIssuerKey } from '../invoices/issuer';
import { readDetails } from '../invoices/read-invoice';
import type { Context } from '../platform/runtime/context';
import { type Condition, unchanged } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { type Cents, centsOf } from '../platform/values/money';
import type { TripRecord } from './trip';
import { tripDraft } from './trip-draft';

/** The fields of a trip that its draft shows. */
const SHOWN = [
  'clientId',
  'clientName',
  'revenue',
  'routeName',
  'ownGoods',
] as const satisfies readonly (keyof TripRecord)[];

/**
 * The steps that bring the trip's draft up to date with an edit of the trip, in the same transaction
 * (docs/decisions/0022). The draft follows only while it is DRAFT and no member has edited it. When trip or draft
 * changed since they were read, `changed` makes the edit start again.
 */
export async function draftEdit(
  context: Context,
  actor: TeamActor,
  before: TripRecord,
  after: TripRecord,
  changed: (trip: TripRecord) => Error,
): Promise<{ condition: Condition; steps: Step[]; estimate: Cents | undefined }> {
  const { estimate } = before;
  if (SHOWN.every((field) => before[field] === after[field])) return { condition: {}, steps: [], estimate };
  const { teamId, clientId } = after;
  const [draft, client, issuer] = await getItems(context, [
    invoiceKey(teamId, after.invoiceId),
    clientId === undefined ? undefined : clientKey(teamId, clientId),
    taxIssuerKey(teamId),
  ]);
  if (draft === undefined) {
    // The draft was deleted: the trip is due with the taxes that it would have.
    return { condition: {}, steps: [], estimate: centsOf(tripDraft(after.invoiceId, after, { client, issuer }).total) };
  }
  if (!draft.isTripDraft || draft.status !== 'DRAFT') return { condition: {}, steps: [], estimate };
  const own = { revision: draft.revision + 1, isTripDraft: true } as const;
  const updatedAt = context.now().toISOString();
  const next = recordOf({ ...tripDraft(draft.id, after, { client, issuer }), updatedAt }, own);
  const { change, steps } = contentChange({ record: draft, details: await readDetails(context, draft) }, next);
  const { type } = next.record;
  const set = { ...change.set, ...(type && { type }), ...invoiceIndexes(next.record), updatedAt };
  const remove = [...(change.remove ?? []), ...(type ? [] : ['type'])];
  const fields = SHOWN.filter((field) => before[field] !== after[field]);
  return {
    estimate: centsOf(next.record.total),
    condition: unchanged(before, SHOWN),
    steps: [
      update(invoiceKey(teamId, draft.id), { ...change, set, remove }, untouched(draft), () => changed(before)),
      ...steps,
      ...invoiceCountSteps(teamId, draft, next.record),
      auditStep(context, actor, { entityType: 'INVOICE', entityId: draft.id, action: 'UPDATE', changes: { fields } }),
    ],
  };
}

const untouched = ({ revision }: InvoiceRecord): Condition => ({
  equals: { status: 'DRAFT', revision, isTripDraft: true },
});
