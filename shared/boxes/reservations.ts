import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { clientKey } from '../clients/client';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords, stillThereSteps } from '../platform/table/deletions';
import { allOf, type Condition, unchanged } from '../platform/table/expression';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItem, getItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { interpret } from '../platform/table/state-machine';
import { deleteIfPresent, type Step, update } from '../platform/table/steps';
import { changedBy } from '../platform/values/changes';
import { billedDays, rentalTotal } from './billing-days';
import { type Box, boxKey } from './box';
import { BOX_BY_RESERVATION } from './box-states';
import { moveBoxSteps } from './boxes';
import {
  ClosedReservation,
  listedSteps,
  type NewReservation,
  Reservation,
  type ReservationChanges,
  reservationIndexes,
  reservationKey,
  reservationOfClientKey,
} from './reservation';
import { type Ending, RESERVATION_TRANSITIONS, type ReservationTransition } from './reservation-states';

/**
 * Reserves a box that is DISPONIBLE and not held (else BOX_NOT_AVAILABLE). One transaction writes the reservation, the box and an audit entry
 * of both. Only its conditions refuse, so that a second request with the same Idempotency-Key gets the answer of the first.
 */
export const createReservation = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem', 'ConditionCheckItem'],
    tableKeys: ['CALLER#', 'TEAM#'],
  },
  (context) => (actor: TeamActor, plan: NewReservation, once: Once | undefined) =>
    namingRecords(context, (stillThere) =>
      createOnce(context, once, Reservation, async () => {
        const { teamId } = actor;
        const box = await readBox(context, teamId, plan);
        const given = newRecord(context, actor);
        const { startAt = given.createdAt, dailyRate = box.dailyRate, expectedEndAt } = plan;
        refuseEndBefore(startAt, expectedEndAt);
        const reservation: Reservation = { ...plan, ...given, startAt, dailyRate, status: 'ACTIVA' };
        const key = reservationKey(teamId, reservation.id);
        const indexes = reservationIndexes(reservation);
        const { result, steps } = creationOf(context, actor, 'BOX_RESERVATION', key, reservation, indexes);
        const { reserved } = BOX_BY_RESERVATION;
        const boxSteps = moveBoxSteps(context, actor, { ...box, ...FREE }, reserved, {
          given: { reservationId: reservation.id },
          asRead: { oneOf: { status: reserved.from } },
          refused: () => new AppError('BOX_NOT_AVAILABLE'),
        });
        const named = stillThereSteps(teamId, stillThere, [reservation.clientId]);
        return { result, steps: [...boxSteps, ...steps, ...named, ...listedSteps(reservation)] };
      }),
    ),
);

function refuseEndBefore(startAt: string, expectedEndAt: string | null | undefined): void {
  if (expectedEndAt && expectedEndAt < startAt)
    throw validationError('expectedEndAt', {
      en: 'Send an end that is not before the start.',
      es: 'Envíe un fin que no sea anterior al inicio.',
    });
}

/** Lists a reservation under another client, which an edit requires to be as it was read. */
function clientEdit(before: Reservation, after: Reservation): { condition: Condition; steps: Step[] } {
  const { teamId, id, clientId, startAt } = before;
  if (clientId === after.clientId) return { condition: {}, steps: [] };
  const left = clientId === undefined ? [] : [deleteIfPresent(reservationOfClientKey(teamId, clientId, startAt, id))];
  return { condition: unchanged(before, ['clientId']), steps: [...left, ...listedSteps(after)] };
}

/** Changes a reservation that is ACTIVA (else RESERVATION_NOT_ACTIVE). It is tried again when another edit changed the client meanwhile. */
export const editReservation = capability(
  { table: ['BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] },
  (context) =>
    (actor: TeamActor, read: Reservation, changes: ReservationChanges): Promise<Reservation> =>
      namingRecords(context, async (stillThere) => {
        refuseEndBefore(read.startAt, changes.expectedEndAt);
        const [client] = await getItems(context, [
          changes.clientId ? clientKey(read.teamId, changes.clientId) : undefined,
        ]);
        if (changes.clientId && client === undefined) throw noSuchClient();
        return retryOnConflict(context, read, async (reservation, changed) => {
          const { teamId, id, status } = reservation;
          if (status !== 'ACTIVA') throw new AppError('RESERVATION_NOT_ACTIVE');
          const listed = clientEdit(reservation, changedBy(reservation, changes));
          return editItem(context, actor, {
            key: reservationKey(teamId, id),
            entityType: 'BOX_RESERVATION',
            entityId: id,
            record: reservation,
            changes,
            condition: allOf({ equals: { status } }, listed.condition),
            refused: (found) => (found ? changed(found) : new AppError('NOT_FOUND')),
            steps: [...listed.steps, ...stillThereSteps(teamId, stillThere, [changes.clientId])],
          });
        });
      }),
);

const noSuchClient = () =>
  validationError('clientId', {
    en: 'There is no such client in this team.',
    es: 'Esta empresa no tiene ese cliente.',
  });

/** The box as the conditions of the write demand it; the box that was read may be older. */
const FREE = { status: 'DISPONIBLE', reservationId: undefined } as const;

async function readBox(context: Context, teamId: string, { boxId, clientId }: NewReservation): Promise<Box> {
  const [box, client] = await getItems(context, [
    boxKey(teamId, boxId),
    clientId === undefined ? undefined : clientKey(teamId, clientId),
  ]);
  if (box === undefined)
    throw validationError('boxId', { en: 'There is no such box in this team.', es: 'Esta empresa no tiene esa caja.' });
  if (clientId !== undefined && client === undefined) throw noSuchClient();
  return box;
}

interface Close {
  /** When the client returned the box. Absent: now. */
  readonly actualEndAt?: string | undefined;
  readonly once?: Once | undefined;
}

/**
 * Closes a reservation that is ACTIVA (else RESERVATION_NOT_ACTIVE) and counts the amount due, in one transaction with the request for an
 * invoice draft. `isFirst` is false for a repeat with the same Idempotency-Key: the draft is then the work of the first request.
 */
export const closeReservation = capability(
  { table: ['GetItem', 'UpdateItem', 'PutItem'], tableKeys: ['CALLER#', 'STAMPING_WORK#', 'TEAM#'] },
  (context) =>
    async (
      actor: TeamActor,
      reservation: Reservation,
      { actualEndAt = context.now().toISOString(), once }: Close = {},
    ): Promise<{ readonly closed: ClosedReservation; readonly isFirst: boolean }> => {
      const days = billedDays(reservation.startAt, actualEndAt);
      const counted = { actualEndAt, billedDays: days, totalAmount: rentalTotal(days, reservation.dailyRate) };
      const { close } = RESERVATION_TRANSITIONS;
      const givenFor = (ending: Ending) => ({ ...ending, counted });
      const { ended, isFirst } = await endReservation(context, actor, reservation, close, { givenFor, once });
      return { closed: v.parse(ClosedReservation, ended), isFirst };
    },
);

/** Cancels a reservation that is ACTIVA (else RESERVATION_NOT_ACTIVE), without billing. */
export const cancelReservation = capability(
  { table: ['GetItem', 'UpdateItem', 'PutItem'], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) =>
    async (actor: TeamActor, reservation: Reservation, { once }: Pick<Close, 'once'> = {}): Promise<Reservation> => {
      const { cancel } = RESERVATION_TRANSITIONS;
      const { ended } = await endReservation(context, actor, reservation, cancel, {
        givenFor: (ending) => ending,
        once,
      });
      return ended;
    },
);

interface End<Given> {
  readonly givenFor: (ending: Ending) => Given;
  readonly once: Once | undefined;
}

/**
 * Ends a reservation and frees its box, with an audit entry of both. Of several requests at once one succeeds. When the box changes meanwhile,
 * the end starts again with the new box. `isFirst` is false for the answer of an earlier request with the same Idempotency-Key.
 */
async function endReservation<Given>(
  context: Context,
  actor: TeamActor,
  reservation: Reservation,
  row: ReservationTransition<Given>,
  { givenFor, once }: End<Given>,
): Promise<{ readonly ended: Reservation; readonly isFirst: boolean }> {
  const { teamId, id, boxId } = reservation;
  const read = await getItem(context, boxKey(teamId, boxId));
  return retryOnConflict(context, read, async (box, changed) => {
    const { after, change, condition, steps } = interpret(context, row, reservation, givenFor({ actor, box, changed }));
    const { status: newStatus, ...fields } = change.set;
    const result: Reservation = { ...after };
    const all = [
      update(
        reservationKey(teamId, id),
        { ...change, set: { ...change.set, ...reservationIndexes(after) } },
        allOf({ oneOf: { status: row.from } }, condition),
        (found) => new AppError(found ? 'RESERVATION_NOT_ACTIVE' : 'NOT_FOUND'),
      ),
      ...steps,
      auditStep(context, actor, {
        entityType: 'BOX_RESERVATION',
        entityId: id,
        action: 'STATUS',
        changes: { previousStatus: reservation.status, newStatus, ...fields },
      }),
    ];
    const ended = await createOnce(context, once, Reservation, async () => ({ result, steps: all }));
    return { ended, isFirst: ended === result };
  });
}
