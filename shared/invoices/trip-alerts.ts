import * as v from 'valibot';
import type { AlertType } from '../alerts/alert';
import { resolveStep } from '../alerts/alerts';
import type { Change } from '../platform/table/expression';
import type { Step } from '../platform/table/steps';
import { Uuid } from '../platform/values/fields';

/** The values of a trip that its Carta Porte contains, or that count for its invoice. */
export const StampedTrip = v.object({
  /** Absent if the invoice bills another client. */
  clientId: v.optional(Uuid),
  revenue: v.optional(v.number()),
  driverId: v.optional(Uuid),
  vehicleId: v.optional(Uuid),
  routeId: v.optional(Uuid),
  cargoDescription: v.optional(v.string()),
  cargoWeight: v.optional(v.number()),
  cargoVolume: v.optional(v.number()),
});
export type StampedTrip = v.InferOutput<typeof StampedTrip>;

const KeptAlert = v.object({
  type: v.string(),
  id: Uuid,
  /** INVOICE_OUTDATED: the values before the change that raised it. */
  trip: v.optional(StampedTrip),
});
type KeptAlert = v.InferOutput<typeof KeptAlert>;

/** The open alerts about an invoice and its trip. The invoice keeps them, so that its own transition resolves them. */
export const TripAlerts = v.object({
  /** TRIP_CANCELLED_WITH_INVOICE. */
  tripCancelledAlert: v.optional(Uuid),
  /** CARTA_PORTE_OUTDATED, and the values of the trip before the change that raised it. */
  outdatedAlert: v.optional(Uuid),
  stampedTrip: v.optional(StampedTrip),
  /** The alerts of the other types. */
  keptAlerts: v.optional(v.array(KeptAlert)),
});
export type TripAlerts = v.InferOutput<typeof TripAlerts>;

type Kept = Pick<TripAlerts, 'keptAlerts'>;

/** The fields that a write requires to be as they were read, if it raises or resolves one of these alerts. */
export const TRIP_ALERT_FIELDS = ['tripCancelledAlert', 'outdatedAlert', 'keptAlerts'] as const;

export const NO_TRIP_ALERTS = { tripCancelledAlert: undefined, outdatedAlert: undefined, stampedTrip: undefined };

export function withoutTripAlerts<R extends TripAlerts>(record: R): Omit<R, keyof TripAlerts> {
  const { tripCancelledAlert: _, outdatedAlert: __, stampedTrip: ___, keptAlerts: ____, ...rest } = record;
  return rest;
}

/** The steps that resolve the alerts of a cancelled trip and of an outdated Carta Porte: the document is cancelled, or there is none. */
export const resolveTripAlerts = (teamId: string, { tripCancelledAlert, outdatedAlert }: TripAlerts): Step[] =>
  [tripCancelledAlert, outdatedAlert].flatMap((id) => (id === undefined ? [] : [resolveStep(teamId, id)]));

/** Selects alerts by their type. */
type IsEnded = (type: string) => boolean;

export const ofTypes =
  (...types: readonly AlertType[]): IsEnded =>
  (type) =>
    types.some((one) => one === type);

/** The kept alerts without the ended ones and with new ones. The same value if nothing changes, so that nothing is written. */
export function keptAfter(
  { keptAlerts = [] }: Kept,
  isEnded: IsEnded,
  raised: readonly KeptAlert[] = [],
): Required<Kept> | Record<string, never> {
  const left = keptAlerts.filter(({ type }) => !isEnded(type));
  if (left.length === keptAlerts.length && raised.length === 0) return {};
  const after = [...left, ...raised];
  return { keptAlerts: after.length > 0 ? after : undefined };
}

/** The same as an update writes it. */
export function keptChange(
  record: Kept,
  isEnded: IsEnded,
  raised?: readonly KeptAlert[],
): Required<Pick<Change, 'set' | 'remove'>> {
  const after = keptAfter(record, isEnded, raised);
  if (!('keptAlerts' in after)) return { set: {}, remove: [] };
  return after.keptAlerts ? { set: after, remove: [] } : { set: {}, remove: ['keptAlerts'] };
}

/** The steps that resolve the ended alerts. */
export const resolveKept = (teamId: string, { keptAlerts = [] }: Kept, isEnded: IsEnded): Step[] =>
  keptAlerts.flatMap(({ type, id }) => (isEnded(type) ? [resolveStep(teamId, id)] : []));
