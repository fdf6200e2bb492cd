import assert from 'node:assert/strict';
import { VEHICLE_TRANSITIONS } from '../../../shared/domain/vehicles';
import { expectRefused, expectStatus } from '../http';
import { expectPages, idsOf } from './lists';
import { create, NOWHERE, type Scene } from './scene';
import { statusRules } from './status-rules';

export interface Vehicles {
  readonly kenworth: string;
  readonly volvo: string;
  /** Of the other team. */
  readonly foreign: string;
}

/** Vehicles: registered under plates that clash in any writing, found, changed, and moved through every status by hand. */
export async function vehiclesLeg({ send, team, otherTeam, owner, colleague, outsider }: Scene): Promise<Vehicles> {
  const register = (token: string, teamId: string, body: object) =>
    create(send, token, `POST /teams/${teamId}/vehicles`, body);
  const kenworth = await register(owner, team, { plate: '12-AB-3C', brand: 'Kenworth', model: 'T680', year: 2021 });
  const volvo = await register(owner, team, { plate: '98-ZY-7X', brand: 'Volvo', model: 'VNL' });
  const foreign = await register(outsider, otherTeam, { plate: '12-AB-3C' });
  const again = (token: string, plate: string) => send(`POST /teams/${team}/vehicles`, { token, body: { plate } });
  await expectRefused('409 PLATE_TAKEN', again(owner, '12 ab 3c'), 'plate');
  await expectRefused('403 FORBIDDEN', again(colleague, '55-AA-5A'));

  const list = { send, token: colleague, path: `/teams/${team}/vehicles`, plural: 'vehicles' };
  assert.deepEqual(await idsOf(list), [volvo, kenworth]);
  assert.deepEqual(await idsOf(list, { q: '12ab' }), [kenworth]);
  assert.deepEqual(await idsOf(list, { q: 'volvo vn' }), [volvo]);
  await expectPages(list);

  const address = (vehicle: string) => `/teams/${team}/vehicles/${vehicle}`;
  const get = (vehicle: string) => send(`GET ${address(vehicle)}`, { token: colleague });
  const before = await expectStatus(200, get(kenworth));
  await expectRefused('404 NOT_FOUND', get(foreign));
  await expectRefused('404 NOT_FOUND', get(NOWHERE));
  const put = (body: object) => send(`PUT ${address(kenworth)}`, { token: colleague, body });
  const changes = { mileage: 350_120, insuranceExpiry: '2027-05-01' };
  const changed = await expectStatus(200, put({ ...changes, status: 'BAJA' }));
  assert.deepEqual(changed, { ...before, ...changes });
  await expectRefused('400 VALIDATION_FAILED', put({ plate: '98zy7x' }), 'plate');
  await expectRefused('400 VALIDATION_FAILED', put({ year: 1899 }), 'year');
  assert.deepEqual(await expectStatus(200, put({ plate: '12AB-3C' })), { ...changed, plate: '12AB-3C' });
  assert.deepEqual(await expectStatus(200, put({ plate: '44-QQ-4Q' })), { ...changed, plate: '44-QQ-4Q' });
  await expectStatus(201, again(owner, '12-AB-3C'));

  const status = (to: string) => send(`PUT ${address(volvo)}/status`, { token: colleague, body: { status: to } });
  await statusRules(VEHICLE_TRANSITIONS, '409 VEHICLE_STATUS', status);
  const moved = await expectStatus(200, status('MANTENIMIENTO'));
  assert.deepEqual([moved.vehicleId, moved.previousStatus, moved.newStatus], [volvo, 'DISPONIBLE', 'MANTENIMIENTO']);
  assert.deepEqual(await idsOf(list, { status: 'MANTENIMIENTO' }), [volvo]);
  await expectStatus(200, status('DISPONIBLE'));
  return { kenworth, volvo, foreign };
}
