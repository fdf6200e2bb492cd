import {
  APP_ACCESS_ACTION_NAMES,
  APP_ACCESS_STATUSES,
  type AppAccessAction,
  type AppAccessStatus,
  type DriverRecord,
  driverKey,
} from '../../shared/fleet/driver';
import { activateDriver, finishAccessChange, lockDriverAccess } from '../../shared/fleet/driver-access';
import type { Position } from '../../shared/fleet/position';
import { positionKey } from '../../shared/fleet/position-places';
import { getItem } from '../../shared/platform/table/read';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertPosition } from '../support/store-fleet';

const table = quickTable();

/** The states from which each action starts, and the state to which it leads a driver that never used the app. RESEND leaves DISABLED. */
const RULED = {
  INVITE: { from: ['NONE'], to: 'INVITED' },
  RESEND: { from: ['INVITED', 'ACTIVE', 'DISABLED'], to: 'INVITED' },
  DISABLE: { from: ['INVITED', 'ACTIVE'], to: 'DISABLED' },
  ENABLE: { from: ['DISABLED'], to: 'INVITED' },
} as const satisfies Record<AppAccessAction, { from: AppAccessStatus[]; to: AppAccessStatus }>;

const ACCOUNT = { username: 'ana.ruiz', sub: '019caf10-3180-4000-8000-00000000abcd' };

async function insertWith(appAccessStatus: AppAccessStatus, given: Partial<DriverRecord> = {}) {
  const account = appAccessStatus === 'NONE' ? {} : ACCOUNT;
  const driver = await insertDriver(table.testContext(), { ...account, appAccessStatus, everActive: false, ...given });
  const actor = { id: someId(), teamId: driver.teamId };
  const { context } = table.testContext();
  const stored = () => getItem(context, driverKey(driver.teamId, driver.id));
  return { actor, driver, stored };
}

/** A driver on a trip, whose position is open or not. */
async function insertRiding(status: AppAccessStatus, isOpen: boolean, positionOf: Partial<Position> = {}) {
  const tripId = someId();
  const laid = await insertWith(status, { tripId, status: 'EN_VIAJE' });
  const { teamId, id: driverId, sub } = laid.driver;
  await insertPosition(table.testContext(), teamId, { tripId, driverId, sub, isOpen, ...positionOf });
  return { ...laid, position: () => getItem(table.testContext().context, positionKey(teamId, tripId)) };
}

const leadsTo = (action: AppAccessAction, state: AppAccessStatus): AppAccessStatus =>
  action === 'RESEND' && state === 'DISABLED' ? 'DISABLED' : RULED[action].to;

/** The fields with which RESEND and ENABLE end all sessions. */
const endsSessions = (action: AppAccessAction) =>
  action === 'RESEND' || action === 'ENABLE'
    ? { sessionsValidFrom: '2026-03-02T15:00:01.000Z', keptSession: undefined, endedSessions: undefined }
    : {};

const pairs = APP_ACCESS_ACTION_NAMES.flatMap((action) =>
  APP_ACCESS_STATUSES.map((state) => ({ action, state, fits: RULED[action].from.some((one) => one === state) })),
);
const starts = pairs.filter(({ fits }) => fits);

test.each(pairs)('$action of an access that is $state locks the account: $fits', async ({ action, state, fits }) => {
  const { driver, stored } = await insertWith(state);
  const locked = table.testContext().use(lockDriverAccess)(driver, action);
  if (fits) await expect(locked).resolves.toBeUndefined();
  else await expect(locked).rejects.toMatchObject({ code: 'APP_ACCESS_STATE' });
  expect((await stored())?.accessLockedUntil !== undefined).toBe(fits);
});

describe.each(starts)('$action of an access that is $state', ({ action, state }) => {
  test('is written with the account, and releases the lock', async () => {
    const { actor, driver, stored } = await insertWith(state);
    await table.testContext().use(lockDriverAccess)(driver, action);
    const after = await table.testContext().use(finishAccessChange)(actor, driver, action, ACCOUNT);
    const version = driver.version + 1;
    expect(after).toEqual({
      ...driver,
      ...ACCOUNT,
      appAccessStatus: leadsTo(action, state),
      ...endsSessions(action),
      version,
    });
    // The lock is a write too.
    expect(await stored()).toEqual({ ...after, version: version + 1 });
  });

  test('is refused for a driver that is BAJA', async () => {
    const { driver, stored } = await insertWith(state, { status: 'BAJA' });
    const locked = table.testContext().use(lockDriverAccess)(driver, action);
    const message = expect.stringContaining('BAJA');
    await expect(locked).rejects.toMatchObject({ code: 'APP_ACCESS_STATE', message });
    expect(await stored()).toEqual(driver);
  });

  test('is refused for a driver that becomes BAJA before the lock', async () => {
    const { driver } = await insertWith(state);
    const late = table.interrupted(() => insertDriver(table.testContext(), { ...driver, status: 'BAJA' }));
    const message = expect.stringContaining('BAJA');
    const locked = late.use(lockDriverAccess)(driver, action);
    await expect(locked).rejects.toMatchObject({ code: 'APP_ACCESS_STATE', message });
  });

  test('is a conflict for a driver that becomes BAJA after the lock', async () => {
    const { actor, driver, stored } = await insertWith(state);
    const left = { ...driver, status: 'BAJA' } as const;
    await insertDriver(table.testContext(), left);
    const finished = table.testContext().use(finishAccessChange)(actor, driver, action, ACCOUNT);
    await expect(finished).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stored()).toEqual(left);
  });

  test('opens or closes the position of the trip for the account', async () => {
    const isOpen = leadsTo(action, state) !== 'DISABLED';
    const { actor, driver, position } = await insertRiding(state, !isOpen);
    await table.testContext().use(finishAccessChange)(actor, driver, action, ACCOUNT);
    expect(await position()).toMatchObject({ isOpen, sub: ACCOUNT.sub });
  });

  test('doors 8: makes the position of the trip look up each session again', async () => {
    const given = { sessionsValidFrom: '2026-03-01T00:00:00.000Z', keptSession: 'old' };
    const { actor, driver, position } = await insertRiding(state, true, given);
    await table.testContext().use(finishAccessChange)(actor, driver, action, ACCOUNT);
    const after = await position();
    expect(after?.sessionsValidFrom).toBe('2026-03-02T15:00:01.000Z');
    expect(after).not.toHaveProperty('keptSession');
  });

  test('is a conflict when the position of the trip is another driver’s', async () => {
    const { actor, driver, stored } = await insertRiding(state, true, { driverId: someId() });
    const finished = table.testContext().use(finishAccessChange)(actor, driver, action, ACCOUNT);
    await expect(finished).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stored()).toEqual(driver);
  });

  test('is a conflict when the driver starts or leaves a trip meanwhile', async () => {
    const { actor, driver } = await insertWith(state);
    await insertDriver(table.testContext(), { ...driver, tripId: someId(), status: 'EN_VIAJE' });
    const started = table.testContext().use(finishAccessChange)(actor, driver, action, ACCOUNT);
    await expect(started).rejects.toMatchObject({ code: 'CONFLICT' });
    const { actor: other, driver: riding } = await insertRiding(state, true);
    await insertDriver(table.testContext(), { ...riding, tripId: undefined, status: 'DISPONIBLE' });
    const left = table.testContext().use(finishAccessChange)(other, riding, action, ACCOUNT);
    await expect(left).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

test.each([
  [true, 'ACTIVE'],
  [false, 'INVITED'],
] as const)('ENABLE of an app that was ever used (%p) leads to %s', async (everActive, to) => {
  const { actor, driver } = await insertWith('DISABLED', { everActive });
  const after = await table.testContext().use(finishAccessChange)(actor, driver, 'ENABLE', ACCOUNT);
  expect(after).toEqual({ ...driver, appAccessStatus: to, ...endsSessions('ENABLE'), version: driver.version + 1 });
});

test.each(['RESEND', 'ENABLE'] as const)('doors 8: %s ends every session, also a kept one', async (action) => {
  const from = action === 'ENABLE' ? 'DISABLED' : 'ACTIVE';
  const limits = { sessionsValidFrom: '2026-03-01T00:00:00.000Z', keptSession: 'kept', endedSessions: [] };
  const { actor, driver, stored } = await insertWith(from, limits);
  await table.testContext().use(finishAccessChange)(actor, driver, action, ACCOUNT);
  const after = await stored();
  expect(after?.sessionsValidFrom).toBe('2026-03-02T15:00:01.000Z');
  expect(after).not.toHaveProperty('keptSession');
  expect(after).not.toHaveProperty('endedSessions');
});

test('doors 8: RESEND of a DISABLED driver leaves the access DISABLED until ENABLE', async () => {
  const { actor, driver, stored } = await insertWith('DISABLED', { everActive: true });
  const sent = await table.testContext().use(finishAccessChange)(actor, driver, 'RESEND', ACCOUNT);
  expect([sent.appAccessStatus, (await stored())?.appAccessStatus]).toEqual(['DISABLED', 'DISABLED']);
  const enabled = await table.testContext().use(finishAccessChange)(actor, sent, 'ENABLE', ACCOUNT);
  expect(enabled.appAccessStatus).toBe('ACTIVE');
});

describe('the first read of the own profile', () => {
  test.each(APP_ACCESS_STATUSES)('of an access that is %s', async (state) => {
    const { driver, stored } = await insertWith(state);
    const testContext = table.testContext();
    const after = await testContext.use(activateDriver)(driver);
    const expected =
      state === 'INVITED'
        ? { ...driver, appAccessStatus: 'ACTIVE', everActive: true, version: driver.version + 1 }
        : driver;
    expect(after).toEqual(expected);
    expect(await stored()).toEqual(expected);
    expect(testContext.calls).toHaveLength(state === 'INVITED' ? 1 : 0);
  });

  test.each(['NONE', 'DISABLED'] as const)('is forbidden when the access becomes %s meanwhile', async (state) => {
    const { driver, stored } = await insertWith('INVITED');
    const changed = await insertDriver(table.testContext(), { ...driver, appAccessStatus: state });
    const activated = table.testContext().use(activateDriver)(driver);
    await expect(activated).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stored()).toEqual(changed);
  });

  test('lets an ENABLE after a DISABLE lead to ACTIVE', async () => {
    const { actor, driver } = await insertWith('INVITED');
    const active = await table.testContext().use(activateDriver)(driver);
    const disabled = await table.testContext().use(finishAccessChange)(actor, active, 'DISABLE', ACCOUNT);
    const enabled = await table.testContext().use(finishAccessChange)(actor, disabled, 'ENABLE', ACCOUNT);
    expect(enabled.appAccessStatus).toBe('ACTIVE');
  });
});
