import type { Event } from './linearizability';

/** The answer to a request. `lost` means no answer, or one that does not say what happened. */
export type Said =
  | { readonly kind: 'done'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'lost' };

export type After<S> = Event<S>['after'];

const unless = <S>(holds: boolean, state: S): readonly S[] => (holds ? [state] : []);

/** The trips of one driver and one vehicle. Only one trip at a time can be under way. */
export interface Haul {
  /** The trips that left NO_INICIADO, with their status. */
  readonly trips: Readonly<Record<string, string>>;
  readonly busy: string | null;
}
export const NO_TRIPS: Haul = { trips: {}, busy: null };

const statusOf = ({ trips }: Haul, trip: string): string => trips[trip] ?? 'NO_INICIADO';

/**
 * For an impossible move the office gets 400 and the driver's app 409, and the reason may differ. The model only checks that the move was
 * impossible.
 */
export function moveTrip(trip: string, to: string, said: Said): After<Haul> {
  const mayFrom =
    to === 'EN_PROCESO' ? ['NO_INICIADO'] : to === 'COMPLETADO' ? ['EN_PROCESO'] : ['NO_INICIADO', 'EN_PROCESO'];
  return (state) => {
    // The present status again changes nothing (desk 1.5).
    if (said.kind !== 'refused' && statusOf(state, trip) === to) return [state];
    const may = mayFrom.includes(statusOf(state, trip)) && (to !== 'EN_PROCESO' || state.busy === null);
    if (said.kind === 'refused') return unless(!may, state);
    if (!may) return [];
    const busy = to === 'EN_PROCESO' ? trip : state.busy === trip ? null : state.busy;
    return [{ trips: { ...state.trips, [trip]: to }, busy }];
  };
}

export const readTrip =
  (trip: string, status: unknown): After<Haul> =>
  (state) =>
    unless(statusOf(state, trip) === status, state);

/** A read of the driver or the vehicle. */
export const readUnit =
  (status: unknown): After<Haul> =>
  (state) =>
    unless((state.busy === null ? 'DISPONIBLE' : 'EN_VIAJE') === status, state);

/** A box and the reservation that holds it. */
export interface BoxState {
  readonly status: string;
  readonly holder: string | null;
}
export const FREE_BOX: BoxState = { status: 'DISPONIBLE', holder: null };

export const reserveBox =
  (reservation: string | undefined): After<BoxState> =>
  (state) => {
    const isFree = state.status === 'DISPONIBLE' && state.holder === null;
    if (reservation === undefined) return unless(!isFree, state);
    return isFree ? [{ status: 'RENTADA', holder: reservation }] : [];
  };

/** A close frees the box in any status. A cancellation frees only a box that is still RENTADA. */
export const endReservation =
  (reservation: string, how: 'close' | 'cancel', said: Said): After<BoxState> =>
  (state) => {
    const isHeld = state.holder === reservation;
    if (said.kind === 'refused') return unless(!isHeld, state);
    const isFreed = how === 'close' || state.status === 'RENTADA';
    return isHeld ? [{ status: isFreed ? 'DISPONIBLE' : state.status, holder: null }] : [];
  };

export const setBox =
  (to: string, said: Said): After<BoxState> =>
  (state) => {
    const may = to !== 'DISPONIBLE' || state.holder === null;
    if (said.kind === 'refused') return unless(!may, state);
    const isAsSaid = said.kind === 'lost' || said.body.previousStatus === state.status;
    return may && isAsSaid ? [{ ...state, status: to }] : [];
  };

export const readBox =
  (status: unknown): After<BoxState> =>
  (state) =>
    unless(state.status === status, state);

/** The role of a member, or OUT without a membership. */
export type Role = 'MEMBER' | 'ADMIN' | 'OUT';

export const giveRole =
  (role: Role, said: Said): After<Role> =>
  (state) => {
    if (said.kind === 'refused') return unless(said.code === 'CONFLICT' || state === 'OUT', state);
    return state === 'OUT' ? [] : [role];
  };

export const removeMember =
  (said: Said): After<Role> =>
  (state) => {
    if (said.kind === 'refused') return unless(said.code === 'CONFLICT' || state === 'OUT', state);
    return state === 'OUT' ? [] : ['OUT'];
  };

/** The answer that the member gets when reading the team. */
export const lookAsMember =
  (role: unknown): After<Role> =>
  (state) =>
    unless(state === role, state);
