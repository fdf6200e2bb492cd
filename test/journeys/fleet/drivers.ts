import assert from 'node:assert/strict';
import { DRIVER_TRANSITIONS } from '../../../shared/domain/drivers';
import { expectRefused, expectStatus, listAt, textAt } from '../http';
import { openApp } from '../sign-in';
import { expectPages, idsOf } from './lists';
import { create, NOWHERE, type Scene } from './scene';
import { statusRules } from './status-rules';

export interface Drivers {
  readonly oscar: string;
  readonly oscarsToken: string;
  readonly ana: string;
  /** Of the other team. */
  readonly foreign: string;
}

/** Drivers: hired, found, changed, moved through every status by hand, and let into the app and out of it. */
export async function driversLeg(scene: Scene): Promise<Drivers> {
  const { send, team, otherTeam, owner, colleague, outsider } = scene;
  const hire = (token: string, teamId: string, body: object) =>
    create(send, token, `POST /teams/${teamId}/drivers`, body, 'driver.id');
  const oscar = await hire(owner, team, { name: 'Óscar Núñez Peña', phone: '4421234567', salary: 20_500.5 });
  const ana = await hire(owner, team, { name: 'Ana Belén Ruiz', licenseExpiry: '2027-01-31' });
  const foreign = await hire(outsider, otherTeam, { name: 'Otro Chofer' });
  const refused = send(`POST /teams/${team}/drivers`, { token: colleague, body: { name: 'No' } });
  await expectRefused('403 FORBIDDEN', refused);

  const list = { send, token: colleague, path: `/teams/${team}/drivers`, plural: 'drivers' };
  assert.deepEqual(await idsOf(list), [ana, oscar]);
  assert.deepEqual(await idsOf(list, { q: 'OSCAR  nunez' }), [oscar]);
  assert.deepEqual(await idsOf(list, { q: 'ñ' }), []);
  await expectPages(list);
  await readAndChange(scene, oscar, foreign);

  const status = (token: string) => (to: string) =>
    send(`PUT /drivers/${ana}?teamId=${team}`, { token, body: { status: to } });
  await statusRules(DRIVER_TRANSITIONS, '409 DRIVER_STATUS', status(owner));
  await expectStatus(200, status(owner)('VACACIONES'));
  assert.deepEqual(await idsOf(list, { status: 'VACACIONES' }), [ana]);
  assert.deepEqual(await idsOf(list, { status: 'DISPONIBLE', q: 'ana' }), []);
  const { drivers, ...rest } = await expectStatus(
    200,
    send(`GET /teams/${team}/drivers/available`, { token: colleague }),
  );
  assert.deepEqual([listAt({ drivers }, 'drivers').map((one) => textAt(one, 'id')), Object.keys(rest)], [[oscar], []]);
  await expectStatus(200, status(owner)('DISPONIBLE'));
  const { accessToken: oscarsToken } = await openApp(send, owner, team, oscar);
  await appLeg(scene, oscar, oscarsToken);
  return { oscar, oscarsToken, ana, foreign };
}

async function readAndChange({ send, team, owner, colleague, outsider }: Scene, id: string, foreign: string) {
  const get = (driver: string, token = colleague) => send(`GET /teams/${team}/drivers/${driver}`, { token });
  const { driver } = await expectStatus(200, get(id));
  assert.deepEqual([textAt({ driver }, 'driver.teamId'), textAt({ driver }, 'driver.appAccessStatus')], [team, 'NONE']);
  await expectRefused('404 NOT_FOUND', get(foreign));
  await expectRefused('404 NOT_FOUND', get(NOWHERE));
  await expectRefused('400 VALIDATION_FAILED', get('no-uuid'), 'driverId');
  await expectRefused('403 FORBIDDEN', get(id, outsider));
  const put = (body: object, token = owner, driverId = id) =>
    send(`PUT /drivers/${driverId}?teamId=${team}`, { token, body });
  await expectRefused('403 FORBIDDEN', put({ phone: '1' }, colleague));
  await expectRefused('404 NOT_FOUND', put({ phone: '1' }, owner, foreign));
  assert.deepEqual((await expectStatus(200, put({}))).driver, driver);
  const changed = await expectStatus(200, put({ phone: null, bloodType: 'AB+', username: 'mine', teamId: NOWHERE }));
  assert.deepEqual(changed.driver, Object.assign({}, driver, { phone: null, bloodType: 'AB+' }));
  await expectRefused('400 VALIDATION_FAILED', put({ licenseExpiry: '2026-02-30' }), 'licenseExpiry');
  await expectStatus(200, put({ phone: '4421234567' }));
}

/** What drivers see and change of themselves; a closed access is out at once, and BAJA closes it. */
async function appLeg({ send, team, owner }: Scene, id: string, token: string): Promise<void> {
  const me = () => send('GET /drivers/me', { token });
  assert.equal(textAt(await expectStatus(200, me()), 'driver.appAccessStatus'), 'ACTIVE');
  const patch = (body: object) => send('PATCH /drivers/me', { token, body });
  const patched = await expectStatus(200, patch({ emergencyContact: 'Luz Peña, 4427654321', allergies: null }));
  assert.equal(textAt(patched, 'driver.emergencyContact'), 'Luz Peña, 4427654321');
  await expectRefused('400 VALIDATION_FAILED', patch({}));
  await expectRefused('400 VALIDATION_FAILED', patch({ phone: '1', name: 'Otro' }), 'name');
  assert.deepEqual(await expectStatus(200, send('GET /drivers/me/trips', { token })), {
    trips: [],
    count: 0,
    nextCursor: null,
  });
  const access = (action: string) =>
    send(`POST /teams/${team}/drivers/${id}/access`, { token: owner, body: { action } });
  await expectRefused('409 APP_ACCESS_STATE', access('RESEND'));
  assert.equal(textAt(await expectStatus(200, access('DISABLE')), 'appAccessStatus'), 'DISABLED');
  await expectRefused('403 FORBIDDEN', me());
  assert.equal(textAt(await expectStatus(200, access('ENABLE')), 'appAccessStatus'), 'ACTIVE');
  await expectStatus(200, me());
  const put = (status: string) => send(`PUT /drivers/${id}?teamId=${team}`, { token: owner, body: { status } });
  assert.equal(textAt(await expectStatus(200, put('BAJA')), 'driver.appAccessStatus'), 'DISABLED');
  await expectRefused('403 FORBIDDEN', me());
  await expectRefused('409 APP_ACCESS_STATE', access('ENABLE'));
  await expectStatus(200, put('DISPONIBLE'));
  await expectStatus(200, access('ENABLE'));
}
