import assert from 'node:assert/strict';
import type { components, Fleet } from '../../../client/src/index';
import { DRIVER_STATUSES, type DriverStatus } from '../../../shared/fleet/driver';
import { DRIVER_TRANSITIONS } from '../../../shared/fleet/driver-states';
import { expectRefused, expectSame, expectStatus } from '../calls';
import { appOf } from '../people';
import { expectPages, idsOf, type Query } from './lists';
import { NOWHERE, type TestContext } from './scene';
import { statusRules } from './status-rules';

type Schemas = components['schemas'];

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
  const { team, otherTeam, owner, colleague, outsider } = testContext;
  const hire = (who: Fleet, body: Schemas['DriverFields'], teamId = team) =>
    who.POST('/teams/{teamId}/drivers', { params: { path: { teamId } }, body });
  const hired = async (call: ReturnType<typeof hire>) => (await expectStatus(201, call)).driver.id;
  const oscar = await hired(hire(owner, { name: 'Óscar Núñez Peña', phone: '4421234567', salary: 20_500.5 }));
  const ana = await hired(hire(owner, { name: 'Ana Belén Ruiz', licenseExpiry: '2027-01-31' }));
  const foreign = await hired(hire(outsider, { name: 'Otro Chofer' }, otherTeam));
  await expectRefused('403 FORBIDDEN', hire(colleague, { name: 'No' }));

  const path = { teamId: team };
  const list = (query: Query<'listDrivers'>) => colleague.GET('/teams/{teamId}/drivers', { params: { path, query } });
  expectSame(await idsOf(list, {}), [ana, oscar]);
  expectSame(await idsOf(list, { q: 'OSCAR  nunez' }), [oscar]);
  expectSame(await idsOf(list, { q: 'ñ' }), []);
  await expectPages(list, {});
  await readAndChange(testContext, oscar, foreign);

  const status = (to: DriverStatus) => put(owner, team, ana, { status: to });
  await statusRules(RULES, 'DRIVER_STATUS', status);
  await expectStatus(200, status('VACACIONES'));
  expectSame(await idsOf(list, { status: 'VACACIONES' }), [ana]);
  expectSame(await idsOf(list, { status: 'DISPONIBLE', q: 'ana' }), []);
  const { drivers, ...rest } = await expectStatus(
    200,
    colleague.GET('/teams/{teamId}/drivers/available', { params: { path } }),
  );
  expectSame([drivers.map(({ id }) => id), Object.keys(rest)], [[oscar], []]);
  await expectStatus(200, status('DISPONIBLE'));
  const oscarsApp = await appOf(testContext.baseUrl, owner, team, oscar);
  await appLeg(testContext, oscar, oscarsApp);
  return { oscar, oscarsApp, ana, foreign };
}

/** Changes a driver. */
const put = (who: Fleet, teamId: string, driverId: string, body: Schemas['DriverChanges']) =>
  who.PUT('/drivers/{driverId}', { params: { path: { driverId }, query: { teamId } }, body });

async function readAndChange({ team, owner, colleague, outsider }: TestContext, id: string, foreign: string) {
  const get = (driverId: string, who = colleague) =>
    who.GET('/teams/{teamId}/drivers/{driverId}', { params: { path: { teamId: team, driverId } } });
  const { driver } = await expectStatus(200, get(id));
  expectSame([driver.teamId, driver.appAccessStatus], [team, 'NONE']);
  await expectRefused('404 NOT_FOUND', get(foreign));
  await expectRefused('404 NOT_FOUND', get(NOWHERE));
  await expectRefused('400 VALIDATION_FAILED', get('no-uuid'), 'driverId');
  await expectRefused('403 FORBIDDEN', get(id, outsider));
  await expectRefused('403 FORBIDDEN', put(colleague, team, id, { phone: '1' }));
  await expectRefused('404 NOT_FOUND', put(owner, team, foreign, { phone: '1' }));
  expectSame((await expectStatus(200, put(owner, team, id, {}))).driver, driver);
  // What the system keeps is passed over.
  const changes = { phone: null, bloodType: 'AB+', username: 'mine', teamId: NOWHERE };
  const changed = await expectStatus(200, put(owner, team, id, changes));
  expectSame(changed.driver, { ...driver, phone: null, bloodType: 'AB+' });
  const noDay = put(owner, team, id, { licenseExpiry: '2026-02-30' });
  await expectRefused('400 VALIDATION_FAILED', noDay, 'licenseExpiry');
  await expectStatus(200, put(owner, team, id, { phone: '4421234567' }));
}

/** What drivers see and change of themselves; a closed access is out at once, and BAJA closes it. */
async function appLeg({ team, owner }: TestContext, id: string, app: Fleet): Promise<void> {
  const me = () => app.GET('/drivers/me');
  assert.equal((await expectStatus(200, me())).driver.appAccessStatus, 'ACTIVE');
  const patch = (body: Schemas['OwnDriverChanges']) => app.PATCH('/drivers/me', { body });
  const patched = await expectStatus(200, patch({ emergencyContact: 'Luz Peña, 4427654321', allergies: null }));
  assert.equal(patched.driver.emergencyContact, 'Luz Peña, 4427654321');
  await expectRefused('400 VALIDATION_FAILED', patch({}));
  const renamed = { phone: '1', name: 'Otro' };
  await expectRefused('400 VALIDATION_FAILED', patch(renamed), 'name');
  const own = await expectStatus(200, app.GET('/drivers/me/trips'));
  expectSame(own, { trips: [], count: 0, nextCursor: null });
  const access = (action: 'RESEND' | 'DISABLE' | 'ENABLE') =>
    owner.POST('/teams/{teamId}/drivers/{driverId}/access', {
      params: { path: { teamId: team, driverId: id } },
      body: { action },
    });
  await expectRefused('409 APP_ACCESS_STATE', access('RESEND'));
  assert.equal((await expectStatus(200, access('DISABLE'))).appAccessStatus, 'DISABLED');
  await expectRefused('403 FORBIDDEN', me());
  assert.equal((await expectStatus(200, access('ENABLE'))).appAccessStatus, 'ACTIVE');
  await expectStatus(200, me());
  const left = await expectStatus(200, put(owner, team, id, { status: 'BAJA' }));
  assert.equal(left.driver.appAccessStatus, 'DISABLED');
  await expectRefused('403 FORBIDDEN', me());
  await expectRefused('409 APP_ACCESS_STATE', access('ENABLE'));
  await expectStatus(200, put(owner, team, id, { status: 'DISPONIBLE' }));
  await expectStatus(200, access('ENABLE'));
}
