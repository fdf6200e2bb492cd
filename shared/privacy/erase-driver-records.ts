import { ALERT_TYPES, alertKey, alertMarkKey } from '../alerts/alert';
import { type AuditEvent, eventKey, isFact } from '../audit/audit-event';
import { expiringDocumentsOf } from '../expiry/document-expiry';
import { expiryKey } from '../expiry/expiry-keys';
import { type DriverRecord, driverKey } from '../fleet/driver';
import { MEASURED } from '../fleet/position';
import { formerPositionKey, positionKey, readPosition } from '../fleet/position-places';
import { legOfKey } from '../fleet/track-key';
import { hoursOf } from '../hours/day-hours';
import { dutiesOf } from '../hours/duty';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { ofTeam } from '../platform/table/keys';
import { allItems } from '../platform/table/lists';
import { getItem } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { update } from '../platform/table/steps';
import { deleteOne, writeOne } from '../platform/table/write';
import { Gone, ignoreGone } from '../teams/teams-of-user';
import { legsOf } from '../trips/judge-position';
import { type StopRegisters, stopKey, stopsOfTrip } from '../trips/stop';
import { segmentsOfLeg, spillList } from '../trips/track';
import { type TripRecord, tripKey, tripsOfFormerDriver } from '../trips/trip';
import {
  alertsAbout,
  type DriverPlace,
  eventsOfRecord,
  formerTripsOf,
  hasStarted,
  isInLegOf,
  tripsOf,
} from './driver-records';
import { forgetFirstAnswers } from './first-answers';
import { forgetSignIns } from './sign-in-rows';
import { deleteEach, inTurn, itemsOf } from './sweep';

/**
 * Removes a sealed driver's values from all other records of the table: trips, positions, timelines, working time, alerts, document
 * expiries, first answers, sessions, networks and counters. The account's name is removed last: until then a repeated
 * request finds all of it again.
 */
export const eraseDriverRecords = capability(
  {
    table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
    tableKeys: ['ATTEMPTS#', 'CALLER#', 'DRIVER#', 'HOME_NETWORK#', 'TEAM#'],
    gsi1: ['Query'],
    gsi1Keys: ['HOME_NETWORK#'],
    gsi2: ['Query'],
  },
  (context) =>
    async ({ teamId, id, username }: DriverRecord): Promise<void> => {
      const driver = { teamId, id };
      const trips = (await tripsOf(context, driver)).filter(({ driverName }) => driverName !== id);
      await inTurn(context, trips, (trip) => eraseFromTrip(context, trip, id));
      await inTurn(context, await formerTripsOf(context, driver), (trip) => eraseFromLegs(context, trip, id));
      for (const { pk, prefix } of [tripsOfFormerDriver(teamId, id), dutiesOf(teamId, id), hoursOf(teamId, id)])
        await deleteEach(context, await itemsOf(context, pk, prefix));
      await deleteEach(context, await expiryItems(context, driver));
      await forgetFirstAnswers(context, driver);
      await deleteEach(context, await itemsOf(context, `CALLER#drivers#${id}`));
      await deleteEach(context, await itemsOf(context, `DRIVER#${id}`));
      if (username !== null) await forgetSignIns(context, 'DRIVER', username);
      const change = { set: { username: null }, remove: ['sub', 'sessionsValidFrom', 'keptSession', 'endedSessions'] };
      await writeOne(
        context,
        update(driverKey(teamId, id), change, {}, () => new Gone()),
      );
    },
);

/** The trip itself is changed last: a repeated call skips the trips that are done. */
async function eraseFromTrip(context: Context, trip: TripRecord, driverId: string): Promise<void> {
  const { teamId, id: tripId } = trip;
  await deleteOne(context, positionKey(teamId, tripId));
  await deleteOne(context, formerPositionKey(teamId, tripId));
  await eraseTrack(context, trip, driverId);
  const events = await eventsOfRecord(context, teamId, 'TRIP', tripId);
  await eraseCoordinates(context, teamId, events);
  await eraseFacts(context, teamId, tripId, factsOf(events, driverId));
  const change = {
    set: { driverName: driverId },
    remove: ['driverPhone', 'startLat', 'startLng', 'lastPosition', 'lastKey'],
  };
  await writeOne(
    context,
    update(tripKey(teamId, tripId), change, { equals: { driverId } }, () => new Gone()),
  ).catch(ignoreGone);
}

/** Deletes the segments of the driver's legs. Those of other drivers stay. */
async function eraseTrack(context: Context, trip: TripRecord, driverId: string): Promise<void> {
  for (const leg of legsOf(trip, driverId)) {
    const { pk, prefix } = segmentsOfLeg(trip.teamId, trip.id, leg);
    await deleteEach(context, await itemsOf(context, pk, prefix));
  }
}

/** Turns the list of the position item into segments, so that it has no point of a former driver. */
async function emptyList(context: Context, { teamId, id }: TripRecord): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const placed = await readPosition(context, teamId, id);
    if (placed === undefined || (await spillList(context, placed.place, teamId, id, placed.position))) return;
    await backOff(context, tries);
  }
}

async function eraseCoordinates(context: Context, teamId: string, events: readonly AuditEvent[]): Promise<void> {
  for (const event of events.filter(({ lat }) => lat !== undefined)) {
    const { accuracyM: _, ...fact } = event.fact ?? {};
    const change = { ...(event.fact && { set: { fact } }), remove: ['lat', 'lng'] };
    await writeOne(
      context,
      update(eventKey(teamId, event), change, {}, () => new Gone()),
    ).catch(ignoreGone);
  }
}

const factsOf = (events: readonly AuditEvent[], driverId: string): AuditEvent[] =>
  events.filter((event) => isFact(event) && event.actorId === driverId);

/**
 * Erases places and words of facts that the driver's phone recorded, also the receiver of a proof. Which stop the truck reached, and when, stays, and so do the identifiers and hashes of a
 * proof's files.
 */
async function eraseFacts(
  context: Context,
  teamId: string,
  tripId: string,
  facts: readonly AuditEvent[],
): Promise<void> {
  const ids = new Set(facts.map(({ id }) => id));
  if (ids.size === 0) return;
  for (const stop of await allItems(context, { ...stopsOfTrip(teamId, tripId), consistent: true }))
    await eraseReasons(context, teamId, tripId, stop, ids);
  for (const fact of facts) {
    const files = fact.changes?.files;
    const change =
      files === undefined
        ? { remove: ['lat', 'lng', 'changes'] }
        : { set: { changes: { files } }, remove: ['lat', 'lng'] };
    await writeOne(
      context,
      update(eventKey(teamId, fact), change, {}, () => new Gone()),
    ).catch(ignoreGone);
  }
}

async function eraseReasons(
  context: Context,
  teamId: string,
  tripId: string,
  stop: StopRegisters,
  ids: ReadonlySet<string>,
): Promise<void> {
  for (const name of ['departed', 'skipped'] as const) {
    const register = stop[name];
    if (register?.reason === undefined || !ids.has(register.id)) continue;
    const { reason: _, ...kept } = register;
    await writeOne(
      context,
      update(
        stopKey(teamId, tripId, stop.stopId),
        { set: { [name]: kept } },
        unchanged(stop, [name]),
        () => new Gone(),
      ),
    ).catch(ignoreGone);
  }
}

/** The places of a former driver. Those of the other drivers, and the trip's present driver, stay. */
async function eraseFromLegs(context: Context, trip: TripRecord, driverId: string): Promise<void> {
  const { teamId, id: tripId } = trip;
  const events = await eventsOfRecord(context, teamId, 'TRIP', tripId);
  await eraseCoordinates(
    context,
    teamId,
    events.filter(({ at }) => isInLegOf(trip, driverId, at)),
  );
  await eraseFacts(context, teamId, tripId, factsOf(events, driverId));
  await emptyList(context, trip);
  await eraseTrack(context, trip, driverId);
  await eraseLastPosition(context, trip, driverId);
  if (!hasStarted(trip, driverId, events)) return;
  await writeOne(
    context,
    update(tripKey(teamId, tripId), { remove: ['startLat', 'startLng'] }, {}, () => new Gone()),
  ).catch(ignoreGone);
}

/**
 * Erases the last position if the former driver sent it: its key has the leg, and without a key the arrival counts. The trip is looked at after the item, because the end of the trip
 * moves the position from the item to the trip.
 */
async function eraseLastPosition(context: Context, trip: TripRecord, driverId: string): Promise<void> {
  const { teamId, id: tripId } = trip;
  const isOfDriver = (lastKey: string | undefined, receivedAt: string | undefined): boolean =>
    lastKey === undefined
      ? receivedAt !== undefined && isInLegOf(trip, driverId, receivedAt)
      : legsOf(trip, driverId).includes(legOfKey(lastKey));
  const placed = await readPosition(context, teamId, tripId);
  if (placed && isOfDriver(placed.position.lastKey, placed.position.receivedAt)) {
    const names = placed.place.namesOf(MEASURED);
    const asRead = unchanged(placed.place.stored(placed.position), names);
    await writeOne(
      context,
      update(placed.place.key(teamId, tripId), { remove: names }, asRead, () => new Gone()),
    ).catch(ignoreGone);
  }
  const ended = await getItem(context, tripKey(teamId, tripId));
  if (!isOfDriver(ended?.lastKey, ended?.lastPosition?.receivedAt)) return;
  await writeOne(
    context,
    update(tripKey(teamId, tripId), { remove: ['lastPosition', 'lastKey'] }, {}, () => new Gone()),
  ).catch(ignoreGone);
}

/** The document expiries of a driver, the alerts about them, and the marks of these alerts. */
async function expiryItems(context: Context, driver: DriverPlace) {
  const { teamId, id } = driver;
  const expiries = expiringDocumentsOf('DRIVER').map((paper) => expiryKey(teamId, { paper, entityId: id }));
  const alerts = (await alertsAbout(context, driver)).map((alert) => alertKey(teamId, alert.id));
  const marks = [];
  for (const type of ALERT_TYPES) {
    const { sk } = alertMarkKey(teamId, { type, entityId: id }, '');
    marks.push(...(await itemsOf(context, ofTeam(teamId), sk)));
  }
  return [...expiries, ...alerts, ...marks];
}
