import { auditStep, type TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { listItems } from '../platform/table/lists';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { create, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { changedMeanwhile, renameSteps } from '../platform/table/unique-names';
import type { Page } from '../platform/values/pages';
import {
  Box,
  type BoxChanges,
  type BoxFields,
  type BoxStatus,
  boxAuditAction,
  boxesOf,
  boxKey,
  economicNumberKey,
  normalEconomicNumber,
  refusalByHand,
} from './box';

/** Registers a box, DISPONIBLE. ECONOMIC_NUMBER_TAKEN when the team has that number already. */
export const createBox = capability(
  { table: CREATE_ONCE_PERMISSIONS },
  (context) => (actor: TeamActor, fields: BoxFields, once: Once | undefined) =>
    createOnce(context, once, Box, async () => {
      const { teamId } = actor;
      const box: Box = { ...fields, ...newRecord(context, actor), status: 'DISPONIBLE' };
      const { result, steps } = creationOf(context, actor, 'BOX', boxKey(teamId, box.id), box);
      const taken = () => new AppError('ECONOMIC_NUMBER_TAKEN', { field: 'economicNumber' });
      const number = economicNumberKey(teamId, normalEconomicNumber(fields.economicNumber));
      return { result, steps: [create(number, { boxId: box.id }, taken), ...steps] };
    }),
);

/** Boxes of a team, the newest first. The filter has no index: a page examines at most 1,000 boxes. */
export const listBoxes = capability(
  { table: ['Query'] },
  (context) => (teamId: string, status: BoxStatus | undefined, page: Page) =>
    listItems(context, { ...boxesOf(teamId), filters: [status], keep: (box) => box.status === status }, page),
);

/** Changes what a member may of a box. A number of another box is 400 here, because a change has no 409 (docs/decisions/0018). */
export const editBox = capability(
  { table: ['UpdateItem', 'PutItem', 'DeleteItem'] },
  (context) => (actor: TeamActor, box: Box, changes: BoxChanges) =>
    editItem(context, actor, {
      key: boxKey(box.teamId, box.id),
      entityType: 'BOX',
      entityId: box.id,
      record: box,
      changes,
      condition: changes.economicNumber === undefined ? {} : { equals: { economicNumber: box.economicNumber } },
      refused: (found) => (found ? changedMeanwhile('economicNumber') : new AppError('NOT_FOUND')),
      steps: renameSteps({
        field: 'economicNumber',
        keyOf: (number) => economicNumberKey(box.teamId, number),
        holder: { boxId: box.id },
        from: normalEconomicNumber(box.economicNumber),
        to: changes.economicNumber && normalEconomicNumber(changes.economicNumber),
        taken: 'Another box of this team already has that economic number. Check the number.',
      }),
    }),
);

/** Moves a box by hand, as the table says (400 by `status`); answers the status it had. */
export const changeBoxStatus = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    (actor: TeamActor, read: Box, to: BoxStatus): Promise<BoxStatus> =>
      retryOnConflict(context, read, async (box, changed) => {
        const refusal = refusalByHand(box, to);
        if (refusal) throw refusal;
        const refused = (found: Box | undefined) => (found ? changed(found) : new AppError('NOT_FOUND'));
        await transact(context, moveBoxSteps(context, actor, box, { to, refused }));
        return box.status;
      }),
);

export interface BoxMove {
  readonly to: BoxStatus;
  /** The reservation that takes it, or null to free it; absent: who holds it stays. */
  readonly reservationId?: string | null;
  readonly refused: (found: Box | undefined) => Error;
}

/** Moves a box that is still as it was read, with the audit entry of it. */
export function moveBoxSteps(context: Context, actor: TeamActor, box: Box, move: BoxMove): Step[] {
  const { to, reservationId, refused } = move;
  const set = { status: to, ...(reservationId && { reservationId }) };
  return [
    update(
      boxKey(box.teamId, box.id),
      { set, ...(reservationId === null && { remove: ['reservationId'] }) },
      unchanged(box, ['status', 'reservationId']),
      refused,
    ),
    auditStep(context, actor, {
      entityType: 'BOX',
      entityId: box.id,
      action: boxAuditAction(box.status, to),
      changes: {
        previousStatus: box.status,
        newStatus: to,
        ...(reservationId !== undefined && { reservationId: reservationId ?? box.reservationId }),
      },
    }),
  ];
}
