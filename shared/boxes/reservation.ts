import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import { workKey } from '../platform/table/work-list';
import { Instant, Lines, Uuid, Whole } from '../platform/values/fields';
import { Pesos } from '../platform/values/money';
import type { Role } from '../teams/team';

export const RESERVATION_STATUSES = ['ACTIVA', 'CERRADA', 'CANCELADA'] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

export interface ReservationTransition {
  readonly from: 'ACTIVA';
  readonly to: 'CERRADA' | 'CANCELADA';
  /** The least role of a member who may. */
  readonly by: Role;
  /** Statuses from which its box becomes DISPONIBLE; in any other the box stays, and is held no more. */
  readonly frees: 'whatever its status' | 'if still RENTADA';
  readonly isBilled: boolean;
}

/** The whole state machine of a reservation. A close frees the box even after a manual change, as the contract says. */
export const RESERVATION_TRANSITIONS = {
  close: { from: 'ACTIVA', to: 'CERRADA', by: 'MEMBER', frees: 'whatever its status', isBilled: true },
  cancel: { from: 'ACTIVA', to: 'CANCELADA', by: 'ADMIN', frees: 'if still RENTADA', isBilled: false },
} as const satisfies Record<string, ReservationTransition>;

/** Body of POST /teams/{teamId}/box-reservations. The start is now unless said, and the rate that of the box. */
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

/** A reservation as it is answered. */
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

/** A reservation that was closed, and so was counted. */
export interface ClosedReservation extends Reservation {
  readonly actualEndAt: string;
  readonly billedDays: number;
  readonly totalAmount: number;
}

/** True when an invoice is to be drafted for it (docs/spec/interface.md §4.21). */
export const wantsInvoice = ({
  isBillable,
  totalAmount,
}: Pick<ClosedReservation, 'isBillable' | 'totalAmount'>): boolean => isBillable && totalAmount > 0;

/** A draft that the close of a reservation wants. The invoice's identifier is made with the mark, so that two who make it make one. */
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
