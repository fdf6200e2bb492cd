import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import { Version } from '../platform/table/version';
import type { Searched } from '../platform/table/word-keys';
import { changesOf } from '../platform/values/changes';
import { ExternalKey } from '../platform/values/external-id';
import { DayOrInstant, Decimal, Instant, Integer, Line, Lines, Uuid } from '../platform/values/fields';
import { ShownAddress, StoredAddress } from '../platform/values/shown-address';
import { said } from '../platform/values/text';
import { CorrectionMark } from './correction';

export const VEHICLE_STATUSES = ['DISPONIBLE', 'EN_VIAJE', 'MANTENIMIENTO', 'FUERA_DE_SERVICIO', 'BAJA'] as const;
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** The fields of a vehicle that a member writes. The plate is part of a key of the table, so it is short (docs/decisions/0004). */
export const VehicleFields = v.object({
  /**
   * As on the licence plate. Case, spaces and hyphens do not count: a team has each plate once.
   * @example 61AF4K
   */
  plate: v.pipe(
    Line(20, 1),
    v.check(
      (plate) => normalPlate(plate) !== '',
      said({ en: 'Send the letters and digits of the plate.', es: 'Envíe las letras y los dígitos de la placa.' }),
    ),
  ),
  /**
   * The maker.
   * @example Kenworth
   */
  brand: v.optional(Line()),
  /**
   * The maker’s model.
   * @example T680
   */
  model: v.optional(Line()),
  /** The vehicle identification number, stamped in the frame. */
  vin: v.optional(Line()),
  /**
   * The kind of vehicle, in the office’s own words.
   * @example Tractocamión
   */
  type: v.optional(Line()),
  /** An https address, or one that POST /dms/upload-url answered. */
  imageUrl: v.optional(ShownAddress),
  /**
   * In the office’s own words, with its unit.
   * @example 30 toneladas
   */
  capacity: v.optional(Line()),
  /**
   * In the office’s own words.
   * @example Diésel
   */
  fuelType: v.optional(Line()),
  /**
   * The model year: the Carta Porte contains it.
   * @example 2022
   */
  year: v.optional(Integer(1900, 2100)),
  /**
   * The liability policy: the Carta Porte contains it.
   * @example Q-2026-778812
   */
  insuranceNumber: v.optional(Line()),
  /**
   * The last day of the policy, as a day or an instant. An alert comes before it.
   * @example 2027-12-31
   */
  insuranceExpiry: v.optional(DayOrInstant),
  /** The last day of the registration (tarjeta de circulación), as a day or an instant. An alert comes before it. */
  registrationExpiry: v.optional(DayOrInstant),
  /** When the vehicle was last in the workshop, as a day or an instant. */
  lastMaintenance: v.optional(DayOrInstant),
  /** When the vehicle must go to the workshop, as a day or an instant. An alert comes before it. */
  nextMaintenance: v.optional(DayOrInstant),
  /** Kilometres on the odometer, as the office wrote them down. */
  mileage: v.optional(Integer(0, 100_000_000)),
  notes: v.optional(Lines()),
  // The Carta Porte takes these values where it has none of its own. The validation of an invoice checks them.
  /**
   * The SAT’s configuration, a key of c_ConfigAutotransporte, such as T3S2 (tractor and semitrailer).
   * @example T3S2
   */
  configVehicular: v.optional(Line(20)),
  /**
   * The kind of permit, a key of c_TipoPermiso, such as TPAF01 (Autotransporte Federal de carga general).
   * @example TPAF01
   */
  permSCT: v.optional(Line(20)),
  /**
   * The number of that permit.
   * @example 0219ELI04102021NL
   */
  numPermisoSCT: v.optional(Line(100)),
  /**
   * The insurer of the liability policy.
   * @example Aseguradora del Norte
   */
  aseguradora: v.optional(Line(100)),
  /** Tonnes of the vehicle with its load: the Carta Porte contains it. */
  pesoBrutoVehicular: v.optional(Decimal(0, 1_000_000)),
  /** The insurer against damage to the environment. Only hazardous goods need it. */
  aseguraMedAmbiente: v.optional(Line(100)),
  /** The number of that policy. */
  polizaMedAmbiente: v.optional(Line(100)),
  /** The owner, where it is not the carrier: the Carta Porte names the owner. */
  ownerName: v.optional(Line(300)),
  /** The owner’s tax number. */
  ownerRfc: v.optional(Line(20)),
  /** The owner of the vehicle. */
  ownership: v.optional(v.picklist(['PROPIO', 'ARRENDADO'])),
  ...ExternalKey,
});
export type VehicleFields = v.InferOutput<typeof VehicleFields>;

/** The fields of a vehicle that a member may change (PUT). Another operation changes the status. */
export const VehicleChanges = changesOf(VehicleFields);
export type VehicleChanges = v.InferOutput<typeof VehicleChanges>;

/** The fields that a Carta Porte contains. */
export const VEHICLE_IN_DOCUMENTS = [
  'plate',
  'year',
  'insuranceNumber',
] as const satisfies readonly (keyof VehicleFields)[];

/** The fields that a Carta Porte takes from the vehicle only where it has no value of its own. */
export const VEHICLE_FILLS_DOCUMENTS = [
  'configVehicular',
  'permSCT',
  'numPermisoSCT',
  'aseguradora',
  'pesoBrutoVehicular',
  'aseguraMedAmbiente',
  'polizaMedAmbiente',
  'ownerName',
  'ownerRfc',
  'ownership',
] as const satisfies readonly (keyof VehicleFields)[];

/** The answered vehicle. */
export const Vehicle = v.object({
  id: Uuid,
  teamId: Uuid,
  ...VehicleFields.entries,
  /** The address of the picture. Absent without one. */
  imageUrl: StoredAddress,
  /** Whether the vehicle can go on a trip. */
  status: v.picklist(VEHICLE_STATUSES),
  createdAt: Instant,
  /** Rises by one with every write of the record. 0: not written since versions exist. */
  version: Version,
});
export type Vehicle = v.InferOutput<typeof Vehicle>;

/** The stored vehicle: with the current trip. */
export const VehicleRecord = v.object({ ...Vehicle.entries, tripId: v.optional(Uuid), ...CorrectionMark });
export type VehicleRecord = v.InferOutput<typeof VehicleRecord>;

/** Plates that differ only in case, spaces or hyphens are one plate: "ab-123-c" is "AB123C". */
export const normalPlate = (plate: string): string => plate.toUpperCase().replace(/[\s-]/g, '');

export const vehicleKey = (teamId: string, vehicleId: string) =>
  key(VehicleRecord, ofTeam(teamId), `VEHICLE#${vehicleId}`);
export const vehiclesOf = (teamId: string) => part(VehicleRecord, ofTeam(teamId), 'VEHICLE#');
export const Plate = v.object({ vehicleId: Uuid });
export const plateKey = (teamId: string, plate: string) => key(Plate, ofTeam(teamId), `PLATE#${plate}`);

/** The words by which a vehicle is found. The plate is one word. */
export const searchedVehicle = ({ teamId, id, plate, brand, model }: Vehicle): Searched => ({
  kind: 'VEHICLE',
  teamId,
  id,
  name: normalPlate(plate),
  isPlate: true,
  texts: [brand, model],
});
/** The fields of {@link searchedVehicle}: an edit of one holds all of them as they were read. */
export const SEARCHED_OF_VEHICLE = ['plate', 'brand', 'model'] as const;
