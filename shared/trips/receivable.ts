import * as v from 'valibot';
import { key } from '../platform/table/keys';
import { Instant, Uuid } from '../platform/values/fields';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import type { TripRecord } from './trip';

/** The receivable of a trip: a separate item, so that the aging report need not read the trip (docs/decisions/0019). */
export const Receivable = v.object({
  tripId: Uuid,
  clientId: v.optional(Uuid),
  revenue: v.number(),
  paid: v.number(),
  /** The end of the trip. The age of the receivable starts here. */
  since: Instant,
});
export type Receivable = v.InferOutput<typeof Receivable>;

/** The fields of a trip that determine its receivable. */
export const MONEY_OF_TRIP = ['status', 'revenue', 'ownGoods', 'paid', 'clientId', 'actualEndDate'] as const;
export type MoneyOfTrip = Pick<TripRecord, 'id' | (typeof MONEY_OF_TRIP)[number]>;

/** What is due less payments. Negative when the client overpaid. Nothing is due for the team's own goods. */
export const balanceOf = ({
  revenue = 0,
  ownGoods = false,
  paid = 0,
}: Pick<TripRecord, 'revenue' | 'ownGoods' | 'paid'>): Cents => (ownGoods ? 0 : centsOf(revenue)) - centsOf(paid);

/** The receivable of a trip, even if it is fully paid. Undefined before the trip is COMPLETADO. */
export const chargeOf = ({
  id,
  status,
  revenue,
  ownGoods = false,
  paid = 0,
  clientId,
  actualEndDate,
}: MoneyOfTrip): Receivable | undefined =>
  status === 'COMPLETADO' && revenue !== undefined && !ownGoods && actualEndDate !== undefined
    ? { tripId: id, clientId, revenue, paid, since: actualEndDate }
    : undefined;

/** The open receivable of a trip. Undefined unless the trip is COMPLETADO and not fully paid. */
export const receivableOf = (trip: MoneyOfTrip): Receivable | undefined =>
  balanceOf(trip) > 0 ? chargeOf(trip) : undefined;

/** The trip's paid sum after a payment (positive change) or a void (negative change). */
export const paidAfter = (paid: number | undefined, change: Cents): number => pesosOf(centsOf(paid ?? 0) + change);

/** Only open receivables are stored, so the cost of the report does not grow with the team's history. */
export const receivableKey = (teamId: string, tripId: string) => key(Receivable, receivablesOf(teamId).pk, tripId);
export const receivablesOf = (teamId: string) => ({ schema: Receivable, pk: `TEAM#${teamId}#RECEIVABLES` as const });
