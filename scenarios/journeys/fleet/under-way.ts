import assert from 'node:assert/strict';
import { expectRefused, expectSame, expectStatus, present } from '../../expect';
import type { Body } from '../../steps/desk';
import { changeDriver, readDriver, readVehicle, setVehicleStatus } from '../../steps/fleet';
import {
  changeTrip,
  ping,
  readBalance,
  readLocation,
  readTimeline,
  setOwnTripStatus,
  setTripStatus,
  startTrip,
} from '../../steps/trips';
import type { Planning } from './clients-and-routes';
import type { Drivers } from './drivers';
import type { TestContext } from './scene';
import type { Vehicles } from './vehicles';

type Status = Body<'updateTripStatus'>['status'];

/** The users and records that the legs of the journey use. */
export interface TripContext extends TestContext, Planning {
  readonly drivers: Drivers;
  readonly vehicles: Vehicles;
}

/** Runs two trips. The driver starts and completes the first. The office cancels the second under way. */
export async function underWayLeg(testContext: TripContext, first: string, second: string): Promise<void> {
  await drivenLeg(testContext, first);
  await cancelledLeg(testContext, second);
}

async function drivenLeg(testContext: TripContext, tripId: string): Promise<void> {
  const { colleague, drivers } = testContext;
  const { oscarsApp: app } = drivers;
  const patch = (body: Body<'updateOwnTripStatus'>) => setOwnTripStatus(app, tripId, body);
  const own = async (status: Status): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of app.each('/drivers/me/trips', { params: { query: { status } } })) ids.push(id);
    return ids;
  };
  assert.ok((await own('NO_INICIADO')).includes(tripId));
  await expectRefused('404 NOT_FOUND', readLocation(colleague, tripId));
  await expectRefused('409 TRIP_TRANSITION', patch({ status: 'COMPLETADO' }));
  const half = { status: 'EN_PROCESO', coordsLat: 25.7 } as const;
  await expectRefused('400 VALIDATION_FAILED', patch(half), 'coordsLng');
  const started = await expectStatus(200, patch({ ...half, coordsLng: -100.2 }));
  expectSame([started.previousStatus, started.newStatus], ['NO_INICIADO', 'EN_PROCESO']);
  await expectRefused('409 TRIP_TRANSITION', patch({ status: 'EN_PROCESO' }));
  expectSame(await own('EN_PROCESO'), [tripId]);
  expectSame(await busy(testContext), ['EN_VIAJE', 'EN_VIAJE']);
  await lockedWhileDriven(testContext, tripId);
  await pinged(testContext, tripId);

  await expectStatus(200, patch({ status: 'COMPLETADO', coordsLat: 19.48, coordsLng: -99.16 }));
  expectSame(await busy(testContext), ['DISPONIBLE', 'DISPONIBLE']);
  const { timeline } = await expectStatus(200, readTimeline(colleague, tripId));
  expectSame(
    timeline.map(({ event, previousStatus, newStatus, lat }) => [event, previousStatus, newStatus, lat].join(' ')),
    ['CREATE  NO_INICIADO ', 'STATUS NO_INICIADO EN_PROCESO 25.7', 'STATUS EN_PROCESO COMPLETADO 19.48'],
  );
  // Without a document the trip is due with its draft: 16 % of IVA, and 4 % of it withheld by a company.
  expectSame(await expectStatus(200, readBalance(colleague, tripId)), {
    tripId,
    revenue: 48_500.5,
    invoicedTotal: 0,
    due: 54_320.56,
    isEstimate: true,
    paid: 0,
    balance: 54_320.56,
    documents: [],
    payments: [],
  });
}

/** Checks that driver, vehicle and assignment cannot be changed during the trip. */
async function lockedWhileDriven(testContext: TripContext, tripId: string): Promise<void> {
  const { owner, colleague, drivers, vehicles } = testContext;
  const driver = changeDriver(owner, drivers.oscar, { status: 'DISPONIBLE' });
  await expectRefused('409 DRIVER_STATUS', driver, 'status');
  const vehicle = setVehicleStatus(owner, vehicles.kenworth, 'DISPONIBLE');
  await expectRefused('409 VEHICLE_STATUS', vehicle, 'status');
  await expectRefused('409 TRIP_ALREADY_STARTED', changeTrip(colleague, tripId, { driverId: drivers.ana }));
}

async function pinged({ colleague, drivers }: TripContext, tripId: string): Promise<void> {
  const position = { lat: 24.42, lng: -100.85, speedKmh: 81.5, heading: 189 };
  await expectStatus(200, ping(drivers.oscarsApp, tripId, position));
  const seen = await expectStatus(200, readLocation(colleague, tripId));
  const { ageSeconds, timestamp, receivedAt, ...where } = seen;
  expectSame(where, { tripId, ...position });
  assert.ok(Number.isInteger(ageSeconds) && ageSeconds >= 0 && ageSeconds < 60);
  assert.equal(timestamp, receivedAt);
}

async function cancelledLeg({ owner, colleague, drivers }: TripContext, tripId: string): Promise<void> {
  const put = (status: Status, desk = colleague) => setTripStatus(desk, tripId, status);
  await expectRefused('403 FORBIDDEN', startTrip(drivers.oscarsApp, tripId));
  await expectRefused('400 VALIDATION_FAILED', put('COMPLETADO'), 'status');
  await expectStatus(200, put('NO_INICIADO'));
  assert.equal((await expectStatus(200, put('EN_PROCESO'))).status, 'EN_PROCESO');
  await expectRefused('403 FORBIDDEN', put('CANCELADO'));
  const cancelled = await expectStatus(200, put('CANCELADO', owner));
  assert.equal(cancelled.status, 'CANCELADO');
  const started = present(cancelled.actualStartDate, 'actualStartDate');
  assert.ok(present(cancelled.cancelledAt, 'cancelledAt') > started);
  await expectRefused('400 VALIDATION_FAILED', put('EN_PROCESO', owner), 'status');
}

/** The statuses of the first trip's driver and vehicle. */
async function busy({ colleague, drivers, vehicles }: TripContext): Promise<string[]> {
  const { driver } = await expectStatus(200, readDriver(colleague, drivers.oscar));
  const vehicle = await expectStatus(200, readVehicle(colleague, vehicles.kenworth));
  return [driver.status, vehicle.status];
}
