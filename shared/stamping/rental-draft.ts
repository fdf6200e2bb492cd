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
type RentalDraftDeps = Deps<typeof RENTAL_DRAFT_USES>;

/**
 * Creates the invoice draft of a closed reservation, at the provider and then in our table. Returns undefined when no
 * draft could be created; an alert then reports it. A failure here does not undo the close.
 */
export const makeRentalDraft = (
  deps: RentalDraftDeps,
  actor: TeamActor,
  reservationId: string,
): Promise<string | undefined> => makeDraft(deps, actor, reservationId, { mayExist: false });

/**
 * Continues the draft of a close that is repeated with its Idempotency-Key, as recovery does: not while the function of the first request may
 * still make it. Returns undefined until there is a draft.
 */
export async function resumeRentalDraft(
  deps: RentalDraftDeps,
  actor: TeamActor,
  reservationId: string,
): Promise<string | undefined> {
  const rental = await deps.readRental(actor.teamId, reservationId);
  if (rental === undefined || isLeftAlone(deps, rental.work)) return undefined;
  return makeDraft(deps, actor, reservationId, { mayExist: true });
}

const isLeftAlone = ({ rentalClock }: Pick<RentalDraftDeps, 'rentalClock'>, { at }: DraftWork): boolean =>
  rentalClock().getTime() - Date.parse(at) < LEFT_ALONE_MS;

/**
 * Creates the draft that a close did not finish. The function of that close has ended, but it may have created a
 * provider draft, so the draft is searched for first.
 */
export async function recoverRentalDraft(deps: RentalDraftDeps, work: DraftWork): Promise<void> {
  if (isLeftAlone(deps, work)) return;
  await makeDraft(deps, { id: SYSTEM_ACTOR, teamId: work.teamId }, work.reservationId, { mayExist: true });
}

async function makeDraft(
  deps: RentalDraftDeps,
  actor: TeamActor,
  reservationId: string,
  { mayExist }: { mayExist: boolean },
): Promise<string | undefined> {
  const rental = await deps.readRental(actor.teamId, reservationId);
  if (rental === undefined) return undefined;
  const { work, client } = rental;
  const invoice = rentalInvoice(work.invoiceId, rental, deps.rentalClock().toISOString());
  const providerId = await atProvider(deps, work, draftBodyOf(invoice, client, `${invoice.id}-draft`), mayExist);
  if (providerId === undefined) {
    await deps.failRentalDraft(work);
    return undefined;
  }
  return deps.recordRentalDraft(actor, work, { ...invoice, providerId });
}

/**
 * The id of the provider's draft. Undefined when the provider refused or did not answer: the same alert covers both.
 */
async function atProvider(
  deps: RentalDraftDeps,
  { teamId, invoiceId }: DraftWork,
  body: ReturnType<typeof draftBodyOf>,
  mayExist: boolean,
): Promise<string | undefined> {
  try {
    const key = (await deps.openKeys(teamId))?.current;
    if (key === undefined) return undefined;
    const [there] = mayExist ? await deps.findDocuments(key, invoiceId) : [];
    if (there) return there.id;
    const outcome = await deps.createDocument(key, body);
    return outcome.kind === 'done' ? outcome.value.id : undefined;
  } catch {
    return undefined;
  }
}
