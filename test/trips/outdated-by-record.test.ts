import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as updateVehicle } from '../../functions/vehicles/update-vehicle';
import { type Alert, alertsOf } from '../../shared/alerts/alert';
import { driverKey } from '../../shared/fleet/driver';
import { vehicleKey } from '../../shared/fleet/vehicle';
import type { Invoice } from '../../shared/invoices/invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import type { TripStatus } from '../../shared/trips/trip';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { connectionReset, type Fault } from '../support/faults';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTrips } from '../support/store-fleet';
import { CARTA_PORTE, insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);

/** A trip of a driver and a vehicle, with one invoice beside its draft. */
async function openScene({ trip = 'NO_INICIADO', ...given }: { trip?: TripStatus } & Partial<Invoice> = {}) {
  const faults: Fault[] = [];
  const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
  const { testContext, teamId } = office;
  const driver = await insertDriver(testContext, { teamId });
  const vehicleId = String((await office.send(createVehicle, { body: { plate: 'AA-1' } })).body.id);
  const [{ id: tripId } = { id: '' }] = await insertTrips(testContext, [
    { teamId, driverId: driver.id, vehicleId, status: trip },
  ]);
  const invoice = await insertInvoice(testContext, {
    status: 'VALID',
    cartaPorte: CARTA_PORTE,
    ...given,
    teamId,
    tripId,
  });
  const raised = async () => {
    const all = (await table.partition(alertsOf(teamId).pk, 'ALERT#')) as unknown as Alert[];
    return all.filter(({ type }) => type === 'CARTA_PORTE_OUTDATED').map(({ entityId, status }) => [entityId, status]);
  };
  const setOnInvoice = (set: Record<string, unknown>) =>
    transact(testContext.context, [update(invoiceKey(teamId, invoice.id), { set }, {}, () => new Error('gone'))]);
  const correct = {
    driver: (body: Record<string, unknown>) => office.send(updateDriver, { path: { driverId: driver.id }, body }),
    vehicle: (body: Record<string, unknown>) => office.send(updateVehicle, { path: { vehicleId }, body }),
  };
  const stored = () => getItem(testContext.context, invoiceKey(teamId, invoice.id));
  const marks = async () => [
    (await getItem(testContext.context, driverKey(teamId, driver.id)))?.correction,
    (await getItem(testContext.context, vehicleKey(teamId, vehicleId)))?.correction,
  ];
  return { invoice, raised, setOnInvoice, correct, stored, marks, faults };
}

const IN_THE_DOCUMENT = [
  ['driver', { name: 'Otro Nombre' }],
  ['driver', { rfc: 'BAPH700413RA2' }],
  ['driver', { licenseNumber: 'LF-2026-0001' }],
  ['vehicle', { plate: 'ZZ-99-ZZ' }],
  ['vehicle', { year: 2011 }],
  ['vehicle', { insuranceNumber: 'POL-99' }],
  ['vehicle', { ownerName: 'ARRENDADORA DEL NORTE', ownerRfc: 'ANO010101AB1', ownership: 'ARRENDADO' }],
] as const;

test.each(IN_THE_DOCUMENT)(
  'tax M13: a correction of the %s, %j, raises CARTA_PORTE_OUTDATED once',
  async (who, body) => {
    const { invoice, raised, correct, stored } = await openScene();
    expect((await correct[who](body)).status).toBe(200);
    expect(await raised()).toEqual([[invoice.id, 'OPEN']]);
    await correct.driver({ name: 'Tercer Nombre' });
    await correct.vehicle({ plate: 'YY-88-YY' });
    expect(await raised()).toEqual([[invoice.id, 'OPEN']]);
    expect((await stored())?.outdatedAlert).toEqual(expect.any(String));
  },
);

test.each(IN_THE_DOCUMENT)(
  'tax M13: a correction of the %s, %j, that was interrupted before the alert raises it when it is repeated',
  async (who, body) => {
    const { invoice, raised, correct, marks, faults } = await openScene();
    faults.push({ action: 'Query', times: 1, before: connectionReset });
    expect((await correct[who](body)).status).toBe(503);
    expect(await raised()).toEqual([]);
    expect((await correct[who](body)).status).toBe(200);
    expect(await raised()).toEqual([[invoice.id, 'OPEN']]);
    expect(await marks()).toEqual([undefined, undefined]);
  },
);

test.each([
  ['driver', { phone: '8112345678', salary: 100 }],
  ['vehicle', { notes: 'x', mileage: 10 }],
  // The Carta Porte has these values of its own.
  ['vehicle', { configVehicular: 'T3S2', permSCT: 'TPAF02', numPermisoSCT: 'otro', aseguradora: 'Otra' }],
  // Only hazardous goods have this insurance.
  ['vehicle', { aseguraMedAmbiente: 'Verde', polizaMedAmbiente: '12' }],
] as const)('tax M13: a correction of the %s, %j, is not in the document', async (who, body) => {
  const { raised, correct } = await openScene();
  expect((await correct[who](body)).status).toBe(200);
  expect(await raised()).toEqual([]);
});

test('tax M13: a value that the Carta Porte took from the vehicle is in the document', async () => {
  const { raised, correct } = await openScene({ cartaPorte: { ...CARTA_PORTE, aseguradora: '' } });
  await correct.vehicle({ aseguradora: 'Otra' });
  expect(await raised()).toHaveLength(1);
});

test.each([
  ['a finished trip', { trip: 'COMPLETADO' }, 0],
  ['a trip on the way', { trip: 'EN_PROCESO' }, 1],
  ['a pending stamp', { status: 'PENDING' }, 1],
  ['a draft', { status: 'DRAFT' }, 0],
  ['a cancelled document', { status: 'CANCELLED' }, 0],
  ['a document without Carta Porte', { cartaPorte: undefined }, 0],
] as const)('tax M13: %s', async (_, given, count) => {
  const { raised, correct } = await openScene(given);
  await correct.driver({ licenseNumber: 'LF-2026-0001' });
  await correct.vehicle({ plate: 'ZZ-99-ZZ' });
  expect(await raised()).toHaveLength(count);
});

test.each([
  ['was replaced', { isReplaced: true }],
  ['names another driver and vehicle than its trip', { driverId: someId(), vehicleId: someId() }],
])('tax M13: a document that %s is not outdated by the trip’s driver and vehicle', async (_, set) => {
  const { raised, setOnInvoice, correct } = await openScene();
  await setOnInvoice(set);
  await correct.driver({ licenseNumber: 'LF-2026-0001' });
  await correct.vehicle({ plate: 'ZZ-99-ZZ' });
  expect(await raised()).toEqual([]);
});
