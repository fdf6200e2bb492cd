import * as v from 'valibot';
import { key } from '../platform/table/keys';
import { Instant, Uuid } from '../platform/values/fields';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import type { TripRecord } from './trip';

/** What is owed for one trip, as it is kept beside the trip: enough for the report without reading the trip (docs/decisions/0019). */
export const Receivable = v.object({
  tripId: Uuid,
  clientId: v.optional(Uuid),
  revenue: v.number(),
  paid: v.number(),
  /** When the trip ended: from then on it is owed. */
  since: Instant,
});
export type Receivable = v.InferOutput<typeof Receivable>;

/** What of a trip decides whether and what is owed for it. */
export const MONEY_OF_TRIP = ['status', 'revenue', 'paid', 'clientId', 'actualEndDate'] as const;
export type MoneyOfTrip = Pick<TripRecord, 'id' | (typeof MONEY_OF_TRIP)[number]>;

/** Revenue less payments; negative when more was paid than is owed. */
export const balanceOf = ({ revenue = 0, paid = 0 }: Pick<TripRecord, 'revenue' | 'paid'>): Cents =>
  centsOf(revenue) - centsOf(paid);

/** What is owed for a trip, whether it is paid or not: nothing before it is COMPLETADO. */
export const chargeOf = ({
  id,
  status,
  revenue,
  paid = 0,
  clientId,
  actualEndDate,
}: MoneyOfTrip): Receivable | undefined =>
  status === 'COMPLETADO' && revenue !== undefined && actualEndDate !== undefined
    ? { tripId: id, clientId, revenue, paid, since: actualEndDate }
    : undefined;

/** What is still owed for a trip: for one that is COMPLETADO and not paid in full. */
export const receivableOf = (trip: MoneyOfTrip): Receivable | undefined =>
  balanceOf(trip) > 0 ? chargeOf(trip) : undefined;

/** The sum of a trip's payments after one more, or one less. */
export const paidAfter = (paid: number | undefined, change: Cents): number => pesosOf(centsOf(paid ?? 0) + change);

/** Trips that are owed for, and no others: the report reads what is open, whatever the team ever carried. */
export const receivableKey = (teamId: string, tripId: string) => key(Receivable, receivablesOf(teamId).pk, tripId);
export const receivablesOf = (teamId: string) => ({ schema: Receivable, pk: `TEAM#${teamId}#RECEIVABLES` });
