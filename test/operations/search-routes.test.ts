import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as deleteRoutePoint } from '../../functions/route-points/delete-route-point';
import { operation as listRoutePoints } from '../../functions/route-points/list-route-points';
import { operation as updateRoutePoint } from '../../functions/route-points/update-route-point';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as deleteRoute } from '../../functions/routes/delete-route';
import { operation as listRoutes } from '../../functions/routes/list-routes';
import { operation as updateRoute } from '../../functions/routes/update-route';
import type { Operation } from '../../shared/operation/define';
import { editRoutePoint } from '../../shared/routes/route-points';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';

/** Search and order of routes and route points. */

const table = quickTable();
const world = accounts(table);

const POINT = {
  name: 'Patio Peñón',
  address: 'Carretera Miguel Alemán km 14.5, Parque Industrial Huinalá',
  lat: 25.7,
  lng: -100.2,
  municipality: 'Apodaca',
};

const namesOf = (records: readonly Record<string, unknown>[]) => records.map(({ name }) => name);

/** The names that a query answers. One record a page gives the same, and no page follows the last record. */
async function found(office: Office, list: Operation, plural: string, query: Record<string, string>) {
  const whole = namesOf(recordsOf(await office.send(list, { query }), plural));
  const pages = await pagesOf(office, list, plural, { ...query, limit: '1' });
  expect(pages.flatMap(namesOf)).toEqual(whole);
  expect(pages.length).toBe(Math.max(1, whole.length));
  return whole;
}
const points = (office: Office, query: Record<string, string>) => found(office, listRoutePoints, 'routePoints', query);
const routes = (office: Office, query: Record<string, string>) => found(office, listRoutes, 'routes', query);
const wordsOf = async ({ teamId }: Office) => JSON.stringify(await table.partition(`TEAM#${teamId}#WORDS`));

describe('route points', () => {
  it.each([
    ['penon', true],
    ['PEÑÓN apod', true],
    ['apodaca carret', true],
    ['patio parque industrial', true],
    ['miguel', true],
    ['patio huinala', true],
    ['km apodaca', true],
    ['km 14', true],
    ['km 14.5 apo', true],
    ['km 15', false],
    ['eñon', false],
    ['patio saltillo', false],
    ['x'.repeat(200), false],
  ])('desk 3.1: are searched by name, municipality and address: %p finds it: %p', async (q, isFound) => {
    const office = await openOffice(world);
    await office.send(createRoutePoint, { body: POINT });
    await office.send(createRoutePoint, { body: { ...POINT, name: 'Otro', address: 'Otra', municipality: 'Otro' } });
    await (await openOffice(world)).send(createRoutePoint, { body: POINT });
    expect(await points(office, { q })).toEqual(isFound ? [POINT.name] : []);
  });

  it('desk 3.1: are sorted by name', async () => {
    const office = await openOffice(world);
    for (const name of ['Zapopan', 'Ávila', 'bodega'])
      await office.send(createRoutePoint, { body: { ...POINT, name } });
    expect(await points(office, { sort: 'name' })).toEqual(['Ávila', 'bodega', 'Zapopan']);
    expect(await points(office, { sort: 'createdAt' })).toEqual(['bodega', 'Ávila', 'Zapopan']);
  });

  it.each([
    [{ q: '🚛' }, 'q'],
    [{ q: 'uno dos tres cuatro' }, 'q'],
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ sort: 'address' }, 'sort'],
    [{ q: 'a', sort: 'name' }, 'sort'],
    [{ ciudad: 'Apodaca' }, 'ciudad'],
  ])('desk 3.2: %j is refused', async (query, field) => {
    const { send } = await openOffice(world);
    expect(refusal(await send(listRoutePoints, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('desk 3.1: are found by their new words after an edit, and leave no word when they are deleted', async () => {
    const office = await openOffice(world);
    const { body: point } = await office.send(createRoutePoint, { body: POINT });
    const path = { id: String(point.id) };
    await office.send(updateRoutePoint, { path, body: { name: 'Bodega Sur', municipality: null } });
    for (const q of ['bodega', 'sur', 'carretera']) expect(await points(office, { q })).toEqual(['Bodega Sur']);
    for (const q of ['patio', 'apodaca']) expect(await points(office, { q })).toEqual([]);
    expect(await wordsOf(office)).not.toMatch(/patio|apodaca/);
    await office.send(deleteRoutePoint, { path });
    expect(await wordsOf(office)).toBe('[]');
  });

  it('desk 3.1: two edits at once, and an edit during a deletion, leave no stale word', async () => {
    const office = await openOffice(world);
    const { body } = await office.send(createRoutePoint, { body: POINT });
    const path = { id: String(body.id) };
    const [point] = recordsOf(await office.send(listRoutePoints), 'routePoints');
    const rename = (name: string) => office.send(updateRoutePoint, { path, body: { name } });
    const interrupted = table.interrupted(() => rename('Bodega'));
    const actor = { id: someId(), teamId: office.teamId };
    const read = { ...POINT, id: String(body.id), teamId: office.teamId, createdAt: String(point?.createdAt) };
    await interrupted.use(editRoutePoint)(actor, read, { municipality: 'García' });
    expect(await points(office, { q: 'bodega garcia' })).toEqual(['Bodega']);
    expect(await wordsOf(office)).not.toMatch(/patio|apodaca/);
  });
});

describe('routes', () => {
  const routeOf = (name: string, point: string, more: object = {}) => ({
    name,
    stops: [{ order: 1, routePointId: someId(), routePointName: point, address: 'Calle Morelos 12' }],
    ...more,
  });

  it.each([
    ['monterrey', ['Monterrey–Querétaro']],
    ['queret', ['Monterrey–Querétaro']],
    ['patio', ['Saltillo', 'Monterrey–Querétaro']],
    ['patio norte', ['Monterrey–Querétaro']],
    ['queretaro morelos', ['Monterrey–Querétaro']],
    ['laredo', []],
  ])('desk 3.1: are searched by name and stops: %p', async (q, expected) => {
    const office = await openOffice(world);
    await office.send(createRoute, { body: routeOf('Monterrey–Querétaro', 'Patio Norte') });
    await office.send(createRoute, { body: routeOf('Saltillo', 'Patio Sur') });
    await (await openOffice(world)).send(createRoute, { body: routeOf('Monterrey', 'Patio Norte') });
    expect((await routes(office, { q })).sort()).toEqual([...expected].sort());
  });

  it('desk 3.1: filters, search and order can be combined', async () => {
    const office = await openOffice(world);
    const { id: clientId } = await insertClient(office.testContext, { teamId: office.teamId });
    await office.send(createRoute, { body: routeOf('Norte B', 'Patio', { clientId }) });
    await office.send(createRoute, { body: routeOf('Norte A', 'Patio', { clientId, isActive: false }) });
    await office.send(createRoute, { body: routeOf('Norte C', 'Patio') });
    expect(await routes(office, { sort: 'name' })).toEqual(['Norte A', 'Norte B', 'Norte C']);
    expect(await routes(office, { sort: 'name', clientId })).toEqual(['Norte A', 'Norte B']);
    expect(await routes(office, { q: 'norte', clientId, isActive: 'true' })).toEqual(['Norte B']);
    expect(await routes(office, { q: 'patio', isActive: 'false' })).toEqual(['Norte A']);
  });

  it('desk 3.1: are found by their new words after an edit, and leave no word when they are deleted', async () => {
    const office = await openOffice(world);
    const { body } = await office.send(createRoute, { body: routeOf('Monterrey', 'Patio') });
    const request = { path: { id: String(body.id) } };
    await office.send(updateRoute, { ...request, body: { stops: routeOf('', 'Bodega').stops } });
    await office.send(updateRoute, { ...request, body: { name: 'Laredo' } });
    expect(await routes(office, { q: 'laredo bodega' })).toEqual(['Laredo']);
    expect(await wordsOf(office)).not.toMatch(/monterrey|patio/);
    expect((await office.send(deleteRoute, request)).status).toBe(200);
    expect(await wordsOf(office)).toBe('[]');
  });
});
