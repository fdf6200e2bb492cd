import { type DriverRecord, driverKey, isActive } from '../fleet/driver';
import { trustOnly } from '../fleet/position';
import { type PositionPlace, refusedAtPlace } from '../fleet/position-places';
import { type VehicleRecord, vehicleKey } from '../fleet/vehicle';
import { firstHoursDue } from '../hours/hours-due';
import { AppError } from '../platform/errors';
import { allOf, unchanged } from '../platform/table/expression';
import type { Effect, Transition } from '../platform/table/state-machine';
import { putItem, type Step, unexpectedConflict, update } from '../platform/table/steps';
import type { Role } from '../teams/team';
import { NothingToRelease } from './idle-releases';
import { type TripRecord, type TripStatus, tripOfFormerDriverKey } from './trip';
import { notReady, occupiedBy, RELEASED } from './trip-states';

/** The input of a relay beside the trip. */
export interface Relay {
  /** The new driver. Undefined when the driver stays. */
  readonly driver: DriverRecord | undefined;
  /** The new vehicle. Undefined when the vehicle stays. */
  readonly vehicle: VehicleRecord | undefined;
  /** When the leg of the present driver ends. The driver's days end there, too. */
  readonly legEndsAt: string;
  /** The document that the driver carries before the relay. */
  readonly paperId: string | undefined;
  /** The alerts and substitutes of the trip's documents. They are read before each try. */
  readonly documents: readonly Step[];
  /** The writes of the agendas. They are read before each try. */
  readonly agendas: readonly Step[];
  /** Where the position item is. */
  readonly place: PositionPlace;
  /** A trip of an older release may lack the item. The relay then makes it. */
  readonly lacksPosition: boolean;
}

type RelayEffect = Effect<TripRecord, Relay>;

/** The most legs that a trip keeps. A real trip has a few; without a limit the record could become too large to write. */
const MOST_LEGS = 50;

const assign: RelayEffect = {
  says: 'the trip has the new driver or vehicle, with name, phone and plate',
  set: (_, { driver, vehicle }) => ({
    ...(driver && { driverId: driver.id, driverName: driver.name, driverPhone: driver.phone ?? undefined }),
    ...(vehicle && { vehicleId: vehicle.id, vehiclePlate: vehicle.plate }),
  }),
};

const endLeg: RelayEffect = {
  says: 'the leg of a former driver ends, and keeps the document that the driver carried; the trip is found by the former driver, too',
  set: ({ driverId, legs = [], leg = 0 }, { driver, legEndsAt, paperId }) =>
    driver && driverId
      ? {
          legs: [
            ...legs.slice(-(MOST_LEGS - 1)),
            { driverId, until: legEndsAt, number: leg, ...(paperId !== undefined && { invoiceId: paperId }) },
          ],
          leg: leg + 1,
        }
      : {},
  steps: (_, { driver }, { teamId, id, driverId }) =>
    driver && driverId ? [putItem(tripOfFormerDriverKey(teamId, driverId, id), { tripId: id })] : [],
};

/** Releases the former driver only if that driver is still on this trip. */
const releaseFormerDriver: RelayEffect = {
  says: 'a former driver becomes DISPONIBLE, if still EN_VIAJE for this trip',
  steps: (_, { driver }, { teamId, id, driverId }) =>
    driver && driverId
      ? [
          update(
            driverKey(teamId, driverId),
            RELEASED,
            { equals: { status: 'EN_VIAJE', tripId: id } },
            () => new NothingToRelease(releaseFormerDriver),
          ),
        ]
      : [],
};

/** Releases the former vehicle only if it is still on this trip. A vehicle in the workshop stays there. */
const releaseFormerVehicle: RelayEffect = {
  says: 'a former vehicle becomes DISPONIBLE, if still EN_VIAJE for this trip',
  steps: (_, { vehicle }, { teamId, id, vehicleId }) =>
    vehicle && vehicleId
      ? [
          update(
            vehicleKey(teamId, vehicleId),
            RELEASED,
            { equals: { status: 'EN_VIAJE', tripId: id } },
            () => new NothingToRelease(releaseFormerVehicle),
          ),
        ]
      : [],
};

const occupyDriver: RelayEffect = {
  says: 'a new driver, who must be DISPONIBLE, becomes EN_VIAJE with this trip',
  steps: (_, { driver }, { teamId, id }) =>
    driver
      ? [
          update(
            driverKey(teamId, driver.id),
            occupiedBy(id),
            // The position item gets the account and the access that were read.
            allOf({ equals: { status: 'DISPONIBLE' } }, unchanged(driver, ['sub', 'appAccessStatus'])),
            (found) =>
              found?.status === 'DISPONIBLE'
                ? new AppError('CONFLICT')
                : notReady({
                    en: 'The new driver is not DISPONIBLE. Choose another or wait.',
                    es: 'El nuevo operador no está DISPONIBLE. Elija otro o espere.',
                  }),
          ),
        ]
      : [],
};

const occupyVehicle: RelayEffect = {
  says: 'a new vehicle, which must be DISPONIBLE, becomes EN_VIAJE with this trip',
  steps: (_, { vehicle }, { teamId, id }) =>
    vehicle
      ? [
          update(vehicleKey(teamId, vehicle.id), occupiedBy(id), { equals: { status: 'DISPONIBLE' } }, () =>
            notReady({
              en: 'The new vehicle is not DISPONIBLE. Choose another or free it.',
              es: 'La nueva unidad no está DISPONIBLE. Elija otra o libérela.',
            }),
          ),
        ]
      : [],
};

/** The last position stays until the new driver sends one. */
const handOverPositions: RelayEffect = {
  says: 'positions are taken from the account of the new driver, as those of the next leg, and no longer from the former one; their item has when the hours of the new driver are judged',
  steps: (context, { driver, place, lacksPosition }, { teamId, id }, { leg }) => {
    if (driver === undefined) return [];
    const { id: driverId, sub } = driver;
    const { sessionsValidFrom } = trustOnly(context.now());
    const hoursDue = firstHoursDue(context.now());
    const change = {
      set: place.stored({ driverId, sub, isOpen: isActive(driver), sessionsValidFrom, leg, hoursDue }),
      remove: place.namesOf(sub === undefined ? ['keptSession', 'sub'] : ['keptSession']),
    };
    const exists = lacksPosition ? undefined : true;
    const refused = refusedAtPlace(unexpectedConflict('A position'));
    return [update(place.key(teamId, id), change, { exists }, refused)];
  },
};

const substituteDocuments: RelayEffect = {
  says: 'the alert CARTA_PORTE_OUTDATED is raised for each live Carta Porte, or resolved if its data are right again; for each VALID one that is wrong the draft of the substitute is created, unless one exists',
  steps: (_, { documents }) => [...documents],
};

const exchangeAgendas: RelayEffect = {
  says: 'under `overlap: REFUSE` the trip leaves the agenda of a former driver or vehicle and enters that of the new one',
  steps: (_, { agendas }) => [...agendas],
};

/** The relay of a trip under way. The status stays, so that it is no row of the moves: only its own operation causes it. */
export const RELAY: Transition<TripStatus, TripRecord, Relay, { readonly driver: false; readonly member: Role }> = {
  from: ['EN_PROCESO'],
  to: 'EN_PROCESO',
  by: { driver: false, member: 'MEMBER' },
  effects: [
    assign,
    endLeg,
    releaseFormerDriver,
    releaseFormerVehicle,
    occupyDriver,
    occupyVehicle,
    handOverPositions,
    substituteDocuments,
    exchangeAgendas,
  ],
};
