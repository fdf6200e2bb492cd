import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { operation as createBox } from '../../functions/boxes/create-box';
import { operation as listBoxes } from '../../functions/boxes/list-boxes';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as createDriver } from '../../functions/drivers/create-driver';
import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as listRoutePoints } from '../../functions/route-points/list-route-points';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as listRoutes } from '../../functions/routes/list-routes';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import { indexWords, unlistedRecords } from '../../scripts/words/index-words';
import { boxKey, searchedBox } from '../../shared/boxes/box';
import { clientKey, searchedClient } from '../../shared/clients/client';
import { driverKey, searchedDriver } from '../../shared/fleet/driver';
import { searchedVehicle, vehicleKey } from '../../shared/fleet/vehicle';
import type { Operation } from '../../shared/operation/define';
import { tableClient } from '../../shared/platform/table/client';
import type { IndexKeys } from '../../shared/platform/table/keys';
import { put, type Step } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { inListByName, type Searched } from '../../shared/platform/table/word-keys';
import { newWordSteps } from '../../shared/platform/table/word-rows';
import { routeKey, searchedRoute } from '../../shared/routes/route';
import { routePointKey, searchedRoutePoint } from '../../shared/routes/route-point';
import { accounts } from '../support/accounts';
import { ENVIRONMENT, someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { storedBox } from '../support/store-boxes';
import { storedClient, storedDriver, storedRoute, storedVehicle } from '../support/store-records';

/** Lists over many records: what a call costs, and that the pages together answer every record once. */

const table = quickTable();
const world = accounts(table);

const COUNT = 200;
const TABLE_NAME = String(ENVIRONMENT.TABLE_NAME);
/** `LIST_RECORDS=100000 npx jest test/operations/list-units.test.ts -t measured` prints what the first calls cost. */
const MEASURED = Number(process.env.LIST_RECORDS ?? 300);
/** Writing 100,000 records takes minutes. */
const LONGEST_MS = 600_000;
/** The calls of one query that a measurement follows. */
const FOLLOWED = 10;
const refuse = () => new Error('exists');

interface Kind {
  readonly list: Operation;
  readonly plural: string;
  /** The item of a record with this name and status. */
  readonly item: (
    teamId: string,
    name: string,
    isRare: boolean,
  ) => { readonly searched: Searched; readonly write: (indexes: IndexKeys) => Step };
  /** The field that `sort` names, if it is not `name`. */
  readonly order?: string;
  readonly rare: Readonly<Record<string, string>>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  clients: {
    list: listClients,
    plural: 'clients',
    item: (teamId, name, isRare) => {
      const client = storedClient({ teamId, name, status: isRare ? 'INACTIVO' : 'ACTIVO', notes: 'n'.repeat(300) });
      const searched = searchedClient(client);
      return { searched, write: (indexes) => put(clientKey(teamId, client.id), client, {}, refuse, indexes) };
    },
    rare: { status: 'INACTIVO' },
  },
  drivers: {
    list: listDrivers,
    plural: 'drivers',
    item: (teamId, name, isRare) => {
      const driver = storedDriver({ teamId, name, licenseExpiry: isRare ? '2026-01-31T18:00:00-06:00' : '2031-05-01' });
      const searched = searchedDriver(driver);
      return { searched, write: (indexes) => put(driverKey(teamId, driver.id), driver, {}, refuse, indexes) };
    },
    rare: { status: 'DISPONIBLE', expiringBefore: '2026-02-01' },
  },
  vehicles: {
    list: listVehicles,
    plural: 'vehicles',
    item: (teamId, name, isRare) => {
      const vehicle = storedVehicle({
        teamId,
        plate: someId().slice(-12),
        brand: name,
        status: isRare ? 'BAJA' : 'DISPONIBLE',
      });
      const searched = searchedVehicle(vehicle);
      return { searched, write: (indexes) => put(vehicleKey(teamId, vehicle.id), vehicle, {}, refuse, indexes) };
    },
    order: 'plate',
    rare: { status: 'BAJA' },
  },
  boxes: {
    list: listBoxes,
    plural: 'boxes',
    item: (teamId, name, isRare) => {
      const box = storedBox({ teamId, economicNumber: name, type: isRare ? 'Plana' : 'Seca' });
      const searched = searchedBox(box);
      return { searched, write: (indexes) => put(boxKey(teamId, box.id), box, {}, refuse, indexes) };
    },
    order: 'economicNumber',
    rare: { type: 'plana' },
  },
  routes: {
    list: listRoutes,
    plural: 'routes',
    item: (teamId, name, isRare) => {
      const route = storedRoute({ teamId, name, isActive: !isRare });
      const searched = searchedRoute(route);
      return { searched, write: (indexes) => put(routeKey(teamId, route.id), route, {}, refuse, indexes) };
    },
    rare: { isActive: 'false' },
  },
  'route points': {
    list: listRoutePoints,
    plural: 'routePoints',
    item: (teamId, name, isRare) => {
      const place = { id: someId(), lat: 25.7, lng: -100.2, createdAt: '2026-03-02T06:00:00.000Z' };
      const point = { ...place, teamId, name, address: isRare ? 'Calle 5 de Mayo' : 'Carretera Nacional km 12' };
      const searched = searchedRoutePoint(point);
      return { searched, write: (indexes) => put(routePointKey(teamId, point.id), point, {}, refuse, indexes) };
    },
    rare: {},
  },
};

/** Items in one call of BatchWriteItem. */
const BATCH = 25;

/** Records whose names have "norte" or "sur", by turns; each hundredth is rare. */
async function lay({ testContext, teamId }: Office, { item }: Kind, count: number): Promise<void> {
  const client = testContext.context.client(tableClient);
  const steps = Array.from({ length: count }, (_, number) => {
    const name = `Fletes ${number % 2 === 0 ? 'Norte' : 'Sur'} ${String(number).padStart(6, '0')}`;
    const { write, searched } = item(teamId, name, number % 100 === 7);
    return [write(inListByName(searched)), ...newWordSteps(searched)];
  }).flat();
  for (let start = 0; start < steps.length; start += BATCH) {
    const puts = steps
      .slice(start, start + BATCH)
      .map((step) => ({ PutRequest: { Item: step.write(TABLE_NAME).Put?.Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: puts } }));
  }
}

/** Follows the cursors, and checks what each call costs. */
async function read(
  office: Office,
  { list, plural }: Kind,
  query: Readonly<Record<string, string>>,
  most = Number.POSITIVE_INFINITY,
) {
  const records: Record<string, unknown>[] = [];
  let calls = 0;
  let units = 0;
  for (let cursor: unknown; cursor !== null && calls < most; calls += 1) {
    const answer = await office.send(list, { query: { ...query, ...(typeof cursor === 'string' && { cursor }) } });
    const { rru } = v.parse(v.object({ rru: v.number() }), JSON.parse(office.testContext.logs.at(-1) ?? '{}'));
    expect(rru).toBeGreaterThan(0);
    expect(rru).toBeLessThanOrEqual(8);
    units = Math.max(units, rru);
    records.push(...recordsOf(answer, plural));
    cursor = answer.body.nextCursor;
  }
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  return { count: records.length, calls, units };
}

async function readAll(...given: Parameters<typeof read>) {
  const { count, calls } = await read(...given);
  return { count, calls };
}

describe.each(Object.entries(KINDS))('desk 3.4: the list of %s', (_, kind) => {
  test('answers each query within 8 RRU a call, every record once, and ends without a cursor', async () => {
    const office = await openOffice(world);
    await lay(office, kind, COUNT);
    expect(await readAll(office, kind, { limit: '50' })).toEqual({ count: COUNT, calls: 4 });
    const rare = Object.keys(kind.rare).length === 0 ? COUNT : 2;
    expect((await readAll(office, kind, { ...kind.rare })).count).toBe(rare);
    expect((await readAll(office, kind, { sort: kind.order ?? 'name' })).count).toBe(COUNT);
    expect((await readAll(office, kind, { q: 'fletes' })).count).toBe(COUNT);
    expect((await readAll(office, kind, { q: 'norte flet' })).count).toBe(COUNT / 2);
    expect(await readAll(office, kind, { q: '000123' })).toEqual({ count: 1, calls: 1 });
    expect((await readAll(office, kind, { q: 'sur', ...kind.rare })).count).toBe(Math.min(rare, COUNT / 2));
    // Two words that each occur in half of the records, and never together.
    expect((await readAll(office, kind, { q: 'norte sur' })).count).toBe(0);
  });

  test('records of an older release are found after `npm run index:words`', async () => {
    const office = await openOffice(world);
    await transact(office.testContext.context, [kind.item(office.teamId, 'Viejo Registro', false).write({})]);
    const client = office.testContext.context.client(tableClient);
    const unlisted = async () =>
      (await unlistedRecords(client, TABLE_NAME)).filter(({ pk }) => pk.includes(office.teamId));
    expect(await unlisted()).toHaveLength(1);
    expect(await readAll(office, kind, { q: 'viejo' })).toEqual({ count: 0, calls: 1 });
    const lines: string[] = [];
    const run = async () => indexWords(office.testContext.runtime, await unlisted(), (line) => lines.push(line));
    expect([await run(), lines, await unlisted()]).toEqual([0, [], []]);
    for (const query of [{ q: 'viejo' }, { q: 'registro' }, { sort: kind.order ?? 'name' }])
      expect((await readAll(office, kind, query)).count).toBe(1);
  });

  test('records whose name had no blank at its end are found, and placed anew by `npm run index:words`', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const { write, searched } = kind.item(teamId, 'Viejo', false);
    const { gsi1sk = '', ...place } = inListByName(searched);
    const older = gsi1sk.replace(' #', '#');
    expect(older).not.toBe(gsi1sk);
    const words = newWordSteps(searched);
    await transact(testContext.context, [write({ ...place, gsi1sk: older }), ...words]);
    const queries = [{ q: 'viejo' }, { sort: kind.order ?? 'name' }];
    for (const query of queries) expect((await readAll(office, kind, query)).count).toBe(1);
    const client = testContext.context.client(tableClient);
    const unlisted = async () => (await unlistedRecords(client, TABLE_NAME)).filter(({ pk }) => pk.includes(teamId));
    expect(await indexWords(testContext.runtime, await unlisted(), () => undefined)).toBe(0);
    expect(await unlisted()).toEqual([]);
    const stored = (await table.partition(`TEAM#${teamId}`)).find(({ id }) => id === searched.id);
    expect(stored?.gsi1sk).toBe(gsi1sk);
    for (const query of queries) expect((await readAll(office, kind, query)).count).toBe(1);
  });

  test('a record that changes while `npm run index:words` runs is left for the next run', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const { write, searched } = kind.item(teamId, 'Viejo Registro', false);
    await transact(testContext.context, [write({})]);
    const client = testContext.context.client(tableClient);
    const read = (await unlistedRecords(client, TABLE_NAME)).filter(({ pk }) => pk.includes(teamId));
    const stale = read.map((record) => ({ ...record, name: 'Anterior', plate: 'ANT-1', economicNumber: 'A1' }));
    const lines: string[] = [];
    expect(await indexWords(testContext.runtime, stale, (line) => lines.push(line))).toBe(1);
    expect(lines.join()).toMatch(`${searched.id} of TEAM#${teamId}: it changed meanwhile`);
    expect(await table.partition(`TEAM#${teamId}#WORDS`)).toEqual([]);
  });
});

const QUERIES: Readonly<Record<string, string>>[] = [
  {},
  { status: 'ACTIVO' },
  { status: 'INACTIVO' },
  { sort: 'name' },
  { q: '000777' },
  { q: 'fletes' },
  { q: 'norte fletes' },
  // Two words that each occur in half of the records, and never together.
  { q: 'norte sur' },
];

test(
  `desk 3.4: the list of clients, measured with ${MEASURED} of them, stays within 8 RRU a call`,
  async () => {
    const { clients } = KINDS;
    if (clients === undefined) throw new Error('There are no clients.');
    const office = await openOffice(world);
    await lay(office, clients, MEASURED);
    const lines = [];
    for (const query of QUERIES) {
      const { count, calls, units } = await read(office, clients, query, FOLLOWED);
      lines.push(`${JSON.stringify(query)}: ${count} records in ${calls} calls, at most ${units} RRU`);
    }
    if (process.env.LIST_RECORDS) console.log(lines.join('\n'));
    expect(lines).toHaveLength(QUERIES.length);
  },
  LONGEST_MS,
);

test.each([
  // Without words a client costs 5, a driver 5 and a vehicle or box 7.
  [
    'client',
    createClient,
    { name: 'Aceros del Norte SA de CV', rfc: 'ANO010101AB1', phone: '8181', email: 'a@n.mx' },
    12,
  ],
  ['client with a short name', createClient, { name: 'Ana' }, 6],
  ['driver', createDriver, { name: 'Ramón Elizondo Garza', rfc: 'EIGR800101AB1', phone: '8112345678' }, 12],
  ['vehicle', createVehicle, { plate: '12-AB-3C', brand: 'Kenworth', model: 'T680' }, 11],
  ['box', createBox, { economicNumber: 'C-101', dailyRate: 850 }, 10],
  // Without words a route and a route point cost 5.
  [
    'route',
    createRoute,
    { name: 'Monterrey–Querétaro', stops: [{ order: 1, routePointId: someId(), routePointName: 'Patio Norte 4' }] },
    12,
  ],
  [
    'route point with seven more words, past the budget of six (docs/decisions/0073)',
    createRoutePoint,
    { name: 'Patio', address: 'Carretera Miguel Alemán km 14 Parque Industrial', lat: 1, lng: 1 },
    17,
  ],
])('desk 3.4: a new %s costs its words once', async (_, operation, body, units) => {
  const office = await openOffice(world);
  expect((await office.send(operation, { body })).status).toBe(201);
  const { wru } = v.parse(v.object({ wru: v.number() }), JSON.parse(office.testContext.logs.at(-1) ?? '{}'));
  expect(wru).toBe(units);
});
