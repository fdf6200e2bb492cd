import { operation as correctOwnHours } from '../../functions/drivers/correct-own-hours';
import { operation as getOwnTrip } from '../../functions/drivers/get-own-trip';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as startTrip } from '../../functions/trips/start-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { accounts, refusal, refused } from '../support/accounts';
import { recordsOf } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { openRoad } from '../support/road';
import { insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const MINUTE_MS = 60_000;

/** A driver who drove so many minutes, and then ended the trip. The next trip is planned. */
async function openTired(minutes: number, hours?: string) {
  const road = await openRoad(world);
  const { office, cabs, path, at, start } = road;
  const [cab] = cabs;
  if (hours) expect((await office.send(changeRoadPolicy, { body: { hours } })).status).toBe(200);
  office.testContext.pass(minutes * MINUTE_MS);
  for (let from = 0; from <= minutes; from += 60)
    await road.send(
      cab,
      Array.from({ length: Math.min(60, minutes - from) + 1 }, (_, index) => from + index),
    );
  await office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } });
  const vehicle = await insertVehicle(office.testContext, { teamId: office.teamId });
  const body = { driverId: cab.id, vehicleId: vehicle.id, startDate: at(minutes) };
  const tripId = String((await office.send(createTrip, { body })).body.id);
  const next = { tripId };
  return {
    ...{ office, cab, next, at, start },
    pass: (minute: number) => office.testContext.pass(minute * MINUTE_MS),
    starts: () => cab.send(startTrip, { path: next, body: {} }),
    officeStarts: () => office.send(updateTripStatus, { path: next, body: { status: 'EN_PROCESO' } }),
    statusOf: async () => (await office.send(getTrip, { path: next })).body.status,
    syncStart: () => {
      const recordedAt = office.testContext.now().toISOString();
      const item = { id: factId(Date.parse(recordedAt)), kind: 'TRIP_START', recordedAt, tripId };
      return cab.send(syncFacts, { body: { sentAt: recordedAt, items: [item] } });
    },
  };
}

describe('road 6: hours: REFUSE', () => {
  test('road 6: refuses the start of a driver who drove five hours without a pause, by the driver and by the office', async () => {
    const { starts, officeStarts, statusOf } = await openTired(300, 'REFUSE');
    expect(refusal(await starts())).toEqual(refused('TRIP_NOT_READY'));
    expect(refusal(await officeStarts())).toEqual(refused('VALIDATION_FAILED', 'status'));
    expect(await statusOf()).toBe('NO_INICIADO');
  });

  test('road 6: does not refuse what the phone recorded', async () => {
    const { syncStart, statusOf } = await openTired(300, 'REFUSE');
    expect(recordsOf(await syncStart(), 'results')).toMatchObject([{ result: 'APPLIED' }]);
    expect(await statusOf()).toBe('EN_PROCESO');
  });

  test('road 6: lets a driver start who has a minute left, and one whose pause was corrected', async () => {
    expect((await (await openTired(299, 'REFUSE')).starts()).status).toBe(200);
    const { cab, starts, pass, at } = await openTired(300, 'REFUSE');
    pass(30);
    expect(refusal(await starts())).toEqual(refused('TRIP_NOT_READY'));
    const body = { from: at(300), to: at(330), state: 'PAUSA', reason: 'Comió' };
    expect((await cab.send(correctOwnHours, { body })).status).toBe(201);
    expect((await starts()).status).toBe(200);
  });

  test('road 6: refuses no start of a trip that has another reason to be refused first', async () => {
    const { office, starts, next } = await openTired(300, 'REFUSE');
    await office.send(updateTripStatus, { path: next, body: { status: 'CANCELADO' } });
    expect(refusal(await starts())).toEqual(refused('TRIP_TRANSITION'));
  });

  test.each(['WARN', 'OFF', undefined])('road 8: %s refuses nothing', async (hours) => {
    expect((await (await openTired(310, hours)).starts()).status).toBe(200);
    expect((await (await openTired(310, hours)).officeStarts()).status).toBe(200);
  });

  test.each(['ALWAYS', 1, true])('road 8: the policy %p is refused by its name', async (hours) => {
    const { office } = await openRoad(world);
    const answer = await office.send(changeRoadPolicy, { body: { hours } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'hours'));
  });
});

describe('road 8: hours in GET /drivers/me/trips/{tripId}', () => {
  test('road 8: say how much the driver may still drive', async () => {
    const { cab, next, at } = await openTired(280);
    expect((await cab.send(getOwnTrip, { path: next })).body.hours).toEqual({
      ...{ asOf: at(280), continuousMinutes: 280, drivenMinutes: 280, nextPauseAt: at(300), restBy: at(840) },
      warnings: [{ code: 'HOURS_NEAR_LIMIT', rule: 'CONTINUOUS_DRIVING', at: at(270) }],
    });
  });

  test('road 8: are null when the policy is OFF', async () => {
    const { cab, next } = await openTired(280, 'OFF');
    expect((await cab.send(getOwnTrip, { path: next })).body.hours).toBeNull();
  });
});
