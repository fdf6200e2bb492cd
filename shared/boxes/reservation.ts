import * as v from 'valibot';
import { datedPosition, type Place } from '../platform/table/dated-places';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { putItem, type Step } from '../platform/table/steps';
import { workKey } from '../platform/table/work-list';
import { changesOf } from '../platform/values/changes';
import { Instant, Lines, Uuid, Whole } from '../platform/values/fields';
import { Pesos } from '../platform/values/money';
import { said } from '../platform/values/text';

export const RESERVATION_STATUSES = ['ACTIVA', 'CERRADA', 'CANCELADA'] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

/** Body of POST /teams/{teamId}/box-reservations. Default of the start is now, and of the rate the rate of the box. */
export const NewReservation = v.object({
  boxId: Uuid,
  clientId: v.optional(Uuid),
  /** When the client takes the box. Absent: now. */
  startAt: v.optional(Instant),
  /** When the client promised to return it. It bills nothing. */
  expectedEndAt: v.optional(Instant),
  /** MXN for each day, before taxes. Absent: the present rate of the box. */
  dailyRate: v.optional(Pesos),
  /** false is a rental without a bill: closing it drafts no invoice. */
  isBillable: v.optional(v.boolean(said({ en: 'Send true or false.', es: 'Envíe true o false.' })), true),
  notes: v.optional(Lines()),
});
export type NewReservation = v.InferOutput<typeof NewReservation>;

/** The fields of a reservation that a member may change while it is ACTIVA. */
export const ReservationChanges = changesOf(
  v.object({
    clientId: NewReservation.entries.clientId,
    /** When the client promised to return it. It bills nothing. */
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
  /** How far the rental is. */
  status: v.picklist(RESERVATION_STATUSES),
  /** When the client took the box. */
  startAt: Instant,
  /** When the client returned it. Absent while it is ACTIVA. */
  actualEndAt: v.optional(Instant),
  /** MXN for each day, before taxes, as agreed at the start. */
  dailyRate: Pesos,
  /** The days that are billed; each begun day counts. Absent until the rental is closed. */
  billedDays: v.optional(Whole),
  /** `billedDays` times `dailyRate`, in MXN, before taxes. Absent until the rental is closed. */
  totalAmount: v.optional(v.number()),
  invoiceId: v.optional(v.string()),
  createdAt: Instant,
});
export type Reservation = v.InferOutput<typeof Reservation>;

/** A closed reservation has the days and the total of the rental. */
export const ClosedReservation = v.object({
  ...Reservation.entries,
  actualEndAt: Instant,
  billedDays: Whole,
  totalAmount: v.number(),
});
export type ClosedReservation = v.InferOutput<typeof ClosedReservation>;

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
/** The row that lists a reservation under its client. A reservation without a client has no such row. */
const ReservationOfClient = v.object({});
const ofClient = (teamId: string, clientId: string) => `TEAM#${teamId}#CLIENT#${clientId}#RESERVATIONS` as const;
export const reservationOfClientKey = (teamId: string, clientId: string, startAt: string, id: string) =>
  key(ReservationOfClient, ofClient(teamId, clientId), datedPosition(startAt, id));
const inStatus = (teamId: string, status: ReservationStatus) => `TEAM#${teamId}#RESERVATIONS#${status}`;
const ofBox = (teamId: string, boxId: string) => `TEAM#${teamId}#BOX#${boxId}#RESERVATIONS`;

/** Lists a reservation under its client. */
export const listedSteps = ({ teamId, id, clientId, startAt }: Reservation): Step[] =>
  clientId === undefined ? [] : [putItem(reservationOfClientKey(teamId, clientId, startAt, id), {})];

export function reservationIndexes({ id, teamId, status, boxId, startAt }: Reservation): IndexKeys {
  const position = datedPosition(startAt, id);
  return {
    gsi1pk: inStatus(teamId, status),
    gsi1sk: position,
    gsi2pk: ofBox(teamId, boxId),
    gsi2sk: position,
  };
}

/** The fields of a reservation's keys: a write of the keys alone holds all of them as they were read. */
export const LISTED = ['status', 'boxId', 'clientId', 'startAt'] as const;

/** The places of the reservations of one status, box or client, by start. */
export const placeOfReservations = {
  status: (teamId: string, status: ReservationStatus): Place => ({
    index: 'gsi1',
    partition: inStatus(teamId, status),
  }),
  boxId: (teamId: string, id: string): Place => ({ index: 'gsi2', partition: ofBox(teamId, id) }),
  clientId: (teamId: string, id: string): Place => ({ rows: ofClient(teamId, id) }),
};

export const reservationsOf = (teamId: string) => part(Reservation, ofTeam(teamId), 'RESERVATION#');
