import * as v from 'valibot';
import { type AlertRecord, alertsOf } from '../alerts/alert';
import { AuditEvent, eventsOf } from '../audit/audit-event';
import { expiringDocumentsOf } from '../expiry/document-expiry';
import type { FileRecord } from '../files/file';
import { fileIdOf, fileKey, filesOfEntity } from '../files/file-keys';
import type { Context } from '../platform/runtime/context';
import type { ItemKey } from '../platform/table/keys';
import { allItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import { type TripRecord, tripIdOf, tripKey, tripsOfDriver, tripsOfFormerDriver } from '../trips/trip';
import { inTurn, itemsOf, positionsOf } from './sweep';

/** A driver of a team. */
export interface DriverPlace {
  readonly teamId: string;
  readonly id: string;
}

async function recordsOf<S extends v.GenericSchema>(
  context: Context,
  keys: readonly ItemKey<S>[],
): Promise<v.InferOutput<S>[]> {
  return (await getItems(context, keys)).filter((record) => record !== undefined);
}

/** All trips of a driver, the earliest first. */
export async function tripsOf(context: Context, { teamId, id }: DriverPlace): Promise<TripRecord[]> {
  const positions = await positionsOf(context, 'gsi2', tripsOfDriver(teamId, id).gsi2pk);
  const trips = await recordsOf(
    context,
    positions.map((position) => tripKey(teamId, tripIdOf(position))),
  );
  return trips.filter(({ driverId }) => driverId === id);
}

/** The trips that a driver gave to another one on the way, and does not drive now. */
export async function formerTripsOf(context: Context, { teamId, id }: DriverPlace): Promise<TripRecord[]> {
  const pointers = await allItems(context, tripsOfFormerDriver(teamId, id));
  const trips = await recordsOf(
    context,
    pointers.map(({ tripId }) => tripKey(teamId, tripId)),
  );
  return trips.filter(({ driverId }) => driverId !== id);
}

/** Whether an instant is in a leg of this former driver. */
export function isInLegOf({ legs = [] }: TripRecord, driverId: string, at: string): boolean {
  const leg = legs.find(({ until }) => at <= until);
  return leg?.driverId === driverId;
}

/** True when the place of the start is the driver's: of the fact that it comes from, else of the first leg. */
export function hasStarted(
  { legs = [], startFactId }: TripRecord,
  driverId: string,
  events: readonly AuditEvent[],
): boolean {
  const start = events.find(({ id, fact }) => (fact?.id ?? id) === startFactId);
  return (start?.actorId ?? legs[0]?.driverId) === driverId;
}

/** The files of a driver or of another entity of the team. */
export async function filesOf(context: Context, teamId: string, entityId: string): Promise<FileRecord[]> {
  const positions = await positionsOf(context, 'gsi2', filesOfEntity(teamId, entityId).gsi2pk);
  return recordsOf(
    context,
    positions.map((position) => fileKey(teamId, fileIdOf(position))),
  );
}

/** The files that a driver uploaded for these trips: photos of a delivery have the place where they were taken. */
export async function uploadsFor(
  context: Context,
  { id }: DriverPlace,
  trips: readonly TripRecord[],
): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  await inTurn(context, trips, async (trip) => {
    const files = await filesOf(context, trip.teamId, trip.id);
    found.push(...files.filter(({ uploadedBy }) => uploadedBy === id));
  });
  return found.sort((one, other) => (one.uploadedAt < other.uploadedAt ? -1 : 1));
}

/** The audit events of a record: for a trip, its timeline. */
export async function eventsOfRecord(
  context: Context,
  teamId: string,
  entityType: 'DRIVER' | 'TRIP',
  entityId: string,
): Promise<AuditEvent[]> {
  const { pk, prefix } = eventsOf(teamId, entityType, entityId);
  return v.parse(v.array(AuditEvent), await itemsOf(context, pk, prefix));
}

const OWN_PAPERS: readonly unknown[] = expiringDocumentsOf('DRIVER');

/**
 * The alerts about a driver. Their messages contain the name. The one of a start with an expired paper of the driver names the
 * trip, also when another driver of the trip started it.
 */
export async function alertsAbout(context: Context, driver: DriverPlace): Promise<AlertRecord[]> {
  const trips = [...(await tripsOf(context, driver)), ...(await formerTripsOf(context, driver))];
  const ids = new Set(trips.map(({ id }) => id));
  const alerts = await allItems(context, alertsOf(driver.teamId));
  return alerts.filter(
    ({ type, entityId, facts }) =>
      entityId === driver.id ||
      (type === 'STARTED_WITH_EXPIRED_PAPER' && ids.has(entityId) && OWN_PAPERS.includes(facts?.paper)),
  );
}
