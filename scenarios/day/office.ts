import type { Fleet } from '../../client/src/index';
import { STOPS } from '../freight';
import { needed, type Teller } from '../print/teller';
import type { Desk } from '../steps/desk';
import { changeAppAccess, hireDriver, registerVehicle } from '../steps/fleet';
import { createClient, createRoute, createRoutePoint } from '../steps/planning';
import { createTeam, invite } from '../steps/teams';
import { planTrip } from '../steps/trips';
import { ADDRESS } from '../walk/ground';

/** What the office has prepared when the trip can begin. */
export interface Prepared {
  readonly desk: Desk;
  readonly driverId: string;
  readonly vehicleId: string;
  readonly clientId: string;
  readonly tripId: string;
  readonly invoiceId: string;
  readonly account: { readonly username: string; readonly temporaryPassword: string };
}

/** Makes the team and all that a trip needs, and plans the trip. */
export async function officePrepares(teller: Teller, fleet: Fleet): Promise<Prepared> {
  const desk = await makeTeam(teller, fleet);
  teller.chapter('The fleet');
  const { driverId, account } = await hire(teller, desk);
  const truck = { brand: 'Kenworth', model: 'T680', year: 2022, type: 'TRACTOCAMION', capacity: '30 t' };
  const { id: vehicleId } = await teller.tell(
    201,
    registerVehicle(desk, { plate: '58-AK-7M', ...truck }),
    ({ plate, status }) => `Kenworth T680, plate ${plate}, ${status}`,
  );
  const { clientId, routeId } = await layRoute(teller, desk);
  const freight = {
    cargoDescription: 'Rollos de lámina galvanizada',
    cargoWeight: 27_400,
    revenue: 48_500,
    cost: 31_200,
  };
  const trip = await teller.tell(
    201,
    planTrip(desk, { driverId, vehicleId, clientId, routeId, startDate: new Date().toISOString(), ...freight }),
    ({ status, invoiceId }) =>
      `Trip planned, ${status}; draft invoice …${needed(invoiceId, 'a draft').slice(-4)} came with it`,
  );
  const invoiceId = needed(trip.invoiceId, 'a draft');
  return { desk, driverId, vehicleId, clientId, tripId: trip.id, invoiceId, account };
}

async function makeTeam(teller: Teller, fleet: Fleet): Promise<Desk> {
  teller.chapter('The team');
  const { team } = await teller.tell(
    201,
    createTeam(fleet, { name: 'Fletes Cerro de la Silla', address: ADDRESS }),
    (made) => `${made.team.name}: team, owner and join code in one transaction`,
  );
  const desk = { fleet, teamId: team.teamId };
  // A new address each time: three invitations a day are all that one address gets.
  const invites = [`contador.${Date.now().toString(36)}@fletes.example`, 'not-an-address'];
  await teller.tell(200, invite(desk, invites), ({ invitations }) =>
    invitations.map(({ email, status }) => `${email} ${status}`).join(', '),
  );
  return desk;
}

async function hire(teller: Teller, desk: Desk) {
  const ramiro = { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NL-B-0611204', bloodType: 'O+' };
  const { driver } = await teller.tell(
    201,
    hireDriver(desk, ramiro),
    (hired) => `${hired.driver.name} is hired, ${hired.driver.status}`,
  );
  const { username, temporaryPassword } = await teller.tell(
    200,
    changeAppAccess(desk, driver.id, 'INVITE'),
    (access) => `App account ${access.username}, ${access.appAccessStatus}; its password is shown once`,
  );
  const account = { username, temporaryPassword: needed(temporaryPassword, 'a temporary password') };
  return { driverId: driver.id, account };
}

async function layRoute(teller: Teller, desk: Desk) {
  const xenon = { name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343', paymentTerms: 30 };
  const { id: clientId } = await teller.tell(
    201,
    createClient(desk, xenon),
    ({ name }) => `Client ${name}, who pays in 30 days`,
  );
  const stops: { order: number; routePointId: string }[] = [];
  for (const { name, address, lat, lng } of STOPS) {
    const point = await teller.tell(
      201,
      createRoutePoint(desk, { name, address, lat, lng }),
      () => `${name}, at ${lat}, ${lng}`,
    );
    stops.push({ order: stops.length + 1, routePointId: point.id });
  }
  const way = { name: 'Monterrey – Ciudad de México', totalDistance: 917.4, estimatedDuration: 690 };
  const { id: routeId } = await teller.tell(
    201,
    createRoute(desk, { clientId, stops, ...way }),
    (route) => `Route ${route.stops.map(({ routePointName }) => routePointName).join(' → ')}`,
  );
  return { clientId, routeId };
}
