import * as v from 'valibot';
import { AppError } from '../platform/errors';
import { key, ofTeam, part } from '../platform/table/keys';
import { Version } from '../platform/table/version';
import type { Searched } from '../platform/table/word-keys';
import { DriverAddress } from '../platform/values/addresses';
import { changesOf } from '../platform/values/changes';
import { ExternalKey } from '../platform/values/external-id';
import {
  DayOrInstant,
  Instant,
  Line,
  Lines,
  List,
  nullable,
  nullableText,
  Uuid,
  Whole,
} from '../platform/values/fields';
import { Pesos } from '../platform/values/money';
import { SessionLimits } from '../platform/values/session-limits';
import { ShownAddress, StoredNullableAddress } from '../platform/values/shown-address';
import { said } from '../platform/values/text';
import { CorrectionMark } from './correction';

export const DRIVER_STATUSES = ['DISPONIBLE', 'EN_VIAJE', 'NO_DISPONIBLE', 'VACACIONES', 'BAJA'] as const;
export type DriverStatus = (typeof DRIVER_STATUSES)[number];

export const APP_ACCESS_STATUSES = ['NONE', 'INVITED', 'ACTIVE', 'DISABLED'] as const;
export type AppAccessStatus = (typeof APP_ACCESS_STATUSES)[number];

/** The fields of a driver that an administrator writes. */
export const DriverFields = v.object({
  /** Full name as in the licence: the Carta Porte contains it. */
  name: Line(2000, 1),
  phone: nullableText(Line(20)),
  /** An https address, or one that POST /dms/upload-url answered. */
  photoUrl: nullableText(ShownAddress),
  /**
   * The federal licence: the Carta Porte contains it.
   * @example NL-B-0458812
   */
  licenseNumber: nullableText(Line()),
  /**
   * The last day of the licence, as a day or an instant. An alert comes before it.
   * @example 2027-12-31
   */
  licenseExpiry: nullable(DayOrInstant),
  /**
   * The population register number, 18 characters. null for a MEMBER.
   * @example EIGR790314HNLLRM08
   */
  curp: nullableText(Line(18)),
  /**
   * The driver’s tax number: the Carta Porte contains it.
   * @example EIGR790314QX5
   */
  rfc: nullableText(Line(13)),
  /**
   * As a day or an instant. null for a MEMBER.
   * @example 1979-03-14
   */
  birthDate: nullable(DayOrInstant),
  /**
   * The last day of the medical certificate, as a day or an instant. An alert comes before it.
   * @example 2026-12-31
   */
  medicalExpiry: nullable(DayOrInstant),
  /**
   * Health data: null for a MEMBER, whose reads in an emergency are recorded.
   * @example O+
   */
  bloodType: nullableText(Line(10)),
  /**
   * A person to call, with the number.
   * @example Martha Garza, 8187765501
   */
  emergencyContact: nullableText(Line(100)),
  /** The driver’s licences and courses, in the office’s own words. */
  certifications: v.optional(List(Line(200)), []),
  /** MXN of pay, for the period that the office uses. Absent for a MEMBER. */
  salary: v.optional(Pesos),
  /** The driver’s home. Absent for a MEMBER. */
  address: v.optional(DriverAddress),
  /** Health data: null for a MEMBER, whose reads in an emergency are recorded. */
  allergies: nullableText(Lines(1000)),
  ...ExternalKey,
});
export type DriverFields = v.InferOutput<typeof DriverFields>;

/** The fields of a driver that an administrator may change: PUT /drivers/{driverId}. */
export const DriverChanges = changesOf(
  v.object({
    ...DriverFields.entries,
    /** What the driver does now. */
    status: v.picklist(DRIVER_STATUSES),
  }),
);
export type DriverChanges = v.InferOutput<typeof DriverChanges>;

/** The fields that a driver may change in the own record. Any other field in the body is refused by name. */
export const OwnDriverChanges = v.pipe(
  v.strictObject({
    phone: v.optional(DriverFields.entries.phone),
    /** A person to call, with the number. */
    emergencyContact: v.optional(DriverFields.entries.emergencyContact),
    /** Health data; the office reads it in an emergency, and each read is recorded. */
    bloodType: v.optional(DriverFields.entries.bloodType),
    /** Health data; the office reads it in an emergency, and each read is recorded. */
    allergies: v.optional(DriverFields.entries.allergies),
  }),
  v.minEntries(
    1,
    said({
      en: 'Send at least one of phone, emergencyContact, bloodType, allergies.',
      es: 'Envíe al menos uno de phone, emergencyContact, bloodType, allergies.',
    }),
  ),
);
export type OwnDriverChanges = v.InferOutput<typeof OwnDriverChanges>;

/** The fields that a Carta Porte contains. */
export const DRIVER_IN_DOCUMENTS = ['name', 'rfc', 'licenseNumber'] as const satisfies readonly (keyof DriverFields)[];

/** The answered driver. */
export const Driver = v.object({
  id: Uuid,
  teamId: Uuid,
  ...DriverFields.entries,
  /** The address of the photo. null without one. */
  photoUrl: StoredNullableAddress,
  /** What the driver does now. */
  status: v.picklist(DRIVER_STATUSES),

  /** The name by which the driver signs in to the app. null until the driver is invited. */
  username: nullable(Line(128)),
  /** Whether the driver can use the mobile app. */
  appAccessStatus: v.picklist(APP_ACCESS_STATUSES),
  createdAt: Instant,
  /** Rises by one with every write of the record. 0: not written since versions exist. */
  version: Version,
});
export type Driver = v.InferOutput<typeof Driver>;

/** The stored driver: with the account's `sub`, the current trip, and `everActive` once the app was used. */
export const DriverRecord = v.object({
  ...Driver.entries,
  /** The app account’s identifier in the sign-in service. Absent without an account. */
  sub: v.optional(Uuid),
  tripId: v.optional(Uuid),
  /** Whether the driver has used the app. */
  everActive: v.optional(v.boolean(), false),
  /** End of the lock that one invitation holds: two at once would set two passwords. */
  accessLockedUntil: v.optional(Instant),
  /** The privacy notice that the driver agreed to, and the time. */
  consent: v.optional(
    v.object({
      /** The version of the privacy notice. */
      notice: Line(100, 1),
      at: Instant,
    }),
  ),
  /** DRIVER_LEFT_WITH_TRIPS: the alert, and the number of planned trips that still have the driver. */
  left: v.optional(
    v.object({
      /** The alert’s identifier. */
      alert: Uuid,
      /** The number of planned trips that still have the driver. */
      trips: Whole,
    }),
  ),
  /** The erasure of the driver's personal data. An erased driver cannot be edited. */
  erasedAt: v.optional(Instant),
  ...CorrectionMark,
  ...SessionLimits,
});
export type DriverRecord = v.InferOutput<typeof DriverRecord>;

/** An administrator's actions on the account of a driver. `access-states.ts` holds their transitions. */
export const APP_ACCESS_ACTION_NAMES = ['INVITE', 'RESEND', 'DISABLE', 'ENABLE'] as const;
export type AppAccessAction = (typeof APP_ACCESS_ACTION_NAMES)[number];

/** False for DISABLED and for BAJA from that moment on, also while the driver's token is still valid. */
export const isActive = (driver: { status: DriverStatus; appAccessStatus: AppAccessStatus }): boolean =>
  driver.status !== 'BAJA' && WORKING_ACCESS.includes(driver.appAccessStatus);

/** An INVITED driver has the permissions of an ACTIVE driver. */
export const WORKING_ACCESS: readonly AppAccessStatus[] = ['INVITED', 'ACTIVE'];

/** True for an active driver whose account is the subject of the token. */
export const isActiveAs = (driver: DriverRecord | undefined, sub: string): boolean =>
  driver?.sub === sub && isActive(driver);

/** 403 for a driver that is DISABLED or BAJA, or whose record names another account. */
export const driverInactive = (): AppError =>
  new AppError('FORBIDDEN', {
    message: {
      en: 'Your access to the app is closed. Ask your dispatcher to open it again.',
      es: 'Su acceso a la aplicación está cerrado. Pida a su despachador que lo abra de nuevo.',
    },
  });

/**
 * The sign-in name of a driver's app account: the first two words of the name, and the end of the record's identifier, which makes it unique.
 * It depends on the record only, so a repeated invitation finds the account of the first attempt.
 */
export function usernameFor({ id, name }: { id: string; name: string }): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 30));
  return [...words.slice(0, 2), id.slice(-8)].join('.');
}

/**
 * The random part of a temporary password from twelve random bytes: three groups of capital, letter, digit, letter, without characters that look or sound alike.
 * About 50 bits, valid once, and Cognito locks the account after a few wrong passwords.
 */
export function temporaryPasswordFrom(random: Uint8Array): string {
  const alphabets = ['ABCDEFGHJKMNPQRSTVWXYZ', 'abcdefghjkmnpqrstvwxyz', '23456789', 'abcdefghjkmnpqrstvwxyz'];
  const letters = [...random.subarray(0, 12)].map((byte, index) => {
    const alphabet = alphabets[index % alphabets.length] ?? '';
    return alphabet[byte % alphabet.length];
  });
  return [0, 4, 8].map((start) => letters.slice(start, start + 4).join('')).join('-');
}

export const driverKey = (teamId: string, driverId: string) => key(DriverRecord, ofTeam(teamId), `DRIVER#${driverId}`);
export const driversOf = (teamId: string) => part(DriverRecord, ofTeam(teamId), 'DRIVER#');

/** The words by which a driver is found. */
export const searchedDriver = ({ teamId, id, name, rfc, phone }: Driver): Searched => ({
  kind: 'DRIVER',
  teamId,
  id,
  name,
  codes: [rfc, phone],
});
/** The fields of {@link searchedDriver}: an edit of one holds all of them as they were read. */
export const SEARCHED_OF_DRIVER = ['name', 'rfc', 'phone'] as const;
