import type { components, Fleet } from '../../../client/src/index';
import { VEHICLE_STATUSES, type VehicleStatus } from '../../../shared/fleet/vehicle';
import { VEHICLE_TRANSITIONS } from '../../../shared/fleet/vehicle-states';
import { expectRefused, expectSame, expectStatus } from '../calls';
import { expectPages, idsOf, type Query } from './lists';
import { NOWHERE, type TestContext } from './scene';
import { statusRules } from './status-rules';

type Schemas = components['schemas'];

const RULES = { statuses: VEHICLE_STATUSES, transitions: VEHICLE_TRANSITIONS, free: 'DISPONIBLE' } as const;

export interface Vehicles {
  readonly kenworth: string;
  readonly volvo: string;
  /** Of the other team. */
  readonly foreign: string;
}

/** Vehicles: registered under plates that clash in any writing, found, changed, and moved through every status by hand. */
export async function vehiclesLeg(testContext: TestContext): Promise<Vehicles> {
  const { team, otherTeam, owner, colleague, outsider } = testContext;
  const register = (who: Fleet, body: Schemas['VehicleFields'], teamId = team) =>
    who.POST('/teams/{teamId}/vehicles', { params: { path: { teamId } }, body });
  const truck = { plate: '12-AB-3C', brand: 'Kenworth', model: 'T680', year: 2021 };
  const { id: kenworth } = await expectStatus(201, register(owner, truck));
  const { id: volvo } = await expectStatus(201, register(owner, { plate: '98-ZY-7X', brand: 'Volvo', model: 'VNL' }));
  const { id: foreign } = await expectStatus(201, register(outsider, { plate: '12-AB-3C' }, otherTeam));
  await expectRefused('409 PLATE_TAKEN', register(owner, { plate: '12 ab 3c' }), 'plate');
  await expectRefused('403 FORBIDDEN', register(colleague, { plate: '55-AA-5A' }));

  const list = (query: Query<'listVehicles'>) =>
    colleague.GET('/teams/{teamId}/vehicles', { params: { path: { teamId: team }, query } });
  expectSame(await idsOf(list, {}), [volvo, kenworth]);
  expectSame(await idsOf(list, { q: '12ab' }), [kenworth]);
  expectSame(await idsOf(list, { q: 'volvo vn' }), [volvo]);
  await expectPages(list, {});
  await changeLeg(testContext, kenworth, foreign);
  await expectStatus(201, register(owner, { plate: '12-AB-3C' }));

  const status = (to: VehicleStatus) =>
    colleague.PUT('/teams/{teamId}/vehicles/{vehicleId}/status', {
      params: { path: { teamId: team, vehicleId: volvo } },
      body: { status: to },
    });
  await statusRules(RULES, 'VEHICLE_STATUS', status);
  const moved = await expectStatus(200, status('MANTENIMIENTO'));
  expectSame([moved.vehicleId, moved.previousStatus, moved.newStatus], [volvo, 'DISPONIBLE', 'MANTENIMIENTO']);
  expectSame(await idsOf(list, { status: 'MANTENIMIENTO' }), [volvo]);
  await expectStatus(200, status('DISPONIBLE'));
  return { kenworth, volvo, foreign };
}

/** A plate is changed, and is free for another vehicle then. */
async function changeLeg({ team: teamId, colleague }: TestContext, kenworth: string, foreign: string): Promise<void> {
  const get = (vehicleId: string) =>
    colleague.GET('/teams/{teamId}/vehicles/{vehicleId}', { params: { path: { teamId, vehicleId } } });
  const before = await expectStatus(200, get(kenworth));
  await expectRefused('404 NOT_FOUND', get(foreign));
  await expectRefused('404 NOT_FOUND', get(NOWHERE));
  const put = (body: Schemas['VehicleChanges']) =>
    colleague.PUT('/teams/{teamId}/vehicles/{vehicleId}', {
      params: { path: { teamId, vehicleId: kenworth } },
      body,
    });
  const changes = { mileage: 350_120, insuranceExpiry: '2027-05-01' };
  // The status is changed elsewhere, and passed over here.
  const withStatus = { ...changes, status: 'BAJA' };
  const changed = await expectStatus(200, put(withStatus));
  expectSame(changed, { ...before, ...changes });
  await expectRefused('400 VALIDATION_FAILED', put({ plate: '98zy7x' }), 'plate');
  await expectRefused('400 VALIDATION_FAILED', put({ year: 1899 }), 'year');
  expectSame(await expectStatus(200, put({ plate: '12AB-3C' })), { ...changed, plate: '12AB-3C' });
  expectSame(await expectStatus(200, put({ plate: '44-QQ-4Q' })), { ...changed, plate: '44-QQ-4Q' });
}
