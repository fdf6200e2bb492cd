import type { DriverFields } from '../../shared/domain/drivers';
import type { NewTeam, Role } from '../../shared/domain/teams';
import type { NewTrip } from '../../shared/domain/trips';
import type { VehicleFields } from '../../shared/domain/vehicles';

/** All demo accounts have it. */
export const DEMO_PASSWORD = 'Demo-2026-Flota';

/**
 * A fixed identifier, of version 7 and older than any that is made later, so that what the README shows can be pasted. The kind keeps
 * those of different records apart.
 */
const id = (kind: number, number: number): string =>
  `01930000-${String(kind).padStart(4, '0')}-7000-8000-${String(number).padStart(12, '0')}`;

interface DemoMember {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

interface DemoDriver {
  readonly id: string;
  readonly fields: Partial<DriverFields> & Pick<DriverFields, 'name'>;
  /** The user name of an app account that was used before; absent: none. */
  readonly username?: string;
}

interface DemoVehicle {
  readonly id: string;
  readonly fields: VehicleFields;
}

interface DemoTrip {
  readonly id: string;
  /** Days from the day of the seeding to the planned start. */
  readonly startsInDays: number;
  readonly plan: Omit<NewTrip, 'startDate' | 'endDate'>;
}

export interface Demo {
  readonly team: { readonly id: string } & Pick<NewTeam, 'name' | 'address'>;
  /** The owner first: it makes the team. */
  readonly members: readonly [DemoMember, ...DemoMember[]];
  readonly drivers: readonly DemoDriver[];
  readonly vehicles: readonly DemoVehicle[];
  readonly trips: readonly DemoTrip[];
}

const TEAM = id(1, 1);
const DRIVERS = { demo: id(2, 1), salinas: id(2, 2), cavazos: id(2, 3) };
const VEHICLES = { kenworth: id(3, 1), freightliner: id(3, 2), international: id(3, 3) };

/** A carrier of Monterrey, small enough to be read at a glance. */
export const DEMO: Demo = {
  team: {
    id: TEAM,
    name: 'Autotransportes Sierra Madre',
    address: {
      street: 'Av. Ruiz Cortines',
      exteriorNumber: '5600',
      neighborhood: 'Valle del Mirador',
      city: 'Monterrey',
      state: 'Nuevo León',
      country: 'Mexico',
      postalCode: '64750',
    },
  },
  members: [
    { email: 'owner@demo.mx', name: 'Patricia Garza', role: 'OWNER' },
    { email: 'admin@demo.mx', name: 'Ernesto Villarreal', role: 'ADMIN' },
    { email: 'member@demo.mx', name: 'Lucía Treviño', role: 'MEMBER' },
  ],
  drivers: [
    {
      id: DRIVERS.demo,
      username: 'demo.driver',
      fields: {
        name: 'Ramón Elizondo Garza',
        phone: '8183456712',
        licenseNumber: 'NL-B-0458812',
        curp: 'EIGR790314HNLLRM08',
        rfc: 'EIGR790314QX5',
        bloodType: 'O+',
        emergencyContact: 'Martha Garza, 8187765501',
        certifications: ['Licencia federal tipo B'],
      },
    },
    {
      id: DRIVERS.salinas,
      fields: { name: 'Javier Salinas Ruiz', phone: '8112908833', licenseNumber: 'NL-B-0391277', rfc: 'SARJ850722KM1' },
    },
    {
      id: DRIVERS.cavazos,
      fields: {
        name: 'Óscar Cavazos Leal',
        phone: '8261147790',
        licenseNumber: 'NL-E-0120054',
        rfc: 'CALO760109R63',
        certifications: ['Licencia federal tipo E: materiales peligrosos'],
      },
    },
  ],
  vehicles: [
    {
      id: VEHICLES.kenworth,
      fields: {
        plate: '58-AK-7M',
        brand: 'Kenworth',
        model: 'T680',
        year: 2022,
        type: 'TRACTOCAMION',
        vin: '3WKAD49X8NF812345',
        fuelType: 'DIESEL',
        capacity: '30 t',
        mileage: 412_870,
      },
    },
    {
      id: VEHICLES.freightliner,
      fields: {
        plate: '31-AN-2R',
        brand: 'Freightliner',
        model: 'Cascadia',
        year: 2020,
        type: 'TRACTOCAMION',
        fuelType: 'DIESEL',
        capacity: '30 t',
        mileage: 655_120,
      },
    },
    {
      id: VEHICLES.international,
      fields: {
        plate: 'RC-41-907',
        brand: 'International',
        model: 'MV607',
        year: 2023,
        type: 'TORTON',
        fuelType: 'DIESEL',
        capacity: '14 t',
        mileage: 88_340,
      },
    },
  ],
  trips: [
    {
      id: id(4, 1),
      startsInDays: 1,
      plan: {
        driverId: DRIVERS.demo,
        vehicleId: VEHICLES.kenworth,
        cargoDescription: 'Rollos de lámina galvanizada, Monterrey a Ciudad de México',
        cargoWeight: 27_400,
        revenue: 48_500,
        cost: 31_200,
      },
    },
  ],
};
