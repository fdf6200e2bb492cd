import * as v from 'valibot';
import { Decimal, Instant, Latitude, Lines, Longitude, Uuid } from './fields';
import { Pesos } from './money';
import type { Role } from './teams';

export const TRIP_STATUSES = ['NO_INICIADO', 'EN_PROCESO', 'COMPLETADO', 'CANCELADO'] as const;
export type TripStatus = (typeof TRIP_STATUSES)[number];

/** What changes together with a trip's status, in the same transaction as its timeline and audit entry. */
export type TripEffect =
  | 'occupyDriverAndVehicle'
  | 'releaseDriverAndVehicle'
  | 'openPosition'
  | 'closePosition'
  | 'stampStart'
  | 'stampEnd'
  | 'stampCancellation'
  | 'warnOfDraft';

export interface TripTransition {
  readonly from: TripStatus;
  readonly to: TripStatus;
  /** The least role of a member who may; the assigned driver only where `driver` says so. */
  readonly by: { readonly driver: boolean; readonly member: Role };
  readonly effects: readonly TripEffect[];
}

/** The whole state machine of a trip (product.md §2). Conditions, refusals, documentation and the table test all come from here. */
export const TRIP_TRANSITIONS: readonly TripTransition[] = [
  {
    from: 'NO_INICIADO',
    to: 'EN_PROCESO',
    by: { driver: true, member: 'MEMBER' },
    effects: ['occupyDriverAndVehicle', 'openPosition', 'stampStart'],
  },
  {
    from: 'EN_PROCESO',
    to: 'COMPLETADO',
    by: { driver: true, member: 'MEMBER' },
    effects: ['releaseDriverAndVehicle', 'closePosition', 'stampEnd'],
  },
  {
    from: 'NO_INICIADO',
    to: 'CANCELADO',
    by: { driver: false, member: 'MEMBER' },
    effects: ['stampCancellation', 'warnOfDraft'],
  },
  {
    from: 'EN_PROCESO',
    to: 'CANCELADO',
    by: { driver: false, member: 'ADMIN' },
    effects: ['releaseDriverAndVehicle', 'closePosition', 'stampCancellation', 'warnOfDraft'],
  },
];

export const tripTransition = (from: TripStatus, to: TripStatus): TripTransition | undefined =>
  TRIP_TRANSITIONS.find((transition) => transition.from === from && transition.to === to);

/** Body of POST /teams/{teamId}/trips (product.md §4). Nothing but the planned start is needed to plan a trip. */
export const NewTrip = v.object({
  clientId: v.optional(Uuid),
  routeId: v.optional(Uuid),
  driverId: v.optional(Uuid),
  vehicleId: v.optional(Uuid),
  startDate: Instant,
  endDate: v.optional(Instant),
  cargoDescription: v.optional(Lines()),
  cargoWeight: v.optional(Decimal(0, 1_000_000_000)),
  cargoVolume: v.optional(Decimal(0, 1_000_000_000)),
  cost: v.optional(Pesos),
  revenue: v.optional(Pesos),
  notes: v.optional(Lines()),
  specialInstructions: v.optional(Lines()),
});
export type NewTrip = v.InferOutput<typeof NewTrip>;

/** The trip as the interface answers it (§2.5). */
export const Trip = v.object({
  id: Uuid,
  teamId: Uuid,
  status: v.picklist(TRIP_STATUSES),
  ...NewTrip.entries,
  routeName: v.optional(v.string()),
  clientName: v.optional(v.string()),
  driverName: v.optional(v.string()),
  driverPhone: v.optional(v.string()),
  vehiclePlate: v.optional(v.string()),
  actualStartDate: v.optional(Instant),
  actualEndDate: v.optional(Instant),
  cancelledAt: v.optional(Instant),
  cancelledBy: v.optional(v.string()),
  createdAt: Instant,
});
export type Trip = v.InferOutput<typeof Trip>;

/** The trip as it is kept: with the draft invoice that was made with it, and where it started. */
export const TripRecord = v.object({
  ...Trip.entries,
  invoiceId: Uuid,
  startLat: v.optional(Latitude),
  startLng: v.optional(Longitude),
});
export type TripRecord = v.InferOutput<typeof TripRecord>;

export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

/** Answer of a status change by the driver (interface.md §4.8). */
export const TripMoved = v.object({
  message: v.string(),
  tripId: Uuid,
  previousStatus: v.picklist(TRIP_STATUSES),
  newStatus: v.picklist(TRIP_STATUSES),
});
