import type * as v from 'valibot';
import type { VehicleFields, VehicleStatus } from '../../shared/fleet/vehicle';
import { fixedId } from './identifiers';

/** Days from the seeding to each date of a vehicle. */
type VehiclePapers = Readonly<Record<'insuranceExpiry' | 'registrationExpiry' | 'nextMaintenance', number>>;

export interface DemoVehicle {
  readonly id: string;
  readonly fields: v.InferInput<typeof VehicleFields>;
  readonly papers: VehiclePapers;
  /** A status that the office sets by hand after the trips are written. Absent: the status follows from the trips. */
  readonly status?: Exclude<VehicleStatus, 'EN_VIAJE'>;
}

const TRACTOR = { type: 'TRACTOCAMION', fuelType: 'DIESEL', capacity: '30 t' };
const TORTON = { type: 'TORTON', fuelType: 'DIESEL', capacity: '14 t' };
const RABON = { type: 'RABON', fuelType: 'DIESEL', capacity: '8 t' };

const papers = (insuranceExpiry: number, registrationExpiry: number, nextMaintenance: number): VehiclePapers => ({
  insuranceExpiry,
  registrationExpiry,
  nextMaintenance,
});

/** Plates and policies are invented. */
export const VEHICLES: readonly DemoVehicle[] = [
  {
    id: fixedId('vehicle', 1),
    fields: {
      ...TRACTOR,
      plate: '58-AK-7M',
      brand: 'Kenworth',
      model: 'T680',
      year: 2022,
      vin: '3WKAD49X8NF812345',
      mileage: 412_870,
      insuranceNumber: 'AF-2210-00187',
    },
    papers: papers(203, 96, 21),
  },
  {
    id: fixedId('vehicle', 2),
    fields: {
      ...TRACTOR,
      plate: '31-AN-2R',
      brand: 'Freightliner',
      model: 'Cascadia',
      year: 2020,
      mileage: 655_120,
      insuranceNumber: 'AF-2210-00188',
    },
    papers: papers(12, 140, 45),
  },
  {
    id: fixedId('vehicle', 3),
    fields: { ...TORTON, plate: 'RC-41-907', brand: 'International', model: 'MV607', year: 2023, mileage: 88_340 },
    papers: papers(301, 28, 60),
  },
  {
    id: fixedId('vehicle', 4),
    fields: {
      ...TRACTOR,
      plate: '44-AJ-9T',
      brand: 'Kenworth',
      model: 'T880',
      year: 2021,
      mileage: 498_015,
      insuranceNumber: 'AF-2210-00190',
    },
    papers: papers(77, 330, 5),
  },
  {
    id: fixedId('vehicle', 5),
    fields: {
      ...TRACTOR,
      plate: '72-AR-3D',
      brand: 'Volvo',
      model: 'VNL 760',
      year: 2023,
      mileage: 221_460,
      insuranceNumber: 'AF-2210-00191',
    },
    papers: papers(244, 244, 33),
  },
  {
    id: fixedId('vehicle', 6),
    fields: { ...TRACTOR, plate: '19-AE-6W', brand: 'Peterbilt', model: '579', year: 2019, mileage: 802_733 },
    papers: papers(51, 17, 90),
  },
  {
    id: fixedId('vehicle', 7),
    fields: { ...TRACTOR, plate: '83-AM-1K', brand: 'International', model: 'LT', year: 2022, mileage: 377_204 },
    papers: papers(160, 160, 14),
  },
  {
    id: fixedId('vehicle', 8),
    fields: { ...TORTON, plate: 'RD-77-215', brand: 'Hino', model: '500', year: 2021, mileage: 143_918 },
    papers: papers(128, 59, 40),
  },
  {
    id: fixedId('vehicle', 9),
    fields: { ...RABON, plate: 'RB-20-664', brand: 'Isuzu', model: 'Forward 800', year: 2020, mileage: 166_502 },
    papers: papers(92, 92, 0),
    status: 'MANTENIMIENTO',
  },
  {
    id: fixedId('vehicle', 10),
    fields: {
      ...TRACTOR,
      plate: '27-AD-5H',
      brand: 'Freightliner',
      model: 'Cascadia',
      year: 2018,
      mileage: 931_077,
      notes: 'Cambio de embrague en el taller de Santa Catarina.',
    },
    papers: papers(36, 8, -2),
    status: 'MANTENIMIENTO',
  },
  {
    id: fixedId('vehicle', 11),
    fields: {
      ...TRACTOR,
      plate: '65-AB-4C',
      brand: 'Kenworth',
      model: 'T660',
      year: 2014,
      mileage: 1_240_611,
      notes: 'Póliza vencida: no sale hasta renovarla.',
    },
    papers: papers(-6, 210, 120),
    status: 'FUERA_DE_SERVICIO',
  },
  {
    id: fixedId('vehicle', 12),
    fields: { ...RABON, plate: 'RA-09-318', brand: 'Mercedes-Benz', model: 'Atego', year: 2011, mileage: 874_390 },
    papers: papers(-95, -95, -200),
    status: 'BAJA',
  },
];
