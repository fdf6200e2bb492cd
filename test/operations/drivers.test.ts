import {
  AdminDisableUserCommand,
  AdminUserGlobalSignOutCommand,
  InternalErrorException,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation as getDriver } from '../../functions/drivers/get-driver';
import { operation as getDriverEmergency } from '../../functions/drivers/get-driver-emergency';
import { operation as getOwnDriver } from '../../functions/drivers/get-own-driver';
import { operation as listAvailableDrivers } from '../../functions/drivers/list-available-drivers';
import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as listOwnTrips } from '../../functions/drivers/list-own-trips';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as updateOwnDriver } from '../../functions/drivers/update-own-driver';
import {
  APP_ACCESS_STATUSES,
  type AppAccessStatus,
  DRIVER_STATUSES,
  type DriverRecord,
  driverKey,
} from '../../shared/fleet/driver';
import { getItem } from '../../shared/platform/table/read';
import { TRIP_STATUSES } from '../../shared/trips/trip';
import { accounts, cognitoError, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { connectionReset, type Fault } from '../support/faults';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTrips } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

const stored = ({ testContext, teamId }: Office, { id }: DriverRecord) =>
  getItem(testContext.context, driverKey(teamId, id));
const at = ({ id: driverId }: Pick<DriverRecord, 'id'>) => ({ path: { driverId } });
const names = (found: Record<string, unknown>[]) => found.map(({ name }) => name);
const account = (appAccessStatus: AppAccessStatus) =>
  appAccessStatus === 'NONE'
    ? ({ appAccessStatus } as const)
    : { appAccessStatus, sub: someId(), username: 'jose.hernandez', everActive: appAccessStatus === 'ACTIVE' };

/** The driver as the API shows it, without internal fields. */
const shown = ({ sub, tripId, everActive, accessLockedUntil, ...driver }: DriverRecord) => driver;

describe('a driver', () => {
  it('is read by every member of the team, and by nobody else', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const driver = await insertDriver(office.testContext, {
      teamId: office.teamId,
      ...account('ACTIVE'),
      tripId: someId(),
    });
    const { status, body } = await office.send(getDriver, at(driver));
    expect([status, body]).toEqual([200, { driver: shown(driver) }]);
    const other = await openOffice(world);
    expect(refusal(await other.send(getDriver, at(driver)))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await other.send(updateDriver, { ...at(driver), body: {} }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await (await office.stranger()).send(getDriver, at(driver)))).toEqual(refused('FORBIDDEN'));
  });
});

describe('the drivers of a team', () => {
  const CREW = [
    { name: 'José Pérez', status: 'DISPONIBLE' },
    { name: 'Josefina Ruiz', status: 'VACACIONES' },
    { name: 'JOSÉ ÁNGEL Núñez', status: 'DISPONIBLE' },
    { name: 'Ñico Díaz', status: 'BAJA' },
    { name: 'María José', status: 'EN_VIAJE' },
    { name: 'Luis', status: 'NO_DISPONIBLE', medicalExpiry: '2026-07-01' },
  ] as const;

  async function insertCrew() {
    const office = await openOffice(world, { role: 'MEMBER' });
    for (const driver of CREW) await insertDriver(office.testContext, { ...driver, teamId: office.teamId });
    await insertDriver(office.testContext, { name: 'José de otros' });
    return office;
  }

  it.each([
    [{}, CREW.map(({ name }) => name).reverse()],
    [{ sort: 'name' }, ['JOSÉ ÁNGEL Núñez', 'José Pérez', 'Josefina Ruiz', 'Luis', 'María José', 'Ñico Díaz']],
    [{ sort: 'name', status: 'DISPONIBLE' }, ['JOSÉ ÁNGEL Núñez', 'José Pérez']],
    [{ q: 'jose' }, ['JOSÉ ÁNGEL Núñez', 'José Pérez', 'María José', 'Josefina Ruiz']],
    [{ q: 'José A' }, ['JOSÉ ÁNGEL Núñez']],
    [{ q: 'JOSE  P' }, ['José Pérez']],
    [{ q: 'nico' }, ['Ñico Díaz']],
    [{ q: 'ruiz' }, ['Josefina Ruiz']],
    [{ q: 'RUÍZ jos' }, ['Josefina Ruiz']],
    [{ q: 'uiz' }, []],
    [{ q: 'jose ruiz' }, ['Josefina Ruiz']],
    [{ q: 'jose ruiz perez' }, []],
    [{ expiringBefore: '2026-07-02' }, ['Luis']],
    [{ expiringBefore: '2026-07-01' }, []],
    [{ expiringBefore: '2026-07-02', status: 'BAJA' }, []],
    [{ expiringBefore: '2026-07-02', q: 'luis' }, ['Luis']],
    [{ status: 'DISPONIBLE' }, ['JOSÉ ÁNGEL Núñez', 'José Pérez']],
    [{ status: 'DISPONIBLE', q: 'josé p' }, ['José Pérez']],
    [{ status: 'BAJA', q: 'jose' }, []],
  ])('desk 3.1: are found by %j, whatever the page', async (query, expected) => {
    const office = await insertCrew();
    expect(names(recordsOf(await office.send(listDrivers, { query }), 'drivers'))).toEqual(expected);
    for (const limit of ['1', '2']) {
      const pages = await pagesOf(office, listDrivers, 'drivers', { ...query, limit });
      expect(names(pages.flat())).toEqual(expected);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(Number(limit));
    }
  });

  it('are 400 with a cursor that was altered, or is another filter’s, list’s or team’s', async () => {
    const office = await insertCrew();
    const { body } = await office.send(listDrivers, { query: { q: 'jose', limit: '1' } });
    const cursor = String(body.nextCursor);
    const wrong = [
      await office.send(listDrivers, { query: { q: 'jose', cursor: `${cursor}A` } }),
      await office.send(listDrivers, { query: { q: 'josé p', cursor } }),
      await office.send(listDrivers, { query: { q: 'jose', status: 'DISPONIBLE', cursor } }),
      await office.send(listDrivers, { query: { cursor } }),
      await (await insertCrew()).send(listDrivers, { query: { q: 'jose', cursor } }),
    ];
    expect(wrong.map(refusal)).toEqual(wrong.map(() => refused('VALIDATION_FAILED', 'cursor')));
    expect((await office.send(listDrivers, { query: { q: 'jose', limit: '7', cursor } })).body.count).toBe(3);
  });

  it('desk 3.1: are found by their RFC and telephone, also after an edit of either side', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const account = { sub: someId(), username: 'luis.leal', appAccessStatus: 'ACTIVE' } as const;
    const fields = { teamId, name: 'Luis Leal', rfc: 'LEAL800101AB1', phone: '81 1234 5678', ...account };
    const driver = await insertDriver(testContext, fields);
    const found = async (q: string) => recordsOf(await office.send(listDrivers, { query: { q } }), 'drivers').length;
    for (const q of ['leal80', '811234', '+52 81 1234-5678', 'leal luis']) expect(await found(q)).toBe(1);
    const cab = await office.cab(driver);
    expect((await cab.send(updateOwnDriver, { body: { phone: '5598765432' } })).status).toBe(200);
    const path = { driverId: driver.id };
    expect((await office.send(updateDriver, { path, body: { rfc: null, name: 'Luis Leal Cantú' } })).status).toBe(200);
    for (const q of ['55 9876', 'cantu', 'luis leal cantu']) expect(await found(q)).toBe(1);
    for (const q of ['811234', 'leal80']) expect(await found(q)).toBe(0);
    expect(JSON.stringify(await table.partition(`TEAM#${teamId}#WORDS`))).not.toMatch(/811234|leal80/);
  });

  it.each([
    [{ expiringBefore: '2026-02-30' }, 'expiringBefore'],
    [{ expiringBefore: '2026-02-01T00:00:00Z' }, 'expiringBefore'],
    [{ q: 'b c d f' }, 'q'],
    [{ q: 'ana', sort: 'createdAt' }, 'sort'],
    [{ estado: 'BAJA' }, 'estado'],
  ])('desk 3.2: %j is refused', async (query, field) => {
    const { send } = await openOffice(world);
    expect(refusal(await send(listDrivers, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('that are available are all those that are DISPONIBLE, without pages', async () => {
    const office = await insertCrew();
    const { status, body } = await office.send(listAvailableDrivers);
    expect([status, Object.keys(body)]).toEqual([200, ['drivers']]);
    expect(body.drivers).toEqual([
      expect.objectContaining({ name: 'JOSÉ ÁNGEL Núñez', status: 'DISPONIBLE' }),
      expect.objectContaining({ name: 'José Pérez', status: 'DISPONIBLE' }),
    ]);
  });

  it('of a team that one is not in, or that is none, are 403', async () => {
    const office = await openOffice(world);
    const { teamId } = await openOffice(world);
    for (const path of [{ teamId }, { teamId: someId() }]) {
      expect(refusal(await office.send(listAvailableDrivers, { path }))).toEqual(refused('FORBIDDEN'));
      expect(refusal(await office.send(listDrivers, { path }))).toEqual(refused('FORBIDDEN'));
    }
  });
});

const FIELDS = {
  name: 'José Ángel Hernández',
  phone: '5550001111',
  photoUrl: 'https://cdn.example/jose.jpg',
  licenseNumber: 'NL-123456',
  licenseExpiry: '2027-05-31',
  curp: 'HEAJ800101HNLRRN09',
  rfc: 'HEAJ800101AB1',
  birthDate: '1980-01-01',
  medicalExpiry: '2026-12-31',
  bloodType: 'O+',
  emergencyContact: 'Rosa 8110002222',
  certifications: ['Materiales peligrosos'],
  salary: 18_500.5,
  address: { street: 'Juárez', extNumber: '12', city: 'Monterrey', country: 'México', zipCode: '64000' },
  allergies: 'Penicilina\ny polen',
};
const NULLABLE = [
  'phone',
  'photoUrl',
  'licenseNumber',
  'licenseExpiry',
  'curp',
  'rfc',
  'birthDate',
  'medicalExpiry',
  'bloodType',
  'emergencyContact',
  'allergies',
];

describe('the emergency data of a driver', () => {
  const EMERGENCY = { bloodType: 'O+', allergies: 'Penicilina\ny polen', emergencyContact: 'Rosa 8110002222' };
  const eventsOf = ({ teamId }: Office, { id }: DriverRecord) => table.partition(`TEAM#${teamId}#DRIVER#${id}`);

  it('doors 16: are read by every member, and each read is in the audit', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const driver = await insertDriver(office.testContext, { ...FIELDS, teamId: office.teamId });
    const read = () => office.send(getDriverEmergency, at(driver));
    expect([(await read()).body, (await read()).status]).toEqual([EMERGENCY, 200]);
    const event = {
      action: 'READ',
      actorId: office.id,
      entityType: 'DRIVER',
      changes: { fields: ['bloodType', 'allergies', 'emergencyContact'] },
    };
    expect(await eventsOf(office, driver)).toMatchObject([event, event]);
    expect(JSON.stringify(await eventsOf(office, driver))).not.toContain('Penicilina');
  });

  it('doors 16: are not answered when the audit entry is not written', async () => {
    const faults: Fault[] = [];
    const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
    const driver = await insertDriver(office.testContext, { ...FIELDS, teamId: office.teamId });
    faults.push({ action: 'TransactWriteItems', before: connectionReset });
    const { status, body } = await office.send(getDriverEmergency, at(driver));
    expect([status, JSON.stringify(body).includes('Penicilina')]).toEqual([503, false]);
    expect(await eventsOf(office, driver)).toEqual([]);
  });

  it('doors 16: are not for another team', async () => {
    const office = await openOffice(world);
    const driver = await insertDriver(office.testContext, { ...FIELDS, teamId: office.teamId });
    const other = await openOffice(world);
    expect(refusal(await other.send(getDriverEmergency, at(driver)))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await (await office.stranger()).send(getDriverEmergency, at(driver)))).toEqual(refused('FORBIDDEN'));
    expect(await eventsOf(office, driver)).toEqual([]);
  });
});

/** A value that documents contain is changed by two writes: the edit, and the end of the mark that its documents are reported. */
const writesOf = (field: string): number => (['name', 'rfc', 'licenseNumber'].includes(field) ? 2 : 1);

describe('a change of a driver', () => {
  it.each(Object.entries(FIELDS))('of %s keeps the rest', async (field, value) => {
    const office = await openOffice(world, { role: 'ADMIN' });
    const driver = await insertDriver(office.testContext, { teamId: office.teamId });
    const { status, body } = await office.send(updateDriver, { ...at(driver), body: { [field]: value } });
    const changed = { ...driver, [field]: value, version: driver.version + writesOf(field) };
    expect([status, body]).toEqual([200, { message: expect.any(String), driver: shown(changed) }]);
    expect(await stored(office, driver)).toEqual(changed);
  });

  it.each(NULLABLE)('clears %s by null, and answers it as null', async (field) => {
    const office = await openOffice(world);
    const driver = await insertDriver(office.testContext, { ...FIELDS, teamId: office.teamId });
    const { body } = await office.send(updateDriver, { ...at(driver), body: { [field]: null } });
    const cleared = { ...driver, [field]: null, version: driver.version + writesOf(field) };
    expect(body.driver).toEqual(shown(cleared));
    expect(await stored(office, driver)).toEqual(cleared);
  });

  it.each([
    undefined,
    {},
    { id: someId(), teamId: someId(), username: 'boss', appAccessStatus: 'ACTIVE', createdAt: 'now' },
    { sub: someId(), everActive: true, tripId: someId(), nickname: 'Pepe' },
  ])('by %j changes nothing', async (body) => {
    const office = await openOffice(world);
    const driver = await insertDriver(office.testContext, { ...FIELDS, teamId: office.teamId });
    const before = await table.everything();
    const answer = await office.send(updateDriver, { ...at(driver), body });
    expect([answer.status, answer.body.driver]).toEqual([200, shown(driver)]);
    expect(await table.everything()).toEqual(before);
  });

  it.each([
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ certifications: ['x', 7] }, 'certifications[1]'],
    [{ salary: -1 }, 'salary'],
    [{ address: { zipCode: '12345678901' } }, 'address.zipCode'],
    [{ curp: 'x'.repeat(19) }, 'curp'],
    [{ rfc: 'x'.repeat(14) }, 'rfc'],
    [{ licenseExpiry: '31/05/2027' }, 'licenseExpiry'],
    [{ status: null }, 'status'],
    [{ status: 'DORMIDO' }, 'status'],
  ])('is refused for %j', async (body, field) => {
    const office = await openOffice(world);
    const driver = await insertDriver(office.testContext, { teamId: office.teamId });
    const answer = await office.send(updateDriver, { ...at(driver), body });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
    expect(await stored(office, driver)).toEqual(driver);
  });

  it('is not a MEMBER’s to make', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const driver = await insertDriver(office.testContext, { teamId: office.teamId });
    const answer = await office.send(updateDriver, { ...at(driver), body: { name: 'Otro' } });
    expect(refusal(answer)).toEqual(refused('FORBIDDEN'));
  });

  it('leaves in the audit which fields were changed, and not to what', async () => {
    const office = await openOffice(world);
    const driver = await insertDriver(office.testContext, { teamId: office.teamId });
    await office.send(updateDriver, { ...at(driver), body: { curp: FIELDS.curp, salary: FIELDS.salary } });
    const events = await table.partition(`TEAM#${office.teamId}#DRIVER#${driver.id}`);
    expect(events).toMatchObject([{ action: 'UPDATE', actorId: office.id, changes: { fields: ['curp', 'salary'] } }]);
    expect(JSON.stringify([events, office.testContext.logs])).not.toContain(FIELDS.curp);
  });
});

describe('the status of a driver by hand', () => {
  const pairs = DRIVER_STATUSES.flatMap((from) => DRIVER_STATUSES.map((to) => ({ from, to })));

  it.each(pairs)(
    'desk 1.5: $from → $to is as the table says, and nothing when it is the present one',
    async ({ from, to }) => {
      const office = await openOffice(world);
      const driver = await insertDriver(office.testContext, { teamId: office.teamId, status: from });
      const answer = await office.send(updateDriver, { ...at(driver), body: { status: to, name: 'Otro' } });
      const isFree = from !== 'EN_VIAJE' && to !== 'EN_VIAJE' && (from !== 'BAJA' || to === 'DISPONIBLE');
      const may = from === to || isFree;
      if (may) expect(answer.body.driver).toMatchObject({ status: to, name: 'Otro' });
      else expect(refusal(answer)).toEqual(refused('DRIVER_STATUS', 'status'));
      const expected = may
        ? { ...driver, status: to, name: 'Otro', version: driver.version + writesOf('name') }
        : driver;
      expect(await stored(office, driver)).toEqual(expected);
    },
  );

  it.each(APP_ACCESS_STATUSES)('to BAJA closes an access that is %s at once, and the account', async (access) => {
    const office = await openOffice(world);
    const driver = await insertDriver(office.testContext, { teamId: office.teamId, ...account(access) });
    const cab = await office.cab(driver);
    const { body } = await office.send(updateDriver, { ...at(driver), body: { status: 'BAJA' } });
    expect(body.driver).toMatchObject({ status: 'BAJA', appAccessStatus: access === 'NONE' ? 'NONE' : 'DISABLED' });
    expect(await stored(office, driver)).toMatchObject({ status: 'BAJA', everActive: driver.everActive });
    const wasOpen = access === 'INVITED' || access === 'ACTIVE';
    // Also when the access is already DISABLED: an interrupted BAJA may not have disabled the account.
    const hasAccount = access !== 'NONE';
    const disabled = world.cognito.commandCalls(AdminDisableUserCommand).map(({ args }) => args[0].input.Username);
    expect(disabled).toEqual(hasAccount ? ['jose.hernandez'] : []);
    expect(world.cognito.commandCalls(AdminUserGlobalSignOutCommand)).toHaveLength(hasAccount ? 1 : 0);
    if (wasOpen) expect(refusal(await cab.send(getOwnDriver))).toEqual(refused('FORBIDDEN'));
  });

  it('to BAJA stands although Cognito fails, is told, and closes the account when it is sent again', async () => {
    const office = await openOffice(world);
    const driver = await insertDriver(office.testContext, { teamId: office.teamId, ...account('ACTIVE') });
    const cab = await office.cab(driver);
    world.cognito.on(AdminDisableUserCommand).rejects(cognitoError(InternalErrorException));
    const leave = () => office.send(updateDriver, { ...at(driver), body: { status: 'BAJA' } });
    expect((await leave()).status).toBe(502);
    expect(await stored(office, driver)).toMatchObject({ status: 'BAJA', appAccessStatus: 'DISABLED' });
    expect(refusal(await cab.send(getOwnDriver))).toEqual(refused('FORBIDDEN'));
    world.cognito.on(AdminDisableUserCommand).resolves({});
    expect((await leave()).status).toBe(200);
    expect(world.cognito.commandCalls(AdminDisableUserCommand)).toHaveLength(2);
  });

  it('from BAJA to DISPONIBLE leaves the access DISABLED, and the driver out', async () => {
    const office = await openOffice(world);
    const driver = await insertDriver(office.testContext, { teamId: office.teamId, ...account('ACTIVE') });
    const change = (status: string) => office.send(updateDriver, { ...at(driver), body: { status } });
    await change('BAJA');
    expect((await change('DISPONIBLE')).body.driver).toMatchObject({
      status: 'DISPONIBLE',
      appAccessStatus: 'DISABLED',
    });
    expect(refusal(await (await office.cab(driver)).send(getOwnDriver))).toEqual(refused('FORBIDDEN'));
    // Only the BAJA closed the account.
    expect(world.cognito.commandCalls(AdminDisableUserCommand)).toHaveLength(1);
  });

  it('to BAJA of who has access and no account is a fault of ours', async () => {
    const office = await openOffice(world);
    const { sub: _, ...access } = { sub: '', ...account('ACTIVE') };
    const driver = await insertDriver(office.testContext, { teamId: office.teamId, ...access });
    const answer = await office.send(updateDriver, { ...at(driver), body: { status: 'BAJA' } });
    expect(refusal(answer)).toEqual(refused('INTERNAL'));
  });
});

/** A driver with app access, signed in. */
async function takeTheWheel(given: Partial<DriverRecord> = {}) {
  const office = await openOffice(world);
  const driver = await insertDriver(office.testContext, {
    ...FIELDS,
    teamId: office.teamId,
    ...account('ACTIVE'),
    ...given,
  });
  return { office, driver, cab: await office.cab(driver) };
}

describe('a change of oneself by a driver', () => {
  const OWN = { phone: 20, emergencyContact: 100, bloodType: 10, allergies: 1000 };

  it.each(Object.entries(OWN))('of %s is text of at most %d characters, or null', async (field, most) => {
    const { office, driver, cab } = await takeTheWheel();
    const change = (value: unknown) => cab.send(updateOwnDriver, { body: { [field]: value } });
    for (const value of ['x'.repeat(most - 1), 'x'.repeat(most), null, 'x', '']) {
      const { status, body } = await change(value);
      const kept = value === '' ? null : value;
      const changed = shown({ ...driver, [field]: kept, version: expect.any(Number) });
      expect([status, body]).toEqual([200, { message: expect.any(String), driver: changed }]);
      expect(await stored(office, driver)).toMatchObject({ [field]: kept });
    }
    for (const wrong of ['x'.repeat(most + 1), 7, true, [field]]) {
      expect(refusal(await change(wrong))).toEqual(refused('VALIDATION_FAILED', field));
    }
  });

  it.each([
    ...Object.keys(FIELDS).filter((field) => !Object.keys(OWN).includes(field)),
    ...['id', 'teamId', 'status', 'username', 'appAccessStatus', 'createdAt', 'sub', 'everActive', 'nickname'],
  ])('of %s is refused by its name, whatever else is sent', async (field) => {
    const { office, driver, cab } = await takeTheWheel();
    const answer = await cab.send(updateOwnDriver, { body: { phone: '1', [field]: 'x' } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
    expect(await stored(office, driver)).toEqual(driver);
  });

  it.each([undefined, {}])('is refused when it is %j', async (body) => {
    const { cab } = await takeTheWheel();
    expect(refusal(await cab.send(updateOwnDriver, { body }))).toEqual(refused('VALIDATION_FAILED', 'body'));
  });

  it('is written in the team’s audit as the driver’s', async () => {
    const { office, driver, cab } = await takeTheWheel();
    await cab.send(updateOwnDriver, { body: { phone: '5512345678', allergies: null } });
    const events = await table.partition(`TEAM#${office.teamId}#DRIVER#${driver.id}`);
    expect(events).toMatchObject([{ actorId: driver.id, changes: { fields: ['phone', 'allergies'] } }]);
  });
});

describe('a driver’s own trips', () => {
  it('are those assigned to the driver, the latest start first, by status and by pages', async () => {
    const { office, driver, cab } = await takeTheWheel();
    const { testContext, teamId } = office;
    const own = TRIP_STATUSES.flatMap((status, day) =>
      [1, 2].map((week) => ({
        teamId,
        driverId: driver.id,
        status,
        startDate: `2026-0${week}-0${day + 1}T06:00:00.000Z`,
        cost: 900,
        revenue: 1500,
      })),
    );
    await insertTrips(testContext, [...own, { teamId }, { teamId, driverId: someId() }]);
    const latestFirst = own
      .map(({ startDate }) => startDate)
      .sort()
      .reverse();
    const starts = (found: Record<string, unknown>[]) => found.map(({ startDate }) => startDate);
    const pages = await pagesOf(cab, listOwnTrips, 'trips', { limit: '3' });
    expect(starts(pages.flat())).toEqual(latestFirst);
    for (const trip of pages.flat()) expect(Object.keys(trip)).not.toEqual(expect.arrayContaining(['cost']));
    for (const trip of pages.flat()) expect(Object.keys(trip)).not.toEqual(expect.arrayContaining(['revenue']));
    for (const status of TRIP_STATUSES) {
      const found = (await pagesOf(cab, listOwnTrips, 'trips', { status, limit: '1' })).flat();
      expect(found.map((trip) => trip.status)).toEqual([status, status]);
    }
    expect(refusal(await cab.send(listOwnTrips, { query: { status: 'x' } }))).toEqual(
      refused('VALIDATION_FAILED', 'status'),
    );
    expect(refusal(await office.send(listOwnTrips))).toEqual(refused('FORBIDDEN'));
  });
});
