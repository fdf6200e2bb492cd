import assert from 'node:assert/strict';
import type { Fleet } from '../../client/src/index';
import { sender, textAt } from '../../test/journeys/http';
import { ADDRESS, PASSWORD } from '../../test/journeys/sign-in';
import { totp } from '../../test/support/totp';
import { expectRefused, expectSame, expectStatus, present, somebodyAt, tokensOf, untypedAt } from '../expect';
import { openApp, signedIn } from '../people';
import { answerMfa, confirmMfa, readOwnDriver, refresh, setUpMfa, signIn } from '../steps/accounts';
import type { Desk } from '../steps/desk';
import { changeAppAccess, hireDriver, registerVehicle } from '../steps/fleet';
import { createTeam, listTeams } from '../steps/teams';
import { ping, planTrip, setTripStatus, startTrip } from '../steps/trips';

interface JourneyOptions {
  /** The clock by which codes of the authenticator app are made; the deployed pool's own is the machine's. */
  readonly now: () => number;
  /** Called after each leg, for progress. */
  readonly report?: (leg: string) => void;
}

/**
 * From sign-in to a completed trip, over HTTP and nothing else: the same against `npm start` and against a deployed API. It needs the seeded
 * demo accounts. Throws at the first answer that is not what the contract says.
 */
export async function journey(baseUrl: string, { now, report = () => {} }: JourneyOptions): Promise<void> {
  await publicLeg(baseUrl);
  report('health, document, unknown route');
  const owner = await signedIn(somebodyAt(baseUrl), 'owner@demo.mx');
  await refreshLeg(baseUrl);
  report('sign-in and refresh');
  const desk = await teamLeg(baseUrl, owner);
  report('team with invitations');
  const { driverId, app } = await driverLeg(baseUrl, desk);
  report('driver hired, invited and signed in');
  await tripLeg(desk, driverId, app);
  report('trip planned, started, pinged and completed');
  await authenticatorLeg(baseUrl, now);
  report('authenticator app enrolled and used');
}

async function publicLeg(baseUrl: string): Promise<void> {
  const nobody = somebodyAt(baseUrl);
  const { catalogues, ...health } = await expectStatus(200, nobody.GET('/health'));
  expectSame(health, { status: 'ok' });
  assert.match(catalogues.date, /^\d{4}-\d{2}-\d{2}$/);
  assert.equal(textAt(await expectStatus(200, nobody.GET('/openapi.json')), 'openapi').slice(0, 3), '3.1');
  await expectRefused('404 NOT_FOUND', untypedAt(baseUrl)(nobody).GET('/no-such-thing'));
  await expectRefused('401 UNAUTHENTICATED', listTeams(nobody));
}

async function refreshLeg(baseUrl: string): Promise<void> {
  const login = (email: string, password: string) => signIn(somebodyAt(baseUrl), { email, password });
  const wrong = await login('owner@demo.mx', 'not-it');
  const unknown = await login('nobody@demo.mx', 'not-it');
  expectSame([wrong.response.status, unknown.response.status], [401, 401]);
  expectSame(wrong.error, unknown.error, 'an unknown user and a wrong password must answer the same');
  const known = await login('owner@demo.mx', PASSWORD);
  assert.equal(known.response.headers.getSetCookie().length, 5);
  const refreshToken = textAt(known.data, 'tokens.refreshToken');
  const fleet = somebodyAt(baseUrl);
  await expectStatus(200, refresh(fleet, refreshToken));
  await expectStatus(200, listTeams(fleet));
  assert.equal((await refresh(fleet, 'not-a-token')).response.status, 401);
}

async function teamLeg(baseUrl: string, owner: Fleet): Promise<Desk> {
  const invites = ['Admin@demo.mx', 'admin@demo.mx', 'newcomer@demo.mx', 'owner@demo.mx', 'nonsense'];
  const key = 'journey-team';
  const body = { name: 'Fletes del Norte', address: ADDRESS, invites };
  const created = await expectStatus(201, createTeam(owner, body, key));
  expectSame(
    created.invitations.map(({ email, status }) => `${email} ${status}`),
    ['admin@demo.mx added', 'newcomer@demo.mx invited', 'owner@demo.mx invalid', 'nonsense invalid'],
  );
  expectSame(await expectStatus(201, createTeam(owner, body, key)), created);
  const other = createTeam(owner, { ...body, name: 'Another name' }, key);
  await expectRefused('409 IDEMPOTENCY_KEY_REUSED', other);
  await brokenBodies(baseUrl, owner, body);
  const { teamId } = created.team;
  const admin = await signedIn(somebodyAt(baseUrl), 'admin@demo.mx');
  const { teams } = await expectStatus(200, listTeams(admin));
  assert.ok(
    teams.some((team) => team.teamId === teamId),
    'an added member sees the team',
  );
  return { fleet: owner, teamId };
}

/** No client of ours sends these: a body that is no JSON, and one that lacks a field. */
async function brokenBodies(baseUrl: string, owner: Fleet, body: object): Promise<void> {
  const broken = await sender(baseUrl)('POST /teams', { token: tokensOf(owner).accessToken, body: '{"name":' });
  expectSame([broken.status, broken.body.error], [400, 'VALIDATION_FAILED']);
  const noCity = { ...body, address: { ...ADDRESS, city: undefined } };
  const missing = untypedAt(baseUrl)(owner).POST('/teams', { body: noCity });
  await expectRefused('400 VALIDATION_FAILED', missing, 'address.city');
}

async function driverLeg(baseUrl: string, desk: Desk): Promise<{ driverId: string; app: Fleet }> {
  const body = { name: 'Juan Pérez Ríos', phone: '8112345678', licenseNumber: 'LFD0012345', rfc: 'PERJ800101AB1' };
  const { id: driverId } = (await expectStatus(201, hireDriver(desk, body))).driver;
  const app = somebodyAt(baseUrl);
  await openApp(app, desk, driverId);
  await expectRefused('409 APP_ACCESS_STATE', changeAppAccess(desk, driverId, 'INVITE'));
  assert.equal((await expectStatus(200, readOwnDriver(app))).driver.appAccessStatus, 'ACTIVE');
  await expectRefused('403 FORBIDDEN', listTeams(app));
  await expectRefused('403 FORBIDDEN', readOwnDriver(desk.fleet));
  return { driverId, app };
}

async function tripLeg(desk: Desk, driverId: string, app: Fleet): Promise<void> {
  const truck = { plate: 'AB-123-C', brand: 'Kenworth', model: 'T680', type: 'TRACTOCAMION', year: 2022 };
  const vehicle = await expectStatus(201, registerVehicle(desk, truck));
  await expectRefused('409 PLATE_TAKEN', registerVehicle(desk, { plate: 'ab123c' }));
  const plan = {
    driverId,
    vehicleId: vehicle.id,
    startDate: '2026-03-02T06:00:00-06:00',
    cargoDescription: 'Rollos de acero',
    cargoWeight: 28_000,
    revenue: 48_500,
  };
  const trip = await expectStatus(201, planTrip(desk, plan));
  assert.equal(trip.startDate, '2026-03-02T12:00:00.000Z');
  present(trip.invoiceId, 'draft');
  await drivenLeg(app, trip.id, desk.teamId.replace(/^.{8}/, '00000000'));
  await expectRefused('400 VALIDATION_FAILED', setTripStatus(desk, trip.id, 'NO_INICIADO'), 'status');
  assert.equal((await expectStatus(200, setTripStatus(desk, trip.id, 'EN_PROCESO'))).status, 'EN_PROCESO');
  assert.equal((await expectStatus(200, setTripStatus(desk, trip.id, 'COMPLETADO'))).status, 'COMPLETADO');
  await expectRefused('409 TRIP_NOT_IN_PROGRESS', ping(app, trip.id, PING));
}

const PING = { lat: 25.67, lng: -100.31, speedKmh: 82 };

async function drivenLeg(app: Fleet, trip: string, unknown: string): Promise<void> {
  await expectRefused('409 TRIP_NOT_IN_PROGRESS', ping(app, trip, PING));
  assert.equal((await expectStatus(200, startTrip(app, trip))).newStatus, 'EN_PROCESO');
  await expectRefused('409 TRIP_TRANSITION', startTrip(app, trip));
  await expectStatus(200, ping(app, trip, PING));
  await expectRefused('400 VALIDATION_FAILED', ping(app, trip, { ...PING, lat: 91 }), 'lat');
  await expectRefused('404 NOT_FOUND', startTrip(app, unknown));
}

async function authenticatorLeg(baseUrl: string, now: () => number): Promise<void> {
  const email = 'member@demo.mx';
  const member = await signedIn(somebodyAt(baseUrl), email);
  const { secret } = await expectStatus(200, setUpMfa(member, { password: PASSWORD }));
  await expectRefused('400 VALIDATION_FAILED', confirmMfa(member, '12345'));
  await expectStatus(200, confirmMfa(member, totp(secret, now())));
  const challenged = await expectStatus(200, signIn(member, { email, password: PASSWORD }));
  assert.ok('challenge' in challenged);
  assert.equal(challenged.challenge, 'SOFTWARE_TOKEN_MFA');
  const body = { session: challenged.session, username: email, code: totp(secret, now() + 30_000) };
  const { user } = await expectStatus(200, answerMfa(member, body));
  assert.equal(user.email, email);
}
