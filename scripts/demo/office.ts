import * as v from 'valibot';
import { STOPS } from './places';
import type { Teller } from './teller';

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

const Record = v.object({ id: v.string() });

/** Makes the team and all that a trip needs, and plans the trip. */
export async function officePrepares(teller: Teller, token: string): Promise<Prepared> {
  const team = await makeTeam(teller, token);
  teller.chapter('The fleet');
  const { driverId, account } = await hire(teller, token, team);
  const vehicleId = await registerTractor(teller, token, team);
  const { clientId, routeId } = await layRoute(teller, token, team);
  const { id: tripId, invoiceId } = await teller.tell({
    call: `POST /teams/${team}/trips`,
    token,
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
    status: 201,
    answer: v.object({ id: v.string(), status: v.string(), invoiceId: v.string() }),
    tells: ({ status, invoiceId }) => `Trip planned, ${status}; draft invoice …${invoiceId.slice(-4)} came with it`,
  });
  return { team, driverId, vehicleId, clientId, tripId, invoiceId, account };
}

async function makeTeam(teller: Teller, token: string): Promise<string> {
  teller.chapter('The team');
  const { team } = await teller.tell({
    call: 'POST /teams',
    token,
    body: {
      name: 'Fletes Cerro de la Silla',
      address: {
        street: 'Av. Miguel Alemán',
        exteriorNumber: '1200',
        neighborhood: 'Parque Industrial',
        city: 'Apodaca',
        state: 'Nuevo León',
        country: 'Mexico',
        postalCode: '66600',
      },
    },
    status: 201,
    answer: v.object({ team: v.object({ teamId: v.string(), name: v.string() }) }),
    tells: ({ team }) => `${team.name}: team, owner and join code in one transaction`,
  });
  const Invitations = v.object({ invitations: v.array(v.object({ email: v.string(), status: v.string() })) });
  await teller.tell({
    call: `POST /teams/${team.teamId}/invitations`,
    token,
    // A new address each time: three invitations a day are all that one address gets.
    body: { invites: [`contador.${Date.now().toString(36)}@fletes.example`, 'not-an-address'] },
    status: 200,
    answer: Invitations,
    tells: ({ invitations }) => invitations.map(({ email, status }) => `${email} ${status}`).join(', '),
  });
  return team.teamId;
}

async function hire(teller: Teller, token: string, team: string) {
  const { driver } = await teller.tell({
    call: `POST /teams/${team}/drivers`,
    token,
    body: { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NL-B-0611204', bloodType: 'O+' },
    status: 201,
    answer: v.object({ driver: v.object({ id: v.string(), name: v.string(), status: v.string() }) }),
    tells: ({ driver }) => `${driver.name} is hired, ${driver.status}`,
  });
  const account = await teller.tell({
    call: `POST /teams/${team}/drivers/${driver.id}/access`,
    token,
    body: { action: 'INVITE' },
    status: 200,
    answer: v.object({ username: v.string(), temporaryPassword: v.string(), appAccessStatus: v.string() }),
    tells: ({ username, appAccessStatus }) => `App account ${username}, ${appAccessStatus}; its password is shown once`,
  });
  return { driverId: driver.id, account };
}

async function registerTractor(teller: Teller, token: string, team: string): Promise<string> {
  const { id } = await teller.tell({
    call: `POST /teams/${team}/vehicles`,
    token,
    body: { plate: '58-AK-7M', brand: 'Kenworth', model: 'T680', year: 2022, type: 'TRACTOCAMION', capacity: '30 t' },
    status: 201,
    answer: v.object({ id: v.string(), plate: v.string(), status: v.string() }),
    tells: ({ plate, status }) => `Kenworth T680, plate ${plate}, ${status}`,
  });
  return id;
}

async function layRoute(teller: Teller, token: string, teamId: string) {
  const { id: clientId } = await teller.tell({
    call: 'POST /clients',
    token,
    body: { teamId, name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343', paymentTerms: 30 },
    status: 201,
    answer: v.object({ id: v.string(), name: v.string() }),
    tells: ({ name }) => `Client ${name}, who pays in 30 days`,
  });
  const stops: { order: number; routePointId: string }[] = [];
  for (const { name, address, lat, lng } of STOPS) {
    const point = await teller.tell({
      call: 'POST /route-points',
      token,
      body: { teamId, name, address, lat, lng },
      status: 201,
      answer: Record,
      tells: () => `${name}, at ${lat}, ${lng}`,
    });
    stops.push({ order: stops.length + 1, routePointId: point.id });
  }
  const { id: routeId } = await teller.tell({
    call: 'POST /routes',
    token,
    body: {
      teamId,
      clientId,
      name: 'Monterrey – Ciudad de México',
      stops,
      totalDistance: 917.4,
      estimatedDuration: 690,
    },
    status: 201,
    answer: v.object({ id: v.string(), stops: v.array(v.object({ routePointName: v.string() })) }),
    tells: ({ stops }) => `Route ${stops.map(({ routePointName }) => routePointName).join(' → ')}`,
  });
  return { clientId, routeId };
}
