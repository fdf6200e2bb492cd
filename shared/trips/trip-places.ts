import * as v from 'valibot';
import { datedPosition, type IndexPlace, type Place } from '../platform/table/dated-places';
import type { Condition } from '../platform/table/expression';
import { unchanged } from '../platform/table/expression';
import { type IndexKeys, key } from '../platform/table/keys';
import { deleteIfPresent, putItem, type Step } from '../platform/table/steps';
import type { TripRecord } from './trip';
import { TRIP_STATUSES, type TripStatus, tripsInStatus, tripsOfDriver } from './trip';

/**
 * The row that lists a trip under its client, its vehicle and its route. The trip's own index keys list it under status and driver, so
 * that no start and no end of a trip writes this row.
 */
const TripPlace = v.object({});

type Placed = Pick<TripRecord, 'id' | 'teamId' | 'startDate' | 'clientId' | 'vehicleId' | 'routeId'>;
/** The fields of the row's keys. An edit of one holds all of them as they were read. */
export const PLACED = ['startDate', 'clientId', 'vehicleId', 'routeId'] as const;

const NO_CLIENT = 'NONE';
const ofClient = (teamId: string, clientId = NO_CLIENT) => `TEAM#${teamId}#CLIENT#${clientId}#TRIPS` as const;
const ofVehicle = (teamId: string, vehicleId: string) => `TEAM#${teamId}#VEHICLE#${vehicleId}#TRIPS`;
const ofRoute = (teamId: string, routeId: string) => `TEAM#${teamId}#ROUTE#${routeId}#TRIPS`;

export const tripPlaceKey = ({ teamId, id, startDate, clientId }: Omit<Placed, 'vehicleId' | 'routeId'>) =>
  key(TripPlace, ofClient(teamId, clientId), datedPosition(startDate, id));

export function tripPlaceIndexes({ teamId, id, startDate, vehicleId, routeId }: Placed): IndexKeys {
  const position = datedPosition(startDate, id);
  return {
    ...(vehicleId && { gsi1pk: ofVehicle(teamId, vehicleId), gsi1sk: position }),
    ...(routeId && { gsi2pk: ofRoute(teamId, routeId), gsi2sk: position }),
  };
}

const isPlaced = ({ clientId, vehicleId, routeId }: Placed): boolean =>
  [clientId, vehicleId, routeId].some((id) => id !== undefined);

/** Lists a new trip. Without client, vehicle and route there is nothing to list. */
export const newPlaceSteps = (trip: Placed): Step[] =>
  isPlaced(trip) ? [putItem(tripPlaceKey(trip), {}, tripPlaceIndexes(trip))] : [];

export const removedPlaceSteps = (trip: Placed): Step[] =>
  isPlaced(trip) ? [deleteIfPresent(tripPlaceKey(trip))] : [];

/** Lists a trip after an edit. The condition is one of the trip. */
export function placeEdit(
  before: Placed,
  after: Placed,
): { readonly steps: readonly Step[]; readonly condition: Condition } {
  if (PLACED.every((field) => before[field] === after[field])) return { steps: [], condition: {} };
  const isMoved = !isPlaced(after) || tripPlaceKey(before).pk !== tripPlaceKey(after).pk;
  const isLeft = isMoved || before.startDate !== after.startDate;
  return {
    steps: [...(isLeft ? removedPlaceSteps(before) : []), ...newPlaceSteps(after)],
    condition: unchanged(before, PLACED),
  };
}

/** The filters of a list of trips, all of which a trip must meet. */
export interface TripFilter {
  readonly status?: TripStatus | undefined;
  readonly driverId?: string | undefined;
  readonly vehicleId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly routeId?: string | undefined;
}

const inStatus = (teamId: string, status: TripStatus): Place => ({
  index: 'gsi1',
  partition: tripsInStatus(teamId, status).gsi1pk,
});

/** The places of the trips of one record. */
export const placeOfTrips = {
  clientId: (teamId: string, id: string): Place => ({ rows: ofClient(teamId, id) }),
  driverId: (teamId: string, id: string): IndexPlace => ({
    index: 'gsi2',
    partition: tripsOfDriver(teamId, id).gsi2pk,
  }),
  vehicleId: (teamId: string, id: string): IndexPlace => ({
    index: 'gsi1',
    partition: ofVehicle(teamId, id),
    isOfRow: true,
  }),
  routeId: (teamId: string, id: string): Place => ({ index: 'gsi2', partition: ofRoute(teamId, id), isOfRow: true }),
};

const REFERENCES = ['clientId', 'driverId', 'vehicleId', 'routeId'] as const;

/** The places of each filter. Without a filter a trip stands under one of the statuses. */
export function placesOf(teamId: string, filter: TripFilter): Place[][] {
  const { status } = filter;
  const places = REFERENCES.flatMap((field) => {
    const id = filter[field];
    return id === undefined ? [] : [[placeOfTrips[field](teamId, id)]];
  });
  if (status !== undefined) return [...places, [inStatus(teamId, status)]];
  return places.length > 0 ? places : [TRIP_STATUSES.map((one) => inStatus(teamId, one))];
}

/** Compares the record itself: indexes are eventually consistent. */
export const matchesTrip = (trip: TripRecord, filter: TripFilter): boolean =>
  (filter.status === undefined || trip.status === filter.status) &&
  REFERENCES.every((field) => filter[field] === undefined || trip[field] === filter[field]);
