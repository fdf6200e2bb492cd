import type * as v from 'valibot';
import type { DriverFields, DriverStatus } from '../../shared/fleet/driver';
import { fixedId } from './identifiers';

export interface DemoDriver {
  readonly id: string;
  readonly fields: v.InferInput<typeof DriverFields>;
  /** Days from the seeding to the expiry of each document, so that some documents are near expiry on any date. */
  readonly papers: { readonly licenseExpiry: number; readonly medicalExpiry: number };
  /** The user name of an app account that has been used. Absent: the driver has no account. */
  readonly username?: string;
  /** A status that the office sets by hand after the trips are written. Absent: the status follows from the trips. */
  readonly status?: Exclude<DriverStatus, 'EN_VIAJE'>;
}

const FEDERAL_B = 'Licencia federal tipo B';
const FEDERAL_E = 'Licencia federal tipo E: materiales peligrosos';

/** Names, telephones and documents are invented. The first driver is the one that the demo signs in. */
export const DRIVERS: readonly [DemoDriver, ...DemoDriver[]] = [
  {
    id: fixedId('driver', 1),
    username: 'demo.driver',
    fields: {
      name: 'Ramón Elizondo Garza',
      phone: '8183456712',
      licenseNumber: 'NL-B-0458812',
      curp: 'EIGR790314HNLLRM08',
      rfc: 'EIGR790314QX5',
      birthDate: '1979-03-14',
      bloodType: 'O+',
      emergencyContact: 'Martha Garza, 8187765501',
      certifications: [FEDERAL_B],
      salary: 21_500,
    },
    papers: { licenseExpiry: 412, medicalExpiry: 26 },
  },
  {
    id: fixedId('driver', 2),
    username: 'javier.salinas',
    fields: {
      name: 'Javier Salinas Ruiz',
      phone: '8112908833',
      licenseNumber: 'NL-B-0391277',
      rfc: 'SARJ850722KM1',
      birthDate: '1985-07-22',
      bloodType: 'A+',
      certifications: [FEDERAL_B],
      salary: 20_800,
    },
    papers: { licenseExpiry: 9, medicalExpiry: 141 },
  },
  {
    id: fixedId('driver', 3),
    username: 'oscar.cavazos',
    fields: {
      name: 'Óscar Cavazos Leal',
      phone: '8261147790',
      licenseNumber: 'NL-E-0120054',
      rfc: 'CALO760109R63',
      birthDate: '1976-01-09',
      bloodType: 'B+',
      emergencyContact: 'Rosa Leal, 8261140027',
      certifications: [FEDERAL_B, FEDERAL_E],
      salary: 24_300,
    },
    papers: { licenseExpiry: 655, medicalExpiry: 88 },
  },
  {
    id: fixedId('driver', 4),
    username: 'hector.barrera',
    fields: {
      name: 'Héctor Barrera Peña',
      phone: '3141286640',
      licenseNumber: 'COL-B-0077341',
      rfc: 'BAPH881130J29',
      birthDate: '1988-11-30',
      bloodType: 'O-',
      allergies: 'Penicilina',
      certifications: [FEDERAL_B],
      salary: 20_200,
    },
    papers: { licenseExpiry: 230, medicalExpiry: 310 },
  },
  {
    id: fixedId('driver', 5),
    fields: {
      name: 'Leticia Moreno Sada',
      phone: '8119027745',
      licenseNumber: 'NL-B-0502218',
      rfc: 'MOSL900418TA2',
      birthDate: '1990-04-18',
      bloodType: 'A-',
      emergencyContact: 'Andrés Moreno, 8119020031',
      certifications: [FEDERAL_B],
      salary: 21_000,
    },
    papers: { licenseExpiry: 903, medicalExpiry: 402 },
  },
  {
    id: fixedId('driver', 6),
    fields: {
      name: 'Martín Quiroga Ibarra',
      phone: '8677140918',
      licenseNumber: 'TAM-B-0264405',
      rfc: 'QUIM830926L84',
      birthDate: '1983-09-26',
      certifications: [FEDERAL_B],
      salary: 19_900,
    },
    papers: { licenseExpiry: 74, medicalExpiry: 18 },
  },
  {
    id: fixedId('driver', 7),
    fields: {
      name: 'Jorge Ocampo Villa',
      phone: '4428813307',
      licenseNumber: 'QRO-B-0139920',
      rfc: 'OAVJ711205HP7',
      birthDate: '1971-12-05',
      certifications: [FEDERAL_B],
      salary: 20_600,
    },
    papers: { licenseExpiry: 188, medicalExpiry: -3 },
    status: 'NO_DISPONIBLE',
  },
  {
    id: fixedId('driver', 8),
    fields: {
      name: 'Raúl Treviño Cantú',
      phone: '8180046127',
      licenseNumber: 'NL-B-0277150',
      rfc: 'TECR800703V16',
      birthDate: '1980-07-03',
      certifications: [FEDERAL_B],
      salary: 21_200,
    },
    papers: { licenseExpiry: 540, medicalExpiry: 205 },
    status: 'VACACIONES',
  },
  {
    id: fixedId('driver', 9),
    fields: {
      name: 'Saúl Medrano Ortiz',
      phone: '8131552086',
      licenseNumber: 'NL-B-0188963',
      rfc: 'MEOS690215C90',
      birthDate: '1969-02-15',
      certifications: [FEDERAL_B],
    },
    papers: { licenseExpiry: -120, medicalExpiry: -64 },
    status: 'BAJA',
  },
];
