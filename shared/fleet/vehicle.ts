import * as v from 'valibot';
import { key, ofTeam, part } from '../platform/table/keys';
import type { Searched } from '../platform/table/word-keys';
import { changesOf } from '../platform/values/changes';
import { DayOrInstant, Decimal, Instant, Integer, Line, Lines, Uuid } from '../platform/values/fields';
import { ShownAddress, StoredAddress } from '../platform/values/shown-address';
import { CorrectionMark } from './correction';

export const VEHICLE_STATUSES = ['DISPONIBLE', 'EN_VIAJE', 'MANTENIMIENTO', 'FUERA_DE_SERVICIO', 'BAJA'] as const;
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** The fields of a vehicle that a member writes. The plate is part of a key of the table, so it is short (docs/decisions/0004). */
export const VehicleFields = v.object({
  plate: v.pipe(
    Line(20, 1),
    v.check((plate) => normalPlate(plate) !== '', 'Send the letters and digits of the plate.'),
  ),
  brand: v.optional(Line()),
  model: v.optional(Line()),
  vin: v.optional(Line()),
  type: v.optional(Line()),
  imageUrl: v.optional(ShownAddress),
  capacity: v.optional(Line()),
  fuelType: v.optional(Line()),
  year: v.optional(Integer(1900, 2100)),
  insuranceNumber: v.optional(Line()),
  insuranceExpiry: v.optional(DayOrInstant),
  registrationExpiry: v.optional(DayOrInstant),
  lastMaintenance: v.optional(DayOrInstant),
  nextMaintenance: v.optional(DayOrInstant),
  mileage: v.optional(Integer(0, 100_000_000)),
  notes: v.optional(Lines()),
  // The Carta Porte takes these values where it has none of its own. The validation of an invoice checks them.
  configVehicular: v.optional(Line(20)),
  permSCT: v.optional(Line(20)),
  numPermisoSCT: v.optional(Line(100)),
  aseguradora: v.optional(Line(100)),
  /** Tonnes. */
  pesoBrutoVehicular: v.optional(Decimal(0, 1_000_000)),
  aseguraMedAmbiente: v.optional(Line(100)),
  polizaMedAmbiente: v.optional(Line(100)),
  ownerName: v.optional(Line(300)),
  ownerRfc: v.optional(Line(20)),
  /** PROPIO: of the issuer or of the owner that the record names. ARRENDADO: leased from that owner. */
  ownership: v.optional(v.picklist(['PROPIO', 'ARRENDADO'])),
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
  imageUrl: StoredAddress,
  status: v.picklist(VEHICLE_STATUSES),
  createdAt: Instant,
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
  texts: [brand, model],
});
/** The fields of {@link searchedVehicle}: an edit of one holds all of them as they were read. */
export const SEARCHED_OF_VEHICLE = ['plate', 'brand', 'model'] as const;
