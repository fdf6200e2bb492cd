import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as createDriver } from '../../functions/drivers/create-driver';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as updateTeam } from '../../functions/teams/update-team';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as startTrip } from '../../functions/trips/start-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as updateVehicle } from '../../functions/vehicles/update-vehicle';
import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import { eraseDriverRecords } from '../../shared/privacy/erase-driver-records';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import type { Fault } from '../support/faults';
import { openOffice, recordsOf } from '../support/office';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const DAY_MS = 24 * 60 * 60_000;

/** A planned trip whose driver and vehicle have papers that end so many days from today, in UTC. */
async function openPapers(driverDays: Record<string, number>, vehicleDays: Record<string, number> = {}) {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const day = (days: number) => new Date(testContext.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const dates = (given: Record<string, number>) =>
    Object.fromEntries(Object.entries(given).map(([field, days]) => [field, day(days)]));
  const driver = await insertDriver(testContext, {
    ...{ teamId, sub: someId(), name: 'Ana Ruta', appAccessStatus: 'ACTIVE' as const, everActive: true },
    ...dates(driverDays),
  });
  const vehicle = await insertVehicle(testContext, { teamId, plate: '12-AB-3C', ...dates(vehicleDays) });
  const body = { driverId: driver.id, vehicleId: vehicle.id, startDate: testContext.now().toISOString() };
  const tripId = String((await office.send(createTrip, { body })).body.id);
  const cab = await office.cab(driver);
  const path = { tripId };
  return {
    ...{ office, day, driver },
    /** A function reads the policy once a minute. */
    refuse: async () => {
      await office.send(changeRoadPolicy, { body: { expiredPapers: 'REFUSE' } });
      testContext.pass(60_000);
    },
    starts: () => cab.send(startTrip, { path, body: {} }),
    officeStarts: () => office.send(updateTripStatus, { path, body: { status: 'EN_PROCESO' } }),
    pass: (days: number) => testContext.pass(days * DAY_MS),
    syncStart: (daysAgo = 0) => {
      const sentAt = testContext.now();
      const recordedAt = new Date(sentAt.getTime() - daysAgo * DAY_MS).toISOString();
      const item = { id: factId(Date.parse(recordedAt)), kind: 'TRIP_START', recordedAt, tripId };
      return cab.send(syncFacts, { body: { sentAt: sentAt.toISOString(), items: [item] } });
    },
    statusOf: async () => (await office.send(getTrip, { path })).body.status,
    alerts: async (language = 'en') => {
      const headers = { 'accept-language': language };
      const query = { type: 'STARTED_WITH_EXPIRED_PAPER' };
      const found = recordsOf(await office.send(listAlerts, { query, headers }), 'alerts');
      expect(found.every(({ entityType, entityId }) => entityType === 'TRIP' && entityId === tripId)).toBe(true);
      return found.map(({ message }) => String(message)).sort();
    },
  };
}

describe('road 7: expired papers at a start', () => {
  test('road 7: raise one alert for each, which names paper, holder and day; papers that are valid raise none', async () => {
    const papers = await openPapers(
      { licenseExpiry: -3, medicalExpiry: 40 },
      { insuranceExpiry: -10, registrationExpiry: 5, nextMaintenance: -20 },
    );
    expect((await papers.starts()).status).toBe(200);
    const [insurance, license, ...others] = await papers.alerts();
    expect([insurance, license, others]).toEqual([
      expect.stringContaining(`12-AB-3C: insurance, due ${papers.day(-10)}`),
      expect.stringContaining(`Ana Ruta: driving licence, due ${papers.day(-3)}`),
      [],
    ]);
    expect((await papers.alerts('es')).join()).toContain('licencia de conducir, venció el');
  });

  test('road 7: of an erased driver are told of no longer, and those of the vehicle stay', async () => {
    const papers = await openPapers({ licenseExpiry: -3 }, { insuranceExpiry: -10 });
    await papers.starts();
    expect(await papers.alerts()).toHaveLength(2);
    await papers.office.testContext.use(eraseDriverRecords)(papers.driver);
    expect(await papers.alerts()).toEqual([expect.stringContaining('12-AB-3C')]);
  });

  test('road 7: are told of once when the office starts the trip, and again starts change nothing', async () => {
    const papers = await openPapers({ medicalExpiry: -2 }, { registrationExpiry: -2 });
    expect((await papers.officeStarts()).status).toBe(200);
    expect((await papers.officeStarts()).status).toBe(200);
    expect(await papers.alerts()).toHaveLength(2);
  });

  test('road 7: under REFUSE refuse the start by the driver and by the office, and nothing is written', async () => {
    const papers = await openPapers({ licenseExpiry: -2 });
    await papers.refuse();
    const answer = await papers.starts();
    expect(refusal(answer)).toEqual(refused('TRIP_NOT_READY'));
    expect(answer.body.message).toContain(`Ana Ruta: driving licence, ${papers.day(-2)}`);
    expect(refusal(await papers.officeStarts())).toEqual(refused('VALIDATION_FAILED', 'status'));
    expect([await papers.statusOf(), await papers.alerts()]).toEqual(['NO_INICIADO', []]);
  });

  test('road 1: under REFUSE do not refuse what the phone recorded, and are told of', async () => {
    const papers = await openPapers({ licenseExpiry: -2 });
    await papers.refuse();
    expect(recordsOf(await papers.syncStart(), 'results')).toMatchObject([{ result: 'APPLIED' }]);
    expect([await papers.statusOf(), (await papers.alerts()).length]).toEqual(['EN_PROCESO', 1]);
  });

  test('road 7: are those that had expired when the phone recorded the start, and not those that expired before it had a network', async () => {
    const papers = await openPapers({ licenseExpiry: 2, medicalExpiry: -2 }, { insuranceExpiry: 3 });
    papers.pass(5);
    expect(recordsOf(await papers.syncStart(5), 'results')).toMatchObject([{ result: 'APPLIED' }]);
    expect(await papers.alerts()).toEqual([expect.stringContaining('Ana Ruta: medical certificate')]);
  });

  test('road 7: a paper is valid through its last day in the zone of the team', async () => {
    const last = await openPapers({ licenseExpiry: 0 });
    await last.starts();
    expect(await last.alerts()).toEqual([]);
    for (const [timeZone, count] of [
      ['Pacific/Kiritimati', 1],
      ['America/Tijuana', 0],
    ] as const) {
      const papers = await openPapers({ licenseExpiry: 0 });
      await papers.office.send(updateTeam, { body: { timeZone } });
      // The test begins at 15:00 in UTC, when it is tomorrow in Kiribati.
      await papers.starts();
      expect([timeZone, (await papers.alerts()).length]).toEqual([timeZone, count]);
    }
  });
});

describe('desk 2.2: the alert about a start with an expired paper', () => {
  /** A trip of a driver and a vehicle that the office registered with papers of yesterday. */
  async function openRegistered(faults: readonly Fault[] = []) {
    const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
    const { testContext } = office;
    const day = (days: number) => new Date(testContext.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
    const driver = await office.send(createDriver, { body: { name: 'Ana Ruta', licenseExpiry: day(-3) } });
    const vehicle = await office.send(createVehicle, { body: { plate: '12-AB-3C', insuranceExpiry: day(-3) } });
    const driverId = String(Object(driver.body.driver).id);
    const vehicleId = String(vehicle.body.id);
    const body = { driverId, vehicleId, startDate: testContext.now().toISOString() };
    const tripId = String((await office.send(createTrip, { body })).body.id);
    const alertsOf = async (type: string) =>
      recordsOf(await office.send(listAlerts, { query: { type } }), 'alerts')
        .map(({ message, status, resolvedBy }) => `${String(message).includes('insurance')} ${status} ${resolvedBy}`)
        .sort();
    return {
      starts: async () => {
        const moved = { path: { tripId }, body: { status: 'EN_PROCESO' } };
        const answer = await office.send(updateTripStatus, moved);
        expect(answer.status).toBe(200);
      },
      renewLicense: () => office.send(updateDriver, { path: { driverId }, body: { licenseExpiry: day(400) } }),
      editVehicle: (changes: object) => office.send(updateVehicle, { path: { vehicleId }, body: changes }),
      renewInsurance: () => office.send(updateVehicle, { path: { vehicleId }, body: { insuranceExpiry: day(400) } }),
      raiseExpiring: () => testContext.use(raiseExpiryAlerts)(() => undefined),
      started: () => alertsOf('STARTED_WITH_EXPIRED_PAPER'),
      expiring: () => alertsOf('PAPER_EXPIRING'),
    };
  }
  const [INSURANCE_OPEN, LICENSE_OPEN] = ['true OPEN undefined', 'false OPEN undefined'];
  const [INSURANCE_DONE, LICENSE_DONE] = ['true RESOLVED SYSTEM', 'false RESOLVED SYSTEM'];

  test('resolves itself when that paper is renewed, and by no other edit', async () => {
    const trip = await openRegistered();
    await trip.starts();
    expect(await trip.started()).toEqual([LICENSE_OPEN, INSURANCE_OPEN]);
    expect((await trip.editVehicle({ brand: 'Kenworth', registrationExpiry: '2036-01-01' })).status).toBe(200);
    expect(await trip.started()).toEqual([LICENSE_OPEN, INSURANCE_OPEN]);
    expect((await trip.renewInsurance()).status).toBe(200);
    expect(await trip.started()).toEqual([LICENSE_OPEN, INSURANCE_DONE]);
    expect((await trip.renewLicense()).status).toBe(200);
    expect(await trip.started()).toEqual([LICENSE_DONE, INSURANCE_DONE]);
  });

  test('resolves itself beside the one that the schedule raised before or after the start', async () => {
    for (const isBefore of [true, false]) {
      const trip = await openRegistered();
      if (isBefore) await trip.raiseExpiring();
      await trip.starts();
      if (!isBefore) await trip.raiseExpiring();
      expect(await trip.expiring()).toEqual([LICENSE_OPEN, INSURANCE_OPEN]);
      await trip.renewInsurance();
      expect([await trip.started(), await trip.expiring()]).toEqual([
        [LICENSE_OPEN, INSURANCE_DONE],
        [LICENSE_OPEN, INSURANCE_DONE],
      ]);
    }
  });

  /** The same as a step in the middle of another one. */
  async function openMeanwhile() {
    const steps: (() => Promise<unknown>)[] = [];
    const meanwhile = async () => steps.pop()?.();
    const trip = await openRegistered([{ action: 'TransactWriteItems', meanwhile }]);
    return { ...trip, steps };
  }

  test('is not raised for a paper that is renewed while the trip starts', async () => {
    const trip = await openMeanwhile();
    trip.steps.push(trip.renewInsurance);
    await trip.starts();
    expect(await trip.started()).toEqual([LICENSE_OPEN]);
  });

  test('is kept by the paper when start and schedule come at once', async () => {
    for (const first of ['starts', 'raiseExpiring'] as const) {
      const trip = await openMeanwhile();
      trip.steps.push(trip[first === 'starts' ? 'raiseExpiring' : 'starts']);
      await trip[first]();
      await trip.raiseExpiring();
      expect([await trip.started(), await trip.expiring()]).toEqual([
        [LICENSE_OPEN, INSURANCE_OPEN],
        [LICENSE_OPEN, INSURANCE_OPEN],
      ]);
      await trip.renewInsurance();
      await trip.renewLicense();
      expect([await trip.started(), await trip.expiring()]).toEqual([
        [LICENSE_DONE, INSURANCE_DONE],
        [LICENSE_DONE, INSURANCE_DONE],
      ]);
    }
  });
});
