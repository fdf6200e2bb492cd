import { alertSteps } from '../alerts/alerts';
import { auditStep, type TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import type { Invoice } from '../invoices/invoice';
import { recordOf } from '../invoices/invoice-record';
import { invoiceCreationSteps } from '../invoices/invoice-writes';
import { taxIssuerKey } from '../invoices/issuer';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere } from '../platform/table/already-there';
import { getItems } from '../platform/table/read';
import { deleteItem, putItem, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { boxKey } from './box';
import { type DraftWork, draftWorkKey, type Reservation, reservationKey } from './reservation';

/**
 * The request for an invoice draft. The close of a reservation writes it in its own transaction, so that recovery finds a missing draft. The
 * request holds the identifier of the invoice, so that two attempts create one invoice.
 */
export function draftWantedSteps(context: Context, { id, teamId }: Pick<Reservation, 'id' | 'teamId'>): Step[] {
  const work: DraftWork = {
    kind: 'DRAFT',
    teamId,
    invoiceId: context.newId(),
    reservationId: id,
    at: context.now().toISOString(),
  };
  return [putItem(draftWorkKey(id), work)];
}

/** Reads the records that the draft of a rental needs. Undefined when the draft is no longer requested. */
export const readRental = capability(
  { table: ['BatchGetItem'], tableKeys: ['STAMPING_WORK#', 'TEAM#'] },
  (context) => async (teamId: string, reservationId: string) => {
    const [work, reservation] = await getItems(context, [
      draftWorkKey(reservationId),
      reservationKey(teamId, reservationId),
    ]);
    if (work === undefined || reservation === undefined) return undefined;
    const { boxId, clientId } = reservation;
    const [box, client, issuer] = await getItems(context, [
      boxKey(teamId, boxId),
      clientId === undefined ? undefined : clientKey(teamId, clientId),
      taxIssuerKey(teamId),
    ]);
    return { work, reservation, box, client, issuer };
  },
);

/** Stores the draft and its identifier in the reservation, in one transaction. Undefined when another request stored it first. */
export const recordRentalDraft = capability(
  { table: ['PutItem', 'UpdateItem', 'DeleteItem'], tableKeys: ['STAMPING_WORK#', 'TEAM#'] },
  (context) =>
    async (actor: TeamActor, work: DraftWork, invoice: Invoice): Promise<string | undefined> => {
      const { record, details } = recordOf(invoice, { revision: 0, reservationId: work.reservationId });
      const entry = { entityType: 'INVOICE', entityId: invoice.id, action: 'CREATE' } as const;
      const isMade = await unlessDone(context, [
        noLongerWanted(work),
        ...invoiceCreationSteps(record, details),
        update(
          reservationKey(work.teamId, work.reservationId),
          { set: { invoiceId: invoice.id } },
          {},
          () => new AlreadyThere(),
        ),
        auditStep(context, actor, entry),
      ]);
      return isMade ? invoice.id : undefined;
    },
);

/** Ends the request without a draft, and raises the alert that asks for an invoice made by hand. */
export const failRentalDraft = capability(
  { table: ['PutItem', 'DeleteItem'], tableKeys: ['STAMPING_WORK#', 'TEAM#'] },
  (context) => async (work: DraftWork) => {
    const cause = { type: 'BOX_RENTAL_INVOICE_DRAFT_FAILED', entityId: work.reservationId } as const;
    await unlessDone(context, [noLongerWanted(work), ...alertSteps(context, work.teamId, cause)]);
  },
);

const noLongerWanted = ({ reservationId }: DraftWork): Step =>
  deleteItem(draftWorkKey(reservationId), {}, () => new AlreadyThere());

async function unlessDone(context: Context, steps: readonly Step[]): Promise<boolean> {
  try {
    await transact(context, steps);
    return true;
  } catch (failure) {
    if (failure instanceof AlreadyThere) return false;
    throw failure;
  }
}
