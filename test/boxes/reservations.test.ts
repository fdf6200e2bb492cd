import type { TeamActor } from '../../shared/audit/audit';
import { eventsOf } from '../../shared/audit/audit-event';
import { BOX_STATUSES, type Box, boxKey } from '../../shared/boxes/box';
import { changeBoxStatus } from '../../shared/boxes/boxes';
import { type Reservation, reservationKey } from '../../shared/boxes/reservation';
import { cancelReservation, closeReservation, createReservation } from '../../shared/boxes/reservations';
import { getItems } from '../../shared/platform/table/read';
import { someId } from '../support/engine-runtime';
import { conflict, connectionReset } from '../support/faults';
import { quickTable } from '../support/quick-table';
import { insertBox, reserve } from '../support/store-boxes';
import { storedClient } from '../support/store-records';

const table = quickTable();

const newActor = (): TeamActor => ({ id: someId(), teamId: someId() });
const CROWD = Array.from({ length: 50 });

async function insertReserved(given: { startAt?: string; dailyRate?: number; isBillable?: boolean } = {}) {
  const actor = newActor();
  const box = await insertBox(table.testContext(), { teamId: actor.teamId });
  return { actor, box, reservation: await reserve(table.testContext(), actor, box, given) };
}

/** The stored box, its reservation, and their audit entries. */
async function stateOf({ teamId }: TeamActor, box: Box, reservation: Reservation) {
  const keys = [boxKey(teamId, box.id), reservationKey(teamId, reservation.id)] as const;
  const [storedBox, storedReservation] = await getItems(table.testContext().context, keys);
  const changesOf = async (entityType: 'BOX' | 'BOX_RESERVATION', id: string) =>
    (await table.partition(eventsOf(teamId, entityType, id).pk)).map(({ action, changes }) => [action, changes]);
  return {
    box: storedBox,
    reservation: storedReservation,
    ofBox: await changesOf('BOX', box.id),
    ofReservation: await changesOf('BOX_RESERVATION', reservation.id),
    alerts: await table.partition(`TEAM#${teamId}`, 'ALERT#'),
  };
}

/** The number of calls that succeeded, and the codes of the refused ones. */
async function outcomesOf(all: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(all);
  const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  return { done: outcomes.length - codes.length, codes };
}

describe('a reservation', () => {
  test('is one transaction with its box, after one read', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const testContext = table.testContext();
    const reservation = await reserve(testContext, actor, box);
    expect(testContext.actions()).toEqual(['BatchGetItem', 'TransactWriteItems']);
    const state = await stateOf(actor, box, reservation);
    expect(state.box).toEqual({ ...box, status: 'RENTADA', reservationId: reservation.id });
    expect(state.reservation).toEqual(reservation);
    const { id: reservationId } = reservation;
    expect(state.ofBox).toEqual([['UPDATE', { previousStatus: 'DISPONIBLE', newStatus: 'RENTADA', reservationId }]]);
    expect(state.ofReservation).toEqual([['CREATE', undefined]]);
  });

  test('of one box by fifty at once is one, and 49 are told', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const { done, codes } = await outcomesOf(CROWD.map(() => reserve(table.testContext(), actor, box)));
    expect([done, codes]).toEqual([1, new Array(49).fill('BOX_NOT_AVAILABLE')]);
    expect(await table.partition(`TEAM#${actor.teamId}`, 'RESERVATION#')).toHaveLength(1);
  });

  test('is tried again when another transaction holds the box, and never refused for that', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 3, before: conflict }] });
    expect(await reserve(testContext, actor, box)).toMatchObject({ status: 'ACTIVA' });
    expect(testContext.pauses).toHaveLength(3);
  });

  test('sent twice at once under one Idempotency-Key is one, and both are answered alike', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const once = { pool: 'staff', callerId: actor.id, operationId: 'createReservation', key: 'k', fingerprint: 'f' };
    const plan = { boxId: box.id, isBillable: true };
    const send = () => table.testContext().use(createReservation)(actor, plan, once);
    const [one, ...others] = await Promise.all(CROWD.slice(0, 5).map(send));
    for (const other of others) expect(other).toEqual(one);
    expect(await table.partition(`TEAM#${actor.teamId}`, 'RESERVATION#')).toHaveLength(1);
  });

  test.each(BOX_STATUSES)('of a box that is %s', async (status) => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId, status });
    const { done, codes } = await outcomesOf([reserve(table.testContext(), actor, box)]);
    expect([done, codes]).toEqual(status === 'DISPONIBLE' ? [1, []] : [0, ['BOX_NOT_AVAILABLE']]);
  });

  test('of a client of another team is 400 by its field', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const foreign = reserve(table.testContext(), actor, box, { clientId: storedClient().id });
    await expect(foreign).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'clientId' });
  });
});

describe('a close', () => {
  test('is one transaction with its box, after one read of it', async () => {
    const { actor, box, reservation } = await insertReserved({ dailyRate: 1_250.55 });
    const testContext = table.testContext();
    const { closed } = await testContext.use(closeReservation)(actor, reservation, {
      actualEndAt: '2026-03-04T15:00:00.001Z',
    });
    expect(testContext.actions()).toEqual(['GetItem', 'TransactWriteItems']);
    const counted = { actualEndAt: '2026-03-04T15:00:00.001Z', billedDays: 3, totalAmount: 3_751.65 };
    expect(closed).toEqual({ ...reservation, status: 'CERRADA', ...counted });
    const state = await stateOf(actor, box, reservation);
    expect(state.reservation).toEqual(closed);
    expect(state.box).toEqual(box);
    const { id: reservationId } = reservation;
    expect(state.ofBox.at(-1)).toEqual([
      'UPDATE',
      { previousStatus: 'RENTADA', newStatus: 'DISPONIBLE', reservationId },
    ]);
    expect(state.ofReservation.at(-1)).toEqual([
      'STATUS',
      { previousStatus: 'ACTIVA', newStatus: 'CERRADA', ...counted },
    ]);
  });

  test.each([
    ['is not billable', { isBillable: false }, 850.5],
    ['costs nothing', { dailyRate: 0 }, 0],
  ])('of what %s wants no draft and raises no alert', async (_, given, totalAmount) => {
    const { actor, box, reservation } = await insertReserved(given);
    const { closed } = await table.testContext().use(closeReservation)(actor, reservation);
    expect(closed).toMatchObject({ billedDays: 1, totalAmount });
    expect((await stateOf(actor, box, reservation)).alerts).toEqual([]);
  });

  test('by fifty at once is one, and 49 are told', async () => {
    const { actor, box, reservation } = await insertReserved();
    const close = () => table.testContext().use(closeReservation)(actor, reservation);
    const { done, codes } = await outcomesOf(CROWD.map(close));
    expect([done, codes]).toEqual([1, new Array(49).fill('RESERVATION_NOT_ACTIVE')]);
    const state = await stateOf(actor, box, reservation);
    expect([state.ofReservation.length, state.ofBox.length]).toEqual([2, 2]);
  });

  test('that meets conflicts is tried again', async () => {
    const { actor, reservation } = await insertReserved();
    const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 3, before: conflict }] });
    expect(await testContext.use(closeReservation)(actor, reservation)).toMatchObject({
      closed: { status: 'CERRADA' },
    });
  });

  test('whose answer was lost is done', async () => {
    const { actor, box, reservation } = await insertReserved();
    const testContext = table.testContext({
      faults: [{ action: 'TransactWriteItems', times: 1, after: connectionReset }],
    });
    await expect(testContext.use(closeReservation)(actor, reservation)).rejects.toThrow('ECONNRESET');
    expect((await stateOf(actor, box, reservation)).reservation?.status).toBe('CERRADA');
  });

  test('beside a cancellation is one of the two', async () => {
    const { actor, box, reservation } = await insertReserved();
    const { done, codes } = await outcomesOf([
      table.testContext().use(closeReservation)(actor, reservation),
      table.testContext().use(cancelReservation)(actor, reservation),
    ]);
    expect([done, codes]).toEqual([1, ['RESERVATION_NOT_ACTIVE']]);
    expect((await stateOf(actor, box, reservation)).box).toEqual(box);
  });

  test.each(['MANTENIMIENTO', 'INACTIVA'] as const)(
    'frees its box even after it was made %s, and the audit tells',
    async (status) => {
      const { actor, box, reservation } = await insertReserved();
      const held: Box = { ...box, status: 'RENTADA', reservationId: reservation.id };
      const closing = table.interrupted(() => table.testContext().use(changeBoxStatus)(actor, held, status));
      await closing.use(closeReservation)(actor, reservation);
      const state = await stateOf(actor, box, reservation);
      expect(state.box).toEqual(box);
      expect(state.ofBox.at(-1)).toEqual([
        status === 'INACTIVA' ? 'ACTIVATE' : 'UPDATE',
        { previousStatus: status, newStatus: 'DISPONIBLE', reservationId: reservation.id },
      ]);
    },
  );

  test('leaves a box alone that another reservation holds', async () => {
    const { actor, box, reservation } = await insertReserved();
    const other = await insertBox(table.testContext(), { ...box, status: 'RENTADA', reservationId: someId() });
    await table.testContext().use(closeReservation)(actor, reservation);
    expect((await stateOf(actor, box, reservation)).box).toEqual(other);
  });
});

describe('a cancellation', () => {
  test.each([
    ['RENTADA', 'DISPONIBLE'],
    ['MANTENIMIENTO', 'MANTENIMIENTO'],
    ['INACTIVA', 'INACTIVA'],
  ] as const)('lets go of a box that is %s, which is %s then', async (status, then) => {
    const { actor, box, reservation } = await insertReserved();
    const held = await insertBox(table.testContext(), { ...box, status, reservationId: reservation.id });
    await table.testContext().use(cancelReservation)(actor, reservation);
    const state = await stateOf(actor, held, reservation);
    expect(state.box).toEqual({ ...box, status: then });
    expect(state.reservation).toEqual({ ...reservation, status: 'CANCELADA' });
    expect(state.alerts).toEqual([]);
  });
});

describe('a box that is moved by hand', () => {
  test('while it is being reserved is not reserved, or moved after it', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const testContext = table.interrupted(() => table.testContext().use(changeBoxStatus)(actor, box, 'MANTENIMIENTO'));
    await expect(reserve(testContext, actor, box)).rejects.toMatchObject({ code: 'BOX_NOT_AVAILABLE' });
  });

  test('to DISPONIBLE while it is being reserved is refused, because it is held by then', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId, status: 'INACTIVA' });
    const testContext = table.interrupted(async () => {
      await table.testContext().use(changeBoxStatus)(actor, box, 'DISPONIBLE');
      await reserve(table.testContext(), actor, box);
    });
    const moved = testContext.use(changeBoxStatus)(actor, box, 'DISPONIBLE');
    await expect(moved).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'status' });
  });

  test('by two at once has each of them told the status before', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const testContext = table.interrupted(() => table.testContext().use(changeBoxStatus)(actor, box, 'INACTIVA'));
    expect(await testContext.use(changeBoxStatus)(actor, box, 'MANTENIMIENTO')).toBe('INACTIVA');
    const events = await table.partition(eventsOf(actor.teamId, 'BOX', box.id).pk);
    expect(events.map(({ action }) => action)).toEqual(['DEACTIVATE', 'ACTIVATE']);
  });
});
