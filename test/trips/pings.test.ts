import type { TokenDriver } from '../../shared/fleet/active-driver';
import type { DriverRecord } from '../../shared/fleet/driver';
import { endDriverSessions } from '../../shared/fleet/end-driver-sessions';
import type { Ping } from '../../shared/fleet/position';
import { positionKey } from '../../shared/fleet/position-places';
import { endSession } from '../../shared/identity/end-session';
import { sessionKey } from '../../shared/identity/session-record';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { recordPing } from '../../shared/trips/record-ping';
import { tripKey } from '../../shared/trips/trip';
import { someId, type TestContext } from '../support/engine-runtime';
import { named } from '../support/faults';
import { quickTable } from '../support/quick-table';
import {
  asDriver,
  type Fleet,
  insertDriver,
  insertFleet,
  insertTrip,
  insertTripUnderWay,
  moveAsOwner,
} from '../support/store-fleet';

const table = quickTable();
const HERE = { lat: 24.02, lng: -101.5 };

async function insertUnderWay(given: Partial<DriverRecord> = {}) {
  const fleet = await insertFleet(table.testContext(), { driver: given });
  return { fleet, trip: await insertTripUnderWay(table.testContext(), fleet) };
}

const ping = (testContext: TestContext, driver: TokenDriver, tripId: string, body: Ping = HERE) =>
  testContext.use(recordPing)(driver, tripId, body);
const positionOf = ({ actor }: Fleet, tripId: string) =>
  getItem(table.testContext().context, positionKey(actor.teamId, tripId));
const ago = (testContext: TestContext, seconds: number): string =>
  new Date(testContext.now().getTime() - seconds * 1000).toISOString();

describe('a ping', () => {
  test('is one write and no read, of one unit', async () => {
    const { fleet, trip } = await insertUnderWay();
    const testContext = table.testContext();
    await ping(testContext, asDriver(fleet), trip.id, { ...HERE, speedKmh: 80, heading: 170 });
    expect(testContext.actions()).toEqual(['UpdateItem']);
    expect(testContext.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 1 });
    const now = testContext.now().toISOString();
    expect(await positionOf(fleet, trip.id)).toMatchObject({
      ...HERE,
      speedKmh: 80,
      heading: 170,
      timestamp: now,
      receivedAt: now,
    });
  });

  test('overwrites the one before, and clears what it does not send', async () => {
    const { fleet, trip } = await insertUnderWay();
    const testContext = table.testContext();
    await ping(testContext, asDriver(fleet), trip.id, { ...HERE, speedKmh: 80, heading: 170 });
    testContext.pass(120_000);
    await ping(testContext, asDriver(fleet), trip.id, { lat: 0, lng: 0 });
    const position = await positionOf(fleet, trip.id);
    expect(position).toMatchObject({ lat: 0, lng: 0, timestamp: testContext.now().toISOString(), isOpen: true });
    expect(position).not.toHaveProperty('speedKmh');
    expect(position).not.toHaveProperty('heading');
  });

  test('that is older than the stored one is no error and changes nothing', async () => {
    const { fleet, trip } = await insertUnderWay();
    const testContext = table.testContext();
    await ping(testContext, asDriver(fleet), trip.id, { ...HERE, timestamp: ago(testContext, 60) });
    const before = await positionOf(fleet, trip.id);
    const late = table.testContext();
    await ping(late, asDriver(fleet), trip.id, { lat: 1, lng: 1, timestamp: ago(testContext, 61) });
    expect(late.actions()).toEqual(['UpdateItem']);
    expect(await positionOf(fleet, trip.id)).toEqual(before);
  });

  test('of the stored instant is written: it may be the same one, sent again', async () => {
    const { fleet, trip } = await insertUnderWay();
    const testContext = table.testContext();
    const timestamp = ago(testContext, 60);
    await ping(testContext, asDriver(fleet), trip.id, { ...HERE, timestamp });
    await ping(testContext, asDriver(fleet), trip.id, { lat: 2, lng: 2, timestamp });
    expect(await positionOf(fleet, trip.id)).toMatchObject({ lat: 2, timestamp });
  });

  test('of a clock that is five minutes fast is stored as now, and does not silence the next', async () => {
    const { fleet, trip } = await insertUnderWay();
    const testContext = table.testContext();
    const fast = () => new Date(testContext.now().getTime() + 5 * 60_000).toISOString();
    await ping(testContext, asDriver(fleet), trip.id, { ...HERE, timestamp: fast() });
    expect(await positionOf(fleet, trip.id)).toMatchObject({ timestamp: testContext.now().toISOString() });
    testContext.pass(1000);
    await ping(testContext, asDriver(fleet), trip.id, { lat: 3, lng: 3 });
    expect(await positionOf(fleet, trip.id)).toMatchObject({ lat: 3 });
  });

  test('of a clock that is faster still is 400 by its timestamp, and no call is made', async () => {
    const { fleet, trip } = await insertUnderWay();
    const testContext = table.testContext();
    const timestamp = new Date(testContext.now().getTime() + 5 * 60_000 + 1).toISOString();
    await expect(ping(testContext, asDriver(fleet), trip.id, { ...HERE, timestamp })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'timestamp',
    });
    expect(testContext.calls).toEqual([]);
  });

  test('is taken from a driver who is INVITED', async () => {
    const { fleet, trip } = await insertUnderWay({ appAccessStatus: 'INVITED' });
    await expect(ping(table.testContext(), asDriver(fleet), trip.id)).resolves.toBeUndefined();
  });

  test('before which the trip had coordinates from its start replaces them', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTripUnderWay(table.testContext(), fleet);
    await ping(table.testContext(), asDriver(fleet), trip.id, { lat: -90, lng: 180 });
    expect(await positionOf(fleet, trip.id)).toMatchObject({ lat: -90, lng: 180 });
  });
});

describe('doors 8: a ping of a session that the position does not know', () => {
  const OTHER = { sessionId: 'other' };

  test('is written when the driver’s record does not end the session', async () => {
    const { fleet, trip } = await insertUnderWay();
    const testContext = table.testContext();
    await ping(testContext, { ...asDriver(fleet), ...OTHER }, trip.id);
    expect(testContext.actions()).toEqual(['UpdateItem', 'BatchGetItem', 'UpdateItem']);
    expect(await positionOf(fleet, trip.id)).toMatchObject({ ...HERE, keptSession: 'other' });
  });

  test('never makes the position trust every session without an identifier', async () => {
    const { fleet, trip } = await insertUnderWay();
    const unnamed = { ...asDriver(fleet), sessionId: '' };
    await ping(table.testContext(), unnamed, trip.id);
    expect(await positionOf(fleet, trip.id)).toMatchObject({ ...HERE, keptSession: 'session' });
  });

  test('doors 14: is refused when that session alone was ended, and the others go on', async () => {
    const { fleet, trip } = await insertUnderWay();
    const testContext = table.testContext();
    const driver = asDriver(fleet);
    await ping(testContext, { ...driver, ...OTHER }, trip.id);
    const session = { pool: 'drivers', personId: driver.id, ...OTHER } as const;
    const now = testContext.now().toISOString();
    const row = { id: OTHER.sessionId, startedAt: now, lastSeenAt: now, device: '', teamId: driver.teamId };
    await transact(testContext.context, [putItem(sessionKey(session), { ...row, expires: 4_000_000_000 })]);
    await testContext.use(endSession)(session);
    await expect(ping(table.testContext(), { ...driver, ...OTHER }, trip.id)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await ping(table.testContext(), driver, trip.id);
  });

  test('that is older than the stored one changes nothing', async () => {
    const { fleet, trip } = await insertUnderWay();
    await ping(table.testContext(), asDriver(fleet), trip.id);
    const before = await positionOf(fleet, trip.id);
    const older = { ...HERE, lat: 1, timestamp: ago(table.testContext(), 60) };
    await ping(table.testContext(), { ...asDriver(fleet), ...OTHER }, trip.id, older);
    expect(await positionOf(fleet, trip.id)).toEqual(before);
  });

  test('is refused when the sessions end after the record was read', async () => {
    const { fleet, trip } = await insertUnderWay();
    const { teamId, id, sub } = asDriver(fleet);
    const late = table.testContext({
      faults: [
        {
          action: 'UpdateItem',
          skip: 1,
          times: 1,
          meanwhile: () => {
            const later = table.testContext();
            later.pass(5000);
            return later.use(endDriverSessions)({ teamId, id, sub });
          },
        },
      ],
    });
    await expect(ping(late, { ...asDriver(fleet), ...OTHER }, trip.id)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect((await positionOf(fleet, trip.id))?.lat).toBeUndefined();
  });
});

describe('a ping is refused', () => {
  const code = (testContext: TestContext, driver: TokenDriver, tripId: string) =>
    ping(testContext, driver, tripId).then(
      () => 'taken',
      (failure: { code?: string }) => failure.code,
    );

  test('as NOT_FOUND when there is no such trip in the driver’s team', async () => {
    const { fleet } = await insertUnderWay();
    const other = await insertUnderWay();
    const testContext = table.testContext();
    expect(await code(testContext, asDriver(fleet), someId())).toBe('NOT_FOUND');
    expect(await code(testContext, asDriver(fleet), other.trip.id)).toBe('NOT_FOUND');
    const refusedTwice = ['UpdateItem', 'UpdateItem', 'BatchGetItem'];
    expect(testContext.actions()).toEqual([...refusedTwice, ...refusedTwice]);
  });

  test('as FORBIDDEN when the trip is another driver’s, whatever its state', async () => {
    const { fleet, trip } = await insertUnderWay();
    const sub = someId();
    const { id, teamId } = await insertDriver(table.testContext(), {
      teamId: trip.teamId,
      sub,
      appAccessStatus: 'ACTIVE',
    });
    const colleague = { ...asDriver(fleet), id, teamId, sub };
    expect(await code(table.testContext(), colleague, trip.id)).toBe('FORBIDDEN');
    await moveAsOwner(table.testContext(), fleet, trip, 'COMPLETADO');
    expect(await code(table.testContext(), colleague, trip.id)).toBe('FORBIDDEN');
    expect((await positionOf(fleet, trip.id))?.lat).toBeUndefined();
  });

  test('as TRIP_NOT_IN_PROGRESS before the start', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    expect(await code(table.testContext(), asDriver(fleet), trip.id)).toBe('TRIP_NOT_IN_PROGRESS');
    expect(await positionOf(fleet, trip.id)).toBeUndefined();
  });

  test.each(['COMPLETADO', 'CANCELADO'] as const)(
    'as TRIP_NOT_IN_PROGRESS when the trip is %s, and the last position stays',
    async (status) => {
      const { fleet, trip } = await insertUnderWay();
      await ping(table.testContext(), asDriver(fleet), trip.id);
      await moveAsOwner(table.testContext(), fleet, trip, status);
      const late = table.testContext();
      late.pass(60_000);
      expect(await code(late, asDriver(fleet), trip.id)).toBe('TRIP_NOT_IN_PROGRESS');
      expect(await positionOf(fleet, trip.id)).toBeUndefined();
      const ended = await getItem(late.context, tripKey(trip.teamId, trip.id));
      expect(ended?.lastPosition).toMatchObject(HERE);
    },
  );

  test.each([
    ['is BAJA', { status: 'BAJA' }],
    ['has DISABLED access', { appAccessStatus: 'DISABLED' }],
    ['has another account by now', { sub: someId() }],
  ] as const)('as FORBIDDEN when the driver %s and the trip does not answer for them', async (_, given) => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    await insertDriver(table.testContext(), { ...fleet.driver, ...given });
    expect(await code(table.testContext(), asDriver(fleet), trip.id)).toBe('FORBIDDEN');
    expect(await code(table.testContext(), asDriver(fleet), someId())).toBe('FORBIDDEN');
  });

  test.each(['sub', 'id'])(
    'as FORBIDDEN when the token’s %s is not that of the trip’s position, also when the ping is late',
    async (field) => {
      const { fleet, trip } = await insertUnderWay();
      const other = { ...asDriver(fleet), [field]: someId() };
      expect(await code(table.testContext(), other, trip.id)).toBe('FORBIDDEN');
      await ping(table.testContext(), asDriver(fleet), trip.id);
      const timestamp = ago(table.testContext(), 60);
      const late = ping(table.testContext(), other, trip.id, { ...HERE, timestamp });
      await expect(late).rejects.toMatchObject({ code: 'FORBIDDEN' });
    },
  );

  test('as a fault of ours when the table fails: never as 404 or 409', async () => {
    const { fleet, trip } = await insertUnderWay();
    const broken = table.testContext({
      faults: [{ action: 'UpdateItem', before: () => named('ValidationException') }],
    });
    await expect(ping(broken, asDriver(fleet), trip.id)).rejects.toMatchObject({ name: 'ValidationException' });
    expect(broken.actions()).toEqual(['UpdateItem']);
  });
});
