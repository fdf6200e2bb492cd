import * as v from 'valibot';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as getClient } from '../../functions/clients/get-client';
import { operation as updateClient } from '../../functions/clients/update-client';
import { operation as createDriver } from '../../functions/drivers/create-driver';
import { operation as getDriver } from '../../functions/drivers/get-driver';
import { operation as getOwnDriver } from '../../functions/drivers/get-own-driver';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as updateOwnDriver } from '../../functions/drivers/update-own-driver';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as updateOwnTripStatus } from '../../functions/trips/update-own-trip-status';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as getVehicle } from '../../functions/vehicles/get-vehicle';
import { operation as updateVehicle } from '../../functions/vehicles/update-vehicle';
import { operation as updateVehicleStatus } from '../../functions/vehicles/update-vehicle-status';
import { clientKey } from '../../shared/clients/client';
import { driverKey } from '../../shared/fleet/driver';
import { vehicleKey } from '../../shared/fleet/vehicle';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import type { Operation } from '../../shared/operation/define';
import type { ItemKey } from '../../shared/platform/table/keys';
import { getItem } from '../../shared/platform/table/read';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { tripKey } from '../../shared/trips/trip';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import type { TestAnswer, TestRequest } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTrip, insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

/** A record that versions are about, and a change of it that can be sent twice. */
interface Kind {
  readonly name: string;
  readonly read: Operation;
  readonly change: Operation;
  readonly create: (office: Office) => Promise<TestAnswer>;
  /** The `n`th change. */
  readonly body: (n: number) => object;
  readonly path: (id: string) => Record<string, string>;
  readonly key: (teamId: string, id: string) => ItemKey;
}

const START_DATE = '2026-03-04T12:00:00.000Z';

const client = (office: Office) => office.send(createClient, { body: { name: 'Cervecería del Bajío' } });
const invoice = async (office: Office) => {
  const { id } = (await client(office)).body;
  const items = [{ description: 'Flete', productKey: '78101802', price: 100 }];
  return office.send(createInvoice, { body: { clientId: id, items } });
};

const KINDS: readonly Kind[] = [
  {
    name: 'client',
    read: getClient,
    change: updateClient,
    create: client,
    body: (n) => ({ notes: `change ${n}` }),
    path: (id) => ({ id }),
    key: clientKey,
  },
  {
    name: 'driver',
    read: getDriver,
    change: updateDriver,
    create: (office) => office.send(createDriver, { body: { name: 'José Hernández' } }),
    body: (n) => ({ allergies: `change ${n}` }),
    path: (driverId) => ({ driverId }),
    key: driverKey,
  },
  {
    name: 'vehicle',
    read: getVehicle,
    change: updateVehicle,
    create: (office) => office.send(createVehicle, { body: { plate: '61-AF-4K' } }),
    body: (n) => ({ notes: `change ${n}` }),
    path: (vehicleId) => ({ vehicleId }),
    key: vehicleKey,
  },
  {
    name: 'trip',
    read: getTrip,
    change: updateTrip,
    create: (office) => office.send(createTrip, { body: { startDate: START_DATE } }),
    body: (n) => ({ notes: `change ${n}` }),
    path: (tripId) => ({ tripId }),
    key: tripKey,
  },
  {
    name: 'invoice',
    read: getInvoice,
    change: editInvoice,
    create: invoice,
    body: (n) => ({ notes: `change ${n}` }),
    path: (id) => ({ id }),
    key: invoiceKey,
  },
];

const recordIn = ({ body }: TestAnswer): Record<string, unknown> => Object(body.driver ?? body);

async function open({ create, change, read, path, body, key }: Kind) {
  const office = await openOffice(world);
  const created = await create(office);
  const id = String(recordIn(created).id);
  const at = key(office.teamId, id);
  const sent = (headers: TestRequest['headers'], n = 1) =>
    office.send(change, { path: path(id), headers: headers ?? {}, body: body(n) });
  return {
    office,
    created,
    id,
    get: (headers: TestRequest['headers'] = {}) => office.send(read, { path: path(id), headers }),
    put: (n = 1) => sent({}, n),
    putIf: (ifMatch: string, n = 1) => sent({ 'if-match': ifMatch }, n),
    stored: async () => Object(await getItem(office.testContext.context, at)).version,
    /** A record of an older release. */
    forget: async () => {
      const [{ version: _, ...old } = {}] = await table.partition(at.pk, at.sk);
      await transact(office.testContext.context, [putItem({ ...at, schema: v.looseObject({}) }, old)]);
    },
  };
}

const tagOf = ({ headers }: TestAnswer) => headers.etag;

describe.each(KINDS)('integrations 4: the version of a $name', (kind) => {
  it('is 1 after its creation, is its ETag, and rises by one with each change', async () => {
    const { created, get, put, stored } = await open(kind);
    expect([tagOf(created), recordIn(created).version, await stored()]).toEqual(['"1"', 1, 1]);
    const changed = await put(1);
    expect([tagOf(changed), recordIn(changed).version, await stored()]).toEqual(['"2"', 2, 2]);
    expect([tagOf(await put(2)), tagOf(await get()), recordIn(await get()).version]).toEqual(['"3"', '"3"', 3]);
  });

  it('stays with a change that changes nothing', async () => {
    const { office, id, stored } = await open(kind);
    const same = await office.send(kind.change, { path: kind.path(id), body: {}, headers: { 'if-match': '"1"' } });
    expect([same.status, tagOf(same), await stored()]).toEqual([200, '"1"', 1]);
    const late = await office.send(kind.change, { path: kind.path(id), body: {}, headers: { 'if-match': '"4"' } });
    expect([late.status, tagOf(late)]).toEqual([412, '"1"']);
  });

  it('is accepted by If-Match with its tag, a list with its tag, and *', async () => {
    const { putIf, stored } = await open(kind);
    const statuses = [
      (await putIf('"1"', 1)).status,
      (await putIf('"7", "2"', 2)).status,
      (await putIf('*', 3)).status,
    ];
    expect([statuses, await stored()]).toEqual([[200, 200, 200], 4]);
  });

  it.each(['"1"', '"3"', 'W/"2"', '"02"', '"two"', '""'])(
    'is refused by If-Match %s when it is 2: 412 with the present ETag, and nothing changes',
    async (tag) => {
      const { put, putIf, get } = await open(kind);
      await put(1);
      const before = await get();
      const refused = await putIf(tag, 2);
      expect([refused.status, refused.body.error, tagOf(refused)]).toEqual([412, 'PRECONDITION_FAILED', '"2"']);
      expect(await get()).toEqual(before);
    },
  );

  it.each(['', '1', '"1', '"1" "2"', '"1",', 'W"1"', '* , "1"', '"\u0001"'])(
    'integrations 7: If-Match %j is malformed: 400',
    async (header) => {
      const { putIf, stored } = await open(kind);
      const { status, body } = await putIf(header);
      expect([status, body.error, body.field, await stored()]).toEqual([400, 'VALIDATION_FAILED', 'If-Match', 1]);
    },
  );

  it('makes a GET with If-None-Match a 304 without a body, until the next change', async () => {
    const { office, id, get, put } = await open(kind);
    for (const header of ['"1"', 'W/"1"', '"9", "1"', '*']) {
      const answer = await get({ 'if-none-match': header });
      expect([answer.status, tagOf(answer), answer.body]).toEqual([304, '"1"', {}]);
    }
    for (const header of ['"2"', 'nonsense', '']) expect((await get({ 'if-none-match': header })).status).toBe(200);
    await put(1);
    expect([(await get({ 'if-none-match': '"1"' })).status, (await get()).status]).toEqual([200, 200]);
    const written = await office.send(kind.change, {
      path: kind.path(id),
      body: kind.body(2),
      headers: { 'if-none-match': '"2"' },
    });
    expect([written.status, tagOf(written)]).toEqual([200, '"3"']);
  });

  it('is 0 for a record of an older release, which counts on', async () => {
    const { get, putIf, stored, forget } = await open(kind);
    await forget();
    const old = await get();
    expect([tagOf(old), recordIn(old).version]).toEqual(['"0"', 0]);
    expect((await putIf('"1"')).status).toBe(412);
    expect([tagOf(await putIf('"0"')), await stored()]).toEqual(['"1"', 1]);
  });

  it('lets one of two writers with the same version through', async () => {
    const { putIf, get, stored } = await open(kind);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => putIf('"1"', n)));
    const won = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    expect([await stored(), won.map(tagOf)]).toEqual([2, ['"2"']]);
    expect(recordIn(await get())).toMatchObject(won.map(recordIn)[0] ?? {});
  });
});

const IN_DOCUMENTS = [
  ['driver', { licenseNumber: 'NL-B-0458812' }],
  ['vehicle', { insuranceNumber: 'Q-2026-778812' }],
] as const;

it.each(IN_DOCUMENTS)(
  'integrations 4: the ETag of a corrected %s counts the end of its mark too',
  async (name, body) => {
    const [kind] = KINDS.filter((one) => one.name === name);
    if (kind === undefined) throw new Error(name);
    const { office, id, putIf, stored } = await open(kind);
    const answer = await office.send(kind.change, { path: kind.path(id), body });
    expect([tagOf(answer), await stored()]).toEqual(['"3"', 3]);
    expect((await putIf(tagOf(answer) ?? '')).status).toBe(200);
  },
);

async function openCab() {
  const office = await openOffice(world);
  const account = { sub: someId(), username: 'luis.leal', appAccessStatus: 'ACTIVE', everActive: true } as const;
  const driver = await insertDriver(office.testContext, { ...account, teamId: office.teamId });
  const vehicle = await insertVehicle(office.testContext, { teamId: office.teamId });
  const actor = { pool: 'staff', role: 'OWNER', id: office.id, teamId: office.teamId } as const;
  const trip = await insertTrip(office.testContext, { actor, driver: { ...driver, sub: account.sub }, vehicle });
  return { office, driver, vehicle, trip, cab: await office.cab(driver) };
}
type Laid = Awaited<ReturnType<typeof openCab>>;

/** Changes that answer something else than the whole record, or are made by the driver. */
const OTHERS: readonly (readonly [
  string,
  number,
  (laid: Laid, headers: TestRequest['headers']) => Promise<TestAnswer>,
])[] = [
  [
    'the status of a vehicle',
    0,
    ({ office, vehicle }, headers = {}) =>
      office.send(updateVehicleStatus, { path: { vehicleId: vehicle.id }, headers, body: { status: 'MANTENIMIENTO' } }),
  ],
  [
    'the status of a trip',
    1,
    ({ office, trip }, headers = {}) =>
      office.send(updateTripStatus, { path: { tripId: trip.id }, headers, body: { status: 'CANCELADO' } }),
  ],
  [
    'the status of the driver’s own trip',
    1,
    ({ cab, trip }, headers = {}) =>
      cab.send(updateOwnTripStatus, { path: { tripId: trip.id }, headers, body: { status: 'EN_PROCESO' } }),
  ],
  [
    'the driver’s own profile',
    0,
    ({ cab }, headers = {}) => cab.send(updateOwnDriver, { headers, body: { allergies: 'Penicilina' } }),
  ],
];

describe.each(OTHERS)('integrations 4: %s', (_, version, change) => {
  it('is changed with the version that was read, and answers the next one', async () => {
    const { status, headers } = await change(await openCab(), { 'if-match': `"${version}"` });
    expect([status, headers.etag]).toEqual([200, `"${version + 1}"`]);
  });

  it('is changed without the header, as before', async () => {
    const { status, headers } = await change(await openCab(), {});
    expect([status, headers.etag]).toEqual([200, `"${version + 1}"`]);
  });

  it('is not changed with another version: 412 with the present one', async () => {
    const laid = await openCab();
    const { status, headers, body } = await change(laid, { 'if-match': '"9"' });
    expect([status, headers.etag, body.error]).toEqual([412, `"${version}"`, 'PRECONDITION_FAILED']);
    expect((await change(laid, {})).headers.etag).toBe(`"${version + 1}"`);
  });

  it('is changed once by several writers with the same version', async () => {
    const laid = await openCab();
    const answers = await Promise.all([1, 2, 3].map(() => change(laid, { 'if-match': `"${version}"` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

it('integrations 4: the driver’s own profile is 304 to an app that has it', async () => {
  const { cab } = await openCab();
  const { headers, status } = await cab.send(getOwnDriver);
  const again = await cab.send(getOwnDriver, { headers: { 'if-none-match': headers.etag ?? '' } });
  expect([status, again.status, again.body]).toEqual([200, 304, {}]);
});
