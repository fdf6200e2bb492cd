import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as deleteRoutePoint } from '../../functions/route-points/delete-route-point';
import { operation as getRoutePoint } from '../../functions/route-points/get-route-point';
import { operation as listRoutePoints } from '../../functions/route-points/list-route-points';
import { operation as updateRoutePoint } from '../../functions/route-points/update-route-point';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as getRoute } from '../../functions/routes/get-route';
import { operation as listRoutes } from '../../functions/routes/list-routes';
import { operation as updateRoute } from '../../functions/routes/update-route';
import { getItem } from '../../shared/platform/table/read';
import { type Route, routeKey } from '../../shared/routes/route';
import { routePointKey } from '../../shared/routes/route-point';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertRoute } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

const at = ({ id }: { readonly id?: unknown }) => ({ path: { id: String(id) } });

const POINT = {
  name: 'Patio Monterrey',
  address: 'Carretera a Laredo km 15, Apodaca',
  lat: 25.78,
  lng: -100.18,
  rfc: 'TNO010101AB1',
  postalCode: '66600',
  state: 'Nuevo León',
  municipality: 'Apodaca',
};

const storedPoint = ({ testContext, teamId }: Office, { id }: { readonly id?: unknown }) =>
  getItem(testContext.context, routePointKey(teamId, String(id)));

/** Registers a route point of the team through its operation. */
async function register({ send }: Office, name = POINT.name) {
  const { status, body } = await send(createRoutePoint, { body: { ...POINT, name } });
  expect(status).toBe(201);
  return { ...body, id: String(body.id), name };
}

describe('a route point', () => {
  it('desk 1.8: is read by every member of its team, and by no other', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const point = await register(office);
    const { status, body } = await office.send(getRoutePoint, at(point));
    expect([status, body]).toEqual([200, point]);
    expect(refusal(await (await openOffice(world)).send(getRoutePoint, at(point)))).toEqual(refused('NOT_FOUND'));
  });

  it('is made of what was sent, in the team that the body names', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const point = await register(office);
    const createdAt = office.testContext.now().toISOString();
    expect(point).toEqual({ ...POINT, id: point.id, teamId: office.teamId, createdAt });
    expect(await storedPoint(office, point)).toEqual(point);
  });

  it.each([
    [{ name: undefined }, 'name'],
    [{ address: '' }, 'address'],
    [{ lat: undefined }, 'lat'],
    [{ lat: 90.000_001 }, 'lat'],
    [{ lng: -180.000_001 }, 'lng'],
    [{ lng: '0' }, 'lng'],
    [{ rfc: 'x'.repeat(14) }, 'rfc'],
  ])('is refused for %j, when it is made and when it is changed', async (change, field) => {
    const office = await openOffice(world);
    const made = await office.send(createRoutePoint, { body: { ...POINT, ...change } });
    expect(refusal(made)).toEqual(refused('VALIDATION_FAILED', field));
    const sent = Object.values(change).some((value) => value !== undefined);
    const changed = await office.send(updateRoutePoint, { ...at(await register(office)), body: change });
    expect(refusal(changed)).toEqual(sent ? refused('VALIDATION_FAILED', field) : [200, undefined]);
  });

  it.each([
    { lat: 0, lng: 0 },
    { lat: -90, lng: 180 },
    { name: 'Otro' },
    { rfc: 'XAXX010101000', municipality: 'García' },
    {},
  ])('changes what %j says and keeps the rest', async (body) => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const point = await register(office);
    const answer = await office.send(updateRoutePoint, { ...at(point), body });
    expect([answer.status, answer.body]).toEqual([200, { ...point, ...body }]);
    expect(await storedPoint(office, point)).toEqual(answer.body);
  });

  it('is listed newest first, in its own team alone', async () => {
    const office = await openOffice(world);
    for (const name of ['Uno', 'Dos', 'Tres']) await register(office, name);
    await register(await openOffice(world), 'De otros');
    const found = await pagesOf(office, listRoutePoints, 'routePoints', { limit: '2' });
    expect(found.map((page) => page.map(({ name }) => name))).toEqual([['Tres', 'Dos'], ['Uno']]);
  });

  it('is deleted once, and its routes keep the name that they hold', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const point = await register(office);
    const stops = [{ order: 1, routePointId: point.id }];
    const { body: route } = await office.send(createRoute, { body: { name: 'Norte', stops } });
    await office.send(updateRoutePoint, { ...at(point), body: { lat: 0 } });
    const gone = await office.send(deleteRoutePoint, at(point));
    expect([gone.status, gone.body]).toEqual([200, { message: expect.any(String) }]);
    expect(await storedPoint(office, point)).toBeUndefined();
    for (const operation of [deleteRoutePoint, updateRoutePoint]) {
      expect(refusal(await office.send(operation, at(point)))).toEqual(refused('NOT_FOUND'));
    }
    expect((await office.send(getRoute, at(route))).body).toEqual(route);
    const events = await table.partition(`TEAM#${office.teamId}#ROUTE_POINT#${point.id}`);
    expect(events.map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'DELETE']);
  });

  it('is another team’s alone: 404 there, 403 in its name', async () => {
    const office = await openOffice(world);
    const point = await register(office);
    const other = await openOffice(world);
    for (const operation of [updateRoutePoint, deleteRoutePoint]) {
      expect(refusal(await other.send(operation, at(point)))).toEqual(refused('NOT_FOUND'));
      const query = { teamId: office.teamId };
      expect(refusal(await other.send(operation, { ...at(point), query }))).toEqual(refused('FORBIDDEN'));
    }
    expect(refusal(await other.send(listRoutePoints, { query: { teamId: office.teamId } }))).toEqual(
      refused('FORBIDDEN'),
    );
    const body = { ...POINT, teamId: office.teamId };
    expect(refusal(await other.send(createRoutePoint, { body }))).toEqual(refused('FORBIDDEN'));
    expect(await storedPoint(office, point)).toEqual(point);
  });
});

const stop = (order: number, routePointId = someId()) => ({ order, routePointId });
const storedRoute = ({ testContext, teamId }: Office, { id }: { readonly id?: unknown }) =>
  getItem(testContext.context, routeKey(teamId, String(id)));

it('makes one point for an Idempotency-Key', async () => {
  const office = await openOffice(world);
  const request = { body: { ...POINT, name: 'Norte' }, headers: { 'idempotency-key': 'k' } };
  const [one, two] = [await office.send(createRoutePoint, request), await office.send(createRoutePoint, request)];
  expect([one.status, two]).toEqual([201, one]);
});

describe('a new route', () => {
  it('is one for an Idempotency-Key', async () => {
    const office = await openOffice(world);
    const request = { body: { name: 'Norte', stops: [stop(1)] }, headers: { 'idempotency-key': 'k' } };
    const [one, two] = [await office.send(createRoute, request), await office.send(createRoute, request)];
    expect([one.status, two]).toEqual([201, one]);
  });

  it('answers its stops in order, with the names of the team’s own points', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const { testContext, teamId } = office;
    const client = await insertClient(testContext, { teamId, name: 'Aceros del Norte' });
    const [monterrey, saltillo] = [await register(office, 'Monterrey'), await register(office, 'Saltillo')];
    const foreign = await register(await openOffice(world), 'De otros');
    const nobodys = someId();
    const stops = [
      { ...stop(30, foreign.id), routePointName: 'Como lo escribí', notes: 'Reja azul' },
      { ...stop(20, saltillo.id), routePointName: 'Otro nombre', estimatedDuration: 90 },
      { ...stop(40, nobodys), address: 'Km 40' },
      stop(10, monterrey.id),
    ];
    const sent = { name: 'Monterrey–CDMX', description: 'Por la 57', clientId: client.id, stops, totalDistance: 905.5 };
    const { status, body } = await office.send(createRoute, { body: { ...sent, clientName: 'Inventado' } });
    const empty = { routePointName: null, address: null, estimatedArrival: null, notes: null };
    const expected = {
      ...sent,
      id: body.id,
      teamId,
      clientName: 'Aceros del Norte',
      stops: [
        { ...empty, ...stop(10, monterrey.id), routePointName: 'Monterrey' },
        { ...empty, ...stop(20, saltillo.id), routePointName: 'Saltillo', estimatedDuration: 90 },
        { ...empty, ...stop(30, foreign.id), routePointName: 'Como lo escribí', notes: 'Reja azul' },
        { ...empty, ...stop(40, nobodys), address: 'Km 40' },
      ],
      estimatedDuration: null,
      isActive: true,
      createdAt: testContext.now().toISOString(),
    };
    expect([status, body]).toEqual([201, expected]);
    expect(await storedRoute(office, body)).toEqual(expected);
    expect((await office.send(getRoute, at(body))).body).toEqual(expected);
  });

  it('has every nullable field, although nothing was sent of them', async () => {
    const { send } = await openOffice(world);
    const { body } = await send(createRoute, { body: { name: 'R', stops: [stop(1)] } });
    const empty = { description: null, clientId: null, clientName: null, totalDistance: null, estimatedDuration: null };
    expect(body).toMatchObject(empty);
  });

  it('may stop at one point twice, and fifty times at fifty', async () => {
    const office = await openOffice(world);
    const point = await register(office);
    const { body } = await office.send(createRoute, {
      body: { name: 'Vuelta', stops: [stop(2, point.id), stop(1, point.id)] },
    });
    expect(body.stops).toMatchObject([{ routePointName: POINT.name }, { routePointName: POINT.name }]);
    const stops = Array.from({ length: 51 }, (_, index) => stop(index));
    const send = async (count: number) =>
      refusal(await office.send(createRoute, { body: { name: 'Larga', stops: stops.slice(0, count) } }));
    expect(await send(49)).toEqual([201, undefined]);
    expect(await send(50)).toEqual([201, undefined]);
    expect(await send(51)).toEqual(refused('VALIDATION_FAILED', 'stops'));
    expect(await send(0)).toEqual(refused('VALIDATION_FAILED', 'stops'));
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ description: 'x'.repeat(1001) }, 'description'],
    [{ stops: undefined }, 'stops'],
    [{ stops: [stop(1), stop(1)] }, 'stops[1].order'],
    [{ stops: [stop(1), { ...stop(2), routePointId: 'x' }] }, 'stops[1].routePointId'],
    [{ stops: [{ ...stop(1), notes: 'x'.repeat(501) }] }, 'stops[0].notes'],
    [{ stops: [{ ...stop(1), estimatedDuration: 1441 }] }, 'stops[0].estimatedDuration'],
    [{ stops: [{ ...stop(1), estimatedDuration: null }] }, 'stops[0].estimatedDuration'],
    [{ clientId: 'x' }, 'clientId'],
    [{ isActive: 'true' }, 'isActive'],
    [{ totalDistance: -1 }, 'totalDistance'],
  ])('is refused for %j', async (change, field) => {
    const { send } = await openOffice(world);
    const answer = await send(createRoute, { body: { name: 'Norte', stops: [stop(1)], ...change } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('and a changed one are refused by a client of another team, or of nobody', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const route = await insertRoute(testContext, { teamId });
    for (const clientId of [(await insertClient(testContext, {})).id, someId()]) {
      const made = await office.send(createRoute, { body: { name: 'Norte', stops: [stop(1)], clientId } });
      expect(refusal(made)).toEqual(refused('VALIDATION_FAILED', 'clientId'));
      const changed = await office.send(updateRoute, { ...at(route), body: { clientId } });
      expect(refusal(changed)).toEqual(refused('VALIDATION_FAILED', 'clientId'));
    }
    expect(await storedRoute(office, route)).toEqual(route);
  });

  it('of a team that one is not in, or that is none, is 403', async () => {
    const { send } = await openOffice(world);
    const { teamId } = await openOffice(world);
    for (const other of [teamId, someId()]) {
      const answer = await send(createRoute, { body: { teamId: other, name: 'Norte', stops: [stop(1)] } });
      expect(refusal(answer)).toEqual(refused('FORBIDDEN'));
    }
  });
});

describe('a change of a route', () => {
  it('keeps what is absent, and orders and names new stops', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const { testContext, teamId } = office;
    const route = await insertRoute(testContext, { teamId, description: 'Por la 57' });
    const point = await register(office, 'Saltillo');
    const body = { name: 'Otra', isActive: false, stops: [stop(2), stop(1, point.id)] };
    const answer = await office.send(updateRoute, { ...at(route), body });
    const { stops, ...rest } = answer.body;
    const { stops: before, ...kept } = route;
    expect([answer.status, rest]).toEqual([200, { ...kept, name: 'Otra', isActive: false }]);
    expect(stops).toMatchObject([
      { order: 1, routePointName: 'Saltillo' },
      { order: 2, routePointName: null },
    ]);
    expect(await storedRoute(office, route)).toEqual(answer.body);
  });

  it('by another client takes its name over, and by null clears both', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const route = await insertRoute(testContext, { teamId });
    const client = await insertClient(testContext, { teamId, name: 'Aceros del Norte' });
    const change = async (body: object) => (await office.send(updateRoute, { ...at(route), body })).body;
    const named = { ...route, clientId: client.id, clientName: 'Aceros del Norte' };
    expect(await change({ clientId: client.id })).toEqual(named);
    expect(await change({ name: route.name })).toEqual(named);
    expect(await change({ clientId: null })).toEqual({ ...route, clientId: null, clientName: null });
    expect(await storedRoute(office, route)).toEqual({ ...route, clientId: null, clientName: null });
  });

  it.each(['description', 'totalDistance', 'estimatedDuration'])('clears %s by null', async (field) => {
    const office = await openOffice(world);
    const route = await insertRoute(office.testContext, { teamId: office.teamId, description: 'Por la 57' });
    const { body } = await office.send(updateRoute, { ...at(route), body: { [field]: null } });
    expect(body).toEqual({ ...route, [field]: null });
  });

  it.each([undefined, {}, { id: someId(), teamId: someId(), clientName: 'Inventado', createdAt: 'now' }])(
    'by %j changes nothing',
    async (body) => {
      const office = await openOffice(world);
      const route = await insertRoute(office.testContext, { teamId: office.teamId, isActive: false });
      const before = await table.everything();
      expect((await office.send(updateRoute, { ...at(route), body })).body).toEqual(route);
      expect(await table.everything()).toEqual(before);
    },
  );

  it('and a read are 404 for another team’s, and for nobody’s', async () => {
    const office = await openOffice(world);
    const foreign = await insertRoute(office.testContext, {});
    for (const operation of [getRoute, updateRoute]) {
      expect(refusal(await office.send(operation, at(foreign)))).toEqual(refused('NOT_FOUND'));
      const query = { teamId: foreign.teamId };
      expect(refusal(await office.send(operation, { ...at(foreign), query }))).toEqual(refused('FORBIDDEN'));
    }
  });
});

describe('the routes of a team', () => {
  it('are found by client and by being active, the newest first', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const clientId = someId();
    const given: Partial<Route>[] = [
      { name: 'Uno', clientId },
      { name: 'Dos', clientId, isActive: false },
      { name: 'Tres', isActive: false },
      { name: 'Cuatro' },
    ];
    for (const route of given) await insertRoute(testContext, { ...route, teamId });
    await insertRoute(testContext, { clientId });
    const found = async (query: Record<string, string>) => {
      const names = recordsOf(await office.send(listRoutes, { query }), 'routes').map(({ name }) => name);
      const pages = await pagesOf(office, listRoutes, 'routes', { ...query, limit: '1' });
      expect(pages.flat().map(({ name }) => name)).toEqual(names);
      return names;
    };
    expect(await found({})).toEqual(['Cuatro', 'Tres', 'Dos', 'Uno']);
    expect(await found({ isActive: 'true' })).toEqual(['Cuatro', 'Uno']);
    expect(await found({ isActive: 'false' })).toEqual(['Tres', 'Dos']);
    expect(await found({ clientId })).toEqual(['Dos', 'Uno']);
    expect(await found({ clientId, isActive: 'false' })).toEqual(['Dos']);
    expect(await found({ clientId: someId() })).toEqual([]);
    const wrong = await office.send(listRoutes, { query: { isActive: 'yes' } });
    expect(refusal(wrong)).toEqual(refused('VALIDATION_FAILED', 'isActive'));
    expect(refusal(await (await office.stranger()).send(listRoutes))).toEqual(refused('FORBIDDEN'));
  });
});
