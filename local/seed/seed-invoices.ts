import * as v from 'valibot';
import { createInvoice } from '../../shared/invoices/create-invoice';
import { editInvoice } from '../../shared/invoices/edit-invoice';
import { InvoiceChanges, NewInvoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { NewCollectionBody } from '../../shared/payments/collection';
import { createCollection } from '../../shared/payments/collections';
import { paymentPlaceKey } from '../../shared/payments/payment';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { stamp } from '../../shared/stamping/stamp';
import { STAMP_USES } from '../../shared/stamping/uses';
import { tripKey } from '../../shared/trips/trip';
import { createTripInvoice } from '../../shared/trips/trip-invoices';
import { asOf, look, scopeOf, use } from './capabilities';
import { COLLECTION, type DemoFreightPapers, type DemoInvoice } from './invoices';
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

/** Stamps the invoice if the demo shows it stamped and it is a draft. Nothing is left for the recovery. */
export async function stampInvoice({ runtime, actor }: Seeding, { id, isStamped }: DemoInvoice): Promise<void> {
  const record = isStamped ? await look(runtime, invoiceKey(actor.teamId, id)) : undefined;
  if (record?.status !== 'DRAFT') return;
  const deps = makeDeps(STAMP_USES, runtime, scopeOf(runtime));
  const { status } = await stamp(deps, actor, record);
  const { work } = await deps.readStamping(actor.teamId, id);
  if (work && status === 'VALID') await deps.completeWork(work);
}

/** Registers what a client has paid of an invoice, if that could be stamped. */
export async function addCollection(seeding: Seeding): Promise<void> {
  const { runtime, actor } = seeding;
  const { id, fields } = COLLECTION;
  if (await earlier(seeding, paymentPlaceKey(actor.teamId, id))) return;
  const [{ invoiceId }] = fields.allocations;
  if ((await look(runtime, invoiceKey(actor.teamId, invoiceId)))?.status !== 'VALID') return;
  await use(runtime, createCollection, id)(actor, v.parse(NewCollectionBody, fields), undefined);
}

/** Fills in the draft of a trip, unless the draft was edited already. */
export async function addFreightPapers({ runtime, actor }: Seeding, told: DemoFreightPapers): Promise<void> {
  const trip = await look(runtime, tripKey(actor.teamId, told.tripId));
  const draft = trip && (await look(runtime, invoiceKey(actor.teamId, trip.invoiceId)));
  if (draft?.isTripDraft) await use(runtime, editInvoice)(actor, draft, v.parse(InvoiceChanges, told.changes));
}
