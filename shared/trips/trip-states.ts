import type { Role } from '../teams/team';
import type { TripStatus } from './trip';

/** What changes together with a trip's status, in the same transaction as its timeline and audit entry. */
export type TripEffect =
  | 'occupyDriver'
  | 'occupyVehicle'
  | 'releaseDriver'
  | 'releaseVehicle'
  | 'openPosition'
  | 'closePosition'
  | 'stampStart'
  | 'stampEnd'
  | 'stampCancellation'
  | 'warnOfDraft'
  | 'openReceivable';

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
    effects: ['occupyDriver', 'occupyVehicle', 'openPosition', 'stampStart'],
  },
  {
    from: 'EN_PROCESO',
    to: 'COMPLETADO',
    by: { driver: true, member: 'MEMBER' },
    effects: ['releaseDriver', 'releaseVehicle', 'closePosition', 'stampEnd', 'openReceivable'],
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
    effects: ['releaseDriver', 'releaseVehicle', 'closePosition', 'stampCancellation', 'warnOfDraft'],
  },
];

export const tripTransition = (from: TripStatus, to: TripStatus): TripTransition | undefined =>
  TRIP_TRANSITIONS.find((transition) => transition.from === from && transition.to === to);
