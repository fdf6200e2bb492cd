import * as v from 'valibot';
import { createInvoice } from '../../shared/invoices/create-invoice';
import { editInvoice } from '../../shared/invoices/edit-invoice';
import { InvoiceChanges, NewInvoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { tripKey } from '../../shared/trips/trip';
import { createTripInvoice } from '../../shared/trips/trip-invoices';
import { asOf, look, use } from './capabilities';
import type { DemoFreightPapers, DemoInvoice } from './invoices';
import { earlier, type Seeding } from './seed-records';

const DAY_MS = 24 * 60 * 60_000;

export async function addInvoice(seeding: Seeding, { id, madeDaysAgo, fields }: DemoInvoice): Promise<void> {
  const { runtime, actor } = seeding;
  const { teamId } = actor;
  if (await earlier(seeding, invoiceKey(teamId, id))) return;
  const then = asOf(runtime, runtime.now().getTime() - madeDaysAgo * DAY_MS);
  const { tripId, ...body } = v.parse(NewInvoice, { teamId, ...fields });
  if (tripId === undefined) await use(then, createInvoice, id)(actor, body, undefined);
  else await use(then, createTripInvoice, id)(actor, { ...body, tripId }, undefined);
}

/** Fills in the draft of a trip, unless somebody did. */
export async function addFreightPapers({ runtime, actor }: Seeding, told: DemoFreightPapers): Promise<void> {
  const trip = await look(runtime, tripKey(actor.teamId, told.tripId));
  const draft = trip && (await look(runtime, invoiceKey(actor.teamId, trip.invoiceId)));
  if (draft?.isTripDraft) await use(runtime, editInvoice)(actor, draft, v.parse(InvoiceChanges, told.changes));
}
