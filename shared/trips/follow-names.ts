import type { Client } from '../clients/client';
import type { DriverRecord } from '../fleet/driver';
import type { VehicleRecord } from '../fleet/vehicle';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItems, queryIndex } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import type { Route } from '../routes/route';
import { type TripRecord, type TripStatus, tripIdOf, tripKey, tripsInStatus } from './trip';

/** The trips that show a new name. A finished one keeps the name that it had. */
export const UNFINISHED = ['NO_INICIADO', 'EN_PROCESO'] as const satisfies readonly TripStatus[];

const PAGE = 100;
/** The number of trips that are changed concurrently. */
const CONCURRENCY = 10;

/** What trips copy of a record, under its names in the trip. Null removes one. */
type Names = {
  readonly [Field in 'clientName' | 'routeName' | 'driverName' | 'driverPhone' | 'vehiclePlate']?: string | null;
} & { readonly hasLine?: true | null };

/** A record that trips refer to, by the field that refers to it. */
interface Referred {
  readonly teamId: string;
  readonly field: 'clientId' | 'routeId' | 'driverId' | 'vehicleId';
  readonly id: string;
  readonly names: Names;
}

/** The fields of a record that trips copy, and the trip's copies of them. */
interface Copied<R, Field extends keyof R> {
  readonly fields: readonly Field[];
  readonly referredBy: (record: R) => Referred;
}

const copiedClient: Copied<Client, 'name'> = {
  fields: ['name'],
  referredBy: ({ teamId, id, name }) => ({ teamId, field: 'clientId', id, names: { clientName: name } }),
};
const copiedRoute: Copied<Route, 'name'> = {
  fields: ['name'],
  referredBy: ({ teamId, id, name }) => ({ teamId, field: 'routeId', id, names: { routeName: name } }),
};
const copiedDriver: Copied<DriverRecord, 'name' | 'phone'> = {
  fields: ['name', 'phone'],
  referredBy: ({ teamId, id, name, phone }) => ({
    teamId,
    field: 'driverId',
    id,
    names: { driverName: name, driverPhone: phone },
  }),
};
const copiedVehicle: Copied<VehicleRecord, 'plate'> = {
  fields: ['plate'],
  referredBy: ({ teamId, id, plate }) => ({ teamId, field: 'vehicleId', id, names: { vehiclePlate: plate } }),
};

/**
 * Copies a sent name, phone or plate to the trips that are not finished. It runs after the change of the record, in writes
 * of its own, because a client may have more trips than one transaction has writes. A value that the record had already is
 * copied too: the request may repeat one that was interrupted between the record and the trips. A trip that shows the value
 * is not written.
 */
const follow =
  <R, Field extends keyof R>({ fields, referredBy }: Copied<R, Field>) =>
  (context: Context) =>
  async (sent: { readonly [Sent in Field]?: unknown }, after: R): Promise<void> => {
    if (fields.every((field) => sent[field] === undefined)) return;
    for (const status of UNFINISHED) await rename(context, status, referredBy(after));
  };

const PERMISSIONS = { table: ['BatchGetItem', 'UpdateItem'], gsi1: ['Query'] } as const;
export const followClient = capability(PERMISSIONS, follow(copiedClient));
export const followRoute = capability(PERMISSIONS, follow(copiedRoute));
export const followDriver = capability(PERMISSIONS, follow(copiedDriver));
export const followVehicle = capability(PERMISSIONS, follow(copiedVehicle));

/** Tells the trips that have not begun whether their route has a line now. A trip under way is compared with what its route had at the start. */
export const followLine = capability(
  PERMISSIONS,
  (context) =>
    ({ teamId, id }: Route, hasLine: boolean): Promise<void> =>
      rename(context, 'NO_INICIADO', { teamId, field: 'routeId', id, names: { hasLine: hasLine || null } }),
);

async function rename(context: Context, status: TripStatus, { names, ...referred }: Referred): Promise<void> {
  await eachTripWith(context, status, referred, (trip) => renameOne(context, trip, referred.field, names));
}

/** Calls `work` for each trip of this status that refers to the record, ten at a time. */
export async function eachTripWith(
  context: Context,
  status: TripStatus,
  { teamId, field, id }: Omit<Referred, 'names'>,
  work: (trip: TripRecord) => Promise<void>,
): Promise<void> {
  const { gsi1pk } = tripsInStatus(teamId, status);
  let after: string | undefined;
  do {
    const page = await queryIndex(context, 'gsi1', gsi1pk, { limit: PAGE, ascending: true, after });
    const keys = page.positions.map((position) => tripKey(teamId, tripIdOf(position)));
    const trips = (await getItems(context, keys)).flatMap((trip) => (trip && trip[field] === id ? [trip] : []));
    for (let start = 0; start < trips.length; start += CONCURRENCY)
      await Promise.all(trips.slice(start, start + CONCURRENCY).map(work));
    after = page.more ? page.positions.at(-1) : undefined;
  } while (after !== undefined);
}

/** The trip was deleted, finished or given to another record in the meantime. */
class Gone extends Error {}

async function renameOne(
  context: Context,
  { teamId, id, ...trip }: TripRecord,
  field: Referred['field'],
  names: Names,
): Promise<void> {
  const entries = Object.entries(names);
  const shown = new Map<string, unknown>(Object.entries(trip));
  if (entries.every(([name, value]) => (shown.get(name) ?? null) === value)) return;
  const change = {
    set: Object.fromEntries(entries.filter(([, name]) => name !== null)),
    remove: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
  };
  const condition = { equals: { [field]: trip[field] }, oneOf: { status: UNFINISHED } };
  await writeOne(
    context,
    update(tripKey(teamId, id), change, condition, () => new Gone()),
  ).catch((failure: unknown) => {
    if (!(failure instanceof Gone)) throw failure;
  });
}
