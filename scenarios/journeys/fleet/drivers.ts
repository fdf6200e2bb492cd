import assert from 'node:assert/strict';
import type { Fleet } from '../../../client/src/index';
import { DRIVER_STATUSES, type DriverStatus } from '../../../shared/fleet/driver';
import { DRIVER_TRANSITIONS } from '../../../shared/fleet/driver-states';
import { expectRefused, expectSame, expectStatus, somebodyAt } from '../../expect';
import { DRIVERS_PASSWORD, enterApp, openApp } from '../../people';
import { changeDriverPassword, changeOwnDriver, readOwnDriver, signInDriver } from '../../steps/accounts';
import type { Desk, Query } from '../../steps/desk';
import {
  changeAppAccess,
  changeDriver,
  hireDriver,
  listAvailableDrivers,
  listDrivers,
  readDriver,
  readDriverEmergency,
} from '../../steps/fleet';
import { listOwnTrips } from '../../steps/trips';
import { expectPages, idsOf } from './lists';
import { NOWHERE, type TestContext } from './scene';
import { statusRules } from './status-rules';

const RULES = { statuses: DRIVER_STATUSES, transitions: DRIVER_TRANSITIONS, free: 'DISPONIBLE' } as const;

export interface Drivers {
  readonly oscar: string;
  readonly oscarsApp: Fleet;
  readonly ana: string;
  /** Of the other team. */
  readonly foreign: string;
}

/** Drivers: hired, found, changed, moved through every status by hand, and let into the app and out of it. */
export async function driversLeg(testContext: TestContext): Promise<Drivers> {
  const { owner, colleague, abroad } = testContext;
  const hired = async (call: ReturnType<typeof hireDriver>) => (await expectStatus(201, call)).driver.id;
  const oscar = await hired(hireDriver(owner, { name: 'Óscar Núñez Peña', phone: '4421234567', salary: 20_500.5 }));
  const ana = await hired(hireDriver(owner, { name: 'Ana Belén Ruiz', licenseExpiry: '2027-01-31' }));
  const foreign = await hired(hireDriver(abroad, { name: 'Otro Chofer' }));
  await expectRefused('403 FORBIDDEN', hireDriver(colleague, { name: 'No' }));

  const list = (query: Query<'listDrivers'>) => listDrivers(colleague, query);
  expectSame(await idsOf(list, {}), [ana, oscar]);
  expectSame(await idsOf(list, { q: 'OSCAR  nunez' }), [oscar]);
  expectSame(await idsOf(list, { q: 'ñandú' }), []);
  expectSame(await idsOf(list, { q: 'nuñez osc' }), [oscar]);
  await expectPages(list, {});
  await readAndChange(testContext, oscar, foreign);

  const status = (to: DriverStatus) => changeDriver(owner, ana, { status: to });
  await statusRules(RULES, 'DRIVER_STATUS', status);
  await expectStatus(200, status('VACACIONES'));
  expectSame(await idsOf(list, { status: 'VACACIONES' }), [ana]);
  expectSame(await idsOf(list, { status: 'DISPONIBLE', q: 'ana' }), []);
  const { drivers, ...rest } = await expectStatus(200, listAvailableDrivers(colleague));
  expectSame([drivers.map(({ id }) => id), Object.keys(rest)], [[oscar], []]);
  await expectStatus(200, status('DISPONIBLE'));
  const oscarsApp = somebodyAt(testContext.baseUrl);
  await openApp(oscarsApp, owner, oscar);
  await appLeg(owner, oscar, oscarsApp);
  return { oscar, oscarsApp, ana, foreign };
}

async function readAndChange({ owner, colleague, outsider }: TestContext, id: string, foreign: string): Promise<void> {
  const { driver } = await expectStatus(200, readDriver(owner, id));
  const { salary, ...open } = driver;
  assert.equal(salary, 20_500.5);
  expectSame((await expectStatus(200, readDriver(colleague, id))).driver, open);
  expectSame([driver.teamId, driver.appAccessStatus], [owner.teamId, 'NONE']);
  await expectRefused('404 NOT_FOUND', readDriver(colleague, foreign));
  await expectRefused('404 NOT_FOUND', readDriver(colleague, NOWHERE));
  await expectRefused('400 VALIDATION_FAILED', readDriver(colleague, 'no-uuid'), 'driverId');
  await expectRefused('403 FORBIDDEN', readDriver(outsider, id));
  await expectRefused('403 FORBIDDEN', changeDriver(colleague, id, { phone: '1' }));
  await expectRefused('404 NOT_FOUND', changeDriver(owner, foreign, { phone: '1' }));
  expectSame((await expectStatus(200, changeDriver(owner, id, {}))).driver, driver);
  // What the system keeps is passed over.
  const changes = { phone: null, bloodType: 'AB+', username: 'mine', teamId: NOWHERE };
  const changed = await expectStatus(200, changeDriver(owner, id, changes));
  expectSame(changed.driver, { ...driver, phone: null, bloodType: 'AB+', version: changed.driver.version });
  assert.equal((await expectStatus(200, readDriver(colleague, id))).driver.bloodType, null);
  const emergency = { bloodType: 'AB+', allergies: null, emergencyContact: null };
  expectSame(await expectStatus(200, readDriverEmergency(colleague, id)), emergency);
  const noDay = changeDriver(owner, id, { licenseExpiry: '2026-02-30' });
  await expectRefused('400 VALIDATION_FAILED', noDay, 'licenseExpiry');
  await expectStatus(200, changeDriver(owner, id, { phone: '4421234567' }));
}

/** The driver replaces the password. The app goes on with the new tokens. */
async function changePassword(app: Fleet, username: string): Promise<void> {
  const body = { username, currentPassword: DRIVERS_PASSWORD, newPassword: `${DRIVERS_PASSWORD}-2` };
  await expectStatus(200, changeDriverPassword(app, body));
  await expectRefused('401 INVALID_CREDENTIALS', changeDriverPassword(app, body));
  await expectStatus(200, readOwnDriver(app));
}

/** What drivers see and change of themselves; a closed access is out at once, and BAJA closes it. */
async function appLeg(owner: Desk, id: string, app: Fleet): Promise<void> {
  const { driver } = await expectStatus(200, readOwnDriver(app));
  assert.equal(driver.appAccessStatus, 'ACTIVE');
  const contact = { emergencyContact: 'Luz Peña, 4427654321', allergies: null };
  const patched = await expectStatus(200, changeOwnDriver(app, contact));
  assert.equal(patched.driver.emergencyContact, 'Luz Peña, 4427654321');
  await expectRefused('400 VALIDATION_FAILED', changeOwnDriver(app, {}));
  const renamed = { phone: '1', name: 'Otro' };
  await expectRefused('400 VALIDATION_FAILED', changeOwnDriver(app, renamed), 'name');
  expectSame(await expectStatus(200, listOwnTrips(app)), { trips: [], count: 0, nextCursor: null, total: 0 });
  const access = (action: 'RESEND' | 'DISABLE' | 'ENABLE') => changeAppAccess(owner, id, action);
  await changePassword(app, driver.username ?? '');
  assert.equal((await expectStatus(200, access('DISABLE'))).appAccessStatus, 'DISABLED');
  await expectRefused('403 FORBIDDEN', readOwnDriver(app));
  const resent = await expectStatus(200, access('RESEND'));
  assert.equal(resent.appAccessStatus, 'DISABLED');
  const { username, temporaryPassword } = resent;
  const closed = signInDriver(app, { username, password: temporaryPassword ?? '' });
  await expectRefused('401 INVALID_CREDENTIALS', closed);
  assert.equal((await expectStatus(200, access('ENABLE'))).appAccessStatus, 'ACTIVE');
  // The sessions of before are over: only the new temporary password opens the app.
  await expectRefused('401 UNAUTHENTICATED', readOwnDriver(app));
  await enterApp(app, resent);
  await expectStatus(200, readOwnDriver(app));
  const left = await expectStatus(200, changeDriver(owner, id, { status: 'BAJA' }));
  assert.equal(left.driver.appAccessStatus, 'DISABLED');
  await expectRefused('403 FORBIDDEN', readOwnDriver(app));
  await expectRefused('409 APP_ACCESS_STATE', access('ENABLE'));
  await expectStatus(200, changeDriver(owner, id, { status: 'DISPONIBLE' }));
  await expectStatus(200, access('ENABLE'));
  await expectStatus(200, signInDriver(app, { username, password: DRIVERS_PASSWORD }));
}
