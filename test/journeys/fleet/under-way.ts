import assert from 'node:assert/strict';
import { expectRefused, expectStatus, listAt, textAt, valueAt } from '../http';
import type { TripScene } from './trips';

/** Trips under way: by the driver from start to end, then by the office to a cancellation. */
export async function underWayLeg(scene: TripScene, first: string, second: string): Promise<void> {
  await drivenLeg(scene, first);
  await cancelledLeg(scene, second);
}

async function drivenLeg(scene: TripScene, trip: string): Promise<void> {
  const { send, team, colleague, drivers } = scene;
  const { oscar, oscarsToken: token } = drivers;
  const office = `/teams/${team}/trips/${trip}`;
  const patch = (body: object, id = trip) => send(`PATCH /trips/${id}/status`, { token, body });
  const own = async (status: string) => {
    const body = await expectStatus(200, send(`GET /drivers/me/trips?status=${status}`, { token }));
    return listAt(body, 'trips').map((one) => textAt(one, 'id'));
  };
  assert.ok((await own('NO_INICIADO')).includes(trip));
  await expectRefused('404 NOT_FOUND', send(`GET ${office}/location`, { token: colleague }));
  await expectRefused('409 TRIP_TRANSITION', patch({ status: 'COMPLETADO' }));
  const half = { status: 'EN_PROCESO', coordsLat: 25.7 };
  await expectRefused('400 VALIDATION_FAILED', patch(half), 'coordsLng');
  const started = await expectStatus(200, patch({ ...half, coordsLng: -100.2 }));
  assert.deepEqual([started.previousStatus, started.newStatus], ['NO_INICIADO', 'EN_PROCESO']);
  await expectRefused('409 TRIP_TRANSITION', patch({ status: 'EN_PROCESO' }));
  assert.deepEqual(await own('EN_PROCESO'), [trip]);
  assert.deepEqual(await busy(scene), ['EN_VIAJE', 'EN_VIAJE']);

  const byHand = { token: scene.owner, body: { status: 'DISPONIBLE' } };
  await expectRefused('409 DRIVER_STATUS', send(`PUT /drivers/${oscar}?teamId=${team}`, byHand), 'status');
  const vehicle = `PUT /teams/${team}/vehicles/${scene.vehicles.kenworth}/status`;
  await expectRefused('409 VEHICLE_STATUS', send(vehicle, byHand), 'status');
  const reassigned = send(`PUT ${office}`, { token: colleague, body: { driverId: drivers.ana } });
  await expectRefused('409 TRIP_ALREADY_STARTED', reassigned);

  const ping = { lat: 24.42, lng: -100.85, speedKmh: 81.5, heading: 189 };
  await expectStatus(200, send(`POST /trips/${trip}/location-ping`, { token, body: ping }));
  const { ageSeconds, timestamp, receivedAt, ...where } = await expectStatus(
    200,
    send(`GET ${office}/location`, { token: colleague }),
  );
  assert.deepEqual(where, { tripId: trip, ...ping });
  assert.ok(Number.isInteger(ageSeconds) && Number(ageSeconds) >= 0 && Number(ageSeconds) < 60);
  assert.equal(timestamp, receivedAt);

  await expectStatus(200, patch({ status: 'COMPLETADO', coordsLat: 19.48, coordsLng: -99.16 }));
  assert.deepEqual(await busy(scene), ['DISPONIBLE', 'DISPONIBLE']);
  const timeline = await expectStatus(200, send(`GET ${office}/timeline`, { token: colleague }));
  assert.deepEqual(
    listAt(timeline, 'timeline').map((one) =>
      ['event', 'previousStatus', 'newStatus', 'lat'].map((key) => valueAt(one, key)).join(' '),
    ),
    ['CREATE  NO_INICIADO ', 'STATUS NO_INICIADO EN_PROCESO 25.7', 'STATUS EN_PROCESO COMPLETADO 19.48'],
  );
  assert.deepEqual(await expectStatus(200, send(`GET ${office}/balance`, { token: colleague })), {
    tripId: trip,
    revenue: 48_500.5,
    invoicedTotal: 0,
    paid: 0,
    balance: 48_500.5,
    payments: [],
  });
}

async function cancelledLeg({ send, team, owner, colleague, drivers }: TripScene, trip: string): Promise<void> {
  const put = (status: string, token = colleague) =>
    send(`PUT /teams/${team}/trips/${trip}/status`, { token, body: { status } });
  const notMine = send(`POST /trips/${trip}/start`, { token: drivers.oscarsToken });
  await expectRefused('403 FORBIDDEN', notMine);
  await expectRefused('400 VALIDATION_FAILED', put('COMPLETADO'), 'status');
  await expectRefused('400 VALIDATION_FAILED', put('NO_INICIADO'), 'status');
  assert.equal(textAt(await expectStatus(200, put('EN_PROCESO')), 'status'), 'EN_PROCESO');
  await expectRefused('403 FORBIDDEN', put('CANCELADO'));
  const cancelled = await expectStatus(200, put('CANCELADO', owner));
  assert.equal(textAt(cancelled, 'status'), 'CANCELADO');
  assert.ok(textAt(cancelled, 'cancelledAt') > textAt(cancelled, 'actualStartDate'));
  await expectRefused('400 VALIDATION_FAILED', put('EN_PROCESO', owner), 'status');
}

/** The statuses of the first trip's driver and vehicle. */
async function busy({ send, team, colleague, drivers, vehicles }: TripScene): Promise<string[]> {
  const driver = await expectStatus(200, send(`GET /teams/${team}/drivers/${drivers.oscar}`, { token: colleague }));
  const vehicle = await expectStatus(
    200,
    send(`GET /teams/${team}/vehicles/${vehicles.kenworth}`, { token: colleague }),
  );
  return [textAt(driver, 'driver.status'), textAt(vehicle, 'status')];
}
