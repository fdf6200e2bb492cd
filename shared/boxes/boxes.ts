import { auditStep, type TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allOf, type Condition, unchanged } from '../platform/table/expression';
import { externalIdEdit, newExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import type { ListQuery } from '../platform/table/search-query';
import { interpret, rowFor } from '../platform/table/state-machine';
import { create, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { changedMeanwhile, renameSteps } from '../platform/table/unique-names';
import { inListByName } from '../platform/table/word-keys';
import { newWordSteps, wordEdit } from '../platform/table/word-rows';
import { listSearched } from '../platform/table/word-search';
import { changedBy } from '../platform/values/changes';
import type { Page } from '../platform/values/pages';
import { isOfType } from '../platform/values/search';
import {
  Box,
  type BoxChanges,
  type BoxFields,
  type BoxStatus,
  boxesOf,
  boxKey,
  economicNumberKey,
  normalEconomicNumber,
  searchedBox,
} from './box';
import { BOX_BY_HAND, type BoxTransition, boxAuditAction } from './box-states';

/** Creates a box, DISPONIBLE. ECONOMIC_NUMBER_TAKEN when the team has a box with that number. */
export const createBox = capability(
  { table: CREATE_ONCE_PERMISSIONS, tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: BoxFields, once: Once | undefined) =>
    createOnce(context, once, Box, async () => {
      const { teamId } = actor;
      const box: Box = { ...fields, ...newRecord(context, actor), status: 'DISPONIBLE' };
      const searched = searchedBox(box);
      const { result, steps } = creationOf(context, actor, 'BOX', boxKey(teamId, box.id), box, inListByName(searched));
      const taken = () => new AppError('ECONOMIC_NUMBER_TAKEN', { field: 'economicNumber' });
      const number = economicNumberKey(teamId, normalEconomicNumber(fields.economicNumber));
      const unique = [create(number, { boxId: box.id }, taken), ...newExternalId('BOX', box)];
      return { result, steps: [...unique, ...steps, ...newWordSteps(searched)] };
    }),
);

interface BoxFilter extends ListQuery {
  readonly status?: BoxStatus | undefined;
  /** Compared without case and accents. */
  readonly type?: string | undefined;
}

/** Boxes of a team. The filters have no index: the boxes are read until the page is full or has used its units. */
export const listBoxes = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    (teamId: string, { status, type, ...query }: BoxFilter, page: Page) =>
      listSearched(
        context,
        {
          ...boxesOf(teamId),
          teamId,
          kind: 'BOX',
          filters: [status, type],
          keep: (box) => (status === undefined || box.status === status) && isOfType(box, type),
          searched: searchedBox,
        },
        query,
        page,
      ),
);

/** Changes the fields that a member may change. The number of another box is 400, because a change has no 409 (docs/decisions/0018). */
export const editBox = capability(
  { table: ['UpdateItem', 'PutItem', 'DeleteItem'] },
  (context) => (actor: TeamActor, box: Box, changes: BoxChanges) => {
    const words = wordEdit(searchedBox(box), searchedBox(changedBy(box, changes)));
    const external = externalIdEdit('BOX', box, changes);
    const isRenamed = changes.economicNumber !== undefined;
    return editItem(context, actor, {
      key: boxKey(box.teamId, box.id),
      entityType: 'BOX',
      entityId: box.id,
      record: box,
      changes,
      condition: allOf(external.condition, isRenamed ? { equals: { economicNumber: box.economicNumber } } : {}),
      refused: (found) => {
        if (found === undefined) return new AppError('NOT_FOUND');
        const isOther = isRenamed && found.economicNumber !== box.economicNumber;
        return changedMeanwhile(isOther ? 'economicNumber' : 'externalId');
      },
      indexes: words.indexes,
      steps: [
        ...renameSteps({
          field: 'economicNumber',
          keyOf: (number) => economicNumberKey(box.teamId, number),
          holder: { boxId: box.id },
          from: normalEconomicNumber(box.economicNumber),
          to: changes.economicNumber && normalEconomicNumber(changes.economicNumber),
          taken: {
            en: 'Another box of this team already has that economic number. Check the number.',
            es: 'Otra caja de esta empresa ya tiene ese número económico. Revise el número.',
          },
        }),
        ...words.steps,
        ...external.steps,
      ],
    });
  },
);

/** Moves a box by hand by the table of states (400 by `status`) and returns the previous status. The present status changes nothing. */
export const changeBoxStatus = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    (actor: TeamActor, read: Box, to: BoxStatus): Promise<BoxStatus> =>
      retryOnConflict(context, read, async (box, changed) => {
        if (to === box.status) return to;
        const row = rowFor(BOX_BY_HAND, box.status, to);
        if (row === undefined)
          throw validationError('status', {
            en: 'A box becomes RENTADA by a reservation alone. Reserve it.',
            es: 'Una caja pasa a RENTADA solo por una reservación. Resérvela.',
          });
        const refused = (found: Box | undefined) => (found ? changed(found) : new AppError('NOT_FOUND'));
        const asRead = unchanged(box, ['status', 'reservationId']);
        await transact(context, moveBoxSteps(context, actor, box, row, { given: undefined, asRead, refused }));
        return box.status;
      }),
);

interface BoxMove<Given> {
  readonly given: Given;
  /** Must hold of the stored box in addition to the conditions of the row. */
  readonly asRead: Condition;
  readonly refused: (found: Box | undefined) => Error;
}

/** The writes of one move of a box with its audit entry. */
export function moveBoxSteps<Given>(
  context: Context,
  actor: TeamActor,
  box: Box,
  row: BoxTransition<Given>,
  { given, asRead, refused }: BoxMove<Given>,
): Step[] {
  const { after, change, condition, steps } = interpret(context, row, box, given);
  const { status, reservationId } = after;
  return [
    update(boxKey(box.teamId, box.id), change, allOf(asRead, condition), refused),
    ...steps,
    auditStep(context, actor, {
      entityType: 'BOX',
      entityId: box.id,
      action: boxAuditAction(box.status, status),
      changes: {
        previousStatus: box.status,
        newStatus: status,
        ...(reservationId !== box.reservationId && { reservationId: reservationId ?? box.reservationId }),
      },
    }),
  ];
}
