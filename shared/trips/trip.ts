import * as v from 'valibot';
import { LastPosition } from '../fleet/position';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { Version } from '../platform/table/version';
import { changesOf } from '../platform/values/changes';
import { ExternalKey } from '../platform/values/external-id';
import { Decimal, Instant, Latitude, Lines, Longitude, Uuid, Whole } from '../platform/values/fields';
import { Pesos } from '../platform/values/money';
import { said, type Text } from '../platform/values/text';
import { refusingUnknown } from '../platform/values/unknown-fields';
import { Leg } from './leg';

export const TRIP_STATUSES = ['NO_INICIADO', 'EN_PROCESO', 'COMPLETADO', 'CANCELADO'] as const;
export type TripStatus = (typeof TRIP_STATUSES)[number];

/** Rejects an object with only one of two fields, with an issue for the missing field. */
export const bothOrNone = <T extends object>(one: keyof T & string, other: keyof T & string) =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const [field, second] = [one, other].filter((name) => dataset.value[name] === undefined);
    if (field === undefined || second !== undefined) return;
    const input = Object.fromEntries(Object.entries(dataset.value));
    const path = { type: 'object', origin: 'value', input, key: field, value: undefined } as const;
    addIssue({
      message: said({ en: `Send ${one} and ${other}, or neither.`, es: `Envíe ${one} y ${other}, o ninguno.` }),
      path: [path],
    });
  });

export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

const LatLng = v.object({ lat: v.optional(Latitude), lng: v.optional(Longitude) });

/** Coordinates: both or neither. */
export const OptionalCoordinates = v.pipe(
  LatLng,
  bothOrNone<v.InferOutput<typeof LatLng>>('lat', 'lng'),
  v.metadata({ dependentRequired: { lat: ['lng'], lng: ['lat'] } }),
);

const StatusAndCoordinates = v.object({
  /** The status to reach. */
  status: v.picklist(TRIP_STATUSES),
  /** Latitude in degrees (WGS 84) where it happened. Send both or neither. */
  coordsLat: v.optional(Latitude),
  /** Longitude in degrees (WGS 84) where it happened. Send both or neither. */
  coordsLng: v.optional(Longitude),
});

/** Body of a status change. */
export const TripStatusChange = v.pipe(
  StatusAndCoordinates,
  bothOrNone<v.InferOutput<typeof StatusAndCoordinates>>('coordsLat', 'coordsLng'),
  v.metadata({ dependentRequired: { coordsLat: ['coordsLng'], coordsLng: ['coordsLat'] } }),
);

/** The coordinates of a validated body, which has both or neither. */
export const coordinatesOf = (lat: number | undefined, lng: number | undefined): Coordinates | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng };

/** The fields of a trip's plan. */
const TripPlan = v.object({
  /** The customer who pays. Absent: the route’s customer. */
  clientId: v.optional(Uuid),
  routeId: v.optional(Uuid),
  driverId: v.optional(Uuid),
  vehicleId: v.optional(Uuid),
  /**
   * The planned start, with its zone; stored in UTC.
   * @example 2026-03-04T06:00:00-06:00
   */
  startDate: Instant,
  /**
   * The planned arrival, not before the start.
   * @example 2026-03-04T19:30:00-06:00
   */
  endDate: v.optional(Instant),
  /**
   * What is carried, in the office’s own words.
   * @example Rollos de lámina galvanizada
   */
  cargoDescription: v.optional(Lines()),
  /**
   * Kilograms.
   * @example 27400
   */
  cargoWeight: v.optional(Decimal(0, 1_000_000_000)),
  /** Cubic metres. */
  cargoVolume: v.optional(Decimal(0, 1_000_000_000)),
  /**
   * MXN that the trip costs the carrier. Drivers do not see it.
   * @example 31200
   */
  cost: v.optional(Pesos),
  /**
   * MXN that the trip earns, before taxes: the draft’s price. Drivers do not see it.
   * @example 48500
   */
  revenue: v.optional(Pesos),
  /** The team carries its own goods: the draft is of type T, and no client owes anything. */
  ownGoods: v.optional(v.boolean()),
  notes: v.optional(Lines()),
  /** What the driver must know. The driver’s app shows it. */
  specialInstructions: v.optional(Lines()),
  ...ExternalKey,
});

export const ENDS_BEFORE_START: Text = {
  en: 'Send an end date that is not before the start date.',
  es: 'Envíe una llegada que no sea anterior a la salida.',
};

/** Body of POST /teams/{teamId}/trips. Only the planned start is required. */
export const NewTrip = v.pipe(
  TripPlan,
  v.forward(
    v.partialCheck(
      [['startDate'], ['endDate']],
      ({ startDate, endDate }) => endDate === undefined || endDate >= startDate,
      said(ENDS_BEFORE_START),
    ),
    ['endDate'],
  ),
);
export type NewTrip = v.InferOutput<typeof NewTrip>;

/** The fields that PUT can change. Driver and vehicle only while the trip is NO_INICIADO. */
export const TripChanges = changesOf(TripPlan);
export type TripChanges = v.InferOutput<typeof TripChanges>;

/** A trip in the interface's answers. */
export const Trip = v.object({
  id: Uuid,
  teamId: Uuid,
  /** How far the trip is. */
  status: v.picklist(TRIP_STATUSES),
  ...TripPlan.entries,
  /** The route’s name. Planned trips follow the route, finished ones keep it. Absent without a route. */
  routeName: v.optional(v.string()),
  clientName: v.optional(v.string()),
  /** The driver’s name. Planned trips follow the record, finished ones keep it. Absent without a driver. */
  driverName: v.optional(v.string()),
  /** The driver’s telephone number. Absent without one. */
  driverPhone: v.optional(v.string()),
  /** The vehicle’s plate. Planned trips follow the record, finished ones keep it. Absent without a vehicle. */
  vehiclePlate: v.optional(v.string()),
  /** The instant, in UTC, of the start. Absent before it. */
  actualStartDate: v.optional(Instant),
  /** The instant, in UTC, of the arrival. Absent before it. */
  actualEndDate: v.optional(Instant),
  /** The instant, in UTC, of the cancellation. Absent unless CANCELADO. */
  cancelledAt: v.optional(Instant),
  /** The member who cancelled it, by the identifier of the account. Absent unless CANCELADO. */
  cancelledBy: v.optional(v.string()),
  createdAt: Instant,
  /** Rises by one with every write of the record. 0: not written since versions exist. */
  version: Version,
});
export type Trip = v.InferOutput<typeof Trip>;

/** A trip with what its client owes: `due` less `paid`. While the trip has no document, `due` is an estimate. */
export const TripWithMoney = v.object({
  ...Trip.entries,
  /** MXN that the customer has to pay: of the trip’s documents, or of its draft. */
  due: v.number(),
  /** true: no document is stamped yet, so `due` is the total of the draft. */
  isEstimate: v.boolean(),
  /** MXN that were paid for the trip. */
  paid: v.number(),
  /** `due` less `paid`, in MXN. Negative: paid too much. */
  balance: v.number(),
});

/** The trip in the driver's answers. Cost and revenue are confidential between carrier and client. */
export const OwnTrip = v.omit(Trip, ['cost', 'revenue']);

/** The stored trip: with the draft that was created with it, the paid sum, and the position of its start. */
export const TripRecord = v.object({
  ...Trip.entries,
  invoiceId: Uuid,
  /** The sum of the payments that are not voided. Each payment updates it in its transaction. */
  paid: v.optional(v.number()),
  /** In cents: the total of the draft that was created with the trip. Trips of an older release have none. */
  estimate: v.optional(Whole),
  /** The number of documents that the client owes, the cents that they charge, and the cents of the trip's payments that are allocated to them. */
  documents: v.optional(Whole),
  billed: v.optional(v.number()),
  applied: v.optional(Whole),
  /** Latitude in degrees (WGS 84) of the start. Absent when it was not sent. */
  startLat: v.optional(Latitude),
  /** Longitude in degrees (WGS 84) of the start. Absent when it was not sent. */
  startLng: v.optional(Longitude),
  /** Where the driver was last. Absent before the end of the trip, and when no position was sent. */
  lastPosition: v.optional(LastPosition),
  /** The key of `lastPosition` (`track-key.ts`). Absent before the end of the trip, and when no position was sent. */
  lastKey: v.optional(v.string()),
  /** When the service wrote the end of the trip. Absent before it, and in trips that ended in an earlier release. */
  endCommittedAt: v.optional(Instant),
  /** Whether the route has a line, with which positions are compared from the start on. Absent: it has none. */
  hasLine: v.optional(v.boolean()),
  /** The number of the present leg. Absent: 0. */
  leg: v.optional(Whole),
  /** The legs of the former drivers, the oldest first. Absent before the first relay to another driver. */
  legs: v.optional(v.array(Leg)),
  /** Raised by each change of the stops by the office. Absent: the trip never had stops. */
  stopsRevision: v.optional(Whole),
  /** The TRIP_START that `actualStartDate` and the coordinates of the start come from: the one with the least identifier. Absent without one. */
  startFactId: v.optional(Uuid),
  /** The TRIP_END that `actualEndDate` comes from: the one with the least identifier. Absent without one. */
  endFactId: v.optional(Uuid),
  /** The trip had ended before its first TRIP_END came. Absent when a TRIP_END made the transition. */
  endedBefore: v.optional(v.literal(true)),
  /** The alert that the trip ended without a proof. Absent when none was missing, and after the last of them came. */
  proofAlert: v.optional(Uuid),
  /** The TRIP_END that made the transition, when one with a lesser identifier came later. Absent: `endFactId` made it, or none did. */
  endedById: v.optional(Uuid),
});
export type TripRecord = v.InferOutput<typeof TripRecord>;

/** Body of POST /teams/{teamId}/trips/{tripId}/relay. */
export const RelayBody = refusingUnknown(
  v.pipe(
    v.object({
      /** The driver who goes on with the trip. Absent: the same one. */
      driverId: v.optional(Uuid),

      /** The vehicle that goes on. Absent: the same one. */
      vehicleId: v.optional(Uuid),
      /**
       * Why driver or vehicle change, for the timeline.
       * @example Fin de turno en Saltillo
       */
      reason: v.optional(Lines(500)),
    }),
    v.forward(
      v.partialCheck(
        [['driverId'], ['vehicleId']],
        ({ driverId, vehicleId }) => driverId !== undefined || vehicleId !== undefined,
        said({ en: 'Send driverId, vehicleId, or both.', es: 'Envíe driverId, vehicleId o ambos.' }),
      ),
      ['driverId'],
    ),
    v.metadata({ anyOf: [{ required: ['driverId'] }, { required: ['vehicleId'] }] }),
  ),
);
export type RelayBody = v.InferOutput<typeof RelayBody>;

export const tripKey = (teamId: string, tripId: string) => key(TripRecord, ofTeam(teamId), `TRIP#${tripId}`);
export const tripsOf = (teamId: string) => part(TripRecord, ofTeam(teamId), 'TRIP#');

/** The pointer from a former driver to a trip: the index of a driver's trips has the present driver's alone. */
const TripOfFormerDriver = v.object({ tripId: Uuid });
export const tripsOfFormerDriver = (teamId: string, driverId: string) =>
  part(TripOfFormerDriver, `TEAM#${teamId}#DRIVER#${driverId}`, 'LEG#');
export const tripOfFormerDriverKey = (teamId: string, driverId: string, tripId: string) =>
  key(TripOfFormerDriver, tripsOfFormerDriver(teamId, driverId).pk, `LEG#${tripId}`);

export const tripsInStatus = (teamId: string, status: TripStatus) => ({ gsi1pk: `TEAM#${teamId}#TRIPS#${status}` });
export const tripsOfDriver = (teamId: string, driverId: string) => ({
  gsi2pk: `TEAM#${teamId}#DRIVER#${driverId}#TRIPS`,
});
/** The trip's id at the end of a sort key that {@link tripIndexes} built. */
export const tripIdOf = (position: string): string => position.slice(position.indexOf('#') + 1);
export function tripIndexes(trip: Pick<TripRecord, 'id' | 'teamId' | 'status' | 'startDate' | 'driverId'>): IndexKeys {
  const byStart = `${trip.startDate}#${trip.id}`;
  return {
    ...tripsInStatus(trip.teamId, trip.status),
    gsi1sk: byStart,
    ...(trip.driverId && { ...tripsOfDriver(trip.teamId, trip.driverId), gsi2sk: byStart }),
  };
}
