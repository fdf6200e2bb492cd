import * as v from 'valibot';
import { DayOrInstant, Decimal, Instant, Line, Lines, List, nullable, Uuid } from './fields';

export const DRIVER_STATUSES = ['DISPONIBLE', 'EN_VIAJE', 'NO_DISPONIBLE', 'VACACIONES', 'BAJA'] as const;
export type DriverStatus = (typeof DRIVER_STATUSES)[number];

export const APP_ACCESS_STATUSES = ['NONE', 'INVITED', 'ACTIVE', 'DISABLED'] as const;
export type AppAccessStatus = (typeof APP_ACCESS_STATUSES)[number];

const DriverAddress = v.object({
  street: v.optional(Line(300)),
  extNumber: v.optional(Line(50)),
  intNumber: v.optional(Line(50)),
  neighborhood: v.optional(Line(100)),
  city: v.optional(Line(100)),
  state: v.optional(Line(100)),
  country: v.optional(Line(100), 'Mexico'),
  zipCode: v.optional(Line(10)),
});

/** What an administrator writes of a driver: interface.md §2.3 less what the system keeps. */
export const DriverFields = v.object({
  name: Line(200, 1),
  phone: nullable(Line(20)),
  photoUrl: nullable(Line()),
  licenseNumber: nullable(Line(50)),
  licenseExpiry: nullable(DayOrInstant),
  curp: nullable(Line(18)),
  rfc: nullable(Line(13)),
  birthDate: nullable(DayOrInstant),
  medicalExpiry: nullable(DayOrInstant),
  bloodType: nullable(Line(10)),
  emergencyContact: nullable(Line(100)),
  certifications: v.optional(List(Line(200)), []),
  salary: v.optional(Decimal(0, 999_999_999.99)),
  address: v.optional(DriverAddress),
  allergies: nullable(Lines(1000)),
});
export type DriverFields = v.InferOutput<typeof DriverFields>;

/** The driver as the interface answers it (§2.3). */
export const Driver = v.object({
  id: Uuid,
  teamId: Uuid,
  ...DriverFields.entries,
  status: v.picklist(DRIVER_STATUSES),
  username: nullable(Line(128)),
  appAccessStatus: v.picklist(APP_ACCESS_STATUSES),
  createdAt: Instant,
});
export type Driver = v.InferOutput<typeof Driver>;

/** The driver as it is kept: with the account's `sub`, the trip under way, and whether the app was ever used. */
export const DriverRecord = v.object({
  ...Driver.entries,
  sub: v.optional(Uuid),
  tripId: v.optional(Uuid),
  everActive: v.optional(v.boolean(), false),
  /** Instant until which one invitation holds the account: two at once would set two passwords. */
  accessLockedUntil: v.optional(Instant),
});
export type DriverRecord = v.InferOutput<typeof DriverRecord>;

/** DISABLED and BAJA are out at once, whatever their token says (product.md §2). */
export const mayWork = (driver: { status: DriverStatus; appAccessStatus: AppAccessStatus }): boolean =>
  driver.status !== 'BAJA' && (driver.appAccessStatus === 'ACTIVE' || driver.appAccessStatus === 'INVITED');

/** The sign-in name of a driver's app account: the first two words of the name, and a tail that makes it this driver's alone. */
export function usernameFor(name: string, tail: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 30));
  return [...words.slice(0, 2), tail].join('.');
}
