import type { Api } from '../api';
import { succeed } from '../expect';
import { openApp } from '../people';
import { readOwnDriver } from '../steps/accounts';
import type { Desk } from '../steps/desk';
import { changeDriver, changeVehicle, hireDriver, registerVehicle } from '../steps/fleet';
import { changeClient, createClient, createRoute, createRoutePoint } from '../steps/planning';
import { planTrip } from '../steps/trips';
import type { Ground } from './ground';

export const FREIGHT = { startDate: '2026-03-03T12:00:00Z', revenue: 48_500 };

/** Makes the records that a walk begins with in a team that exists. `mark` is a minus sign and a number of up to six digits. */
export async function newGround(api: Api, owner: Desk, mark: `-${number}`): Promise<Ground> {
  const { driver } = await succeed(hireDriver(owner, { name: `Óscar Leal ${mark}`, phone: '8119876543' }));
  const papers = { rfc: 'OOLR800101AB1', licenseNumber: 'NLB0611204', licenseExpiry: '2028-05-01' };
  await succeed(changeDriver(owner, driver.id, papers));
  const app = api.client();
  await openApp(app, owner, driver.id);
  // The driver's first read changes the app access to ACTIVE.
  await api.named('for the first time', () => succeed(readOwnDriver(app)));
  const truck = { plate: `M${mark.slice(1).padStart(6, '0')}`, brand: 'Kenworth', model: 'T680', year: 2022 };
  const { id: vehicleId } = await succeed(registerVehicle(owner, { ...truck, type: 'TRACTOCAMION' }));
  await succeed(changeVehicle(owner, vehicleId, { insuranceNumber: 'Q-2026-778812', insuranceExpiry: '2027-12-31' }));
  const xenon = { name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343' };
  const { id: clientId } = await succeed(createClient(owner, xenon));
  await succeed(changeClient(owner, clientId, { taxRegime: '601' }));
  const place = { name: 'Patio Monterrey', address: 'Carretera 57', lat: 25.67, lng: -100.31 };
  const { id: point } = await succeed(createRoutePoint(owner, place));
  const stops = [{ order: 1, routePointId: point }];
  const { id: routeId } = await succeed(createRoute(owner, { name: 'Monterrey–CDMX', clientId, stops }));
  const assigned = { driverId: driver.id, vehicleId, clientId, routeId };
  const plan = { ...assigned, ...FREIGHT, cargoDescription: 'Rollos de lámina galvanizada' };
  const { id: tripId } = await succeed(planTrip(owner, plan));
  return { ...assigned, owner, app, tripId, routePointIds: [point], mark };
}
