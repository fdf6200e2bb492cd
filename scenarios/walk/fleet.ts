import type { Api } from '../api';
import { expectRefused, succeed } from '../expect';
import { DRIVERS_PASSWORD, openApp } from '../people';
import { changeDriverPassword, changeOwnDriver, giveConsent } from '../steps/accounts';
import type { Desk } from '../steps/desk';
import {
  changeAppAccess,
  changeDriver,
  changeVehicle,
  deleteVehicle,
  eraseDriver,
  exportDriver,
  hireDriver,
  readErasedPerson,
  registerVehicle,
  setVehicleStatus,
} from '../steps/fleet';
import {
  changeClient,
  changeRoute,
  changeRoutePoint,
  createClient,
  createRoute,
  createRoutePoint,
  deleteClient,
  deleteRoute,
  deleteRoutePoint,
  readClient,
  readRouteLine,
  readRoutePoint,
  setRouteLine,
} from '../steps/planning';
import { type Ground, NOWHERE } from './ground';

/** From Apodaca over Saltillo to San Luis Potosí: five points. */
const LINE = 'kfk|Cr~nbRjweAza|C~yfEoqd@j_rCc`^ndbHngbA';

/** Drivers, vehicles, clients, route points and routes. Answers the identifier of the driver who was hired. */
export async function fleetWalk(api: Api, ground: Ground): Promise<string> {
  const driverId = await driversWalk(api, ground);
  await vehiclesWalk(ground);
  await clientsWalk(ground.owner);
  await routesWalk(ground);
  return driverId;
}

async function driversWalk(api: Api, { owner, app }: Ground): Promise<string> {
  const ramiro = { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NL-B-0611204', bloodType: 'O+' };
  const { driver } = await succeed(hireDriver(owner, ramiro));
  const own = api.client();
  const username = await openApp(own, owner, driver.id);
  const changed = { username, currentPassword: DRIVERS_PASSWORD, newPassword: `${DRIVERS_PASSWORD}-2` };
  await succeed(changeDriverPassword(own, changed));
  await expectRefused('401 INVALID_CREDENTIALS', changeDriverPassword(own, changed));
  await expectRefused('409 APP_ACCESS_STATE', changeAppAccess(owner, driver.id, 'INVITE'));
  await succeed(changeDriver(owner, driver.id, { licenseExpiry: '2028-05-01', salary: 21_000 }));
  await expectRefused('409 DRIVER_STATUS', changeDriver(owner, driver.id, { status: 'EN_VIAJE' }));
  await succeed(changeOwnDriver(app, { phone: '8180001122', allergies: 'Penicilina' }));
  await succeed(giveConsent(app, 'Aviso de privacidad 2026-05'));
  await erasureWalk(owner);
  return driver.id;
}

/** A driver leaves for good: the carrier exports and erases the data. */
async function erasureWalk(owner: Desk): Promise<void> {
  const { driver } = await succeed(hireDriver(owner, { name: 'Fermín Luna Rocha', phone: '8115550101' }));
  await succeed(exportDriver(owner, driver.id));
  await succeed(eraseDriver(owner, driver.id, 'Solicitud de cancelación del titular'));
  await succeed(readErasedPerson(owner, driver.id));
}

async function vehiclesWalk({ owner, mark }: Ground): Promise<void> {
  const truck = { brand: 'Kenworth', model: 'T680', year: 2022, type: 'TRACTOCAMION', capacity: '30 t' };
  const { id } = await succeed(registerVehicle(owner, { plate: `64-BT-2K${mark}`, ...truck }));
  await expectRefused('409 PLATE_TAKEN', registerVehicle(owner, { plate: `64BT2K${mark}` }));
  await succeed(changeVehicle(owner, id, { mileage: 350_120, insuranceExpiry: '2027-05-01' }));
  await succeed(setVehicleStatus(owner, id, 'MANTENIMIENTO'));
  await expectRefused('409 VEHICLE_STATUS', setVehicleStatus(owner, id, 'EN_VIAJE'));
  await succeed(deleteVehicle(owner, id));
}

async function clientsWalk(owner: Desk): Promise<void> {
  const steel = { name: 'Aceros del Bajío', rfc: 'EKU9003173C9', zipCode: '42501', email: 'pagos@aceros.example' };
  const { id } = await succeed(createClient(owner, { ...steel, paymentTerms: 30 }));
  await expectRefused('400 VALIDATION_FAILED', createClient(owner, { name: '', rfc: 'EKU9003173C9' }));
  await succeed(changeClient(owner, id, { externalId: 'SAP-4711' }));
  await expectRefused('409 EXTERNAL_ID_TAKEN', createClient(owner, { ...steel, externalId: 'SAP-4711' }));
  await succeed(changeClient(owner, id, { creditLimit: 250_000 }));
  await expectRefused('412 PRECONDITION_FAILED', changeClient(owner, id, { creditLimit: 90_000 }, '"1"'));
  await succeed(deleteClient(owner, id));
  await expectRefused('404 NOT_FOUND', readClient(owner, NOWHERE));
}

async function routesWalk({ owner, routePointIds }: Ground): Promise<void> {
  const address = 'Blvd. Miguel de Cervantes 400, Silao, Gto.';
  const place = { name: 'Patio Silao', address, lat: 20.9823, lng: -101.5003 };
  const { id: point } = await succeed(createRoutePoint(owner, place));
  await succeed(readRoutePoint(owner, point));
  await succeed(changeRoutePoint(owner, point, { postalCode: '36270' }));
  await succeed(deleteRoutePoint(owner, point));
  const stops = routePointIds.map((routePointId, index) => ({
    order: index + 1,
    routePointId,
    estimatedDuration: 45,
  }));
  const route = { name: 'Apodaca – San Luis Potosí', stops, totalDistance: 512.4, estimatedDuration: 390 };
  const { id } = await succeed(createRoute(owner, route));
  await succeed(changeRoute(owner, id, { description: 'Por la 57, sin cuota.' }));
  await succeed(setRouteLine(owner, id, LINE));
  await succeed(readRouteLine(owner, id));
  await succeed(deleteRoute(owner, id));
}
