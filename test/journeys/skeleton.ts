import assert from 'node:assert/strict';
import type { Fleet } from '../../client/src/index';
import { expectRefused, expectSame, expectStatus, present, somebodyAt, untypedAt } from '../../scenarios/expect';
import { totp } from '../support/totp';
import { sender, textAt } from './http';
import { appOf, signedIn, tokensOf } from './people';
import { ADDRESS, PASSWORD } from './sign-in';

export interface JourneyOptions {
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
  const owner = await signedIn(baseUrl, 'owner@demo.mx');
  await refreshLeg(baseUrl);
  report('sign-in and refresh');
  const teamId = await teamLeg(baseUrl, owner);
  report('team with invitations');
  const { driverId, app } = await driverLeg(baseUrl, owner, teamId);
  report('driver hired, invited and signed in');
  await tripLeg({ owner, teamId, driverId, app });
  report('trip planned, started, pinged and completed');
  await authenticatorLeg(baseUrl, now);
  report('authenticator app enrolled and used');
}

async function publicLeg(baseUrl: string): Promise<void> {
  const nobody = somebodyAt(baseUrl);
  expectSame(await expectStatus(200, nobody.GET('/health')), { status: 'ok' });
  assert.equal(textAt(await expectStatus(200, nobody.GET('/openapi.json')), 'openapi').slice(0, 3), '3.1');
  await expectRefused('404 NOT_FOUND', untypedAt(baseUrl)(nobody).GET('/no-such-thing'));
  await expectRefused('401 UNAUTHENTICATED', nobody.GET('/teams'));
}

async function refreshLeg(baseUrl: string): Promise<void> {
  const login = (email: string, password: string) =>
    somebodyAt(baseUrl).POST('/auth/login', { body: { email, password } });
  const wrong = await login('owner@demo.mx', 'not-it');
  const unknown = await login('nobody@demo.mx', 'not-it');
  expectSame([wrong.response.status, unknown.response.status], [401, 401]);
  expectSame(wrong.error, unknown.error, 'an unknown user and a wrong password must answer the same');
  const signIn = await login('owner@demo.mx', PASSWORD);
  assert.equal(signIn.response.headers.getSetCookie().length, 3);
  const refreshToken = textAt(signIn.data, 'tokens.refreshToken');
  const fleet = somebodyAt(baseUrl);
  await expectStatus(200, fleet.POST('/auth/refresh', { body: { refreshToken } }));
  await expectStatus(200, fleet.GET('/teams'));
  const made = fleet.POST('/auth/refresh', { body: { refreshToken: 'not-a-token' } });
  assert.equal((await made).response.status, 401);
}

async function teamLeg(baseUrl: string, owner: Fleet): Promise<string> {
  const invites = ['Admin@demo.mx', 'admin@demo.mx', 'newcomer@demo.mx', 'owner@demo.mx', 'nonsense'];
  const params = { header: { 'Idempotency-Key': 'journey-team' } };
  const body = { name: 'Fletes del Norte', address: ADDRESS, invites };
  const created = await expectStatus(201, owner.POST('/teams', { params, body }));
  expectSame(
    created.invitations.map(({ email, status }) => `${email} ${status}`),
    ['admin@demo.mx added', 'newcomer@demo.mx invited', 'owner@demo.mx invalid', 'nonsense invalid'],
  );
  expectSame(await expectStatus(201, owner.POST('/teams', { params, body })), created);
  const other = owner.POST('/teams', { params, body: { ...body, name: 'Another name' } });
  await expectRefused('409 IDEMPOTENCY_KEY_REUSED', other);
  await brokenBodies(baseUrl, owner, body);
  const { teamId } = created.team;
  const admin = await signedIn(baseUrl, 'admin@demo.mx');
  const { teams } = await expectStatus(200, admin.GET('/teams'));
  assert.ok(
    teams.some((team) => team.teamId === teamId),
    'an added member sees the team',
  );
  return teamId;
}

/** No client of ours sends these: a body that is no JSON, and one that lacks a field. */
async function brokenBodies(baseUrl: string, owner: Fleet, body: object): Promise<void> {
  const broken = await sender(baseUrl)('POST /teams', { token: tokensOf(owner).accessToken, body: '{"name":' });
  expectSame([broken.status, broken.body.error], [400, 'VALIDATION_FAILED']);
  const noCity = { ...body, address: { ...ADDRESS, city: undefined } };
  const missing = untypedAt(baseUrl)(owner).POST('/teams', { body: noCity });
  await expectRefused('400 VALIDATION_FAILED', missing, 'address.city');
}

async function driverLeg(baseUrl: string, owner: Fleet, teamId: string): Promise<{ driverId: string; app: Fleet }> {
  const body = { name: 'Juan Pérez Ríos', phone: '8112345678', licenseNumber: 'LFD0012345', rfc: 'PERJ800101AB1' };
  const hired = owner.POST('/teams/{teamId}/drivers', { params: { path: { teamId } }, body });
  const { id: driverId } = (await expectStatus(201, hired)).driver;
  const app = await appOf(baseUrl, owner, teamId, driverId);
  const again = owner.POST('/teams/{teamId}/drivers/{driverId}/access', {
    params: { path: { teamId, driverId } },
    body: { action: 'INVITE' },
  });
  await expectRefused('409 APP_ACCESS_STATE', again);
  const { driver } = await expectStatus(200, app.GET('/drivers/me'));
  assert.equal(driver.appAccessStatus, 'ACTIVE');
  await expectRefused('403 FORBIDDEN', app.GET('/teams'));
  await expectRefused('403 FORBIDDEN', owner.GET('/drivers/me'));
  return { driverId, app };
}

interface TripLeg {
  readonly owner: Fleet;
  readonly teamId: string;
  readonly driverId: string;
  readonly app: Fleet;
}

async function tripLeg({ owner, teamId, driverId, app }: TripLeg): Promise<void> {
  const path = { teamId };
  const truck = { plate: 'AB-123-C', brand: 'Kenworth', model: 'T680', type: 'TRACTOCAMION', year: 2022 };
  const register = (body: { plate: string }) => owner.POST('/teams/{teamId}/vehicles', { params: { path }, body });
  const vehicle = await expectStatus(201, register(truck));
  await expectRefused('409 PLATE_TAKEN', register({ plate: 'ab123c' }));
  const plan = {
    driverId,
    vehicleId: vehicle.id,
    startDate: '2026-03-02T06:00:00-06:00',
    cargoDescription: 'Rollos de acero',
    cargoWeight: 28_000,
    revenue: 48_500,
  };
  const trip = await expectStatus(201, owner.POST('/teams/{teamId}/trips', { params: { path }, body: plan }));
  assert.equal(trip.startDate, '2026-03-02T12:00:00.000Z');
  present(trip.invoiceId, 'draft');
  await drivenLeg(app, trip.id, teamId.replace(/^.{8}/, '00000000'));
  const change = (status: 'EN_PROCESO' | 'COMPLETADO') =>
    owner.PUT('/teams/{teamId}/trips/{tripId}/status', {
      params: { path: { teamId, tripId: trip.id } },
      body: { status },
    });
  await expectRefused('400 VALIDATION_FAILED', change('EN_PROCESO'), 'status');
  assert.equal((await expectStatus(200, change('COMPLETADO'))).status, 'COMPLETADO');
  const late = app.POST('/trips/{tripId}/location-ping', { params: { path: { tripId: trip.id } }, body: PING });
  await expectRefused('409 TRIP_NOT_IN_PROGRESS', late);
}

const PING = { lat: 25.67, lng: -100.31, speedKmh: 82 };

async function drivenLeg(app: Fleet, trip: string, unknown: string): Promise<void> {
  const start = (tripId: string) => app.POST('/trips/{tripId}/start', { params: { path: { tripId } } });
  const ping = (lat = PING.lat) =>
    app.POST('/trips/{tripId}/location-ping', { params: { path: { tripId: trip } }, body: { ...PING, lat } });
  await expectRefused('409 TRIP_NOT_IN_PROGRESS', ping());
  assert.equal((await expectStatus(200, start(trip))).newStatus, 'EN_PROCESO');
  await expectRefused('409 TRIP_TRANSITION', start(trip));
  await expectStatus(200, ping());
  await expectRefused('400 VALIDATION_FAILED', ping(91), 'lat');
  await expectRefused('404 NOT_FOUND', start(unknown));
}

async function authenticatorLeg(baseUrl: string, now: () => number): Promise<void> {
  const email = 'member@demo.mx';
  const member = await signedIn(baseUrl, email);
  const { secret } = await expectStatus(200, member.POST('/users/me/mfa/setup'));
  const confirm = (code: string) => member.POST('/users/me/mfa/confirm', { body: { code } });
  await expectRefused('400 VALIDATION_FAILED', confirm('12345'));
  await expectStatus(200, confirm(totp(secret, now())));
  const challenged = await expectStatus(200, member.POST('/auth/login', { body: { email, password: PASSWORD } }));
  assert.ok('challenge' in challenged);
  assert.equal(challenged.challenge, 'SOFTWARE_TOKEN_MFA');
  const body = { session: challenged.session, username: email, code: totp(secret, now() + 30_000) };
  const { user } = await expectStatus(200, member.POST('/auth/mfa/respond', { body }));
  assert.equal(user.email, email);
}
