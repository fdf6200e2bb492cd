import type { TeamActor } from '../audit/audit';
import { SYSTEM_ACTOR } from '../audit/audit-event';
import { failRentalDraft, readRental, recordRentalDraft } from '../boxes/rental-drafts';
import { rentalInvoice } from '../boxes/rental-invoice';
import type { DraftWork } from '../boxes/reservation';
import { capability, type Deps } from '../platform/runtime/capability';
import { openKeys } from './organization/open-keys';
import { draftBodyOf } from './provider/document';
import { createDocument, findDocuments } from './provider/documents';
import { LEFT_ALONE_MS } from './stamping-rules';

export const RENTAL_DRAFT_USES = {
  rentalClock: capability({}, (context) => () => context.now()),
  openKeys,
  findDocuments,
  createDocument,
  readRental,
  recordRentalDraft,
  failRentalDraft,
};
export type RentalDraftDeps = Deps<typeof RENTAL_DRAFT_USES>;

/**
 * Makes the draft that the close of a reservation wants, at the provider and then here. Undefined where none could be made: the alert says so
 * then. Nothing that goes wrong here undoes the close.
 */
export const makeRentalDraft = (
  deps: RentalDraftDeps,
  actor: TeamActor,
  reservationId: string,
): Promise<string | undefined> => makeDraft(deps, actor, reservationId, { mayBeThere: false });

/** Makes what a close left undone: whoever was at it is dead by now, so what that one made is looked for first. */
export async function recoverRentalDraft(deps: RentalDraftDeps, work: DraftWork): Promise<void> {
  if (deps.rentalClock().getTime() - Date.parse(work.at) < LEFT_ALONE_MS) return;
  await makeDraft(deps, { id: SYSTEM_ACTOR, teamId: work.teamId }, work.reservationId, { mayBeThere: true });
}

async function makeDraft(
  deps: RentalDraftDeps,
  actor: TeamActor,
  reservationId: string,
  { mayBeThere }: { mayBeThere: boolean },
): Promise<string | undefined> {
  const rental = await deps.readRental(actor.teamId, reservationId);
  if (rental === undefined) return undefined;
  const { work, client } = rental;
  const invoice = rentalInvoice(work.invoiceId, rental, deps.rentalClock().toISOString());
  const providerId = await atProvider(deps, work, draftBodyOf(invoice, client, `${invoice.id}-draft`), mayBeThere);
  if (providerId === undefined) {
    await deps.failRentalDraft(work);
    return undefined;
  }
  return deps.recordRentalDraft(actor, work, { ...invoice, providerId });
}

/** The provider's draft; undefined where it said no or said nothing, for which there is one remedy. */
async function atProvider(
  deps: RentalDraftDeps,
  { teamId, invoiceId }: DraftWork,
  body: ReturnType<typeof draftBodyOf>,
  mayBeThere: boolean,
): Promise<string | undefined> {
  try {
    const key = (await deps.openKeys(teamId))?.current;
    if (key === undefined) return undefined;
    const [there] = mayBeThere ? await deps.findDocuments(key, invoiceId) : [];
    if (there) return there.id;
    const outcome = await deps.createDocument(key, body);
    return outcome.kind === 'done' ? outcome.value.id : undefined;
  } catch {
    return undefined;
  }
}
