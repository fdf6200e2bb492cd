import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import { workKey } from '../platform/table/work-list';
import { changesOf } from '../platform/values/changes';
import { Instant, Lines, Uuid, Whole } from '../platform/values/fields';
import { Pesos } from '../platform/values/money';

export const RESERVATION_STATUSES = ['ACTIVA', 'CERRADA', 'CANCELADA'] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

/** Body of POST /teams/{teamId}/box-reservations. Default of the start is now, and of the rate the rate of the box. */
export const NewReservation = v.object({
  boxId: Uuid,
  clientId: v.optional(Uuid),
  startAt: v.optional(Instant),
  expectedEndAt: v.optional(Instant),
  dailyRate: v.optional(Pesos),
  isBillable: v.optional(v.boolean('Send true or false.'), true),
  notes: v.optional(Lines()),
});
export type NewReservation = v.InferOutput<typeof NewReservation>;

/** The fields of a reservation that a member may change while it is ACTIVA. */
export const ReservationChanges = changesOf(
  v.object({
    clientId: NewReservation.entries.clientId,
    expectedEndAt: NewReservation.entries.expectedEndAt,
    notes: NewReservation.entries.notes,
  }),
);
export type ReservationChanges = v.InferOutput<typeof ReservationChanges>;

/** The stored and answered reservation. */
export const Reservation = v.object({
  id: Uuid,
  teamId: Uuid,
  ...NewReservation.entries,
  status: v.picklist(RESERVATION_STATUSES),
  startAt: Instant,
  actualEndAt: v.optional(Instant),
  dailyRate: Pesos,
  billedDays: v.optional(Whole),
  totalAmount: v.optional(v.number()),
  invoiceId: v.optional(v.string()),
  createdAt: Instant,
});
export type Reservation = v.InferOutput<typeof Reservation>;

/** A closed reservation has the days and the total of the rental. */
export interface ClosedReservation extends Reservation {
  readonly actualEndAt: string;
  readonly billedDays: number;
  readonly totalAmount: number;
}

/** True when the close requests an invoice draft. */
export const wantsInvoice = ({
  isBillable,
  totalAmount,
}: Pick<ClosedReservation, 'isBillable' | 'totalAmount'>): boolean => isBillable && totalAmount > 0;

/** The request for an invoice draft. It holds the identifier of the invoice, so that two requests create one invoice. */
export const DraftWork = v.object({
  kind: v.literal('DRAFT'),
  teamId: Uuid,
  invoiceId: Uuid,
  reservationId: Uuid,
  at: Instant,
});
export type DraftWork = v.InferOutput<typeof DraftWork>;

export const draftWorkKey = (reservationId: string) => workKey(DraftWork, 'DRAFT', reservationId);
export const reservationKey = (teamId: string, reservationId: string) =>
  key(Reservation, ofTeam(teamId), `RESERVATION#${reservationId}`);
export const reservationsOf = (teamId: string) => part(Reservation, ofTeam(teamId), 'RESERVATION#');
