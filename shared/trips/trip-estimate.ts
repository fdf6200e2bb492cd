import { clientKey } from '../clients/client';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { taxIssuerKey } from '../invoices/issuer';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem, getItems } from '../platform/table/read';
import type { Step } from '../platform/table/steps';
import { type Cents, centsOf } from '../platform/values/money';
import { type TripRecord, tripKey } from './trip';
import { tripDraft } from './trip-draft';
import { moneySteps } from './trip-money';

/** The steps that write the total of a trip's own draft to the trip, with the write of the draft. */
export const estimateSteps = capability(
  { table: ['GetItem'] },
  (context) =>
    async (before: InvoiceRecord, after: InvoiceRecord): Promise<Step[]> =>
      before.total === after.total ? [] : changeEstimate(context, after, async () => centsOf(after.total)),
);

/** The steps that write the estimate of a trip whose draft is deleted: its revenue with the taxes that the draft would have. */
export const deletedDraftSteps = (context: Context, draft: InvoiceRecord): Promise<Step[]> =>
  changeEstimate(context, draft, async (trip) => {
    const { teamId, clientId } = trip;
    const [client, issuer] = await getItems(context, [
      clientId === undefined ? undefined : clientKey(teamId, clientId),
      taxIssuerKey(teamId),
    ]);
    return centsOf(tripDraft(draft.id, trip, { client, issuer }).total);
  });

async function changeEstimate(
  context: Context,
  { teamId, id, tripId }: InvoiceRecord,
  estimateOf: (trip: TripRecord) => Promise<Cents>,
): Promise<Step[]> {
  if (tripId === undefined) return [];
  const trip = await getItem(context, tripKey(teamId, tripId));
  if (trip?.invoiceId !== id) return [];
  const after = { ...trip, estimate: await estimateOf(trip) };
  return moneySteps(trip, after, () => new AppError('CONFLICT'));
}
