import { operation as createReservation } from '../../functions/box-reservations/create-reservation';
import { operation as listReservations } from '../../functions/box-reservations/list-reservations';
import { operation as createBox } from '../../functions/boxes/create-box';
import { operation as listBoxes } from '../../functions/boxes/list-boxes';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as deleteClient } from '../../functions/clients/delete-client';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as createDriver } from '../../functions/drivers/create-driver';
import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as listRoutePoints } from '../../functions/route-points/list-route-points';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as listRoutes } from '../../functions/routes/list-routes';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import { indexWords, unlistedRecords } from '../../scripts/words/index-words';
import { clientKey, searchedClient } from '../../shared/clients/client';
import type { Operation } from '../../shared/operation/define';
import { tableClient } from '../../shared/platform/table/client';
import { getItem } from '../../shared/platform/table/read';
import { putItem, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { wordIndexes, wordKey } from '../../shared/platform/table/word-keys';
import { removedWordSteps } from '../../shared/platform/table/word-rows';
import { accounts } from '../support/accounts';
import { ENVIRONMENT, someId } from '../support/engine-runtime';
import { unitsOf } from '../support/list-units';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';

/** What a Mexican dispatcher types, against names as they are stored. */

const table = quickTable();
const world = accounts(table);

interface Listed {
  readonly list: Operation;
  readonly plural: string;
  /** The field that holds the stored text. */
  readonly field: string;
}
interface Kind extends Listed {
  readonly create: Operation;
  readonly body: (stored: string) => object;
  readonly others: readonly string[];
}

const START = '2026-03-05T12:00:00Z';
const STOP = { lat: 25.7, lng: -100.2 };
const KINDS = {
  client: {
    ...{ create: createClient, list: listClients, plural: 'clients', field: 'name' },
    body: (name) => ({ name }),
    others: ['Fletes Ejemplo', 'Abarrotes 9000', 'Cementos 12 de Octubre'],
  },
  rfc: {
    ...{ create: createClient, list: listClients, plural: 'clients', field: 'rfc' },
    body: (rfc) => ({ name: 'Un cliente', rfc }),
    others: ['XAXX010101000'],
  },
  phone: {
    ...{ create: createClient, list: listClients, plural: 'clients', field: 'phone' },
    body: (phone) => ({ name: 'Un cliente', phone }),
    others: ['5559990000'],
  },
  driver: {
    ...{ create: createDriver, list: listDrivers, plural: 'drivers', field: 'name' },
    body: (name) => ({ name, licenseNumber: 'NL-123456' }),
    others: ['Pedro Infante'],
  },
  plate: {
    ...{ create: createVehicle, list: listVehicles, plural: 'vehicles', field: 'plate' },
    body: (plate) => ({ plate, brand: 'Volvo', model: 'FH' }),
    others: ['99-ZZ-9Z'],
  },
  model: {
    ...{ create: createVehicle, list: listVehicles, plural: 'vehicles', field: 'model' },
    body: (model) => ({ plate: '77-XY-7X', brand: 'Marca', model }),
    others: [],
  },
  box: {
    ...{ create: createBox, list: listBoxes, plural: 'boxes', field: 'economicNumber' },
    body: (economicNumber) => ({ economicNumber, dailyRate: 850 }),
    others: ['CAJA-17', 'R-9'],
  },
  point: {
    ...{ create: createRoutePoint, list: listRoutePoints, plural: 'routePoints', field: 'address' },
    body: (address) => ({ name: 'Patio', address, municipality: 'Apodaca', ...STOP }),
    others: ['Otra calle 9'],
  },
  route: {
    ...{ create: createRoute, list: listRoutes, plural: 'routes', field: 'name' },
    body: (name) => ({
      name,
      stops: [{ order: 1, routePointId: someId(), routePointName: 'Patio', address: 'Calle Morelos' }],
    }),
    others: ['Otra ruta 9'],
  },
  cargo: {
    ...{ create: createTrip, list: listTrips, plural: 'trips', field: 'cargoDescription' },
    body: (cargoDescription) => ({ startDate: START, cargoDescription }),
    others: ['Otra carga 9'],
  },
} satisfies Readonly<Record<string, Kind>>;

async function store(office: Office, { create, body, others, ...kind }: Kind, stored: string) {
  for (const one of [stored, ...others]) {
    const answer = await office.send(create, { body: body(one) });
    expect([kind.plural, one, answer.status, answer.body.errors]).toEqual([kind.plural, one, 201, undefined]);
  }
}

/** The stored texts of all pages. No call reads more than eight units. */
async function found(
  office: Office,
  { list, plural, field }: Listed,
  q: string,
  limit = '50',
  filters: Readonly<Record<string, string>> = {},
) {
  const texts: unknown[] = [];
  for (let cursor: unknown; cursor !== null; ) {
    const answer = await office.send(list, {
      query: { q, limit, ...filters, ...(typeof cursor === 'string' && { cursor }) },
    });
    expect([q, answer.status]).toEqual([q, 200]);
    expect(unitsOf(office).rru).toBeLessThanOrEqual(8);
    texts.push(...recordsOf(answer, plural).map((one) => one[field]));
    cursor = answer.body.nextCursor;
  }
  return texts;
}

const TYPED: readonly (readonly [kind: keyof typeof KINDS, stored: string, ...typed: string[]])[] = [
  [
    'client',
    '7-Eleven México S.A. de C.V.',
    '7 eleven',
    '7-eleven',
    '7eleven',
    '7 Eleven México',
    'eleven',
    'eleven sa de',
  ],
  ['client', '7Eleven', '7 eleven', '7-Eleven', '7eleven', 'eleven'],
  ['client', '7 Eleven', '7-eleven', '7eleven', 'eleven 7'],
  ['client', 'Logística 24/7', '24 7', '24/7', 'logistica 24 7', '247', 'logística 24/7', '24-7 logistica'],
  ['client', '24/7 Express S.A.P.I. de C.V.', '24 7 express', '24/7 express', 'express sapi', 'express s.a.p.i.'],
  ['client', '3M México, S.A. de C.V.', '3m', '3 m mexico', '3m méxico sa'],
  ['client', 'Grupo Garza-Leal', 'garza leal', 'garza-leal', 'leal', 'garzaleal', 'grupo leal'],
  ['client', 'Grupo Garza Leal', 'garza-leal', 'grupo garza-leal'],
  ['client', 'Transportes S.A. de C.V.', 'transportes sa de', 'transportes s.a.', 'transportes s.a. de'],
  ['client', 'Transportes SA de CV', 'transportes s.a.', 'transportes, s.a. de'],
  ['client', 'ＡＣＥＲＯＳ Ｎｏｒｔｅ', 'aceros', 'aceros norte', 'ＡＣＥＲＯＳ'],
  ['client', 'Aceros Norte', 'ＡＣＥＲＯＳ', 'ａｃｅｒｏｓ'],
  ['client', 'Conﬁtería Oﬁcial', 'confiteria', 'oficial', 'Conﬁteria'],
  ['client', 'Bodega 1º de Mayo', '1o de mayo', '1º de mayo', 'bodega 1', 'bodega 1o'],
  ['client', 'Bodega2000', 'bodega 2000', '2000', 'bodega2000', 'bodega-2000'],
  ['client', 'Bodega 2000', 'bodega2000', 'bodega-2000', 'bodega #2000'],
  ['client', 'H&M Logistics', 'h&m', 'hm', 'h m logistics', 'h & m'],
  ['client', 'Fletes O’Farrill', "o'farrill", 'ofarrill', 'farrill', 'o farrill'],
  ['client', 'Almacén(85D)Laredo', 'laredo', '85d', 'almacen 85d', 'almacen laredo'],
  [
    'client',
    'Aceros del Norte, S.A. de C.V.',
    'Aceros del Norte SA de CV',
    'aceros del norte s.a. de c.v.',
    'norte aceros sa de cv',
  ],
  [
    'client',
    'Comercializadora e Importadora del Bajío S. de R.L. de C.V.',
    'Comercializadora e Importadora del Bajío S. de R.L. de C.V.',
    'bajío s de rl de cv',
  ],
  ['client', 'Hernández & Hijos', 'hernandez y hijos', 'hernandez & hijos', 'hernandez e hijos'],
  ['client', 'Hernández y Hijos', 'hernandez y hijos', 'hernandez & hijos', 'hernandez y h'],
  ['rfc', 'XIA190128J61', 'xia190128j61', 'XIA-190128-J61', 'XIA 190128 J61', 'xia190128'],
  ['rfc', 'Ñ&A010203AB1', 'ñ&a010203ab1', 'Ñ&A 010203 AB1', 'na010203'],
  [
    'phone',
    '+52 81 8345 6789',
    '8183456789',
    '81 8345 6789',
    '(81) 8345-6789',
    '81-8345-6789',
    '+52 81 8345',
    '044 81 8345 6789',
    '81.8345.6789',
  ],
  ['phone', '(81) 8345-6789 ext. 12', '81 8345 6789', '8183456789'],
  ['driver', 'Ma. del Carmen Núñez', 'ma del carmen', 'nunez', 'ma. carmen'],
  ['driver', 'Mª Guadalupe Ríos', 'ma guadalupe', 'mª', 'rios'],
  ['driver', 'José Pérez-Gómez 2', 'perez gomez', 'perez-gomez', 'gomez 2'],
  ['plate', '52-AB-3C', '52ab3c', '52 AB 3C', '52-ab', '52 ab', '52/AB/3C', '52AB-3C'],
  ['plate', 'RA-12345', 'ra 12345', 'ra12345', 'RA-123'],
  ['plate', 'ABC-12-34', 'abc 1234', 'abc-12-34', 'abc 12 34', 'ABC1234'],
  ['model', 'T-680', 't680', 't 680', 't-680', '680', 'marca t680', 'marca t-680'],
  ['model', 'T680', 't680', 't 680', 't-680', 'marca t 680'],
  ['model', 'Cascadia126', 'cascadia 126', '126', 'cascadia126'],
  ['model', 'M2 106', 'm2 106', 'm2-106'],
  ['box', 'CAJA-82', '82', 'caja 82', 'caja82', 'caja-82', 'CAJA82', '#82', 'caja #82'],
  ['box', 'Caja82', '82', 'caja 82', 'caja82', 'caja-82'],
  ['box', 'Caja 82', '82', 'caja 82', 'caja82', 'caja-82'],
  ['box', '53-0045', '530045', '53 0045', '53-0045', '0045'],
  ['box', 'TR/1045-B', '1045', '1045b', 'tr 1045', 'tr-1045', 'tr1045b', 'tr 1045 b'],
  ['point', 'Av.Hidalgo,45', 'hidalgo', 'av hidalgo', 'hidalgo 45', 'av. hidalgo 45', 'av.hidalgo', '45'],
  ['point', 'Av. Hidalgo 45', 'av.hidalgo', 'av.hidalgo,45', 'hidalgo,45', 'hidalgo #45'],
  ['point', 'Blvd. Díaz Ordaz #130-A', 'diaz ordaz 130', 'ordaz 130a', 'ordaz 130-a', '#130', 'ordaz 130 a'],
  ['point', 'Carr. Federal 85D Km14.5', 'km 14', 'km 14.5', 'km14', '85d', 'federal 85'],
  [
    'point',
    'Calle 5 de Mayo,Col.Centro,C.P.64000',
    'centro',
    '64000 apodaca',
    'cp 64000 apodaca',
    'c.p. 64000 apodaca',
    '5 de mayo',
    'col. centro',
  ],
  [
    'route',
    'Monterrey-Laredo(85D)',
    'laredo',
    'monterrey laredo',
    'monterrey-laredo',
    '85d',
    'laredo 85d',
    'monterrey (85d)',
    'monterrey laredo 85d',
  ],
  ['route', 'MTY/GDL-02', 'mty gdl', 'gdl', 'mty/gdl', 'gdl 02', 'mty-gdl-02'],
  ['route', 'Ruta12 Querétaro', 'ruta 12', 'ruta12', 'queretaro 12', 'ruta-12'],
  ['cargo', 'Acero(rollo)/24', 'rollo', 'acero 24', 'acero rollo'],
  ['cargo', '40HC vacío', '40 hc', '40hc', 'vacio 40 hc'],
];
const CASES = TYPED.flatMap(([kind, stored, ...typed]) => typed.map((q) => [kind, stored, q] as const));

test.each(CASES)('desk 3.1: %s %j is found by %j', async (name, stored, q) => {
  const kind: Kind = KINDS[name];
  const office = await openOffice(world);
  await store(office, kind, stored);
  expect(await found(office, kind, q)).toEqual([stored]);
});

test.each([
  ['client', '7-Eleven', 'eleven 8'],
  // The last word, and the company form, must match too.
  ['client', 'Hernández e Hijos', 'hernandez y'],
  ['client', 'Aceros del Norte', 'aceros del norte sa de cv'],
  ['client', '7-Eleven', '7 even'],
  ['client', 'Bodega 2000', 'bodega2001'],
  ['client', 'Almacén 85D', 'almacen 5d'],
  // A trade mark is a sign.
  ['client', 'Marca™ Norte', 'marcatm'],
  // The pieces of plates would find most vehicles.
  ['plate', '52-AB-3C', 'ab'],
  ['plate', 'RA-12345', '12345'],
  ['rfc', 'XIA190128J61', '190128'],
] as const)('desk 3.1: %s %j is not found by %j', async (name, stored, q) => {
  const kind: Kind = KINDS[name];
  const office = await openOffice(world);
  await store(office, kind, stored);
  expect(await found(office, kind, q)).toEqual([]);
});

/** A trip or a reservation whose client, or route, has the stored name, beside one of another. */
const DATED = {
  tripOfClient: {
    ...{ list: listTrips, plural: 'trips', field: 'clientName' },
    lay: async (office, name) => {
      const { body: client } = await office.send(createClient, { body: { name } });
      return office.send(createTrip, { body: { startDate: START, clientId: client.id } });
    },
  },
  tripOfRoute: {
    ...{ list: listTrips, plural: 'trips', field: 'routeName' },
    lay: async (office, name) => {
      const { body: route } = await office.send(createRoute, { body: KINDS.route.body(name) });
      return office.send(createTrip, { body: { startDate: START, routeId: route.id } });
    },
  },
  tripOfVehicle: {
    ...{ list: listTrips, plural: 'trips', field: 'vehiclePlate' },
    lay: async (office, plate) => {
      const { body: vehicle } = await office.send(createVehicle, { body: KINDS.plate.body(plate) });
      return office.send(createTrip, { body: { startDate: START, vehicleId: vehicle.id } });
    },
  },
  tripOfCargo: {
    ...{ list: listTrips, plural: 'trips', field: 'cargoDescription' },
    lay: (office, cargo) => office.send(createTrip, { body: KINDS.cargo.body(cargo) }),
  },
  reservationOfClient: {
    ...{ list: listReservations, plural: 'reservations', field: 'notes' },
    lay: async (office, name) => {
      const { body: client } = await office.send(createClient, { body: { name } });
      return reserve(office, someId().slice(-8), name, client.id);
    },
  },
  reservationOfRfc: {
    ...{ list: listReservations, plural: 'reservations', field: 'notes' },
    lay: async (office, rfc) => {
      const { body: client } = await office.send(createClient, { body: KINDS.rfc.body(rfc) });
      return reserve(office, someId().slice(-8), rfc, client.id);
    },
  },
  reservationOfBox: {
    ...{ list: listReservations, plural: 'reservations', field: 'notes' },
    lay: (office, number) => reserve(office, number, number, undefined),
  },
} satisfies Readonly<
  Record<string, Listed & { readonly lay: (office: Office, stored: string) => ReturnType<Office['send']> }>
>;

async function reserve(office: Office, economicNumber: string, notes: string, clientId: unknown) {
  const { body: box } = await office.send(createBox, { body: KINDS.box.body(economicNumber) });
  return office.send(createReservation, {
    body: { boxId: box.id, startAt: START, notes, ...(typeof clientId === 'string' && { clientId }) },
  });
}

const TYPED_OF_DATED: readonly (readonly [kind: keyof typeof DATED, stored: string, ...typed: string[]])[] = [
  ['tripOfClient', '7 Eleven', '7-eleven', '7eleven', '7/eleven', 'eleven 7'],
  ['tripOfClient', '7-Eleven México', '7 eleven', '7-eleven', '7eleven', '7-eleven méx'],
  ['tripOfClient', 'Grupo Garza Leal', 'garza-leal', 'grupo garza-leal'],
  ['tripOfClient', 'Bodega 2000', 'bodega2000', 'bodega-2000', 'bodega #2000'],
  ['tripOfClient', 'Logística 24/7', '24 7', '24-7', 'logistica 24-7'],
  ['tripOfClient', 'Pérez & Hijos', 'perez y hijos', 'pérez e hijos', 'perez & hijos'],
  ['tripOfClient', 'De la Torre', 'de la', 'de', 'de la torre'],
  ['tripOfClient', 'Garza Leal & Hijos', 'garza-leal y hijos'],
  ['tripOfClient', 'Fletes Farrill', 'fletes.farrill', 'fletes,farrill'],
  ['tripOfRoute', 'Monterrey Laredo', 'monterrey-laredo', 'monterrey/laredo', 'mont-lar'],
  ['tripOfRoute', 'MTY GDL 02', 'mty-gdl-02', 'mty/gdl', 'mty-gdl 02'],
  ['tripOfVehicle', '52-AB-3C', '52-ab-3c', '52 AB 3C', '52/ab', '52ab'],
  ['tripOfCargo', 'Acero rollo 24', 'acero-rollo', 'acero(rollo)/24', 'rollo#24'],
  ['reservationOfClient', '7 Eleven', '7-eleven', '7eleven'],
  ['reservationOfClient', 'Grupo Garza Leal', 'garza-leal', 'grupo garza-leal'],
  ['reservationOfClient', 'Garza Leal & Hijos', 'garza-leal y hijos'],
  ['reservationOfClient', 'De la Torre', 'de la'],
  ['reservationOfClient', 'Bodega 2000', 'bodega2000', 'bodega-2000'],
  ['reservationOfRfc', 'XIA190128J61', 'xia190128j61', 'XIA-190128-J61', 'XIA 190128 J61'],
  ['reservationOfBox', 'Caja 82', 'caja-82', 'caja82', '#82', 'caja 82'],
  ['reservationOfBox', 'TR/1045-B', 'tr-1045-b', 'tr 1045 b', 'TR1045'],
];
const DATED_CASES = TYPED_OF_DATED.flatMap(([kind, stored, ...typed]) => typed.map((q) => [kind, stored, q] as const));

test.each(DATED_CASES)('desk 3.1: %s %j is found by %j', async (name, stored, q) => {
  const { lay, ...kind } = DATED[name];
  const office = await openOffice(world);
  for (const one of [stored, name === 'reservationOfRfc' ? 'XAXX010101000' : 'RZ-1'])
    expect((await lay(office, one)).status).toBe(201);
  expect(await found(office, kind, q)).toEqual([stored]);
});

test.each(['tripOfClient', 'reservationOfClient'] as const)(
  'desk 3.1: a name as it was typed stands before its pieces: %s, in pages of one',
  async (name) => {
    const { lay, ...kind } = DATED[name];
    const office = await openOffice(world);
    for (const one of ['7-Eleven Norte', '7-Eleven Sur', '7 Eleven']) await lay(office, one);
    const typed = ['7-Eleven Norte', '7-Eleven Sur'];
    expect(await found(office, kind, '7-eleven')).toEqual(typed);
    expect(await found(office, kind, '7-eleven', '1')).toEqual(typed);
    expect((await found(office, kind, '7 eleven', '1')).toSorted()).toEqual(['7 Eleven', ...typed]);
    // The pieces are searched where the word as it was typed has no record that passes the filters.
    const clients = recordsOf(await office.send(listClients, { query: { q: 'eleven 7' } }), 'clients');
    const client = clients.find((one) => one.name === '7 Eleven');
    expect(await found(office, kind, '7-eleven', '1', { clientId: String(client?.id) })).toEqual(['7 Eleven']);
  },
);

test.each([
  ['client', '7-Eleven', '7-eleven', 3],
  ['client', '7 Eleven', '7-eleven', 4.5],
  ['box', '40HC', '40 hc', 3],
] as const)('desk 3.4: %s %j by %j reads the entries of each form once: %p RRU', async (name, stored, q, units) => {
  const office = await openOffice(world);
  await store(office, KINDS[name], stored);
  expect(await found(office, KINDS[name], q)).toEqual([stored]);
  expect(unitsOf(office).rru).toBe(units);
});

test('desk 3.1: a trip is found by the pieces of its client and of its route', async () => {
  const office = await openOffice(world);
  const { body: client } = await office.send(createClient, { body: KINDS.client.body('7-Eleven') });
  const { body: route } = await office.send(createRoute, { body: KINDS.route.body('Monterrey-Laredo(85D)') });
  await office.send(createTrip, {
    body: { startDate: START, clientId: client.id, routeId: route.id, cargoDescription: 'Pan' },
  });
  for (const q of ['7 eleven', 'eleven pan', 'laredo', '85d', '7eleven laredo'])
    expect([q, await found(office, KINDS.cargo, q)]).toEqual([q, ['Pan']]);
});

test('desk 3.1: the words of a name cost a creation at most three units more for its pieces', async () => {
  const office = await openOffice(world);
  const unitsToCreate = async (name: string) => {
    await office.send(createClient, { body: { name } });
    return unitsOf(office).wru;
  };
  // Of two and of three words, each with as many pieces as a person may glue together.
  for (const [name, glued] of [
    ['Almacén Norte', 'Almacén Norte/1/2/3/4/5/6/7/8/9'],
    ['Almacén Norte Sur', 'Almacén Norte Sur/1/2/3/4/5/6/7/8/9'],
  ] as const)
    expect((await unitsToCreate(glued)) - (await unitsToCreate(name))).toBe(3);
});

test('desk 3.1: a client of an older release is found as before, by its pieces after `npm run index:words`, and leaves no word', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { body } = await office.send(createClient, { body: { name: 'Tiendas 7-Eleven 1º', phone: '8183456789' } });
  const client = clientKey(teamId, String(body.id));
  const record = await getItem(testContext.context, client);
  if (record === undefined) throw new Error('The client was not created.');
  const text = 'tiendas 7eleven 1º 8183456789';
  await transact(testContext.context, [
    ...removedWordSteps(searchedClient(record)),
    update(client, { set: { gsi1sk: `CLIENT#tiendas 7eleven 1º #${record.id}#${text}` } }, {}, refuse),
  ]);
  await transact(testContext.context, [
    putItem(
      wordKey(teamId, 'CLIENT', '7eleven', record.id),
      { text },
      wordIndexes(teamId, 'CLIENT', '1º', record.id, text),
    ),
    putItem(wordKey(teamId, 'CLIENT', '8183456789', record.id), { text }),
  ]);
  const finds = async (...typed: readonly string[]) => {
    for (const q of typed) expect([q, await found(office, KINDS.client, q)]).toEqual([q, [record.name]]);
  };
  const before = ['7-eleven', '7eleven', 'tiendas 7 eleven', '1º', '81 8345 6789'];
  await finds(...before);
  expect(await found(office, KINDS.client, 'eleven')).toEqual([]);
  const dynamo = testContext.context.client(tableClient);
  const unlisted = async () =>
    (await unlistedRecords(dynamo, String(ENVIRONMENT.TABLE_NAME))).filter(({ pk }) => pk.includes(teamId));
  expect(await indexWords(testContext.runtime, await unlisted(), () => undefined)).toBe(0);
  expect(await unlisted()).toEqual([]);
  await finds(...before, 'eleven', '1o');
  await office.send(deleteClient, { path: { id: record.id } });
  expect(await table.partition(`TEAM#${teamId}#WORDS`)).toEqual([]);
});

const refuse = () => new Error('changed');
