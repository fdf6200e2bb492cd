import * as v from 'valibot';
import { resolveStep } from '../alerts/alerts';
import type { Step } from '../platform/table/steps';
import { Uuid } from '../platform/values/fields';

/** The values of a trip that its Carta Porte contains. */
export const StampedTrip = v.object({
  driverId: v.optional(Uuid),
  vehicleId: v.optional(Uuid),
  routeId: v.optional(Uuid),
  cargoDescription: v.optional(v.string()),
  cargoWeight: v.optional(v.number()),
  cargoVolume: v.optional(v.number()),
});
export type StampedTrip = v.InferOutput<typeof StampedTrip>;

/** The open alerts about an invoice and its trip. The invoice keeps them, so that its own transition resolves them. */
export const TripAlerts = v.object({
  /** TRIP_CANCELLED_WITH_INVOICE. */
  tripCancelledAlert: v.optional(Uuid),
  /** CARTA_PORTE_OUTDATED, and the values of the trip before the change that raised it. */
  outdatedAlert: v.optional(Uuid),
  stampedTrip: v.optional(StampedTrip),
});
export type TripAlerts = v.InferOutput<typeof TripAlerts>;

/** The fields that a write requires to be as they were read, if it raises or resolves one of these alerts. */
export const TRIP_ALERT_FIELDS = ['tripCancelledAlert', 'outdatedAlert'] as const;

export const NO_TRIP_ALERTS = { tripCancelledAlert: undefined, outdatedAlert: undefined, stampedTrip: undefined };

export function withoutTripAlerts<R extends TripAlerts>(record: R): Omit<R, keyof TripAlerts> {
  const { tripCancelledAlert: _, outdatedAlert: __, stampedTrip: ___, ...rest } = record;
  return rest;
}

/** The steps that resolve these alerts: the document is cancelled, or there is none. */
export const resolveTripAlerts = (teamId: string, { tripCancelledAlert, outdatedAlert }: TripAlerts): Step[] =>
  [tripCancelledAlert, outdatedAlert].flatMap((id) => (id === undefined ? [] : [resolveStep(teamId, id)]));
