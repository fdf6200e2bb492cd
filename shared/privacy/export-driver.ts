import * as v from 'valibot';
import { Alert } from '../alerts/alert';
import { shownAlert } from '../alerts/alert-texts';
import { auditStep, type TeamActor } from '../audit/audit';
import { AuditEvent, AuditedRecord } from '../audit/audit-event';
import { FileRecord } from '../files/file';
import { DriverRecord } from '../fleet/driver';
import { Position } from '../fleet/position';
import { HoursCorrection, hoursOf } from '../hours/day-hours';
import { Duty, dutiesOf } from '../hours/duty';
import { ExportedHours, exportedHours } from '../hours/exported-hours';
import { SessionRecord } from '../identity/session-record';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { LARGEST_BODY } from '../platform/table/answer-size';
import { allItems } from '../platform/table/lists';
import { transact } from '../platform/table/transact';
import { Instant } from '../platform/values/fields';
import { readLastPosition } from '../trips/read-location';
import { TripRecord as StoredTrip, type TripRecord } from '../trips/trip';
import { CompleteExport, keepExport, sizeOf, withoutLargestLists } from './complete-export';
import {
  alertsAbout,
  eventsOfRecord,
  filesOf,
  formerTripsOf,
  hasStarted,
  isInLegOf,
  tripsOf,
  uploadsFor,
} from './driver-records';
import { exportStep } from './export-limit';
import { inTurn, itemsOf } from './sweep';

/** An entry as the answer shows it. The table stores the affected records in a shorter form. */
const ExportedEntry = v.object({
  ...AuditEvent.entries,
  /** Other records that the same change wrote. */
  affects: v.optional(v.array(AuditedRecord)),
});

/** The part of a trip that is data of its driver: money, cargo and client are data of the carrier. */
const ExportedTrip = v.object({
  ...v.pick(StoredTrip, [
    'id',
    'status',
    'startDate',
    'endDate',
    'routeName',
    'driverName',
    'driverPhone',
    'vehiclePlate',
    'actualStartDate',
    'actualEndDate',
    'startLat',
    'startLng',
  ]).entries,
  /** The last known position on the trip. Absent without one. */
  position: v.optional(v.omit(Position, ['sub', 'leg', 'lastKey', 'points', 'stopsRevision', 'watched'])),

  /** What happened on the trip, from its audit. */
  timeline: v.array(ExportedEntry),
});

/** A trip that another driver has now. The names and places of the other drivers are not exported. */
const FormerTrip = v.omit(ExportedTrip, ['driverName', 'driverPhone', 'vehiclePlate', 'position']);

/** All stored data of a driver. Document expiries repeat dates of the driver, so they are not listed. */
export const DriverExport = v.object({
  exportedAt: Instant,
  ...CompleteExport,

  /** The driver’s record, with all that is stored of the person. */
  driver: v.omit(DriverRecord, ['accessLockedUntil', 'correction']),
  /** Whether the driver has agreed to a privacy notice. The notice and the time are in `driver.consent`. */
  consent: v.boolean(),

  /** The trips that the driver has now or had at the end. */
  trips: v.array(ExportedTrip),
  /** The trips that the driver gave to another one on the way, with the entries of the own legs. */
  formerTrips: v.array(FormerTrip),
  /**
   * Trips that begin at this instant or before have an empty timeline here, because the answer would be too large. `completeUrl` has them. Absent when all are complete.
   */
  timelinesAfter: v.optional(Instant),

  /** What the driver’s phone reported about the own work. */
  duties: v.array(Duty),
  /** What positions and stops show of the driver’s days. */
  hours: v.array(ExportedHours),
  /** The corrections of the driver’s working time. */
  hoursCorrections: v.array(HoursCorrection),

  /** The alerts about the driver. */
  alerts: v.array(Alert),

  /** The files of the driver, and those that the driver uploaded for trips. */
  files: v.array(FileRecord),
  sessions: v.array(v.pick(SessionRecord, ['id', 'startedAt', 'lastSeenAt', 'device'])),

  /** The recorded changes of the driver’s record. */
  audit: v.array(ExportedEntry),
});
export type DriverExport = v.InferInput<typeof DriverExport>;

const readDriverRecords = capability(
  {
    table: ['GetItem', 'BatchGetItem', 'Query'],
    tableKeys: ['DRIVER#', 'TEAM#'],
    gsi2: ['Query'],
  },
  (context) =>
    async (driver: DriverRecord): Promise<DriverExport> => {
      const { teamId, id } = driver;
      const trips = await tripsOf(context, driver);
      const exported = new Map<string, v.InferOutput<typeof ExportedTrip>>();
      await inTurn(context, trips, async (trip) => exported.set(trip.id, await exportedTrip(context, trip)));
      const formerTrips = await formerTripsOf(context, driver);
      const alerts = await alertsAbout(context, driver);
      const hours = await allItems(context, { ...hoursOf(teamId, id), consistent: true });
      const data = v.parse(DriverExport, {
        exportedAt: context.now().toISOString(),
        driver,
        consent: driver.consent !== undefined,
        trips: trips.map((trip) => exported.get(trip.id)),
        formerTrips: await exportedLegs(context, driver, formerTrips),
        duties: await itemsOf(context, dutiesOf(teamId, id).pk, dutiesOf(teamId, id).prefix),
        hours: exportedHours(hours.flatMap((item) => ('trips' in item ? [item] : []))),
        hoursCorrections: hours.flatMap((item) => ('reason' in item ? [item] : [])),
        alerts: [],
        files: [
          ...(await filesOf(context, teamId, id)),
          ...(await uploadsFor(context, driver, [...trips, ...formerTrips])),
        ],
        sessions: await itemsOf(context, `DRIVER#${id}`, 'SESSION#'),
        audit: await eventsOfRecord(context, teamId, 'DRIVER', id),
      });
      return { ...data, alerts: alerts.map(shownAlert) };
    },
);

/** All stored data of a driver. When it is too large for one answer, the answer has what fits, and the address of the complete one. */
export const readDriverData = capability.of(
  { readDriverRecords, keepExport },
  (deps) =>
    async (driver: DriverRecord): Promise<DriverExport> => {
      const data = await deps.readDriverRecords(driver);
      const shown = withinOneAnswer(data);
      if (shown === data) return data;
      const completeUrl = await deps.keepExport(driver.id, v.parse(DriverExport, data, { lang: 'es' }));
      return withoutLargestLists({ ...shown, completeUrl });
    },
);

const withoutTimeline = <T extends { readonly timeline: unknown[] }>(trip: T): T => ({ ...trip, timeline: [] });

/** Leaves out the timelines of the oldest trips when the export is too large. They are most of it: each trip has many entries. */
export function withinOneAnswer(data: DriverExport, largest = LARGEST_BODY): DriverExport {
  let excess = sizeOf(data) - largest;
  if (excess <= 0) return data;
  let timelinesAfter = '';
  const trips = [...data.trips, ...data.formerTrips];
  for (const { startDate, timeline } of trips.sort((one, other) => (one.startDate < other.startDate ? -1 : 1))) {
    if (excess <= 0) break;
    excess -= sizeOf(timeline);
    timelinesAfter = startDate;
  }
  const cut = <T extends { readonly startDate: string; readonly timeline: unknown[] }>(trip: T): T =>
    trip.startDate <= timelinesAfter ? withoutTimeline(trip) : trip;
  return { ...data, timelinesAfter, trips: data.trips.map(cut), formerTrips: data.formerTrips.map(cut) };
}

async function exportedLegs(
  context: Context,
  driver: DriverRecord,
  trips: readonly TripRecord[],
): Promise<v.InferOutput<typeof FormerTrip>[]> {
  const exported: v.InferOutput<typeof FormerTrip>[] = [];
  await inTurn(context, trips, async (trip) => {
    const events = await eventsOfRecord(context, trip.teamId, 'TRIP', trip.id);
    const timeline = events.filter(({ at }) => isInLegOf(trip, driver.id, at));
    const { startLat, startLng, ...rest } = trip;
    const start = hasStarted(trip, driver.id, events) ? { startLat, startLng } : {};
    exported.push(v.parse(FormerTrip, { ...rest, ...start, timeline }));
  });
  return exported.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function exportedTrip(context: Context, trip: TripRecord): Promise<v.InferOutput<typeof ExportedTrip>> {
  const [position, timeline] = await Promise.all([
    readLastPosition(context, trip),
    eventsOfRecord(context, trip.teamId, 'TRIP', trip.id),
  ]);
  return v.parse(ExportedTrip, { ...trip, ...(position && { position }), timeline });
}

/**
 * Counts and records an export by an administrator before it is read, in one transaction: an export that was counted is
 * in the audit. Without the entry there is no answer.
 */
export const noteExport = capability(
  { table: ['PutItem'], tableKeys: ['ATTEMPTS#', 'TEAM#'] },
  (context) => async (actor: TeamActor, driverId: string) => {
    await transact(context, [
      exportStep(context, 'TEAM', driverId),
      auditStep(context, actor, { entityType: 'DRIVER', entityId: driverId, action: 'EXPORT' }),
    ]);
  },
);
