import * as v from 'valibot';
import { reservationKey, wantsInvoice } from '../../shared/boxes/reservation';
import { closeReservation } from '../../shared/boxes/reservations';
import { defineOperation } from '../../shared/operation/define';
import { Instant, Uuid, Whole } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';
import { makeRentalDraft, RENTAL_DRAFT_USES, resumeRentalDraft } from '../../shared/stamping/rental-draft';

/**
 * Closes an ACTIVA reservation, computes its days and total, and frees its box. The reservation is closed before the
 * draft invoice is made: if the draft fails, the answer is still 200 without `invoiceId`, and the alert
 * BOX_RENTAL_INVOICE_DRAFT_FAILED reports it. A repeat with the same Idempotency-Key
 * answers the same days and total, and `invoiceId` once the draft is there.
 */
export const operation = defineOperation({
  id: 'closeReservation',
  summary: 'Close a box reservation',
  route: 'PATCH /teams/{teamId}/box-reservations/{reservationId}/close',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'path.teamId', keys: 'box-reservations:write' },
  input: {
    body: v.object({
      /**
       * When the client returned the box. Absent: now.
       * @example 2026-03-09T17:00:00Z
       */
      actualEndAt: v.optional(Instant),
    }),
  },
  output: {
    status: 200,
    body: v.object({
      message: Message,
      reservationId: Uuid,
      /** The days between start and return, each begun day counts; at least one. */
      billedDays: Whole,
      /** `billedDays` times the daily rate, in MXN, before taxes. */
      totalAmount: v.number(),
      invoiceId: v.optional(v.string()),
    }),
  },
  errors: ['RESERVATION_NOT_ACTIVE'],
  irreversible: true,
  uses: { closeReservation, ...RENTAL_DRAFT_USES },
  entity: ({ path }) => reservationKey(path.teamId, path.reservationId),
  idempotencyKey: true,
  run: async ({ input, caller, deps, entity, once }) => {
    const { closed, isFirst } = await deps.closeReservation(caller, entity, { ...input.body, once });
    const { id: reservationId, billedDays, totalAmount } = closed;
    const draft = isFirst ? makeRentalDraft : resumeRentalDraft;
    const invoiceId = wantsInvoice(closed)
      ? (entity.invoiceId ?? (await draft(deps, caller, reservationId)))
      : undefined;
    return {
      message: { en: 'Reservation closed.', es: 'Reservación cerrada.' },
      reservationId,
      billedDays,
      totalAmount,
      invoiceId,
    };
  },
});
