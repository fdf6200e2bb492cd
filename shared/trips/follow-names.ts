import type * as v from 'valibot';
import type { TeamActor } from '../audit/audit';
import { type Client, clientKey } from '../clients/client';
import { type DriverRecord, driverKey } from '../fleet/driver';
import { type VehicleRecord, vehicleKey } from '../fleet/vehicle';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { tenAtATime } from '../platform/runtime/ten-at-a-time';
import { allOf } from '../platform/table/expression';
import type { ItemKey } from '../platform/table/keys';
import { getItems, queryIndex } from '../platform/table/read';
import { againWhile } from '../platform/table/retry';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { nameRoutesOf } from '../routes/follow-client';
import { type Route, routeKey } from '../routes/route';
import { draftEdit } from './draft-follows-trip';
import { type TripRecord, type TripStatus, tripIdOf, tripKey, tripsInStatus } from './trip';
import { moneyEdit } from './trip-money';

/** The trips that show a new name. A finished one keeps the name that it had. */
export const UNFINISHED = ['NO_INICIADO', 'EN_PROCESO'] as const satisfies readonly TripStatus[];

const PAGE = 100;

/** What trips copy of a record, under its names in the trip. Undefined removes one. */
type Names = {
  readonly [Field in 'clientName' | 'routeName' | 'driverName' | 'driverPhone' | 'vehiclePlate']?: string | undefined;
} & { readonly hasLine?: true | undefined };

/** A record that trips refer to, by the field that refers to it. */
interface Referred {
  readonly teamId: string;
  readonly field: 'clientId' | 'routeId' | 'driverId' | 'vehicleId';
  readonly id: string;
  readonly names: Names;
}

/** The fields of a record that trips copy, and the trip's copies of them. */
interface Copied<R extends object, Field extends keyof R> {
  readonly fields: readonly Field[];
  readonly keyOf: (teamId: string, id: string) => ItemKey<v.GenericSchema<unknown, R>>;
  readonly referredBy: (record: R) => Referred;
  /** Copies the fields to other records than trips. Returns false when none was written. */
  readonly elsewhere?: (context: Context, record: R) => Promise<boolean>;
}

const copiedClient: Copied<Client, 'name'> = {
  fields: ['name'],
  keyOf: clientKey,
  referredBy: ({ teamId, id, name }) => ({ teamId, field: 'clientId', id, names: { clientName: name } }),
  elsewhere: nameRoutesOf,
};
const copiedRoute: Copied<Route, 'name'> = {
  fields: ['name'],
  keyOf: routeKey,
  referredBy: ({ teamId, id, name }) => ({ teamId, field: 'routeId', id, names: { routeName: name } }),
};
const copiedDriver: Copied<DriverRecord, 'name' | 'phone'> = {
  fields: ['name', 'phone'],
  keyOf: driverKey,
  referredBy: ({ teamId, id, name, phone }) => ({
    teamId,
    field: 'driverId',
    id,
    names: { driverName: name, driverPhone: phone ?? undefined },
  }),
};
const copiedVehicle: Copied<VehicleRecord, 'plate'> = {
  fields: ['plate'],
  keyOf: vehicleKey,
  referredBy: ({ teamId, id, plate }) => ({ teamId, field: 'vehicleId', id, names: { vehiclePlate: plate } }),
};

/** Writes the names of a record to one trip. False for a trip that shows them already: it is not written. */
type Rename = (context: Context, trip: TripRecord, referred: Referred) => Promise<boolean>;

/**
 * Copies a sent name, phone or plate to the trips that are not finished. It runs after the change of the record, in writes
 * of its own, because a client may have more trips than one transaction has writes. A value that the record had already is
 * copied too: the request may repeat one that was interrupted between the record and the trips. A trip that shows the value
 * is not written.
 */
const follow =
  <R extends object, Field extends keyof R>(copied: Copied<R, Field>) =>
  (context: Context) =>
  (sent: SentOf<Field>, after: R): Promise<void> =>
    copySent(context, copied, sent, after, renameOne);

/** As {@link follow}, and the drafts of the trips that no member has edited show the name too (docs/decisions/0022). */
const followWithDraft =
  <R extends object, Field extends keyof R>(copied: Copied<R, Field>) =>
  (context: Context) =>
  (actor: TeamActor, sent: SentOf<Field>, after: R): Promise<void> =>
    copySent(context, copied, sent, after, renameWithDraft(actor));

type SentOf<Field extends PropertyKey> = { readonly [Sent in Field]?: unknown };

async function copySent<R extends object, Field extends keyof R>(
  context: Context,
  copied: Copied<R, Field>,
  sent: SentOf<Field>,
  after: R,
  rename: Rename,
): Promise<void> {
  if (copied.fields.some((field) => sent[field] !== undefined)) await copyNames(context, copied, after, rename);
}

/**
 * Copies the names to the trips, and again while the record has other ones: two edits at once may write the trips in another order than the
 * record. The edit that writes the trips last reads the record after that, and finds the names that stay.
 */
async function copyNames<R extends object, Field extends keyof R>(
  context: Context,
  copied: Copied<R, Field>,
  record: R,
  rename: Rename,
): Promise<void> {
  const referred = copied.referredBy(record);
  let isWritten = false;
  const copy = async (trip: TripRecord) => {
    isWritten = (await rename(context, trip, referred)) || isWritten;
  };
  for (const status of UNFINISHED) await eachTripWith(context, status, referred, copy);
  if (await copied.elsewhere?.(context, record)) isWritten = true;
  if (!isWritten) return;
  const [stored] = await getItems(context, [copied.keyOf(referred.teamId, referred.id)]);
  if (stored && copied.fields.some((field) => stored[field] !== record[field]))
    await copyNames(context, copied, stored, rename);
}

const PERMISSIONS = { table: ['BatchGetItem', 'UpdateItem'], gsi1: ['Query'] } as const;
const WITH_DRAFT = { ...PERMISSIONS, table: [...PERMISSIONS.table, 'PutItem', 'DeleteItem'] } as const;
export const followClient = capability(
  { ...WITH_DRAFT, table: [...WITH_DRAFT.table, 'Query'] },
  followWithDraft(copiedClient),
);
export const followRoute = capability(WITH_DRAFT, followWithDraft(copiedRoute));
export const followDriver = capability(PERMISSIONS, follow(copiedDriver));
export const followVehicle = capability(PERMISSIONS, follow(copiedVehicle));

/** Tells the trips that have not begun whether their route has a line now. A trip under way is compared with what its route had at the start. */
export const followLine = capability(
  PERMISSIONS,
  (context) =>
    ({ teamId, id }: Route, hasLine: boolean): Promise<void> => {
      const referred: Referred = { teamId, field: 'routeId', id, names: { hasLine: hasLine || undefined } };
      return eachTripWith(context, 'NO_INICIADO', referred, (trip) => renameOne(context, trip, referred));
    },
);

/** Calls `work` for each trip of this status that refers to the record, ten at a time. */
export async function eachTripWith(
  context: Context,
  status: TripStatus,
  { teamId, field, id }: Omit<Referred, 'names'>,
  work: (trip: TripRecord) => Promise<unknown>,
): Promise<void> {
  const { gsi1pk } = tripsInStatus(teamId, status);
  let after: string | undefined;
  do {
    const page = await queryIndex(context, 'gsi1', gsi1pk, { limit: PAGE, ascending: true, after });
    const keys = page.positions.map((position) => tripKey(teamId, tripIdOf(position)));
    const trips = (await getItems(context, keys)).flatMap((trip) => (trip && trip[field] === id ? [trip] : []));
    await tenAtATime(trips, work);
    after = page.more ? page.positions.at(-1) : undefined;
  } while (after !== undefined);
}

/** The trip was deleted, finished or given to another record in the meantime. */
class Gone extends Error {}

/** False for a trip that shows the names already: it is not written. */
async function renameOne(context: Context, trip: TripRecord, referred: Referred): Promise<boolean> {
  if (showsNames(trip, referred)) return false;
  const { change, condition } = renaming(trip, referred);
  await writeOne(
    context,
    update(tripKey(trip.teamId, trip.id), change, condition, () => new Gone()),
  ).catch(ignoreGone);
  return true;
}

function showsNames(trip: TripRecord, { names }: Referred): boolean {
  const shown = new Map<string, unknown>(Object.entries(trip));
  return Object.entries(names).every(([name, value]) => shown.get(name) === value);
}

function renaming(trip: TripRecord, { field, names }: Referred) {
  const removed = Object.entries(names).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return {
    change: { set: names, remove: removed },
    condition: { equals: { [field]: trip[field] }, oneOf: { status: UNFINISHED } },
  };
}

function ignoreGone(failure: unknown): void {
  if (!(failure instanceof Gone)) throw failure;
}

/** The trip or its draft changed since the read. */
class Changed extends Error {}
const changed = () => new Changed();

/** Writes the trip and its draft in one transaction. When one of them changed since the read, the trip is read again. */
const renameWithDraft =
  (actor: TeamActor): Rename =>
  async (context, read, referred) => {
    if (showsNames(read, referred)) return false;
    let trip: TripRecord | undefined = read;
    const isStale = (failure: unknown) => failure instanceof Changed;
    await againWhile(context, isStale, async () => {
      trip ??= (await getItems(context, [tripKey(read.teamId, read.id)]))[0];
      const current = trip;
      trip = undefined;
      if (current === undefined || !refersStill(current, referred) || showsNames(current, referred)) return;
      const [step, ...ofDraft] = await renamingSteps(context, actor, current, referred);
      await (ofDraft.length === 0 ? writeOne(context, step) : transact(context, [step, ...ofDraft]));
    });
    return true;
  };

/** The fields of a trip that refer to the records whose names it copies. */
type Named = Partial<Pick<TripRecord, 'clientId' | 'routeId' | 'driverId' | 'vehicleId'>>;

/**
 * Copies the names that records got between their read and the write of a trip that now refers to them: their edit looked for its trips before this one
 * referred to them. Returns the trip as it is stored then.
 */
export async function nameAgain<T extends TripRecord>(
  context: Context,
  actor: TeamActor,
  trip: T,
  named: Named,
): Promise<T> {
  let isWritten = false;
  for (const referred of await referredNow(context, trip.teamId, named)) {
    const isRenamed = refersStill(trip, referred) && (await renameWithDraft(actor)(context, trip, referred));
    isWritten ||= isRenamed;
  }
  if (!isWritten) return trip;
  const [stored] = await getItems(context, [tripKey(trip.teamId, trip.id)]);
  return stored ? { ...trip, ...stored } : trip;
}

/** The records that a trip refers to, as they are now. */
async function referredNow(context: Context, teamId: string, named: Named): Promise<Referred[]> {
  const { clientId, routeId, driverId, vehicleId } = named;
  const [client, route, driver, vehicle] = await getItems(context, [
    clientId === undefined ? undefined : clientKey(teamId, clientId),
    routeId === undefined ? undefined : routeKey(teamId, routeId),
    driverId === undefined ? undefined : driverKey(teamId, driverId),
    vehicleId === undefined ? undefined : vehicleKey(teamId, vehicleId),
  ]);
  return [
    client && copiedClient.referredBy(client),
    route && copiedRoute.referredBy(route),
    driver && copiedDriver.referredBy(driver),
    vehicle && copiedVehicle.referredBy(vehicle),
  ].filter((one) => one !== undefined);
}

const refersStill = (trip: TripRecord, { field, id }: Referred): boolean =>
  trip[field] === id && UNFINISHED.some((status) => status === trip.status);

async function renamingSteps(
  context: Context,
  actor: TeamActor,
  trip: TripRecord,
  referred: Referred,
): Promise<[Step, ...Step[]]> {
  const { change, condition } = renaming(trip, referred);
  const draft = await draftEdit(context, actor, trip, { ...trip, ...referred.names }, changed);
  const { estimate } = draft;
  // Other data of the client changed too, so that the draft has other taxes: what the trip is due with follows them.
  const money = moneyEdit(trip, { ...trip, estimate });
  return [
    update(
      tripKey(trip.teamId, trip.id),
      { ...change, set: { ...change.set, estimate } },
      [condition, draft.condition, money.condition].reduce(allOf),
      changed,
    ),
    ...draft.steps,
    ...money.steps,
  ];
}
