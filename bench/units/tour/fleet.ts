import { textAt } from '../../../test/journeys/http';
import { made, type Party } from './party';

export interface Fleet {
  readonly driverId: string;
  readonly driversToken: string;
  readonly vehicleId: string;
  readonly clientId: string;
  readonly routeId: string;
}

const DRIVERS_PASSWORD = 'Camino-Largo-77';

/** Members, drivers and their app, vehicles, clients, route points and routes. */
export async function fleetTour(party: Party): Promise<Fleet> {
  await teamLeg(party);
  const driverId = await driversLeg(party);
  const driversToken = await appLeg(party, driverId);
  const vehicleId = await vehiclesLeg(party);
  const clientId = await clientsLeg(party);
  const routeId = await routesLeg(party, clientId);
  return { driverId, driversToken, vehicleId, clientId, routeId };
}

async function teamLeg(party: Party): Promise<void> {
  const { recorder, owner: token, colleague, team, mark } = party;
  const path = `/teams/${team}`;
  await recorder.send('GET /teams', { token });
  await recorder.send(`GET ${path}`, { token });
  await recorder.send(`PUT ${path}`, { token, body: { logo: `logo-${mark}.png` } });
  const email = `invitado.${mark}@fletes.mx`;
  await recorder.send(`POST ${path}/invitations`, { token, body: { invites: [email] } });
  await recorder.send(`GET ${path}/invitations`, { token });
  await recorder.send(`DELETE ${path}/invitations/${encodeURIComponent(email)}`, { token });
  const { joinCode } = await recorder.send(`POST ${path}/join-code/rotate`, { token });
  await recorder.send('POST /teams/join', { token: colleague, body: { joinCode } });
  const { id } = await recorder.send('GET /users/me', { token: colleague });
  const member = `${path}/members/${String(id)}`;
  await recorder.send(`GET ${path}/members`, { token });
  await recorder.send(`PUT ${member}`, { token, body: { role: 'ADMIN' } });
  await recorder.send(`DELETE ${member}`, { token });
}

async function driversLeg(party: Party): Promise<string> {
  const { recorder, owner: token, team, mark } = party;
  const body = { name: `Óscar Leal ${mark}`, phone: '8119876543', licenseNumber: 'NL-B-0611204' };
  const driver = await made(party, `/teams/${team}/drivers`, body, 'driver.id');
  await recorder.send(`GET /teams/${team}/drivers/${driver}`, { token });
  await recorder.send(`GET /teams/${team}/drivers`, { token });
  await recorder.send(`GET /teams/${team}/drivers?q=leal`, { token, as: 'by name' });
  await recorder.send(`GET /teams/${team}/drivers/available`, { token });
  const papers = { rfc: 'OOLR800101AB1', licenseNumber: 'NLB0611204', licenseExpiry: '2028-05-01' };
  await recorder.send(`PUT /drivers/${driver}?teamId=${team}`, { token, body: papers });
  return driver;
}

/** The driver's app access, from the invitation to the first password. */
async function appLeg({ recorder, owner: token, team }: Party, driver: string): Promise<string> {
  const access = `POST /teams/${team}/drivers/${driver}/access`;
  const invited = await recorder.send(access, { token, body: { action: 'INVITE' } });
  const username = textAt(invited, 'username');
  const temporary = { username, password: textAt(invited, 'temporaryPassword') };
  const challenged = await recorder.send('POST /auth/drivers/login', { body: temporary });
  const answer = { session: textAt(challenged, 'session'), username, newPassword: DRIVERS_PASSWORD };
  const session = await recorder.send('POST /auth/drivers/new-password', { body: answer });
  return textAt(session, 'tokens.accessToken');
}

async function vehiclesLeg(party: Party): Promise<string> {
  const { recorder, owner: token, team, mark } = party;
  const truck = {
    plate: `M${mark.padStart(6, '0')}`,
    brand: 'Kenworth',
    model: 'T680',
    year: 2022,
    type: 'TRACTOCAMION',
  };
  const vehicle = await made(party, `/teams/${team}/vehicles`, truck);
  const path = `/teams/${team}/vehicles/${vehicle}`;
  await recorder.send(`GET ${path}`, { token });
  await recorder.send(`GET /teams/${team}/vehicles`, { token });
  const papers = { insuranceNumber: 'Q-2026-778812', insuranceExpiry: '2027-12-31' };
  await recorder.send(`PUT ${path}`, { token, body: papers });
  for (const status of ['MANTENIMIENTO', 'DISPONIBLE'])
    await recorder.send(`PUT ${path}/status`, { token, body: { status } });
  return vehicle;
}

async function clientsLeg(party: Party): Promise<string> {
  const { recorder, owner: token, team: teamId } = party;
  const body = { teamId, name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343' };
  const client = await made(party, '/clients', body);
  await recorder.send(`GET /clients/${client}?teamId=${teamId}`, { token });
  await recorder.send(`GET /clients?teamId=${teamId}`, { token });
  await recorder.send(`PUT /clients/${client}?teamId=${teamId}`, { token, body: { taxRegime: '601' } });
  return client;
}

async function routesLeg(party: Party, clientId: string): Promise<string> {
  const { recorder, owner: token, team: teamId } = party;
  const point = { teamId, name: 'Patio Monterrey', address: 'Carretera 57', lat: 25.67, lng: -100.31 };
  const first = await made(party, '/route-points', point);
  const spare = await made(party, '/route-points', point);
  await recorder.send(`PUT /route-points/${first}?teamId=${teamId}`, { token, body: { lat: 25.7, lng: -100.3 } });
  await recorder.send(`GET /route-points?teamId=${teamId}`, { token });
  await recorder.send(`DELETE /route-points/${spare}?teamId=${teamId}`, { token });
  const body = { teamId, name: 'Monterrey–CDMX', clientId, stops: [{ order: 1, routePointId: first }] };
  const route = await made(party, '/routes', body);
  await recorder.send(`GET /routes/${route}?teamId=${teamId}`, { token });
  await recorder.send(`GET /routes?teamId=${teamId}`, { token });
  await recorder.send(`PUT /routes/${route}?teamId=${teamId}`, { token, body: { totalDistance: 917 } });
  return route;
}
