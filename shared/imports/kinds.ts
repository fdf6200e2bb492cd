import * as v from 'valibot';
import { Box, BoxChanges, BoxFields, boxKey, economicNumberKey, normalEconomicNumber } from '../boxes/box';
import { Client, ClientChanges, clientKey, NewClient } from '../clients/client';
import { Driver, DriverChanges, DriverFields, driverKey } from '../fleet/driver';
import { normalPlate, plateKey, Vehicle, VehicleChanges, VehicleFields, vehicleKey } from '../fleet/vehicle';
import { validationError } from '../platform/errors';
import type { ExternalKind } from '../platform/table/external-ids';
import type { ItemKey } from '../platform/table/keys';
import { routeKey } from '../routes/route';
import { RoutePoint, RoutePointChanges, RoutePointFields, routePointKey } from '../routes/route-point';
import { NewTrip, TripChanges, TripWithMoney, tripKey } from '../trips/trip';
import { type Column, columnsOf, DUPLICATE_COLUMN, MISSING_KEY, UNKNOWN_COLUMN, UNNAMED_COLUMN } from './columns';
import type { ImportKind } from './import';

/** Another record that a field names by its id. The column `clientExternalId` names the record of `clientId` by its key. */
interface Reference {
  readonly kind: ExternalKind;
  readonly keyOf: (teamId: string, id: string) => ItemKey;
}

/** A field that is unique in the team besides `externalId`. */
interface UniqueField {
  readonly field: string;
  readonly normal: (value: string) => string;
  readonly keyOf: (teamId: string, normal: string) => ItemKey<v.GenericSchema<unknown, object>>;
}

/** What an import knows of a kind of records, without their writes. */
export interface KindRules {
  readonly external: ExternalKind;
  /** The body of the creation, without the team. */
  readonly body: v.GenericSchema<unknown, object>;
  /** The body of the change. */
  readonly changes: v.GenericSchema<unknown, object>;
  /** The record in answers. An export has its fields as columns, so that those which no body has are skipped. */
  readonly answer: v.GenericSchema;
  readonly keyOf: (teamId: string, id: string) => ItemKey<v.GenericSchema<unknown, StoredRecord>>;
  readonly references: Readonly<Record<string, Reference>>;
  readonly unique?: UniqueField;
}

/** A stored record of any kind. */
export interface StoredRecord {
  readonly id: string;
  readonly externalId?: string | undefined;
}

const CLIENT = { kind: 'CLIENT', keyOf: clientKey } as const;

export const NewClientRow = v.omit(NewClient, ['teamId']);

export const KIND_RULES: Readonly<Record<ImportKind, KindRules>> = {
  clients: {
    external: 'CLIENT',
    body: NewClientRow,
    changes: ClientChanges,
    answer: Client,
    keyOf: clientKey,
    references: { clientId: CLIENT },
  },
  drivers: {
    external: 'DRIVER',
    body: DriverFields,
    changes: DriverChanges,
    answer: Driver,
    keyOf: driverKey,
    references: {},
  },
  vehicles: {
    external: 'VEHICLE',
    body: VehicleFields,
    changes: VehicleChanges,
    answer: Vehicle,
    keyOf: vehicleKey,
    references: {},
    unique: { field: 'plate', normal: normalPlate, keyOf: plateKey },
  },
  boxes: {
    external: 'BOX',
    body: BoxFields,
    changes: BoxChanges,
    answer: Box,
    keyOf: boxKey,
    references: {},
    unique: { field: 'economicNumber', normal: normalEconomicNumber, keyOf: economicNumberKey },
  },
  'route-points': {
    external: 'ROUTE_POINT',
    body: RoutePointFields,
    changes: RoutePointChanges,
    answer: RoutePoint,
    keyOf: routePointKey,
    references: {},
  },
  trips: {
    external: 'TRIP',
    body: NewTrip,
    changes: TripChanges,
    answer: TripWithMoney,
    keyOf: tripKey,
    references: {
      clientId: CLIENT,
      routeId: { kind: 'ROUTE', keyOf: routeKey },
      driverId: { kind: 'DRIVER', keyOf: driverKey },
      vehicleId: { kind: 'VEHICLE', keyOf: vehicleKey },
    },
  },
};

/** The column that names the record of a field by its key in another system. */
export const keyColumn = (field: string): string => field.replace(/Id$/, 'ExternalId');

/**
 * The column of each name in the header, and undefined for a field of an export that no body has. Throws VALIDATION_FAILED for an unknown or
 * repeated name, and without `externalId`.
 */
export function columnsFor({ body, answer, references }: KindRules, header: readonly string[]): (Column | undefined)[] {
  const known = new Map([...columnsOf(body)].map((column) => [column.name, column]));
  for (const field of Object.keys(references))
    known.set(keyColumn(field), { name: keyColumn(field), path: [keyColumn(field)], type: 'text' });
  const answered = new Set([...columnsOf(answer)].map(({ name }) => name));
  const seen = new Set<string>();
  const columns = header.map((name, index) => {
    if (name === '') throw validationError('key', UNNAMED_COLUMN(index + 1));
    const shown = name.slice(0, 100);
    // The id and the key of one record are one value.
    const field = Object.keys(references).find((one) => keyColumn(one) === name) ?? name;
    if (seen.has(field)) throw validationError('key', DUPLICATE_COLUMN(shown));
    seen.add(field);
    const column = known.get(name);
    if (column === undefined && !answered.has(name)) throw validationError('key', UNKNOWN_COLUMN(shown));
    return column;
  });
  if (!seen.has('externalId')) throw validationError('key', MISSING_KEY);
  return columns;
}
