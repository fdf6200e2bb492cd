import * as v from 'valibot';
import { type IndexKeys, key, ofTeam } from '../platform/table/keys';
import { Instant, Uuid } from '../platform/values/fields';
import { type PaymentPosition, PaymentRecord } from './payment';

/** Whole payments in order of `paidAt`: a range costs what it returns, and what the key tells is not kept twice. */
export const paymentKey = (teamId: string, { id, paidAt }: PaymentPosition) =>
  key(PaymentRecord, paymentsOf(teamId).pk, `${paidAt}#${id}`);
export const paymentsOf = (teamId: string) => ({ schema: PaymentRecord, pk: `TEAM#${teamId}#PAYMENTS` });
export const paymentPositionOf = (position: string): PaymentPosition => {
  const [paidAt = '', id = ''] = position.split('#');
  return { paidAt, id };
};
/** Where a payment stands, by its identifier; its index has those of a trip together. */
export const PaymentPlace = v.object({ tripId: Uuid, paidAt: Instant });
export const paymentPlaceKey = (teamId: string, paymentId: string) =>
  key(PaymentPlace, ofTeam(teamId), `PAYMENT#${paymentId}`);
export const paymentsOfTrip = (teamId: string, tripId: string) => ({
  gsi1pk: `TEAM#${teamId}#TRIP#${tripId}#PAYMENTS`,
});
export const paymentPlaceIndexes = (teamId: string, tripId: string, at: PaymentPosition): IndexKeys => ({
  ...paymentsOfTrip(teamId, tripId),
  gsi1sk: paymentKey(teamId, at).sk,
});
