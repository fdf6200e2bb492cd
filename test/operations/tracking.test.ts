import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as eraseDriver } from '../../functions/drivers/erase-driver';
import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as createTrackingLink } from '../../functions/tracking/create-tracking-link';
import { operation as deleteTrackingLink } from '../../functions/tracking/delete-tracking-link';
import { operation as getTracking } from '../../functions/tracking/get-tracking';
import { operation as listTrackingLinks } from '../../functions/tracking/list-tracking-links';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as pingLocation } from '../../functions/trips/ping-location';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { digestOfToken } from '../../shared/trips/tracking-link';
import { createTrackingLink as makeLink } from '../../shared/trips/tracking-links';
import type { NewTrip } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { DATA_KEY } from '../support/stamping-sdk';
import { objectStorage } from '../support/storage';
import { type Fleet, insertDriver, insertTrip, insertVehicle, moveAsOwner, startTrip } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
objectStorage();
const secrets = mockClient(SecretsManagerClient);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function openRoad(plan: Partial<NewTrip> = {}) {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const sub = someId();
  const driver = await insertDriver(testContext, { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true });
  const vehicle = await insertVehicle(testContext, { teamId });
  const fleet: Fleet = {
    actor: { pool: 'staff', role: 'OWNER', id: office.id, teamId },
    driver: { ...driver, sub },
    vehicle,
  };
  const trip = await startTrip(testContext, fleet, await insertTrip(testContext, fleet, plan));
  const path = { tripId: trip.id };
  const make = (body: object = {}) => office.send(createTrackingLink, { path, body });
  const list = async () => recordsOf(await office.send(listTrackingLinks, { path }), 'trackingLinks');
  const remove = (linkId: unknown) => office.send(deleteTrackingLink, { path: { ...path, linkId: String(linkId) } });
  /** Without a session. */
  const follow = (token: unknown) => office.exchange.send(getTracking, { path: { token: String(token) } });
  const cab = await office.cab(driver);
  const ping = (lat: number, lng: number) => cab.send(pingLocation, { path, body: { lat, lng } });
  return { office, fleet, trip, make, list, remove, follow, ping };
}

describe('integrations 5: a tracking link', () => {
  it('integrations 5: shows the trip without an account, coarsely, and none of its persons, plates, clients or cargo', async () => {
    const { office, trip, make, follow, ping } = await openRoad({
      cargoDescription: 'Lámina',
      notes: 'Llamar antes',
      specialInstructions: 'Puerta 3',
      revenue: 48_500,
      externalId: 'OV-1042',
    });
    const made = await make();
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).sort()).toEqual(['expiresAt', 'id', 'token', 'url']);
    expect(String(made.body.token)).toMatch(/^[\w-]{22}$/);
    expect(made.body.url).toMatch(new RegExp(`^https://[^/]+/tracking/${made.body.token}$`));
    await ping(25.678_912, -100.318_765);
    const answer = await follow(made.body.token);
    const now = office.testContext.now();
    expect(answer.body).toEqual({
      status: 'EN_PROCESO',
      reference: 'OV-1042',
      scheduledStart: trip.startDate,
      startedAt: trip.actualStartDate,
      position: {
        lat: 25.68,
        lng: -100.32,
        at: new Date(Math.floor(now.getTime() / 300_000) * 300_000).toISOString(),
      },
      asOf: now.toISOString(),
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
  });

  it('integrations 5: names municipality and state of the route’s ends, until the trip has another route', async () => {
    const { office, fleet } = await openRoad();
    const pointOf = async (municipality: string) => {
      const place = { address: 'Calle 1', lat: 25, lng: -100, contactPhone: '8112345678' };
      const body = { name: 'Patio', ...place, municipality, state: 'Nuevo León' };
      return (await office.send(createRoutePoint, { body })).body.id;
    };
    const stops = [await pointOf('Apodaca'), await pointOf('Saltillo')].map((routePointId, order) => ({
      routePointId,
      order,
    }));
    const route = async (name: string) => (await office.send(createRoute, { body: { name, stops } })).body.id;
    const [first, second] = [await route('Una'), await route('Otra')];
    const trip = await insertTrip(office.testContext, fleet, { routeId: String(first) });
    const { token } = (await office.send(createTrackingLink, { path: { tripId: trip.id }, body: {} })).body;
    const follow = async () => (await office.exchange.send(getTracking, { path: { token: String(token) } })).body;
    expect(await follow()).toMatchObject({
      status: 'NO_INICIADO',
      origin: { municipality: 'Apodaca', state: 'Nuevo León' },
      destination: { municipality: 'Saltillo', state: 'Nuevo León' },
    });
    const changed = await office.send(updateTrip, { path: { tripId: trip.id }, body: { routeId: second } });
    expect(changed.status).toBe(200);
    const after = await follow();
    expect([after.origin, after.destination]).toEqual([undefined, undefined]);
  });

  it('integrations 5: answers the same 404 when it is unknown, malformed, revoked, expired or 24 hours after the end', async () => {
    const { office, fleet, trip, make, remove, follow, ping } = await openRoad();
    await ping(25, -100);
    const [short, revoked, long] = [
      (await make({ expiresAt: new Date(office.testContext.now().getTime() + HOUR_MS).toISOString() })).body,
      (await make()).body,
      (await make({ expiresAt: new Date(office.testContext.now().getTime() + 90 * DAY_MS).toISOString() })).body,
    ];
    expect((await remove(revoked.id)).status).toBe(200);
    expect(refusal(await remove(revoked.id))).toEqual(refused('NOT_FOUND'));
    office.testContext.pass(HOUR_MS);
    const ended = await follow(revoked.token);
    const { 'x-request-id': _, ...headers } = ended.headers;
    expect(ended.body).toEqual({ error: 'NOT_FOUND', message: expect.stringMatching(/has ended/) });
    expect(headers['cache-control']).toBe('no-store');
    for (const token of [short.token, 'A'.repeat(22), 'x', '%00', '../teams', 'ñ'.repeat(500)]) {
      const { status, body } = await follow(token);
      expect([status, body]).toEqual([404, ended.body]);
    }
    expect((await follow(long.token)).body.position).toBeDefined();
    await moveAsOwner(office.testContext, fleet, trip, 'COMPLETADO');
    const done = (await follow(long.token)).body;
    expect(done).toMatchObject({ status: 'COMPLETADO', endedAt: office.testContext.now().toISOString() });
    expect(done.position).toBeUndefined();
    office.testContext.pass(DAY_MS - 1);
    expect((await follow(long.token)).status).toBe(200);
    expect((await make()).status).toBe(201);
    office.testContext.pass(1);
    expect((await follow(long.token)).body).toEqual(ended.body);
    expect(refusal(await make())).toEqual(refused('TRIP_ENDED'));
  });

  it('integrations 5: is stored as a digest, listed without the token, and in the audit without it', async () => {
    const { office, trip, make, list } = await openRoad();
    const { token, id, expiresAt } = (await make()).body;
    const shown = { id, tripId: trip.id, expiresAt, createdAt: expect.any(String), createdBy: office.id };
    expect(await list()).toEqual([shown]);
    const rows = await table.partition(`TRACKING#${digestOfToken(String(token))}`);
    expect(rows).toHaveLength(1);
    const all = [...rows, ...(await table.partition(`TEAM#${office.teamId}`))];
    expect(JSON.stringify(all)).not.toContain(String(token));
    expect(JSON.stringify(office.testContext.logs)).not.toContain(String(token));
  });

  it.each([
    [0, undefined],
    [-1, undefined],
    [90 * DAY_MS + 60_000, undefined],
  ])('integrations 5: that shall end %s ms from now is refused', async (after) => {
    const { office, make } = await openRoad();
    const expiresAt = new Date(office.testContext.now().getTime() + after).toISOString();
    expect(refusal(await make({ expiresAt }))).toEqual(refused('VALIDATION_FAILED', 'expiresAt'));
  });

  it('integrations 5: is one of ten, also when twelve are made at once; one that ended makes room', async () => {
    const { office, fleet, trip, make, list } = await openRoad();
    const soon = new Date(office.testContext.now().getTime() + HOUR_MS).toISOString();
    const actor = { id: fleet.actor.id, teamId: office.teamId };
    const codes = await Promise.all(
      Array.from({ length: 12 }, () =>
        office.testContext
          .use(makeLink)(actor, trip, { expiresAt: soon })
          .then(
            () => 'made',
            ({ code }: { code?: string }) => code,
          ),
      ),
    );
    const links = await list();
    expect(links).toHaveLength(codes.filter((code) => code === 'made').length);
    expect(links.length).toBeLessThanOrEqual(10);
    while ((await list()).length < 10) expect((await make({ expiresAt: soon })).status).toBe(201);
    expect(refusal(await make())).toEqual(refused('TRACKING_LINK_LIMIT'));
    office.testContext.pass(HOUR_MS);
    expect((await make()).status).toBe(201);
    expect(await list()).toHaveLength(10);
  });

  it('integrations 5: is made, listed and ended by the trip’s own team alone', async () => {
    const { trip, make, follow } = await openRoad();
    const { id, token } = (await make()).body;
    const other = await openOffice(world);
    const path = { tripId: trip.id };
    expect(refusal(await other.send(createTrackingLink, { path, body: {} }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await other.send(listTrackingLinks, { path }))).toEqual(refused('NOT_FOUND'));
    const removal = await other.send(deleteTrackingLink, { path: { ...path, linkId: String(id) } });
    expect(refusal(removal)).toEqual(refused('NOT_FOUND'));
    expect((await follow(token)).status).toBe(200);
  });

  it('integrations 5: of a deleted trip answers as one that never was', async () => {
    const { office, fleet, follow } = await openRoad();
    const trip = await insertTrip(office.testContext, fleet);
    const path = { tripId: trip.id };
    const { token } = (await office.send(createTrackingLink, { path, body: {} })).body;
    expect((await follow(token)).status).toBe(200);
    expect((await office.send(deleteTrip, { path })).status).toBe(200);
    expect((await follow(token)).body).toEqual((await follow('A'.repeat(22))).body);
    expect(refusal(await office.send(listTrackingLinks, { path }))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await office.send(createTrackingLink, { path, body: {} }))).toEqual(refused('NOT_FOUND'));
  });

  it('integrations 5: stores and shows no person, before and after its driver is erased', async () => {
    const { office, fleet, trip, make, follow, ping } = await openRoad();
    await ping(25, -100);
    const { token } = (await make()).body;
    const kept = async () => {
      const places = await table.partition(`TEAM#${office.teamId}`);
      const links = places.filter(({ sk }) => String(sk).startsWith('TRACKING_LINK#'));
      return [...links, ...(await table.partition(`TRACKING#${digestOfToken(String(token))}`))];
    };
    const before = await kept();
    expect(before.map((item) => Object.keys(item).sort())).toEqual([
      ['createdAt', 'createdBy', 'digest', 'expires', 'expiresAt', 'id', 'pk', 'place', 'sk', 'tripId'],
      ['expires', 'expiresAt', 'pk', 'sk', 'teamId', 'tripId'],
    ]);
    await moveAsOwner(office.testContext, fleet, trip, 'COMPLETADO');
    secrets.on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });
    world.cognito.on(AdminDeleteUserCommand).resolves({});
    const path = { driverId: fleet.driver.id };
    expect((await office.send(eraseDriver, { path, body: { reason: 'A petición' } })).status).toBe(200);
    const { status, body } = await follow(token);
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['asOf', 'endedAt', 'scheduledStart', 'startedAt', 'status'],
    ]);
    expect(await kept()).toEqual(before);
  });

  it('integrations 6: costs 7 write units to make and 2.5 read units to follow at most', async () => {
    const { office, make, follow, ping } = await openRoad();
    await ping(25, -100);
    const spent = async (act: () => Promise<unknown>) => {
      await act();
      const { rru, wru } = JSON.parse(office.testContext.logs.at(-1) ?? '{}');
      return { rru, wru };
    };
    let token: unknown;
    expect(await spent(async () => (token = (await make()).body.token))).toEqual({ rru: 2.5, wru: 7 });
    const { rru, wru } = await spent(() => follow(token));
    expect(wru).toBe(0);
    expect(rru).toBeLessThanOrEqual(2.5);
  });
});
