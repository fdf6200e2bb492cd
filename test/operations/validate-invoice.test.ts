import { operation as validateInvoice } from '../../functions/invoices/validate-invoice';
import type { Driver } from '../../shared/fleet/driver';
import type { Vehicle } from '../../shared/fleet/vehicle';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { prepareInvoice } from '../../shared/stamping/prepare';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { cartaPorte, freightItem, readyFreight } from '../support/freight';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertStampingAccount } from '../support/stamping-account';
import { insertClient, insertDriver, insertTrips, insertVehicle } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);

async function insertOrganization({ testContext, teamId }: Office): Promise<void> {
  const { organization } = readyFreight();
  if (organization === undefined) throw new Error('The scene has an organization.');
  const { legalName, taxRegime, zipCode } = organization;
  await insertStampingAccount(testContext, { teamId, rfc: 'EKU9003173C9', legalName, taxRegime, zipCode });
}

/** A freight invoice of a trip with its Carta Porte, with these documents of driver and vehicle. */
async function insertFreight(office: Office, papers: { driver?: Partial<Driver>; vehicle?: Partial<Vehicle> } = {}) {
  const { testContext, teamId } = office;
  const { client, driver, vehicle } = readyFreight();
  const customer = await insertClient(testContext, { ...client, teamId });
  const { id: driverId } = await insertDriver(testContext, { ...driver, teamId, ...papers.driver });
  const { id: vehicleId } = await insertVehicle(testContext, { ...vehicle, teamId, ...papers.vehicle });
  const [trip] = await insertTrips(testContext, [{ teamId, clientId: customer.id, driverId, vehicleId }]);
  if (trip === undefined) throw new Error('The trip was not laid.');
  return insertInvoice(testContext, {
    teamId,
    tripId: trip.id,
    clientId: customer.id,
    items: [freightItem()],
    cartaPorte: cartaPorte(),
  });
}

const validate = async ({ send }: Pick<Office, 'send'>, id: string) => send(validateInvoice, { path: { id } });

/** Codes and fields of the errors. */
async function errorsOf(office: Office, id: string): Promise<string[]> {
  const { status, body } = await validate(office, id);
  expect(status).toBe(200);
  const { ready, errors } = body;
  if (!Array.isArray(errors)) throw new Error('There are no errors in the answer.');
  expect(ready).toBe(errors.length === 0);
  return errors.map(({ source, code, field }) => `${source} ${code} ${field}`);
}

describe('the check of an invoice', () => {
  test('finds nothing in one that is complete, and names what it cannot check', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    await insertOrganization(office);
    const { id } = await insertFreight(office);
    const { status, body } = await validate(office, id);
    expect([status, body]).toEqual([
      200,
      {
        ready: true,
        filled: [],
        errors: [],
        warnings: [],
        notChecked: expect.arrayContaining([{ field: 'client.rfc', message: expect.any(String) }]),
      },
    ]);
  });

  test('tells of all records at once what is missing in them', async () => {
    const office = await openOffice(world);
    const { id } = await insertFreight(office, {
      driver: { licenseNumber: null, rfc: null },
      vehicle: { insuranceNumber: undefined, year: undefined },
    });
    expect(await errorsOf(office, id)).toEqual([
      'LOCAL REQUIRED organization',
      'LOCAL REQUIRED vehicle.year',
      'LOCAL REQUIRED vehicle.insuranceNumber',
      'SAT CP195 driver.rfc',
      'SAT CP196 driver.licenseNumber',
    ]);
  });

  test('looks at the records as they are now, not as the invoice was made of them', async () => {
    const office = await openOffice(world);
    await insertOrganization(office);
    const invoice = await insertFreight(office);
    await insertClient(office.testContext, { id: invoice.clientId ?? '', teamId: office.teamId, rfc: 'URE180429TM6' });
    expect(await errorsOf(office, invoice.id)).toEqual([
      'LOCAL REQUIRED client.taxRegime',
      'LOCAL REQUIRED client.zipCode',
    ]);
  });

  test('asks for a trip’s driver and vehicle only where there is a Carta Porte', async () => {
    const office = await openOffice(world);
    await insertOrganization(office);
    const client = await insertClient(office.testContext, { ...readyFreight().client, teamId: office.teamId });
    const given = { teamId: office.teamId, clientId: client.id, items: [freightItem()] };
    const plain = await insertInvoice(office.testContext, given);
    expect(await errorsOf(office, plain.id)).toEqual([]);
    const withComplement = await insertInvoice(office.testContext, { ...given, cartaPorte: cartaPorte() });
    expect(await errorsOf(office, withComplement.id)).toEqual(['LOCAL REQUIRED vehicle', 'SAT CP193 driver']);
  });

  test('changes nothing, and costs four calls beside that of the caller’s right', async () => {
    const office = await openOffice(world);
    await insertOrganization(office);
    const { id } = await insertFreight(office);
    const before = office.testContext.actions().length;
    await validate(office, id);
    const done = office.testContext.actions().slice(before);
    expect(done).toEqual(['BatchGetItem', 'BatchGetItem', 'BatchGetItem', 'Query', 'BatchGetItem']);
  });

  test('is for members of the team alone', async () => {
    const office = await openOffice(world);
    const { id } = await insertFreight(office);
    const other = await openOffice(world);
    expect(refusal(await validate(other, id))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await validate(await office.stranger(), id))).toEqual(refused('FORBIDDEN'));
  });
});

test('what has no client has no document', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const record = await insertInvoice(testContext, { teamId, clientId: null });
  const prepared = await testContext.use(prepareInvoice)(record);
  expect(prepared.errors).not.toEqual([]);
  expect(() => prepared.bodyFor({ idCcp: '', idempotencyKey: '' })).toThrow('The invoice has no client');
});

describe('tax M13: a second Carta Porte of one trip', () => {
  const warningsOf = async (office: Office, id: string): Promise<string[]> => {
    const { ready, warnings } = (await validate(office, id)).body;
    expect(ready).toBe(true);
    if (!Array.isArray(warnings)) throw new Error('There are no warnings in the answer.');
    return warnings.map(({ source, code, field }) => `${source} ${code} ${field}`);
  };

  const SUBSTITUTED = someId();

  /** A ready freight invoice, and another invoice of its trip. */
  async function insertBoth(other: Parameters<typeof insertInvoice>[1]) {
    const office = await openOffice(world);
    await insertOrganization(office);
    const { id, teamId, tripId } = await insertFreight(office);
    const replaces = update(invoiceKey(teamId, id), { set: { replaces: SUBSTITUTED } }, {}, unexpectedConflict('One'));
    await transact(office.testContext.context, [replaces]);
    await insertInvoice(office.testContext, { teamId, ...(tripId && { tripId }), ...other });
    return { office, id };
  }

  test.each(['PENDING', 'VALID', 'CANCELLED_PENDING'] as const)(
    'tax M13: is remarked on when the first one is %s, and the invoice is ready',
    async (status) => {
      const { office, id } = await insertBoth({ status, cartaPorte: cartaPorte() });
      expect(await warningsOf(office, id)).toEqual(['LOCAL SECOND_CARTA_PORTE cartaPorte']);
    },
  );

  test.each([
    ['a draft', { status: 'DRAFT', cartaPorte: cartaPorte() }],
    ['cancelled', { status: 'CANCELLED', cartaPorte: cartaPorte() }],
    ['an invoice without Carta Porte', { status: 'VALID' }],
    ['the document that this one substitutes', { status: 'VALID', cartaPorte: cartaPorte(), id: SUBSTITUTED }],
    ['of another trip', { status: 'VALID', cartaPorte: cartaPorte(), tripId: someId() }],
  ] as const)('tax M13: is not remarked on when the other one is %s', async (_, other) => {
    const { office, id } = await insertBoth(other);
    expect(await warningsOf(office, id)).toEqual([]);
  });
});
