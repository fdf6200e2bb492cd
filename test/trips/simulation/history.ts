import * as v from 'valibot';
import { driverKey } from '../../../shared/fleet/driver';
import { roadPolicyKey } from '../../../shared/road-policy/policy';
import { stopKey, stopPlanKey } from '../../../shared/trips/stop';
import { tripKey } from '../../../shared/trips/trip';
import type { Base, BaseTrip } from './base';
import type { AccessState, PolicyState, Shown, Stop, StopDecision, TripState } from './record';

/** Why a run writes. */
export type Cause =
  | {
      readonly by: 'driver';
      readonly driverId: string;
      /** The TRIP_ENDs of the trip that the run has. */
      readonly endsOf: (tripId: string) => readonly string[];
    }
  | { readonly by: 'office'; readonly decision?: Decision; readonly began: number }
  | { readonly by: 'reader' };

/** What the office asks about stops. */
export type Decision =
  | { readonly tripId: string; readonly stopId: string; readonly status: string | undefined }
  | { readonly tripId: string; readonly sentIds: readonly string[] };

interface Write {
  readonly number: number;
  readonly at: number;
  readonly cause: Cause;
  readonly action: string;
}

const StoredTrip = v.object({ status: v.string(), driverId: v.string(), vehicleId: v.string() });
const StoredPlan = v.object({
  stops: v.array(
    v.object({
      id: v.string(),
      requires: v.optional(v.array(v.string()), []),
      lat: v.optional(v.number()),
      lng: v.optional(v.number()),
      radiusM: v.number(),
    }),
  ),
});
const StoredReports = v.object({
  proofs: v.optional(v.array(v.object({ id: v.string() })), []),
  skipped: v.optional(v.object({})),
});
const StoredPolicy = v.object({ proof: v.optional(v.picklist(['NONE', 'WARN', 'ENFORCE']), 'WARN') });
const StoredDriver = v.object({ status: v.string(), tripId: v.optional(v.string()), appAccessStatus: v.string() });
type StoredDriver = v.InferOutput<typeof StoredDriver>;

const CHANGES: Readonly<Record<string, readonly (string | undefined)[]>> = {
  NO_INICIADO: ['EN_PROCESO', 'CANCELADO', 'NO_INICIADO', undefined],
  EN_PROCESO: ['COMPLETADO', 'CANCELADO', 'EN_PROCESO'],
};

type Committed = Pick<TripState, 'status' | 'driverId' | 'vehicleId' | 'stops'>;

const isSame = (one: Committed, other: Committed): boolean =>
  one.status === other.status &&
  one.driverId === other.driverId &&
  one.vehicleId === other.vehicleId &&
  one.stops === other.stops;

/** What follows from a change of a trip: its legs, and how it ended. */
function followingFrom(before: TripState, { status, driverId }: Committed, at: number, cause: Cause, tripId: string) {
  const isEnd = before.status === 'EN_PROCESO' && status !== 'EN_PROCESO';
  // Before the start the office plans another driver, and no leg ends.
  const isRelay = driverId !== before.driverId && before.status === 'EN_PROCESO';
  return {
    hasStarted: before.hasStarted || status === 'EN_PROCESO',
    legs: isRelay ? [...before.legs, { driverId: before.driverId, until: at }] : before.legs,
    endedAt: isEnd ? at : before.endedAt,
    endedByIds: isEnd && cause.by === 'driver' ? cause.endsOf(tripId) : before.endedByIds,
  };
}

/** The record of what was committed: it looks at trips and drivers after each write, and judges each change alone. */
export class History {
  readonly trips = new Map<string, TripState[]>();
  readonly access = new Map<string, AccessState[]>();
  readonly decisions: StopDecision[] = [];
  readonly policies: PolicyState[];
  /** Told of each change of a trip. */
  onTrip: (tripId: string, before: TripState, after: TripState) => void = () => {};

  constructor(
    private readonly base: Base,
    proof: PolicyState['proof'],
    private readonly violate: (violation: string) => void,
  ) {
    this.policies = [{ at: 0, proof }];
    for (const trip of this.allTrips) {
      const { id, driverId, vehicleId } = trip;
      const common = { hasStarted: false, legs: [], endedByIds: [], number: 0, at: 0 };
      const stops = this.plannedStops(trip);
      this.trips.set(id, [{ ...common, status: 'NO_INICIADO', driverId, vehicleId, stops }]);
    }
    for (const { id } of this.allDrivers) this.access.set(id, [{ number: 0, at: 0, isOpen: true }]);
  }

  /** Those of both teams. */
  private get allTrips(): readonly BaseTrip[] {
    return [...this.base.trips, this.base.other.trip];
  }

  private get allDrivers(): Base['drivers'] {
    return [...this.base.drivers, this.base.other.driver];
  }

  /** What the policy says of proofs now. */
  get proof(): PolicyState['proof'] {
    return this.policies.at(-1)?.proof ?? 'WARN';
  }

  stateOf(tripId: string): TripState {
    const state = this.trips.get(tripId)?.at(-1);
    if (state === undefined) throw new Error('The run has no such trip.');
    return state;
  }

  isOpen = (driverId: string): boolean => this.access.get(driverId)?.at(-1)?.isOpen ?? false;

  note(write: Write): void {
    for (const trip of this.allTrips) this.noteTrip(trip, write);
    if (write.action !== 'TransactWriteItems') return;
    const { proof } = v.parse(StoredPolicy, this.base.table.at(roadPolicyKey(this.base.teamId)) ?? {});
    if (proof !== this.proof) this.policies.push({ at: write.at, proof });
    const drivers = this.allDrivers.map((driver) => [driver.id, this.storedDriver(driver)] as const);
    for (const [id, driver] of drivers) {
      const isOpen = driver.appAccessStatus === 'ACTIVE';
      if (isOpen !== this.isOpen(id)) this.access.get(id)?.push({ number: write.number, at: write.at, isOpen });
    }
    this.checkCrews(drivers);
  }

  private storedDriver({ teamId, id }: Base['drivers'][number]): StoredDriver {
    return v.parse(StoredDriver, this.base.table.at(driverKey(teamId, id)));
  }

  private noteTrip(trip: BaseTrip, { number, at, cause, action }: Write): void {
    const tripId = trip.id;
    const before = this.stateOf(tripId);
    const item = this.base.table.at(tripKey(trip.teamId, tripId));
    const stored = item && v.parse(StoredTrip, item);
    if (stored === undefined && before.status === undefined) return;
    const isDecision =
      cause.by === 'office' && cause.decision?.tripId === tripId && action === 'TransactWriteItems' && stored;
    const stops = isDecision ? this.noteDecision(cause, before, trip, number) : before.stops;
    const { status, driverId = before.driverId, vehicleId = before.vehicleId } = stored ?? { status: undefined };
    const now = { status, driverId, vehicleId, stops };
    if (isSame(before, now)) return;
    if (status !== before.status || driverId !== before.driverId) this.checkChange(before, now, cause, tripId);
    const isEndOfDriver = before.status === 'EN_PROCESO' && status === 'COMPLETADO' && cause.by === 'driver';
    const endedWith = isEndOfDriver ? this.shownAt(trip, stops) : undefined;
    const after = { ...now, number, at, ...followingFrom(before, now, at, cause, tripId), endedWith };
    this.trips.get(tripId)?.push(after);
    this.onTrip(tripId, before, after);
  }

  private checkChange(
    before: TripState,
    after: { readonly status: string | undefined; readonly driverId: string },
    cause: Cause,
    tripId: string,
  ): void {
    if (!CHANGES[before.status ?? '']?.includes(after.status))
      this.violate(`a trip became ${after.status} after ${before.status}`);
    if (cause.by === 'reader') this.violate('a read changed a trip');
    if (cause.by !== 'driver') return;
    if (cause.driverId !== before.driverId)
      this.violate(`2, ruling 4: another driver moved the trip to ${after.status}`);
    if (after.driverId !== before.driverId) this.violate('a driver gave the trip to another driver');
    if (after.status === 'CANCELADO' || after.status === undefined)
      this.violate(`a driver made the trip ${after.status}`);
    if (before.status === 'NO_INICIADO' && this.isBusy(before, tripId))
      this.violate('a busy driver or vehicle began a trip');
  }

  /** Whether the driver or the vehicle is on another trip. */
  isBusy({ driverId, vehicleId }: Pick<TripState, 'driverId' | 'vehicleId'>, tripId: string): boolean {
    return [...this.trips].some(([id, states]) => {
      const last = states.at(-1);
      const isShared = last?.driverId === driverId || last?.vehicleId === vehicleId;
      return id !== tripId && last?.status === 'EN_PROCESO' && isShared;
    });
  }

  private noteDecision(
    cause: Extract<Cause, { by: 'office' }>,
    before: TripState,
    trip: BaseTrip,
    number: number,
  ): TripState['stops'] {
    const { decision, began } = cause;
    if (decision === undefined) return before.stops;
    const { tripId } = decision;
    if ('stopId' in decision) {
      const statuses = new Map([[decision.stopId, decision.status]]);
      this.decisions.push({ number, began, tripId, statuses, deleted: [] });
      return before.stops;
    }
    const after = this.plannedStops(trip);
    const sent = new Set(decision.sentIds);
    const removed = [...before.stops.keys()].filter((id) => !sent.has(id));
    const statuses = new Map(removed.filter((id) => after.has(id)).map((id) => [id, 'QUITADA'] as const));
    this.decisions.push({ number, began, tripId, statuses, deleted: removed.filter((id) => !after.has(id)) });
    for (const id of sent) if (!after.has(id)) this.violate('an edit lost a stop that it sent');
    return after;
  }

  private plannedStops({ teamId, id: tripId }: BaseTrip): ReadonlyMap<string, Stop> {
    const { stops } = v.parse(StoredPlan, this.base.table.at(stopPlanKey(teamId, tripId)));
    return new Map(
      stops.map(({ id, requires, lat, lng, radiusM }) => {
        const place = lat === undefined || lng === undefined ? undefined : { lat, lng, radiusM };
        return [id, { requires, place }];
      }),
    );
  }

  /** What is stored of each stop at this moment. */
  private shownAt({ teamId, id: tripId }: BaseTrip, stops: TripState['stops']): ReadonlyMap<string, Shown> {
    const { table } = this.base;
    return new Map(
      [...stops.keys()].map((stopId) => {
        const { proofs, skipped } = v.parse(StoredReports, table.at(stopKey(teamId, tripId, stopId)) ?? {});
        return [stopId, { proofIds: proofs.map(({ id }) => id), isSkipped: skipped !== undefined }];
      }),
    );
  }

  /** A driver is EN_VIAJE exactly while on the own trip in progress. */
  private checkCrews(drivers: readonly (readonly [string, StoredDriver])[]): void {
    const under = [...this.trips].flatMap(([id, states]) => {
      const last = states.at(-1);
      return last?.status === 'EN_PROCESO' ? [[last.driverId, id] as const] : [];
    });
    for (const [id, { status, tripId }] of drivers) {
      const trips = under.filter(([driverId]) => driverId === id).map(([, trip]) => trip);
      if (tripId === this.base.foreignTripId) continue;
      const isOnTrip = status === 'EN_VIAJE';
      if (trips.length > 1 || isOnTrip !== (trips.length === 1) || (isOnTrip && tripId !== trips[0]))
        this.violate(`10: a driver is ${status} with ${trips.length} own trips in progress`);
    }
  }
}
