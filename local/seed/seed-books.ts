import * as v from 'valibot';
import { BoxFields, boxKey } from '../../shared/boxes/box';
import { changeBoxStatus, createBox } from '../../shared/boxes/boxes';
import { reservationKey } from '../../shared/boxes/reservation';
import { cancelReservation, closeReservation, createReservation } from '../../shared/boxes/reservations';
import { NewPayment, paymentPlaceKey } from '../../shared/payments/payment';
import { createPayment } from '../../shared/payments/payments';
import type { DemoBox, DemoReservation } from './boxes';
import { asOf, use } from './capabilities';
import { fixedId } from './identifiers';
import type { DemoPayment } from './payments';
import { earlier, type Seeding } from './seed-records';

const DAY_MS = 24 * 60 * 60_000;

/** Registers a box, with its status when the demo sets one by hand. */
export async function addBox(seeding: Seeding, { id, fields, status }: DemoBox): Promise<void> {
  const { runtime, actor } = seeding;
  const there = await earlier(seeding, boxKey(actor.teamId, id));
  const box = there ?? (await use(runtime, createBox, id)(actor, v.parse(BoxFields, fields), undefined));
  if (status && box.status !== status) await use(runtime, changeBoxStatus)(actor, box, status);
}

/** Reserves a box and ends the reservation, each at its own instant. Skips steps of an earlier seeding. */
export async function tellReservation(seeding: Seeding, told: DemoReservation): Promise<void> {
  const { runtime, actor } = seeding;
  const { id, ended, startedDaysAgo, expectedDays } = told;
  const daysAgo = (days: number) => runtime.now().getTime() - days * DAY_MS;
  const there = await earlier(seeding, reservationKey(actor.teamId, id));
  const start = asOf(runtime, daysAgo(startedDaysAgo));
  const plan = {
    boxId: fixedId('box', told.box),
    clientId: fixedId('client', told.client),
    expectedEndAt: new Date(daysAgo(startedDaysAgo - expectedDays)).toISOString(),
    isBillable: told.isBillable,
    notes: told.notes,
  };
  const reservation = there ?? (await use(start, createReservation, id)(actor, plan, undefined));
  if (ended === undefined || reservation.status !== 'ACTIVA') return;
  const end = asOf(runtime, daysAgo(ended.daysAgo));
  if (ended.by === 'close') await use(end, closeReservation)(actor, reservation);
  else await use(end, cancelReservation)(actor, reservation);
}

export async function addPayment(seeding: Seeding, { id, paidDaysAgo, fields }: DemoPayment): Promise<void> {
  const { runtime, actor } = seeding;
  if (await earlier(seeding, paymentPlaceKey(actor.teamId, id))) return;
  const paid = asOf(runtime, runtime.now().getTime() - paidDaysAgo * DAY_MS);
  await use(paid, createPayment, id)(actor, v.parse(NewPayment, fields), undefined);
}
