import type { TeamActor } from '../../shared/audit/audit';
import { BOX_STATUSES, type Box, boxKey } from '../../shared/boxes/box';
import { changeBoxStatus } from '../../shared/boxes/boxes';
import { draftWorkKey, type Reservation, reservationKey } from '../../shared/boxes/reservation';
import { cancelReservation, closeReservation } from '../../shared/boxes/reservations';
import { getItem } from '../../shared/platform/table/read';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertBox, reserve } from '../support/store-boxes';

const table = quickTable();
const newActor = () => ({ id: someId(), teamId: someId() });
const stored = ({ teamId, id }: Box) => getItem(table.testContext().context, boxKey(teamId, id));

const pairs = BOX_STATUSES.flatMap((from) => BOX_STATUSES.map((to) => ({ from, to })));

describe('by hand', () => {
  test.each(pairs)(
    'a box that no reservation holds goes from $from to $to, unless to RENTADA',
    async ({ from, to }) => {
      const actor = newActor();
      const box = await insertBox(table.testContext(), { teamId: actor.teamId, status: from });
      const moved = table.testContext().use(changeBoxStatus)(actor, box, to);
      if (to === 'RENTADA' && from !== to)
        await expect(moved).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'status' });
      else await expect(moved).resolves.toBe(from);
      expect(await stored(box)).toEqual({ ...box, status: to === 'RENTADA' ? from : to });
    },
  );

  test.each(pairs)('a held box goes from $from to $to, if to MANTENIMIENTO or INACTIVA', async ({ from, to }) => {
    const actor = newActor();
    const given = { teamId: actor.teamId, status: from, reservationId: someId() };
    const box = await insertBox(table.testContext(), given);
    const may = to === from || to === 'MANTENIMIENTO' || to === 'INACTIVA';
    const moved = table.testContext().use(changeBoxStatus)(actor, box, to);
    if (may) await expect(moved).resolves.toBe(from);
    else await expect(moved).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'status' });
    expect(await stored(box)).toEqual({ ...box, status: may ? to : from });
  });
});

describe('a reservation', () => {
  test.each(BOX_STATUSES)('of a box that is %s', async (status) => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId, status });
    const reserved = reserve(table.testContext(), actor, box);
    if (status === 'DISPONIBLE') {
      const { id: reservationId } = await reserved;
      expect(await stored(box)).toEqual({ ...box, status: 'RENTADA', reservationId });
    } else {
      await expect(reserved).rejects.toMatchObject({ code: 'BOX_NOT_AVAILABLE' });
      expect(await stored(box)).toEqual(box);
    }
  });

  test.each(BOX_STATUSES)('of a box that is %s, and that another reservation holds, is refused', async (status) => {
    const actor = newActor();
    const held = { teamId: actor.teamId, status, reservationId: someId() };
    const box = await insertBox(table.testContext(), held);
    await expect(reserve(table.testContext(), actor, box)).rejects.toMatchObject({ code: 'BOX_NOT_AVAILABLE' });
    expect(await stored(box)).toEqual(box);
  });

  test('of a box that gets held meanwhile in the status DISPONIBLE is refused', async () => {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const held: Box = { ...box, reservationId: someId() };
    const late = table.interrupted(() => insertBox(table.testContext(), held));
    await expect(reserve(late, actor, box)).rejects.toMatchObject({ code: 'BOX_NOT_AVAILABLE' });
    expect(await stored(box)).toEqual(held);
  });
});

const ENDS = BOX_STATUSES.flatMap((status) => [true, false].map((isBillable) => ({ status, isBillable })));

describe('the end of a reservation', () => {
  async function insertHeld(status: Box['status'], isBillable: boolean) {
    const actor = newActor();
    const box = await insertBox(table.testContext(), { teamId: actor.teamId });
    const reservation = await reserve(table.testContext(), actor, box, { isBillable });
    const held = await insertBox(table.testContext(), { ...box, status, reservationId: reservation.id });
    const context = table.testContext().context;
    const work = () => getItem(context, draftWorkKey(reservation.id));
    const ended = () => getItem(context, reservationKey(actor.teamId, reservation.id));
    return { actor, box, held, reservation, work, ended };
  }

  test.each(ENDS)('by a close frees a box that is $status; billable: $isBillable', async ({ status, isBillable }) => {
    const { actor, box, reservation, work, ended } = await insertHeld(status, isBillable);
    const { closed } = await table.testContext().use(closeReservation)(actor, reservation);
    const counted = { actualEndAt: closed.actualEndAt, billedDays: 1, totalAmount: 850.5 };
    expect(closed).toEqual({ ...reservation, status: 'CERRADA', ...counted });
    expect(await ended()).toEqual(closed);
    expect(await stored(box)).toEqual({ ...box, status: 'DISPONIBLE' });
    const expected = isBillable ? { kind: 'DRAFT', reservationId: reservation.id } : undefined;
    const found = await work();
    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeUndefined();
  });

  test.each(ENDS)('by a cancellation frees a box that is $status; billable: $isBillable', async (given) => {
    const { status, isBillable } = given;
    const { actor, box, reservation, work, ended } = await insertHeld(status, isBillable);
    await table.testContext().use(cancelReservation)(actor, reservation);
    expect(await ended()).toEqual({ ...reservation, status: 'CANCELADA' });
    expect(await stored(box)).toEqual({ ...box, status: status === 'RENTADA' ? 'DISPONIBLE' : status });
    expect(await work()).toBeUndefined();
  });

  const ends = [
    ['closed', (actor: TeamActor, one: Reservation) => table.testContext().use(closeReservation)(actor, one)],
    ['cancelled', (actor: TeamActor, one: Reservation) => table.testContext().use(cancelReservation)(actor, one)],
  ] as const;
  const twice = ends.flatMap(([name, end]) => ends.map(([former, first]) => ({ name, end, former, first })));
  test.each(twice)('that was $former cannot be $name', async ({ end, first }) => {
    const { actor, reservation, ended } = await insertHeld('RENTADA', true);
    await first(actor, reservation);
    const before = await ended();
    const again = end(actor, reservation);
    await expect(again).rejects.toMatchObject({ code: 'RESERVATION_NOT_ACTIVE' });
    expect(await ended()).toEqual(before);
  });
});
