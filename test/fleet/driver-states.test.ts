import {
  type AppAccessStatus,
  DRIVER_STATUSES,
  type DriverRecord,
  type DriverStatus,
  driverKey,
} from '../../shared/fleet/driver';
import { createDriver, editDriver } from '../../shared/fleet/drivers';
import { getItem } from '../../shared/platform/table/read';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertDriver } from '../support/store-fleet';
import { storedDriver } from '../support/store-records';

const table = quickTable();
const newActor = () => ({ id: someId(), teamId: someId() });
const stored = ({ teamId, id }: DriverRecord) => getItem(table.testContext().context, driverKey(teamId, id));

const moves = DRIVER_STATUSES.flatMap((from) =>
  DRIVER_STATUSES.filter((to) => to !== from).map((to) => ({
    from,
    to,
    may: from !== 'EN_VIAJE' && to !== 'EN_VIAJE' && (from !== 'BAJA' || to === 'DISPONIBLE'),
  })),
);

test.each(moves)('a driver that is $from becomes $to in the table: $may', async ({ from, to, may }) => {
  const actor = newActor();
  const driver = await insertDriver(table.testContext(), { teamId: actor.teamId, status: from });
  const moved = table.testContext().use(editDriver)(actor, driver, { status: to });
  const version = driver.version + (may && from !== to ? 1 : 0);
  if (may) await expect(moved).resolves.toEqual({ ...driver, status: to, version });
  else await expect(moved).rejects.toMatchObject({ code: 'DRIVER_STATUS', field: 'status' });
  expect(await stored(driver)).toEqual({ ...driver, status: may ? to : from, version });
});

describe('a move to BAJA', () => {
  test.each([
    ['NONE', 'NONE'],
    ['INVITED', 'DISABLED'],
    ['ACTIVE', 'DISABLED'],
    ['DISABLED', 'DISABLED'],
  ] as const)('makes an access that is %s %s', async (appAccessStatus, then) => {
    const actor = newActor();
    const driver = await insertDriver(table.testContext(), { teamId: actor.teamId, appAccessStatus });
    await table.testContext().use(editDriver)(actor, driver, { status: 'BAJA' });
    expect(await stored(driver)).toEqual({
      ...driver,
      status: 'BAJA',
      appAccessStatus: then,
      version: driver.version + 1,
    });
  });
});

describe('an app access that changes meanwhile', () => {
  const changes: readonly (readonly [AppAccessStatus, AppAccessStatus])[] = [
    ['NONE', 'INVITED'],
    ['INVITED', 'ACTIVE'],
  ];
  const races = moves
    .filter(({ may }) => may)
    .flatMap(({ from, to }) => changes.map(([access, then]) => ({ from, to, access, then })));

  test.each(races)('from $access to $then makes $from → $to a conflict', async ({ from, to, access, then }) => {
    const actor = newActor();
    const given = { teamId: actor.teamId, status: from, appAccessStatus: access };
    const driver = await insertDriver(table.testContext(), given);
    const changed: DriverRecord = { ...driver, appAccessStatus: then };
    const late = table.interrupted(() => insertDriver(table.testContext(), changed));
    await expect(late.use(editDriver)(actor, driver, { status: to })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stored(driver)).toEqual(changed);
  });
});

describe('the expiring documents of a driver', () => {
  async function insertWith(status: DriverStatus) {
    const actor = newActor();
    const { context, use } = table.testContext();
    const dates = { licenseExpiry: '2026-06-01', medicalExpiry: '2026-07-01' };
    const created = await use(createDriver)(actor, storedDriver(dates), undefined);
    const driver: DriverRecord = { ...created, everActive: false, status };
    const key = driverKey(actor.teamId, driver.id);
    await transact(context, [put(key, driver, {}, unexpectedConflict('A driver'))]);
    const listed = async () =>
      (await table.partition(`TEAM#${actor.teamId}`, 'PAPER#')).map(({ expiresOn }) => expiresOn);
    return { actor, driver, use, listed };
  }
  const ALL = ['2026-06-01', '2026-07-01'];

  test.each(['DISPONIBLE', 'NO_DISPONIBLE', 'VACACIONES'] as const)(
    'leave the list when the driver goes from %s to BAJA, and return when the driver becomes DISPONIBLE',
    async (status) => {
      const { actor, driver, use, listed } = await insertWith(status);
      expect(await listed()).toEqual(ALL);
      const retired = await use(editDriver)(actor, driver, { status: 'BAJA' });
      expect(await listed()).toEqual([]);
      await use(editDriver)(actor, retired, { status: 'DISPONIBLE' });
      expect(await listed()).toEqual(ALL);
    },
  );

  test.each([
    [{ licenseExpiry: '2027-06-01' }, ['2027-06-01', '2026-07-01']],
    [{ medicalExpiry: '2027-07-01' }, ['2026-06-01', '2027-07-01']],
  ])('take the dates %j of the request that ends BAJA, or that moves the driver otherwise', async (dates, then) => {
    const { actor, driver, use, listed } = await insertWith('DISPONIBLE');
    const retired = await use(editDriver)(actor, driver, { status: 'BAJA' });
    await use(editDriver)(actor, retired, { status: 'DISPONIBLE', ...dates });
    expect(await listed()).toEqual(then);
    const { actor: other, driver: away, use: useOther, listed: listedOf } = await insertWith('DISPONIBLE');
    await useOther(editDriver)(other, away, { status: 'VACACIONES', ...dates });
    expect(await listedOf()).toEqual(then);
  });

  const races = [{ licenseExpiry: '2027-06-01' }, { medicalExpiry: '2027-07-01' }];
  test.each(races)('with the new dates %j meanwhile make BAJA a conflict', async (dates) => {
    const { actor, driver, use, listed } = await insertWith('DISPONIBLE');
    const late = table.interrupted(() => use(editDriver)(actor, driver, dates));
    await expect(late.use(editDriver)(actor, driver, { status: 'BAJA' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await listed()).toHaveLength(2);
  });

  test.each(races)('with the new dates %j meanwhile make the end of BAJA a conflict', async (dates) => {
    const { actor, driver, use, listed } = await insertWith('DISPONIBLE');
    const retired = await use(editDriver)(actor, driver, { status: 'BAJA' });
    const late = table.interrupted(() => use(editDriver)(actor, retired, dates));
    const moved = late.use(editDriver)(actor, retired, { status: 'DISPONIBLE' });
    await expect(moved).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await listed()).toEqual([]);
  });
});
