import assert from 'node:assert/strict';
import type { components } from '../../../client/src/index';
import { expectRefused, expectSame, expectStatus, present } from '../../../scenarios/expect';
import type { TripScene } from './trips';

type Schemas = components['schemas'];
type Status = Schemas['TripStatusChange']['status'];

/** Trips under way: by the driver from start to end, then by the office to a cancellation. */
export async function underWayLeg(scene: TripScene, first: string, second: string): Promise<void> {
  await drivenLeg(scene, first);
  await cancelledLeg(scene, second);
}

async function drivenLeg(scene: TripScene, tripId: string): Promise<void> {
  const { team: teamId, colleague, drivers } = scene;
  const { oscarsApp: app } = drivers;
  const office = { params: { path: { teamId, tripId } } };
  const patch = (body: Schemas['TripStatusChange']) =>
    app.PATCH('/trips/{tripId}/status', { params: { path: { tripId } }, body });
  const own = async (status: Status): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of app.each('/drivers/me/trips', { params: { query: { status } } })) ids.push(id);
    return ids;
  };
  assert.ok((await own('NO_INICIADO')).includes(tripId));
  await expectRefused('404 NOT_FOUND', colleague.GET('/teams/{teamId}/trips/{tripId}/location', office));
  await expectRefused('409 TRIP_TRANSITION', patch({ status: 'COMPLETADO' }));
  const half = { status: 'EN_PROCESO', coordsLat: 25.7 } as const;
  await expectRefused('400 VALIDATION_FAILED', patch(half), 'coordsLng');
  const started = await expectStatus(200, patch({ ...half, coordsLng: -100.2 }));
  expectSame([started.previousStatus, started.newStatus], ['NO_INICIADO', 'EN_PROCESO']);
  await expectRefused('409 TRIP_TRANSITION', patch({ status: 'EN_PROCESO' }));
  expectSame(await own('EN_PROCESO'), [tripId]);
  expectSame(await busy(scene), ['EN_VIAJE', 'EN_VIAJE']);
  await lockedWhileDriven(scene, tripId);
  await pinged(scene, tripId);

  await expectStatus(200, patch({ status: 'COMPLETADO', coordsLat: 19.48, coordsLng: -99.16 }));
  expectSame(await busy(scene), ['DISPONIBLE', 'DISPONIBLE']);
  const { timeline } = await expectStatus(200, colleague.GET('/teams/{teamId}/trips/{tripId}/timeline', office));
  expectSame(
    timeline.map(({ event, previousStatus, newStatus, lat }) => [event, previousStatus, newStatus, lat].join(' ')),
    ['CREATE  NO_INICIADO ', 'STATUS NO_INICIADO EN_PROCESO 25.7', 'STATUS EN_PROCESO COMPLETADO 19.48'],
  );
  expectSame(await expectStatus(200, colleague.GET('/teams/{teamId}/trips/{tripId}/balance', office)), {
    tripId,
    revenue: 48_500.5,
    invoicedTotal: 0,
    paid: 0,
    balance: 48_500.5,
    payments: [],
  });
}

/** Driver, vehicle and assignment are the trip's while it lasts. */
async function lockedWhileDriven(scene: TripScene, tripId: string): Promise<void> {
  const { team: teamId, owner, colleague, drivers, vehicles } = scene;
  const free = { status: 'DISPONIBLE' } as const;
  const ofDriver = { path: { driverId: drivers.oscar }, query: { teamId } };
  const driver = owner.PUT('/drivers/{driverId}', { params: ofDriver, body: free });
  await expectRefused('409 DRIVER_STATUS', driver, 'status');
  const ofVehicle = { path: { teamId, vehicleId: vehicles.kenworth } };
  const vehicle = owner.PUT('/teams/{teamId}/vehicles/{vehicleId}/status', { params: ofVehicle, body: free });
  await expectRefused('409 VEHICLE_STATUS', vehicle, 'status');
  const reassigned = colleague.PUT('/teams/{teamId}/trips/{tripId}', {
    params: { path: { teamId, tripId } },
    body: { driverId: drivers.ana },
  });
  await expectRefused('409 TRIP_ALREADY_STARTED', reassigned);
}

async function pinged({ team: teamId, colleague, drivers }: TripScene, tripId: string): Promise<void> {
  const ping = { lat: 24.42, lng: -100.85, speedKmh: 81.5, heading: 189 };
  const params = { path: { tripId } };
  await expectStatus(200, drivers.oscarsApp.POST('/trips/{tripId}/location-ping', { params, body: ping }));
  const { ageSeconds, timestamp, receivedAt, ...where } = await expectStatus(
    200,
    colleague.GET('/teams/{teamId}/trips/{tripId}/location', { params: { path: { teamId, tripId } } }),
  );
  expectSame(where, { tripId, ...ping });
  assert.ok(Number.isInteger(ageSeconds) && ageSeconds >= 0 && ageSeconds < 60);
  assert.equal(timestamp, receivedAt);
}

async function cancelledLeg({ team: teamId, owner, colleague, drivers }: TripScene, tripId: string): Promise<void> {
  const put = (status: Status, who = colleague) =>
    who.PUT('/teams/{teamId}/trips/{tripId}/status', { params: { path: { teamId, tripId } }, body: { status } });
  const notMine = drivers.oscarsApp.POST('/trips/{tripId}/start', { params: { path: { tripId } } });
  await expectRefused('403 FORBIDDEN', notMine);
  await expectRefused('400 VALIDATION_FAILED', put('COMPLETADO'), 'status');
  await expectRefused('400 VALIDATION_FAILED', put('NO_INICIADO'), 'status');
  assert.equal((await expectStatus(200, put('EN_PROCESO'))).status, 'EN_PROCESO');
  await expectRefused('403 FORBIDDEN', put('CANCELADO'));
  const cancelled = await expectStatus(200, put('CANCELADO', owner));
  assert.equal(cancelled.status, 'CANCELADO');
  const started = present(cancelled.actualStartDate, 'actualStartDate');
  assert.ok(present(cancelled.cancelledAt, 'cancelledAt') > started);
  await expectRefused('400 VALIDATION_FAILED', put('EN_PROCESO', owner), 'status');
}

/** The statuses of the first trip's driver and vehicle. */
async function busy({ team: teamId, colleague, drivers, vehicles }: TripScene): Promise<string[]> {
  const { driver } = await expectStatus(
    200,
    colleague.GET('/teams/{teamId}/drivers/{driverId}', { params: { path: { teamId, driverId: drivers.oscar } } }),
  );
  const vehicle = await expectStatus(
    200,
    colleague.GET('/teams/{teamId}/vehicles/{vehicleId}', {
      params: { path: { teamId, vehicleId: vehicles.kenworth } },
    }),
  );
  return [driver.status, vehicle.status];
}
