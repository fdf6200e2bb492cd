import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  InternalErrorException,
  TooManyRequestsException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation as changeDriverAccess } from '../../functions/drivers/change-driver-access';
import { eventsOf } from '../../shared/audit/audit-event';
import {
  APP_ACCESS_ACTION_NAMES,
  APP_ACCESS_STATUSES,
  type AppAccessAction,
  type AppAccessStatus,
  type DriverRecord,
  driverKey,
  usernameFor,
} from '../../shared/fleet/driver';
import { activateDriver, lockDriverAccess, unlockDriverAccess } from '../../shared/fleet/driver-access';
import { editDriver } from '../../shared/fleet/drivers';
import { positionKey } from '../../shared/fleet/position-places';
import { consumeAttempt } from '../../shared/identity/attempt-limits';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { getItem } from '../../shared/platform/table/read';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { START, someId, type TestContext } from '../support/engine-runtime';
import { named } from '../support/faults';
import { quickTable } from '../support/quick-table';
import { mockedCognito, thrown } from '../support/store-cognito';
import {
  asDriver,
  insertDriver,
  insertFleet,
  insertTrip,
  insertTripUnderWay,
  moveAsOwner,
  startTrip,
} from '../support/store-fleet';
import { storedDriver } from '../support/store-records';

const table = quickTable();
const cognito = mockedCognito();
beforeEach(() => {
  cognito.reset();
  cognito.on(AdminCreateUserCommand).resolves({ User: { Attributes: [{ Name: 'sub', Value: NEW_SUB }] } });
  cognito.on(AdminSetUserPasswordCommand).resolves({});
  cognito.on(AdminDisableUserCommand).resolves({});
  cognito.on(AdminEnableUserCommand).resolves({});
  cognito.on(AdminUserGlobalSignOutCommand).resolves({});
});

const NEW_SUB = '019caf10-3180-4000-8000-00000000abcd';
const TEMPORARY = /^[A-Z][a-z]\d[a-z]-[A-Z][a-z]\d[a-z]-[A-Z][a-z]\d[a-z](?:-[a-z2-9]{3}){3}$/;

const stored = (driver: DriverRecord): Promise<DriverRecord | undefined> =>
  getItem(table.testContext().context, driverKey(driver.teamId, driver.id));

/** A driver whose access has reached the state. */
const insertWith = (appAccessStatus: AppAccessStatus, given: Partial<DriverRecord> = {}): Promise<DriverRecord> =>
  insertDriver(table.testContext(), {
    appAccessStatus,
    ...(appAccessStatus !== 'NONE' && { sub: someId(), username: 'jose.hernandez' }),
    everActive: appAccessStatus === 'ACTIVE',
    ...given,
  });

/** The steps of the operation without its handler: lock, account, record. */
async function change(testContext: TestContext, driver: DriverRecord, action: AppAccessAction) {
  const caller = {
    pool: 'staff',
    role: 'ADMIN',
    id: someId(),
    teamId: driver.teamId,
    accessToken: 'token',
    signedInAt: testContext.now().toISOString(),
    sessionId: '',
  } as const;
  return changeDriverAccess.run({
    input: { path: { teamId: driver.teamId, driverId: driver.id }, query: undefined, body: { action } },
    caller,
    deps: makeDeps(changeDriverAccess.uses, testContext.runtime, {
      requestId: someId(),
      remaining: () => 29_000,
      meter: testContext.meter,
    }),
    entity: driver,
    once: undefined,
    ifMatch: undefined,
    request: {
      requestId: someId(),
      sourceIp: '192.0.2.1',
      publicUrl: 'https://api.example',
      refreshCookie: () => undefined,
      note: () => {},
      notePerson: () => {},
      prefers: () => false,
      userAgent: '',
      deviceCookie: () => undefined,
    },
  });
}

/** The states from which each action starts. */
const FITS: Readonly<Record<AppAccessAction, readonly AppAccessStatus[]>> = {
  INVITE: ['NONE'],
  RESEND: ['INVITED', 'ACTIVE', 'DISABLED'],
  DISABLE: ['INVITED', 'ACTIVE'],
  ENABLE: ['DISABLED'],
};

/** The lock and its release are two writes that change nothing else. */
const unlocked = (driver: DriverRecord): DriverRecord => ({ ...driver, version: driver.version + 2 });

describe('an action on the app access', () => {
  const pairs = APP_ACCESS_ACTION_NAMES.flatMap((action) =>
    APP_ACCESS_STATUSES.map((state) => {
      return { action, state, fits: FITS[action].includes(state) };
    }),
  );

  test.each(pairs)('$action fits an access that is $state: $fits', async ({ action, state, fits }) => {
    const driver = await insertWith(state);
    if (!fits) {
      await expect(change(table.testContext(), driver, action)).rejects.toMatchObject({
        code: 'APP_ACCESS_STATE',
        message: expect.stringContaining(state),
      });
      expect(cognito.calls()).toHaveLength(0);
      return expect(await stored(driver)).toEqual(driver);
    }
    const stays = action === 'RESEND' && state === 'DISABLED';
    const to = action === 'DISABLE' || stays ? 'DISABLED' : 'INVITED';
    const answer = await change(table.testContext(), driver, action);
    expect(answer).toMatchObject({ appAccessStatus: to });
    const after = await stored(driver);
    expect(after).toMatchObject({ appAccessStatus: to, everActive: driver.everActive });
    expect(after).not.toHaveProperty('accessLockedUntil');
    const events = await table.partition(eventsOf(driver.teamId, 'DRIVER', driver.id).pk, 'EVENT#');
    expect(events).toEqual([expect.objectContaining({ action: 'UPDATE', changes: { appAccessStatus: to } })]);
  });

  test.each(APP_ACCESS_ACTION_NAMES)('%s is not for a driver who is BAJA', async (action) => {
    const driver = await insertWith(FITS[action][0] ?? 'NONE', { status: 'BAJA' });
    await expect(change(table.testContext(), driver, action)).rejects.toMatchObject({
      code: 'APP_ACCESS_STATE',
      message: expect.stringContaining('BAJA'),
    });
    expect(cognito.calls()).toHaveLength(0);
  });
});

describe('INVITE', () => {
  test('makes the account, names it in the record and answers the password once', async () => {
    const driver = await insertWith('NONE');
    const answer = await change(table.testContext(), driver, 'INVITE');
    expect(answer).toMatchObject({ username: usernameFor(driver), appAccessStatus: 'INVITED' });
    expect(answer.temporaryPassword).toMatch(TEMPORARY);
    expect(await stored(driver)).toMatchObject({ sub: NEW_SUB, username: usernameFor(driver) });
    expect(JSON.stringify(await table.partition(`TEAM#${driver.teamId}`))).not.toContain(answer.temporaryPassword);
    const [call] = cognito.commandCalls(AdminCreateUserCommand);
    expect(call?.args[0].input).toEqual({
      UserPoolId: 'us-east-1_TestDrivers',
      Username: usernameFor(driver),
      TemporaryPassword: answer.temporaryPassword,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'custom:teamId', Value: driver.teamId },
        { Name: 'custom:driverId', Value: driver.id },
      ],
    });
  });

  test('adopts the account of an invitation that was cut off, with a new password', async () => {
    const driver = await insertWith('NONE');
    const sub = someId();
    cognito.on(AdminCreateUserCommand).rejects(thrown(UsernameExistsException));
    cognito.on(AdminGetUserCommand).resolves({
      UserAttributes: [
        { Name: 'sub', Value: sub },
        { Name: 'custom:driverId', Value: driver.id },
      ],
    });
    const answer = await change(table.testContext(), driver, 'INVITE');
    expect(await stored(driver)).toMatchObject({ sub, appAccessStatus: 'INVITED' });
    const [call] = cognito.commandCalls(AdminSetUserPasswordCommand);
    expect(call?.args[0].input).toMatchObject({ Password: answer.temporaryPassword, Permanent: false });
  });

  test('never adopts an account that is another driver’s', async () => {
    const driver = await insertWith('NONE');
    cognito.on(AdminCreateUserCommand).rejects(thrown(UsernameExistsException));
    cognito.on(AdminGetUserCommand).resolves({
      UserAttributes: [
        { Name: 'sub', Value: someId() },
        { Name: 'custom:driverId', Value: someId() },
      ],
    });
    await expect(change(table.testContext(), driver, 'INVITE')).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
    expect(cognito.commandCalls(AdminSetUserPasswordCommand)).toHaveLength(0);
    expect(await stored(driver)).toEqual(unlocked(driver));
  });

  test('twice at once invites once: the other is a conflict, and sets no password', async () => {
    const driver = await insertWith('NONE');
    const second = () =>
      expect(change(table.testContext(), driver, 'INVITE')).rejects.toMatchObject({ code: 'CONFLICT' });
    const testContext = table.testContext({ faults: [{ action: 'AdminCreateUser', meanwhile: second }] });
    await expect(change(testContext, driver, 'INVITE')).resolves.toMatchObject({ appAccessStatus: 'INVITED' });
    expect(cognito.commandCalls(AdminCreateUserCommand)).toHaveLength(1);
    expect(cognito.commandCalls(AdminSetUserPasswordCommand)).toHaveLength(0);
    expect.assertions(4);
  });

  test('of a driver who becomes BAJA meanwhile is a conflict, and leaves nobody invited', async () => {
    const driver = await insertWith('NONE');
    const { id, teamId } = driver;
    const leave = () => table.testContext().use(editDriver)({ id: someId(), teamId }, driver, { status: 'BAJA' });
    const testContext = table.testContext({ faults: [{ action: 'AdminCreateUser', meanwhile: leave }] });
    await expect(change(testContext, driver, 'INVITE')).rejects.toMatchObject({ code: 'CONFLICT' });
    const record = await getItem(testContext.context, driverKey(teamId, id));
    expect(record).toMatchObject({ status: 'BAJA', appAccessStatus: 'NONE' });
  });

  test('after its answer was lost goes on with the first one’s account', async () => {
    const driver = await insertWith('NONE');
    const lost = () => named('InternalServerError');
    const testContext = table.testContext({
      faults: [{ action: 'TransactWriteItems', skip: 1, times: 1, after: lost }],
    });
    await expect(change(testContext, driver, 'INVITE')).resolves.toMatchObject({ appAccessStatus: 'INVITED' });
    expect(await table.partition(eventsOf(driver.teamId, 'DRIVER', driver.id).pk, 'EVENT#')).toHaveLength(1);
  });
});

test('doors 7: RESEND clears the counters of the account', async () => {
  const driver = await insertWith('ACTIVE', { username: `chofer.${someId()}` });
  const attempt = { of: 'DRIVER_PASSWORD', account: driver.username ?? '', sourceIp: '203.0.113.9' } as const;
  const guess = async () => {
    const counted = await table.testContext().use(consumeAttempt)(attempt);
    return counted.checked(Promise.reject(new Error('wrong'))).catch(() => 'counted');
  };
  for (let nth = 1; nth <= 5; nth += 1) expect(await guess()).toBe('counted');
  await expect(guess()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await change(table.testContext(), driver, 'RESEND');
  expect(await guess()).toBe('counted');
});

describe('the lock', () => {
  test('that its holder left behind is nobody’s after forty seconds', async () => {
    const driver = await insertWith('NONE');
    const testContext = table.testContext();
    await testContext.use(lockDriverAccess)(driver, 'INVITE');
    await expect(change(testContext, driver, 'INVITE')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('access is under way'),
    });
    testContext.pass(39_999);
    await expect(change(testContext, driver, 'INVITE')).rejects.toMatchObject({ code: 'CONFLICT' });
    testContext.pass(1);
    await expect(change(testContext, driver, 'INVITE')).resolves.toMatchObject({ appAccessStatus: 'INVITED' });
  });

  test.each([
    ['INVITE', 'NONE', AdminCreateUserCommand, thrown(InternalErrorException)],
    ['INVITE', 'NONE', AdminCreateUserCommand, thrown(TooManyRequestsException)],
    ['RESEND', 'INVITED', AdminSetUserPasswordCommand, thrown(UserNotFoundException)],
    ['DISABLE', 'ACTIVE', AdminDisableUserCommand, thrown(InternalErrorException)],
    ['ENABLE', 'DISABLED', AdminEnableUserCommand, thrown(InternalErrorException)],
  ] as const)('is given back when Cognito fails: %s of %s', async (action, state, command, failure) => {
    const driver = await insertWith(state);
    cognito.on(command as typeof AdminCreateUserCommand).rejects(failure);
    await expect(change(table.testContext(), driver, action)).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
      cause: failure,
    });
    expect(await stored(driver)).toEqual(unlocked(driver));
  });

  test('is given back when the record changed meanwhile, so that the same call can be made again', async () => {
    const driver = await insertWith('INVITED');
    const activate = () => table.testContext().use(activateDriver)(driver);
    const testContext = table.testContext({
      faults: [{ action: 'TransactWriteItems', skip: 1, times: 1, meanwhile: activate }],
    });
    await expect(change(testContext, driver, 'DISABLE')).rejects.toMatchObject({ code: 'CONFLICT' });
    const active = await stored(driver);
    expect(active).toMatchObject({ appAccessStatus: 'ACTIVE' });
    await expect(change(table.testContext(), active ?? driver, 'DISABLE')).resolves.toMatchObject({
      appAccessStatus: 'DISABLED',
    });
  });
});

describe('the account', () => {
  test('doors 8: of RESEND gets a temporary password and is signed out', async () => {
    const driver = await insertWith('ACTIVE');
    const { temporaryPassword } = await change(table.testContext(), driver, 'RESEND');
    const user = { UserPoolId: 'us-east-1_TestDrivers', Username: 'jose.hernandez' };
    const set = { ...user, Password: temporaryPassword, Permanent: false };
    expect(cognito.commandCalls(AdminSetUserPasswordCommand)[0]?.args[0].input).toEqual(set);
    expect(cognito.commandCalls(AdminUserGlobalSignOutCommand)[0]?.args[0].input).toEqual(user);
    expect(cognito.commandCalls(AdminEnableUserCommand)).toHaveLength(0);
  });

  test.each(['RESEND', 'ENABLE'] as const)('doors 8: %s answers when a new sign-in counts', async (action) => {
    const testContext = table.testContext();
    const driver = await insertWith(action === 'ENABLE' ? 'DISABLED' : 'ACTIVE');
    await change(testContext, driver, action);
    expect(testContext.pauses.at(-1)).toBeGreaterThanOrEqual(1000);
  });

  test('that is closed is signed out too', async () => {
    const driver = await insertWith('ACTIVE');
    await change(table.testContext(), driver, 'DISABLE');
    const user = { UserPoolId: 'us-east-1_TestDrivers', Username: 'jose.hernandez' };
    expect(cognito.commandCalls(AdminDisableUserCommand)[0]?.args[0].input).toEqual(user);
    expect(cognito.commandCalls(AdminUserGlobalSignOutCommand)[0]?.args[0].input).toEqual(user);
  });

  test.each([
    [true, 'ACTIVE'],
    [false, 'INVITED'],
  ])('that is opened again and was ever used (%p) is %s', async (everActive, to) => {
    const driver = await insertWith('DISABLED', { everActive });
    expect(await change(table.testContext(), driver, 'ENABLE')).toMatchObject({ appAccessStatus: to });
  });

  test('of RESEND gets another password each time', async () => {
    const driver = await insertWith('INVITED');
    const testContext = table.testContext();
    const [first, second] = [await change(testContext, driver, 'RESEND'), await change(testContext, driver, 'RESEND')];
    expect(first.temporaryPassword).toMatch(TEMPORARY);
    expect(second.temporaryPassword).not.toBe(first.temporaryPassword);
  });
});

describe('a driver on a trip', () => {
  const pingOf = (fleet: Parameters<typeof asDriver>[0], tripId: string, session: object = {}) =>
    table.testContext().use(recordPing)({ ...asDriver(fleet), ...session }, tripId, { lat: 1, lng: 1 });
  /** A session that begins after the change. */
  const LATER = { signedInAt: new Date(START + 2000).toISOString(), sessionId: 'later' };

  test('who is disabled sends no more pings, in that very transaction, and does again when enabled', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTripUnderWay(table.testContext(), fleet);
    const key = positionKey(trip.teamId, trip.id);
    const riding = (await stored(fleet.driver)) ?? fleet.driver;
    const testContext = table.testContext();
    await change(testContext, riding, 'DISABLE');
    expect(testContext.actions().filter((action) => action === 'TransactWriteItems')).toHaveLength(2);
    expect(await getItem(testContext.context, key)).toMatchObject({ isOpen: false });
    await expect(pingOf(fleet, trip.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await change(table.testContext(), (await stored(riding)) ?? riding, 'ENABLE');
    expect(await getItem(testContext.context, key)).toMatchObject({ isOpen: true, sub: fleet.driver.sub });
    await expect(pingOf(fleet, trip.id, LATER)).resolves.toBeUndefined();
  });

  test.each(['RESEND', 'ENABLE'] as const)(
    'doors 8: %s ends the sessions of before for pings and moves, in that very transaction',
    async (action) => {
      const fleet = await insertFleet(table.testContext());
      const trip = await insertTripUnderWay(table.testContext(), fleet);
      const current = async () => (await stored(fleet.driver)) ?? fleet.driver;
      if (action === 'ENABLE') await change(table.testContext(), await current(), 'DISABLE');
      const testContext = table.testContext();
      await change(testContext, await current(), action);
      expect(testContext.actions().filter((one) => one === 'TransactWriteItems')).toHaveLength(2);
      await expect(pingOf(fleet, trip.id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      const end = (session: object) =>
        table.testContext().use(moveOwnTrip)({ ...asDriver(fleet), ...session }, trip.id, 'COMPLETADO', undefined);
      await expect(end({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(pingOf(fleet, trip.id, LATER)).resolves.toBeUndefined();
      await expect(end(LATER)).resolves.toMatchObject({ trip: { status: 'COMPLETADO' } });
      // The lock 2, and 2 each for record, position and audit, whose index adds 1.
      expect(testContext.meter.writeUnits).toBe(9);
    },
  );

  test('who is invited during it may send pings from then on, with the new account', async () => {
    const fleet = await insertFleet(table.testContext());
    const { sub, ...rest } = fleet.driver;
    expect(sub).toBeDefined();
    await insertDriver(table.testContext(), { ...rest, username: null, appAccessStatus: 'NONE' });
    const trip = await insertTripUnderWayBy(fleet);
    const riding = (await stored(fleet.driver)) ?? fleet.driver;
    await change(table.testContext(), riding, 'INVITE');
    const invited = { driver: { ...fleet.driver, sub: NEW_SUB }, actor: fleet.actor, vehicle: fleet.vehicle };
    await expect(pingOf(invited, trip.id)).resolves.toBeUndefined();
  });

  /** The owner started the trip, because the driver has no access yet. */
  async function insertTripUnderWayBy(fleet: Parameters<typeof asDriver>[0]) {
    const trip = await insertTrip(table.testContext(), fleet);
    return moveAsOwner(table.testContext(), fleet, trip, 'EN_PROCESO');
  }

  test('that is another’s changes nothing of that one’s position', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTripUnderWay(table.testContext(), fleet);
    const stray = await insertWith('ACTIVE', { teamId: trip.teamId, tripId: trip.id });
    await expect(change(table.testContext(), stray, 'DISABLE')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stored(stray)).toEqual(unlocked(stray));
    const position = await getItem(table.testContext().context, positionKey(trip.teamId, trip.id));
    expect(position).toMatchObject({ isOpen: true, sub: fleet.driver.sub });
  });

  test('that starts while the access is changed makes the change a conflict, and the position stays right', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const start = () => startTrip(table.testContext(), fleet, trip);
    const testContext = table.testContext({
      faults: [{ action: 'TransactWriteItems', skip: 1, times: 1, meanwhile: start }],
    });
    await expect(change(testContext, fleet.driver, 'DISABLE')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await getItem(testContext.context, positionKey(trip.teamId, trip.id))).toMatchObject({ isOpen: true });
  });
});

describe('a driver who is not there', () => {
  test.each([
    [
      'locked',
      (testContext: TestContext, driver: DriverRecord) => testContext.use(lockDriverAccess)(driver, 'INVITE'),
      'NOT_FOUND',
    ],
    [
      'given back',
      (testContext: TestContext, driver: DriverRecord) => testContext.use(unlockDriverAccess)(driver),
      'NOT_FOUND',
    ],
    [
      'made ACTIVE',
      (testContext: TestContext, driver: DriverRecord) => testContext.use(activateDriver)(driver),
      'FORBIDDEN',
    ],
  ])('is not %s, and not made', async (_, act, code) => {
    const ghost = storedDriver({ appAccessStatus: 'INVITED' });
    await expect(act(table.testContext(), ghost)).rejects.toMatchObject({ code });
    expect(await stored(ghost)).toBeUndefined();
  });
});

describe('the first read of one’s own profile', () => {
  test('integrations 6: makes INVITED ACTIVE with one transaction of five units, once', async () => {
    const driver = await insertWith('INVITED');
    const first = table.testContext();
    expect(await first.use(activateDriver)(driver)).toEqual({
      ...driver,
      appAccessStatus: 'ACTIVE',
      everActive: true,
      version: driver.version + 1,
    });
    expect(first.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 5 });
    const second = table.testContext();
    const active = (await stored(driver)) ?? driver;
    expect(active).toMatchObject({ appAccessStatus: 'ACTIVE', everActive: true });
    expect(await second.use(activateDriver)(active)).toEqual(active);
    expect(second.calls).toEqual([]);
  });

  test('twenty times at once is no error, and it stays ACTIVE', async () => {
    const driver = await insertWith('INVITED');
    const reads = await Promise.all(Array.from({ length: 20 }, () => table.testContext().use(activateDriver)(driver)));
    expect(new Set(reads.map(({ appAccessStatus }) => appAccessStatus))).toEqual(new Set(['ACTIVE']));
  });

  test('by a driver who was disabled meanwhile is forbidden', async () => {
    const driver = await insertWith('INVITED');
    await insertDriver(table.testContext(), { ...driver, appAccessStatus: 'DISABLED' });
    await expect(table.testContext().use(activateDriver)(driver)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stored(driver)).toMatchObject({ appAccessStatus: 'DISABLED' });
  });
});
