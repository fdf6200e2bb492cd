import { VEHICLE_STATUSES, type VehicleStatus } from '../../../shared/fleet/vehicle';
import { VEHICLE_TRANSITIONS } from '../../../shared/fleet/vehicle-states';
import { expectRefused, expectSame, expectStatus } from '../../expect';
import type { Body, Desk, Query } from '../../steps/desk';
import { changeVehicle, listVehicles, readVehicle, registerVehicle, setVehicleStatus } from '../../steps/fleet';
import { expectPages, idsOf } from './lists';
import { NOWHERE, type TestContext } from './scene';
import { statusRules } from './status-rules';

const RULES = { statuses: VEHICLE_STATUSES, transitions: VEHICLE_TRANSITIONS, free: 'DISPONIBLE' } as const;

export interface Vehicles {
  readonly kenworth: string;
  readonly volvo: string;
  /** Of the other team. */
  readonly foreign: string;
}

/** Vehicles: registered under plates that clash in any writing, found, changed, and moved through every status by hand. */
export async function vehiclesLeg({ owner, colleague, abroad }: TestContext): Promise<Vehicles> {
  const truck = { plate: '12-AB-3C', brand: 'Kenworth', model: 'T680', year: 2021 };
  const { id: kenworth } = await expectStatus(201, registerVehicle(owner, truck));
  const other = { plate: '98-ZY-7X', brand: 'Volvo', model: 'VNL' };
  const { id: volvo } = await expectStatus(201, registerVehicle(owner, other));
  const { id: foreign } = await expectStatus(201, registerVehicle(abroad, { plate: '12-AB-3C' }));
  await expectRefused('409 PLATE_TAKEN', registerVehicle(owner, { plate: '12 ab 3c' }), 'plate');
  await expectRefused('403 FORBIDDEN', registerVehicle(colleague, { plate: '55-AA-5A' }));

  const list = (query: Query<'listVehicles'>) => listVehicles(colleague, query);
  expectSame(await idsOf(list, {}), [volvo, kenworth]);
  expectSame(await idsOf(list, { q: '12ab' }), [kenworth]);
  expectSame(await idsOf(list, { q: 'volvo vn' }), [volvo]);
  await expectPages(list, {});
  await changeLeg(colleague, kenworth, foreign);
  await expectStatus(201, registerVehicle(owner, { plate: '12-AB-3C' }));

  const status = (to: VehicleStatus) => setVehicleStatus(colleague, volvo, to);
  await statusRules(RULES, 'VEHICLE_STATUS', status);
  const moved = await expectStatus(200, status('MANTENIMIENTO'));
  expectSame([moved.vehicleId, moved.previousStatus, moved.newStatus], [volvo, 'DISPONIBLE', 'MANTENIMIENTO']);
  expectSame(await idsOf(list, { status: 'MANTENIMIENTO' }), [volvo]);
  await expectStatus(200, status('DISPONIBLE'));
  return { kenworth, volvo, foreign };
}

/** A plate is changed, and is free for another vehicle then. */
async function changeLeg(colleague: Desk, kenworth: string, foreign: string): Promise<void> {
  const before = await expectStatus(200, readVehicle(colleague, kenworth));
  await expectRefused('404 NOT_FOUND', readVehicle(colleague, foreign));
  await expectRefused('404 NOT_FOUND', readVehicle(colleague, NOWHERE));
  const put = (body: Body<'updateVehicle'>) => changeVehicle(colleague, kenworth, body);
  const changes = { mileage: 350_120, insuranceExpiry: '2027-05-01' };
  // The status is changed elsewhere, and passed over here.
  const withStatus = { ...changes, status: 'BAJA' };
  const changed = await expectStatus(200, put(withStatus));
  expectSame(changed, { ...before, ...changes, version: changed.version });
  await expectRefused('400 VALIDATION_FAILED', put({ plate: '98zy7x' }), 'plate');
  await expectRefused('400 VALIDATION_FAILED', put({ year: 1899 }), 'year');
  for (const plate of ['12AB-3C', '44-QQ-4Q']) {
    const moved = await expectStatus(200, put({ plate }));
    expectSame(moved, { ...changed, plate, version: moved.version });
  }
}
