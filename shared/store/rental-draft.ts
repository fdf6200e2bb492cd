import type { ClosedReservation } from '../domain/reservations';
import { capability } from '../runtime/capability';
import type { Context } from '../runtime/context';
import { alertStep } from './alerts';
import type { TeamActor } from './audit';
import type { Step } from './steps';

/**
 * What the close of a billable reservation writes in its own transaction, so that a draft that is not made is never forgotten. No team has
 * an organization at the stamping provider yet, so no draft can be made: the alert goes out with the close (product.md §3.7).
 */
export const draftWantedSteps = (context: Context, { id, teamId }: ClosedReservation): Step[] => [
  alertStep(context, teamId, { type: 'BOX_RENTAL_INVOICE_DRAFT_FAILED', entityId: id }),
];

/** Makes the draft of a closed rental after its close; undefined where none could be made. The reservation is closed either way. */
export const makeRentalDraft = capability(
  {},
  () =>
    async (_actor: TeamActor, _closed: ClosedReservation): Promise<string | undefined> =>
      undefined,
);
