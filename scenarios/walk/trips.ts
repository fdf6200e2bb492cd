import { expectRefused, present, succeed } from '../expect';
import { recorder } from '../phone';
import { changeDriver } from '../steps/fleet';
import { listAlerts, listAudit, setAlert } from '../steps/teams';
import {
  changeStops,
  changeTrip,
  correctStop,
  createTrackingLink,
  deleteTrackingLink,
  deleteTrip,
  followTrip,
  listOwnTrips,
  listPositions,
  listTrackingLinks,
  ping,
  planTrip,
  readLocation,
  readOwnDocument,
  readOwnTrack,
  readOwnTrip,
  readStops,
  readTimeline,
  readTrack,
  relayTrip,
  setOwnTripStatus,
  setTripStatus,
  startTrip,
  sync,
} from '../steps/trips';
import type { Ground } from './ground';
import { hoursWalk } from './hours';
import { proofWalk } from './proof';

/** Trips from plan to arrival: the one that waits for the driver, and another one that the office cancels. */
export async function tripsWalk(ground: Ground, otherDriverId: string): Promise<void> {
  const { owner, app, tripId, clientId, routeId, driverId, vehicleId } = ground;
  const other = await succeed(
    planTrip(owner, {
      clientId,
      routeId,
      driverId,
      vehicleId,
      startDate: '2026-03-04T06:00:00-06:00',
      cargoDescription: 'Rollos de lámina galvanizada',
      cargoWeight: 27_400,
      revenue: 48_500,
      cost: 31_200,
    }),
  );
  await succeed(changeTrip(owner, other.id, { notes: 'Cita en Vallejo a las 7:00.' }));
  await expectRefused('409 TRIP_NOT_IN_PROGRESS', ping(app, tripId, { lat: 25.67, lng: -100.31 }));
  await succeed(startTrip(app, tripId, { lat: 25.7782, lng: -100.1876 }));
  await expectRefused('409 TRIP_NOT_READY', startTrip(app, other.id));
  await expectRefused('409 TRIP_ALREADY_STARTED', changeTrip(owner, tripId, { driverId: otherDriverId }));
  await succeed(ping(app, tripId, { lat: 25.4232, lng: -100.9924, speedKmh: 64, heading: 231 }));
  await succeed(readLocation(owner, tripId));
  await succeed(listPositions(owner));
  await trackingWalk(ground);
  await stopsWalk(ground);
  await hoursWalk(ground);
  await relayWalk(ground, other.id, otherDriverId);
  await succeed(readTimeline(owner, tripId));
  await succeed(listOwnTrips(app, { limit: 2 }));
  await succeed(readOwnTrip(app, tripId));
  await expectRefused('409 INVOICE_WITHOUT_DOCUMENT', readOwnDocument(app, tripId));
  await succeed(setOwnTripStatus(app, tripId, { status: 'COMPLETADO', coordsLat: 19.4889, coordsLng: -99.1632 }));
  await expectRefused('409 TRIP_ENDED', changeStops(owner, tripId, { stopsRevision: 0, stops: [] }));
  await expectRefused('409 TRIP_TRANSITION', startTrip(app, tripId));
  await expectRefused('409 IN_USE', deleteTrip(owner, tripId));
  await succeed(setTripStatus(owner, other.id, 'CANCELADO'));
  const mistake = await succeed(planTrip(owner, { startDate: '2026-03-05T06:00:00-06:00' }));
  await succeed(deleteTrip(owner, mistake.id));
  await alertWalk(ground, other.id);
}

/** The customer follows the truck by a link, until the office ends it. */
async function trackingWalk({ owner, tripId }: Ground) {
  const { id, token } = await succeed(createTrackingLink(owner, tripId));
  await succeed(listTrackingLinks(owner, tripId));
  await succeed(followTrip(owner.fleet, token));
  await succeed(deleteTrackingLink(owner, tripId, id));
  await expectRefused('404 NOT_FOUND', followTrip(owner.fleet, token));
  for (let made = 0; made < 10; made += 1) await succeed(createTrackingLink(owner, tripId));
  await expectRefused('409 TRACKING_LINK_LIMIT', createTrackingLink(owner, tripId));
}

/** The office adds a stop on the way, the phone reports it, and the office decides about it. */
async function stopsWalk({ owner, app, tripId }: Ground) {
  const { stops, stopsRevision } = await succeed(readStops(owner, tripId));
  const planned = stops.map(({ id, order, name }) => ({ id, order, name }));
  const added = { order: 9_000, name: 'Báscula Matehuala', lat: 23.65, lng: -100.64 };
  const changed = await succeed(changeStops(owner, tripId, { stopsRevision, stops: [...planned, added] }));
  await expectRefused('409 CONFLICT', changeStops(owner, tripId, { stopsRevision, stops: [] }));
  const { id } = present(changed.stops.at(-1), 'stop');
  const record = recorder(tripId);
  const place = { lat: 23.65, lng: -100.64, accuracyM: 8 };
  await succeed(
    sync(app, [
      record('TRIP_START', 4, place),
      record('STOP_ARRIVED', 3, { stopId: id, source: 'DRIVER', ...place }),
      record('NOTE', 2, { text: 'La báscula cobra 120 pesos' }),
      record('STOP_DEPARTED', 1, { stopId: id, outcome: 'FAILED', reason: 'La báscula está cerrada', ...place }),
    ]),
  );
  const drives = { speedKmh: 74, heading: 200, accuracyM: 6 };
  await succeed(
    sync(app, [
      record('PING', 2, { lat: 23.6612, lng: -100.6388, ...drives }),
      record('PING', 1, { lat: 23.6511, lng: -100.6399, ...drives }),
    ]),
  );
  await proofWalk({ owner, app, tripId }, id);
  await succeed(readTrack(owner, tripId));
  await succeed(readOwnTrack(app, tripId));
  await succeed(correctStop(owner, tripId, id, { status: 'SALIO', reason: 'El operador lo avisó por teléfono' }));
}

/** Another driver takes the trip over, and gives it back. */
async function relayWalk({ owner, app, tripId, driverId }: Ground, waiting: string, otherDriverId: string) {
  const handOver = () => relayTrip(owner, tripId, { driverId: otherDriverId, reason: 'Fin de turno en Saltillo' });
  await expectRefused('409 TRIP_NOT_IN_PROGRESS', relayTrip(owner, waiting, { driverId: otherDriverId }));
  await succeed(changeDriver(owner, otherDriverId, { status: 'VACACIONES' }));
  await expectRefused('409 TRIP_NOT_READY', handOver());
  await succeed(changeDriver(owner, otherDriverId, { status: 'DISPONIBLE' }));
  await succeed(handOver());
  await expectRefused('403 FORBIDDEN', ping(app, tripId, { lat: 25.4232, lng: -100.9924 }));
  await succeed(relayTrip(owner, tripId, { driverId }));
}

/** The cancelled trip raises an alert: its draft invoice is still there. */
async function alertWalk({ owner }: Ground, cancelledTrip: string): Promise<void> {
  await succeed(listAudit(owner, { entityType: 'TRIP', entityId: cancelledTrip }));
  const { alerts } = await succeed(listAlerts(owner, { type: 'TRIP_CANCELLED_WITH_DRAFT', limit: 2 }));
  const alert = present(alerts[0], 'alert').id;
  await succeed(setAlert(owner, alert, 'ACKNOWLEDGED'));
  await succeed(setAlert(owner, alert, 'RESOLVED'));
  await expectRefused('409 ALERT_STATUS', setAlert(owner, alert, 'ACKNOWLEDGED'));
}
