import type { Fleet } from '../../client/src/index';
import { STOPS } from './places';
import { needed, type Teller } from './teller';

/** What the office has prepared when the trip can begin. */
export interface Prepared {
  readonly team: string;
  readonly driverId: string;
  readonly vehicleId: string;
  readonly clientId: string;
  readonly tripId: string;
  readonly invoiceId: string;
  readonly account: { readonly username: string; readonly temporaryPassword: string };
}

/** Makes the team and all that a trip needs, and plans the trip. */
export async function officePrepares(teller: Teller, office: Fleet): Promise<Prepared> {
  const team = await makeTeam(teller, office);
  teller.chapter('The fleet');
  const { driverId, account } = await hire(teller, office, team);
  const vehicleId = await registerTractor(teller, office, team);
  const { clientId, routeId } = await layRoute(teller, office, team);
  const trip = await teller.tell(
    201,
    office.POST('/teams/{teamId}/trips', {
      params: { path: { teamId: team } },
      body: {
        driverId,
        vehicleId,
        clientId,
        routeId,
        startDate: new Date().toISOString(),
        cargoDescription: 'Rollos de lámina galvanizada',
        cargoWeight: 27_400,
        revenue: 48_500,
        cost: 31_200,
      },
    }),
    ({ status, invoiceId }) =>
      `Trip planned, ${status}; draft invoice …${needed(invoiceId, 'a draft').slice(-4)} came with it`,
  );
  const invoiceId = needed(trip.invoiceId, 'a draft');
  return { team, driverId, vehicleId, clientId, tripId: trip.id, invoiceId, account };
}

async function makeTeam(teller: Teller, office: Fleet): Promise<string> {
  teller.chapter('The team');
  const address = {
    street: 'Av. Miguel Alemán',
    exteriorNumber: '1200',
    neighborhood: 'Parque Industrial',
    city: 'Apodaca',
    state: 'Nuevo León',
    country: 'Mexico',
    postalCode: '66600',
  };
  const { team } = await teller.tell(
    201,
    office.POST('/teams', { body: { name: 'Fletes Cerro de la Silla', address } }),
    (made) => `${made.team.name}: team, owner and join code in one transaction`,
  );
  await teller.tell(
    200,
    office.POST('/teams/{teamId}/invitations', {
      params: { path: { teamId: team.teamId } },
      // A new address each time: three invitations a day are all that one address gets.
      body: { invites: [`contador.${Date.now().toString(36)}@fletes.example`, 'not-an-address'] },
    }),
    ({ invitations }) => invitations.map(({ email, status }) => `${email} ${status}`).join(', '),
  );
  return team.teamId;
}

async function hire(teller: Teller, office: Fleet, teamId: string) {
  const { driver } = await teller.tell(
    201,
    office.POST('/teams/{teamId}/drivers', {
      params: { path: { teamId } },
      body: { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NL-B-0611204', bloodType: 'O+' },
    }),
    (hired) => `${hired.driver.name} is hired, ${hired.driver.status}`,
  );
  const { username, temporaryPassword } = await teller.tell(
    200,
    office.POST('/teams/{teamId}/drivers/{driverId}/access', {
      params: { path: { teamId, driverId: driver.id } },
      body: { action: 'INVITE' },
    }),
    (access) => `App account ${access.username}, ${access.appAccessStatus}; its password is shown once`,
  );
  return {
    driverId: driver.id,
    account: { username, temporaryPassword: needed(temporaryPassword, 'a temporary password') },
  };
}

async function registerTractor(teller: Teller, office: Fleet, teamId: string): Promise<string> {
  const { id } = await teller.tell(
    201,
    office.POST('/teams/{teamId}/vehicles', {
      params: { path: { teamId } },
      body: {
        plate: '58-AK-7M',
        brand: 'Kenworth',
        model: 'T680',
        year: 2022,
        type: 'TRACTOCAMION',
        capacity: '30 t',
      },
    }),
    ({ plate, status }) => `Kenworth T680, plate ${plate}, ${status}`,
  );
  return id;
}

async function layRoute(teller: Teller, office: Fleet, teamId: string) {
  const { id: clientId } = await teller.tell(
    201,
    office.POST('/clients', {
      body: { teamId, name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343', paymentTerms: 30 },
    }),
    ({ name }) => `Client ${name}, who pays in 30 days`,
  );
  const stops: { order: number; routePointId: string }[] = [];
  for (const { name, address, lat, lng } of STOPS) {
    const point = await teller.tell(
      201,
      office.POST('/route-points', { body: { teamId, name, address, lat, lng } }),
      () => `${name}, at ${lat}, ${lng}`,
    );
    stops.push({ order: stops.length + 1, routePointId: point.id });
  }
  const { id: routeId } = await teller.tell(
    201,
    office.POST('/routes', {
      body: {
        teamId,
        clientId,
        name: 'Monterrey – Ciudad de México',
        stops,
        totalDistance: 917.4,
        estimatedDuration: 690,
      },
    }),
    (route) => `Route ${route.stops.map(({ routePointName }) => routePointName).join(' → ')}`,
  );
  return { clientId, routeId };
}
