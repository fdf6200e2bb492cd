import assert from 'node:assert/strict';
import { totp } from '../support/totp';
import { expectStatus, type Send, sender, textAt } from './http';
import { ADDRESS, openApp, PASSWORD, signIn } from './sign-in';

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
  const send = sender(baseUrl);
  await publicLeg(send);
  report('health, document, unknown route');
  const owner = await signIn(send, 'owner@demo.mx');
  await refreshLeg(send);
  report('sign-in and refresh');
  const team = await teamLeg(send, owner);
  report('team with invitations');
  const { driverId, driverToken } = await driverLeg(send, owner, team);
  report('driver hired, invited and signed in');
  await tripLeg(send, { owner, team, driverId, driverToken });
  report('trip planned, started, pinged and completed');
  await authenticatorLeg(send, now);
  report('authenticator app enrolled and used');
}

async function publicLeg(send: Send): Promise<void> {
  assert.deepEqual(await expectStatus(200, send('GET /health')), { status: 'ok' });
  assert.equal(textAt(await expectStatus(200, send('GET /openapi.json')), 'openapi').slice(0, 3), '3.1');
  assert.equal(textAt(await expectStatus(404, send('GET /no-such-thing')), 'error'), 'NOT_FOUND');
  assert.equal(textAt(await expectStatus(401, send('GET /teams')), 'error'), 'UNAUTHENTICATED');
}

async function refreshLeg(send: Send): Promise<void> {
  const wrong = await expectStatus(
    401,
    send('POST /auth/login', { body: { email: 'owner@demo.mx', password: 'not-it' } }),
  );
  const unknown = await expectStatus(
    401,
    send('POST /auth/login', { body: { email: 'nobody@demo.mx', password: 'not-it' } }),
  );
  assert.deepEqual(wrong, unknown, 'an unknown user and a wrong password must answer the same');
  const answer = await send('POST /auth/login', { body: { email: 'owner@demo.mx', password: PASSWORD } });
  assert.equal(answer.headers.getSetCookie().length, 3);
  const refreshToken = textAt(answer.body, 'tokens.refreshToken');
  const renewed = await expectStatus(200, send('POST /auth/refresh', { body: { refreshToken } }));
  await expectStatus(200, send('GET /teams', { token: textAt(renewed, 'tokens.accessToken') }));
  await expectStatus(401, send('POST /auth/refresh', { body: { refreshToken: 'not-a-token' } }));
}

async function teamLeg(send: Send, owner: string): Promise<string> {
  const invites = ['Admin@demo.mx', 'admin@demo.mx', 'newcomer@demo.mx', 'owner@demo.mx', 'nonsense'];
  const once = { 'idempotency-key': 'journey-team' };
  const body = { name: 'Fletes del Norte', address: ADDRESS, invites };
  const created = await expectStatus(201, send('POST /teams', { token: owner, body, headers: once }));
  const { invitations } = created;
  assert.ok(Array.isArray(invitations));
  assert.deepEqual(
    invitations.map((one) => `${textAt(one, 'email')} ${textAt(one, 'status')}`),
    ['admin@demo.mx added', 'newcomer@demo.mx invited', 'owner@demo.mx invalid', 'nonsense invalid'],
  );
  assert.deepEqual(await expectStatus(201, send('POST /teams', { token: owner, body, headers: once })), created);
  const other = { ...body, name: 'Another name' };
  await expectStatus(409, send('POST /teams', { token: owner, body: other, headers: once }));
  const broken = await expectStatus(400, send('POST /teams', { token: owner, body: '{"name":' }));
  assert.equal(textAt(broken, 'error'), 'VALIDATION_FAILED');
  const missing = await expectStatus(
    400,
    send('POST /teams', { token: owner, body: { ...body, address: { ...ADDRESS, city: undefined } } }),
  );
  assert.equal(textAt(missing, 'field'), 'address.city');
  const team = textAt(created, 'team.teamId');
  const admin = await signIn(send, 'admin@demo.mx');
  const teams = await expectStatus(200, send('GET /teams', { token: admin }));
  assert.ok(JSON.stringify(teams).includes(team), 'an added member sees the team');
  return team;
}

async function driverLeg(send: Send, owner: string, team: string): Promise<{ driverId: string; driverToken: string }> {
  const body = { name: 'Juan Pérez Ríos', phone: '8112345678', licenseNumber: 'LFD0012345', rfc: 'PERJ800101AB1' };
  const hired = await expectStatus(201, send(`POST /teams/${team}/drivers`, { token: owner, body }));
  const driverId = textAt(hired, 'driver.id');
  const { accessToken: driverToken } = await openApp(send, owner, team, driverId);
  const access = `POST /teams/${team}/drivers/${driverId}/access`;
  await expectStatus(409, send(access, { token: owner, body: { action: 'INVITE' } }));
  const profile = await expectStatus(200, send('GET /drivers/me', { token: driverToken }));
  assert.equal(textAt(profile, 'driver.appAccessStatus'), 'ACTIVE');
  await expectStatus(403, send('GET /teams', { token: driverToken }));
  await expectStatus(403, send('GET /drivers/me', { token: owner }));
  return { driverId, driverToken };
}

interface TripLeg {
  readonly owner: string;
  readonly team: string;
  readonly driverId: string;
  readonly driverToken: string;
}

async function tripLeg(send: Send, { owner, team, driverId, driverToken }: TripLeg): Promise<void> {
  const truck = { plate: 'AB-123-C', brand: 'Kenworth', model: 'T680', type: 'TRACTOCAMION', year: 2022 };
  const vehicle = await expectStatus(201, send(`POST /teams/${team}/vehicles`, { token: owner, body: truck }));
  await expectStatus(409, send(`POST /teams/${team}/vehicles`, { token: owner, body: { plate: 'ab123c' } }));
  const plan = {
    driverId,
    vehicleId: textAt(vehicle, 'id'),
    startDate: '2026-03-02T06:00:00-06:00',
    cargoDescription: 'Rollos de acero',
    cargoWeight: 28_000,
    revenue: 48_500,
  };
  const trip = await expectStatus(201, send(`POST /teams/${team}/trips`, { token: owner, body: plan }));
  const tripId = textAt(trip, 'id');
  assert.equal(textAt(trip, 'startDate'), '2026-03-02T12:00:00.000Z');
  textAt(trip, 'invoiceId');
  const ping = { lat: 25.67, lng: -100.31, speedKmh: 82 };
  await expectStatus(409, send(`POST /trips/${tripId}/location-ping`, { token: driverToken, body: ping }));
  const started = await expectStatus(200, send(`POST /trips/${tripId}/start`, { token: driverToken }));
  assert.equal(textAt(started, 'newStatus'), 'EN_PROCESO');
  await expectStatus(409, send(`POST /trips/${tripId}/start`, { token: driverToken }));
  await expectStatus(200, send(`POST /trips/${tripId}/location-ping`, { token: driverToken, body: ping }));
  const nowhere = await expectStatus(
    400,
    send(`POST /trips/${tripId}/location-ping`, { token: driverToken, body: { ...ping, lat: 91 } }),
  );
  assert.equal(textAt(nowhere, 'field'), 'lat');
  const unknown = team.replace(/^.{8}/, '00000000');
  await expectStatus(404, send(`POST /trips/${unknown}/start`, { token: driverToken }));
  const status = `PUT /teams/${team}/trips/${tripId}/status`;
  const refused = await expectStatus(400, send(status, { token: owner, body: { status: 'EN_PROCESO' } }));
  assert.equal(textAt(refused, 'field'), 'status');
  const completed = await expectStatus(200, send(status, { token: owner, body: { status: 'COMPLETADO' } }));
  assert.equal(textAt(completed, 'status'), 'COMPLETADO');
  await expectStatus(409, send(`POST /trips/${tripId}/location-ping`, { token: driverToken, body: ping }));
}

async function authenticatorLeg(send: Send, now: () => number): Promise<void> {
  const email = 'member@demo.mx';
  const token = await signIn(send, email);
  const secret = textAt(await expectStatus(200, send('POST /users/me/mfa/setup', { token })), 'secret');
  await expectStatus(400, send('POST /users/me/mfa/confirm', { token, body: { code: '12345' } }));
  await expectStatus(200, send('POST /users/me/mfa/confirm', { token, body: { code: totp(secret, now()) } }));
  const challenged = await expectStatus(200, send('POST /auth/login', { body: { email, password: PASSWORD } }));
  assert.equal(textAt(challenged, 'challenge'), 'SOFTWARE_TOKEN_MFA');
  const session = textAt(challenged, 'session');
  const code = totp(secret, now() + 30_000);
  const signedIn = await expectStatus(
    200,
    send('POST /auth/mfa/respond', { body: { session, username: email, code } }),
  );
  assert.equal(textAt(signedIn, 'user.email'), email);
}
