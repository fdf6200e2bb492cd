import { operation as createReservation } from '../../functions/box-reservations/create-reservation';
import { operation as updateReservation } from '../../functions/box-reservations/update-reservation';
import { operation as createBox } from '../../functions/boxes/create-box';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as deleteClient } from '../../functions/clients/delete-client';
import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as createRoutePoint } from '../../functions/route-points/create-route-point';
import { operation as createRoute } from '../../functions/routes/create-route';
import { operation as deleteRoute } from '../../functions/routes/delete-route';
import { operation as updateRoute } from '../../functions/routes/update-route';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as deleteVehicle } from '../../functions/vehicles/delete-vehicle';
import type { Operation } from '../../shared/operation/define';
import { accounts, refusal, refused } from '../support/accounts';
import type { TestAnswer } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage } from '../support/storage';
import { register, uploadOf } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const START_DATE = '2026-03-02T15:00:00.000Z';

/** An office in which `meanwhile(work)` lets other work run just before the next transaction of a request. */
async function openRacing() {
  let next: (() => Promise<unknown>) | undefined;
  const runNext = async () => {
    const work = next;
    next = undefined;
    await work?.();
  };
  const office = await openOffice(world, {}, { faults: [{ action: 'TransactWriteItems', meanwhile: runNext }] });
  storage.follow(office.testContext.now);
  return { office, meanwhile: (work: () => Promise<unknown>) => (next = work) };
}

async function made(office: Office, operation: Operation, body: object): Promise<string> {
  const answer = await office.send(operation, { body });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return String(answer.body.id);
}

const aClient = (office: Office) => made(office, createClient, { name: 'Aceros' });
const aBox = (office: Office) => made(office, createBox, { economicNumber: 'C-1', dailyRate: 1 });
const aVehicle = (office: Office) => made(office, createVehicle, { plate: 'AA-1' });
const aTrip = (office: Office) => made(office, createTrip, { startDate: START_DATE });
const ITEMS = [{ description: 'Flete', quantity: 1, price: 1 }];
async function routeBody(office: Office) {
  const point = { name: 'Patio', address: 'Km 15', lat: 25, lng: -100 };
  return { name: 'A – B', stops: [{ order: 1, routePointId: await made(office, createRoutePoint, point) }] };
}
const aRoute = async (office: Office) => made(office, createRoute, await routeBody(office));

/** Prepares a request that names the record with this id. */
type Prepare = (office: Office) => Promise<(id: string) => Promise<TestAnswer>>;

const creates =
  (operation: Operation, field: string, bodyOf: (office: Office) => object | Promise<object>): Prepare =>
  async (office) => {
    const body = await bodyOf(office);
    return (id) => office.send(operation, { body: { ...body, [field]: id } });
  };

const edits =
  (operation: Operation, parameter: string, record: (office: Office) => Promise<string>, field: string): Prepare =>
  async (office) => {
    const path = { [parameter]: await record(office) };
    return (id) => office.send(operation, { path, body: { [field]: id } });
  };

const registers =
  (entityType: string): Prepare =>
  async (office) => {
    const { file } = await uploadOf(office, office.teamId, { folder: 'clients' });
    return (id) => register(office, { ...file, entityType, entityId: id });
  };

const anInvoice = async (office: Office) =>
  made(office, createInvoice, { clientId: await aClient(office), items: ITEMS });
const aReservation = async (office: Office) => made(office, createReservation, { boxId: await aBox(office) });
const planned = () => ({ startDate: START_DATE });
const unknown = (field: string) => refused('VALIDATION_FAILED', field);
const FOREIGN = refused('FORBIDDEN', 'entityId');

const CLIENT = [aClient, deleteClient, 'id'] as const;
const ROUTE = [aRoute, deleteRoute, 'id'] as const;
const VEHICLE = [aVehicle, deleteVehicle, 'vehicleId'] as const;
const TRIP = [aTrip, deleteTrip, 'tripId'] as const;

type Deleted = readonly [(office: Office) => Promise<string>, Operation, string];
const RACES: readonly (readonly [string, Deleted, Prepare, unknown[]])[] = [
  ['a trip of a client', CLIENT, creates(createTrip, 'clientId', planned), unknown('clientId')],
  ['a trip on a route', ROUTE, creates(createTrip, 'routeId', planned), unknown('routeId')],
  ['a trip with a vehicle', VEHICLE, creates(createTrip, 'vehicleId', planned), unknown('vehicleId')],
  ['a trip that gets a client', CLIENT, edits(updateTrip, 'tripId', aTrip, 'clientId'), unknown('clientId')],
  ['a trip that gets a route', ROUTE, edits(updateTrip, 'tripId', aTrip, 'routeId'), unknown('routeId')],
  ['an invoice of a client', CLIENT, creates(createInvoice, 'clientId', () => ({ items: ITEMS })), unknown('clientId')],
  ['an invoice of a trip', TRIP, creates(createInvoice, 'tripId', () => ({ items: ITEMS })), unknown('tripId')],
  ['an invoice that gets a client', CLIENT, edits(editInvoice, 'id', anInvoice, 'clientId'), unknown('clientId')],
  ['a route of a client', CLIENT, creates(createRoute, 'clientId', routeBody), unknown('clientId')],
  ['a route that gets a client', CLIENT, edits(updateRoute, 'id', aRoute, 'clientId'), unknown('clientId')],
  [
    'a reservation of a client',
    CLIENT,
    creates(createReservation, 'clientId', async (office) => ({ boxId: await aBox(office) })),
    unknown('clientId'),
  ],
  [
    'a reservation that gets a client',
    CLIENT,
    edits(updateReservation, 'reservationId', aReservation, 'clientId'),
    unknown('clientId'),
  ],
  [
    'a collection of a client',
    CLIENT,
    creates(createCollection, 'clientId', () => ({ amount: 1, method: 'OTRO' })),
    unknown('clientId'),
  ],
  ['a file of a client', CLIENT, registers('client'), FOREIGN],
  ['a file of a trip', TRIP, registers('trip'), FOREIGN],
];

/** The records that name it, without the entries of the audit and the items of the record itself. */
const naming = async (id: string) =>
  (await table.everything()).filter(
    ({ pk, sk, ...fields }) => !/^(?:EVENT|DELETIONS)/.test(String(sk)) && Object.values(fields).includes(id),
  );

describe.each(RACES)(
  '%s and the deletion of what it names, at once',
  (_, [make, remove, parameter], prepare, loser) => {
    it('end with one of them: the record was deleted before it was named', async () => {
      const { office, meanwhile } = await openRacing();
      const [id, name] = [await make(office), await prepare(office)];
      const answers: TestAnswer[] = [];
      meanwhile(async () => answers.push(await office.send(remove, { path: { [parameter]: id } })));
      expect(refusal(await name(id))).toEqual(loser);
      expect(answers.map(({ status }) => status)).toEqual([200]);
      expect(await naming(id)).toEqual([]);
    });

    it('end with one of them: the record was named before it was deleted', async () => {
      const { office, meanwhile } = await openRacing();
      const [id, name] = [await make(office), await prepare(office)];
      const answers: TestAnswer[] = [];
      meanwhile(async () => answers.push(await name(id)));
      expect(refusal(await office.send(remove, { path: { [parameter]: id } }))).toEqual(refused('IN_USE'));
      expect(answers.map(({ status }) => Math.floor(status / 100))).toEqual([2]);
      expect((await naming(id)).length).toBeGreaterThan(0);
    });
  },
);

test('a creation after a deletion of another record is tried once more, and succeeds', async () => {
  const { office } = await openRacing();
  const [gone, clientId] = [await aClient(office), await aClient(office)];
  expect((await office.send(deleteClient, { path: { id: gone } })).status).toBe(200);
  await made(office, createTrip, { startDate: START_DATE, clientId });
  await made(office, createRoute, { ...(await routeBody(office)), clientId });
});
