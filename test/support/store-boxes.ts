import type { TeamActor } from '../../shared/audit/audit';
import type { Box } from '../../shared/boxes/box';
import { boxKey, searchedBox } from '../../shared/boxes/box';
import type { Reservation } from '../../shared/boxes/reservation';
import { createReservation } from '../../shared/boxes/reservations';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { inListByName } from '../../shared/platform/table/word-keys';
import { newWordSteps } from '../../shared/platform/table/word-rows';
import { START, someId, type TestContext } from './engine-runtime';

/** A stored box, DISPONIBLE, at 850.50 a day. */
export const storedBox = (given: Partial<Box> = {}): Box => ({
  id: someId(),
  teamId: someId(),
  economicNumber: 'C-101',
  dailyRate: 850.5,
  status: 'DISPONIBLE',
  createdAt: new Date(START).toISOString(),
  ...given,
});

/** Inserts a box directly into the table. */
export async function insertBox(testContext: TestContext, given: Partial<Box> = {}): Promise<Box> {
  const box = storedBox(given);
  await transact(testContext.context, [
    put(boxKey(box.teamId, box.id), box, {}, unexpectedConflict('A box of the test'), inListByName(searchedBox(box))),
    ...newWordSteps(searchedBox(box)),
  ]);
  return box;
}

/** Reserves a box as a member does. The reservation starts now unless `startAt` is given. */
export const reserve = (
  testContext: TestContext,
  actor: TeamActor,
  box: Box,
  given: { startAt?: string; dailyRate?: number; isBillable?: boolean; clientId?: string } = {},
): Promise<Reservation> =>
  testContext.use(createReservation)(actor, { isBillable: true, ...given, boxId: box.id }, undefined);
