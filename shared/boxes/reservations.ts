import { auditStep, type TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { clientKey } from '../clients/client';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { listItems } from '../platform/table/lists';
import { getItem, getItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Page } from '../platform/values/pages';
import { billedDays, rentalTotal } from './billing-days';
import { type Box, boxKey } from './box';
import { moveBoxSteps } from './boxes';
import { draftWantedSteps } from './rental-drafts';
import {
  type ClosedReservation,
  type NewReservation,
  RESERVATION_TRANSITIONS,
  Reservation,
  type ReservationStatus,
  type ReservationTransition,
  reservationKey,
  reservationsOf,
  wantsInvoice,
} from './reservation';

/**
 * Reserves a box that is DISPONIBLE and unheld (else BOX_NOT_AVAILABLE): the reservation, the box RENTADA with its identifier, and an audit
 * entry of both, in one transaction. Only its conditions decide, so that the same Idempotency-Key sent twice at once meets its own answer.
 */
export const createReservation = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'] },
  (context) => (actor: TeamActor, plan: NewReservation, once: Once | undefined) =>
    createOnce(context, once, Reservation, async () => {
      const { teamId } = actor;
      const box = await readBox(context, teamId, plan);
      const given = newRecord(context, actor);
      const { startAt = given.createdAt, dailyRate = box.dailyRate, expectedEndAt } = plan;
      if (expectedEndAt !== undefined && expectedEndAt < startAt) {
        throw validationError('expectedEndAt', 'Send an end that is not before the start.');
      }
      const reservation: Reservation = { ...plan, ...given, startAt, dailyRate, status: 'ACTIVA' };
      const key = reservationKey(teamId, reservation.id);
      const { result, steps } = creationOf(context, actor, 'BOX_RESERVATION', key, reservation);
      const unheld: Box = { ...box, status: 'DISPONIBLE', reservationId: undefined };
      const refused = () => new AppError('BOX_NOT_AVAILABLE');
      const move = { to: 'RENTADA', reservationId: reservation.id, refused } as const;
      return { result, steps: [...moveBoxSteps(context, actor, unheld, move), ...steps] };
    }),
);

async function readBox(context: Context, teamId: string, { boxId, clientId }: NewReservation): Promise<Box> {
  const [box, client] = await getItems(context, [
    boxKey(teamId, boxId),
    clientId === undefined ? undefined : clientKey(teamId, clientId),
  ]);
  if (box === undefined) throw validationError('boxId', 'There is no such box in this team.');
  if (clientId !== undefined && client === undefined)
    throw validationError('clientId', 'There is no such client in this team.');
  return box;
}

export interface ReservationFilter {
  readonly status?: ReservationStatus | undefined;
  readonly boxId?: string | undefined;
}

/** Reservations of a team, the newest first. Neither filter has an index: a page examines at most 1,000 reservations. */
export const listReservations = capability(
  { table: ['Query'] },
  (context) =>
    (teamId: string, { status, boxId }: ReservationFilter, page: Page) =>
      listItems(
        context,
        {
          ...reservationsOf(teamId),
          filters: [status, boxId],
          keep: (reservation) =>
            (status === undefined || reservation.status === status) &&
            (boxId === undefined || reservation.boxId === boxId),
        },
        page,
      ),
);

/** Closes a reservation that is ACTIVA (else RESERVATION_NOT_ACTIVE) and counts what is due, in one transaction with the mark that a draft is wanted. */
export const closeReservation = capability(
  { table: ['GetItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    async (
      actor: TeamActor,
      reservation: Reservation,
      actualEndAt = context.now().toISOString(),
    ): Promise<ClosedReservation> => {
      const days = billedDays(reservation.startAt, actualEndAt);
      const total = rentalTotal(days, reservation.dailyRate);
      const counted = { actualEndAt, billedDays: days, totalAmount: total };
      const closed: ClosedReservation = { ...reservation, status: RESERVATION_TRANSITIONS.close.to, ...counted };
      const draft = wantsInvoice(closed) ? draftWantedSteps(context, closed) : [];
      await endReservation(context, actor, reservation, RESERVATION_TRANSITIONS.close, counted, draft);
      return closed;
    },
);

/** Cancels a reservation that is ACTIVA (else RESERVATION_NOT_ACTIVE), without billing. */
export const cancelReservation = capability(
  { table: ['GetItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, reservation: Reservation): Promise<Reservation> => {
      await endReservation(context, actor, reservation, RESERVATION_TRANSITIONS.cancel);
      return { ...reservation, status: RESERVATION_TRANSITIONS.cancel.to };
    },
);

/** Ends a reservation and frees its box, with an audit entry of both. Of who ends it at once one wins; a box that moves by hand meanwhile is read again. */
async function endReservation(
  context: Context,
  actor: TeamActor,
  { teamId, id, boxId }: Reservation,
  { from, to, frees }: ReservationTransition,
  counted: object = {},
  others: readonly Step[] = [],
): Promise<void> {
  const read = await getItem(context, boxKey(teamId, boxId));
  await retryOnConflict(context, read, async (box, changed) => {
    const ended = update(
      reservationKey(teamId, id),
      { set: { status: to, ...counted } },
      { equals: { status: from } },
      (found) => new AppError(found ? 'RESERVATION_NOT_ACTIVE' : 'NOT_FOUND'),
    );
    const changes = { previousStatus: from, newStatus: to, ...counted };
    const entry = { entityType: 'BOX_RESERVATION', entityId: id, action: 'STATUS', changes } as const;
    await transact(context, [
      ended,
      ...(box?.reservationId === id ? moveBoxSteps(context, actor, box, freed(box, frees, changed)) : []),
      ...others,
      auditStep(context, actor, entry),
    ]);
  });
}

const freed = (box: Box, frees: ReservationTransition['frees'], refused: (found: Box | undefined) => Error) => ({
  to: frees === 'whatever its status' || box.status === 'RENTADA' ? ('DISPONIBLE' as const) : box.status,
  reservationId: null,
  refused,
});
