import assert from 'node:assert/strict';
import type { components } from '../../client/src/index';
import { DEMO } from '../../local/seed/demo';
import { TEST_SEAL } from '../../local/seed/seal';
import { ADDRESS } from '../../test/journeys/sign-in';
import { expectFound, expectRefused, expectSame, expectStatus, present, somebodyAt } from '../expect';
import { CARTA_PORTE, DRIVER_PAPERS, TRUCK_PAPERS } from '../freight';
import { openApp, signedIn } from '../people';
import type { Desk } from '../steps/desk';
import { changeDriver, changeVehicle, hireDriver, registerVehicle } from '../steps/fleet';
import {
  cancelInvoice,
  configureOrganization,
  createInvoice,
  editInvoice,
  listInvoices,
  readDocument,
  readInvoice,
  refreshInvoice,
  stamp,
  uploadCertificate,
  validateInvoice,
} from '../steps/invoices';
import { changeClient, createClient } from '../steps/planning';
import { createTeam, listAlerts, listAudit } from '../steps/teams';
import { changeTrip, planTrip, readOwnDocument, readOwnTrip, setTripStatus, startTrip } from '../steps/trips';
import { relayLeg } from './relay';

interface InvoicesOptions {
  /** Makes the stamping provider lose the answer to the next document. */
  readonly loseNextAnswer: () => unknown;
  /** Called after each leg, for progress. */
  readonly report?: (leg: string) => void;
}

const SIMULTANEOUS = 10;

/** An invoice with Carta Porte goes from its trip to VALID; the answer of another stamp is lost and found; one is cancelled. */
export async function invoicesJourney(
  baseUrl: string,
  { loseNextAnswer, report = () => undefined }: InvoicesOptions,
): Promise<void> {
  const fleet = await signedIn(somebodyAt(baseUrl), DEMO.members[0].email);
  const { team } = await expectStatus(201, createTeam(fleet, { name: 'Fletes que se facturan', address: ADDRESS }));
  const desk: Desk = { fleet, teamId: team.teamId };
  await sealLeg(desk);
  const trip = await tripLeg(desk);
  report('the seal, and a trip with its draft');
  await completeLeg(desk, trip);
  report('what is missing is told, and completed');
  await stampLeg(desk, trip.invoiceId);
  report(`${SIMULTANEOUS} stamps at once make one document, VALID`);
  for (const format of ['pdf', 'xml'] as const) await documentLeg(desk, trip.invoiceId, format);
  report('the document leads to its file');
  const other = await makeByHand(desk, trip.clientId);
  await loseLeg(desk, other, loseNextAnswer);
  report('an answer is lost, and its document found');
  await cancelLeg(desk, other);
  await totalsLeg(desk);
  await folioLeg(desk);
  report('cancelled, and counted by status');
  await papersLeg(baseUrl, desk, trip);
  report('the driver shows the Carta Porte, and no other driver');
  await alertsLeg(desk, trip);
  report('alerts about a changed and a cancelled trip, until its document is cancelled');
  await relayLeg(baseUrl, desk, trip.clientId);
  report('another driver takes a trip over, and its Carta Porte is substituted');
}

async function sealLeg(desk: Desk): Promise<void> {
  const { legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  await expectStatus(200, configureOrganization(desk, { legalName, taxRegime, zipCode: '66600' }));
  const sealed = await expectStatus(200, uploadCertificate(desk, { cerFile, keyFile, password }));
  assert.equal(sealed.csdUploaded, true);
}

interface Trip {
  readonly id: string;
  readonly driverId: string;
  readonly vehicleId: string;
  readonly clientId: string;
  readonly invoiceId: string;
}

async function tripLeg(desk: Desk): Promise<Trip> {
  const ramiro = { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NL-B-0611204' };
  const hired = await expectStatus(201, hireDriver(desk, ramiro));
  const truck = { plate: '58-AK-7M', brand: 'Kenworth', model: 'T680', year: 2022, type: 'TRACTOCAMION' };
  const vehicle = await expectStatus(201, registerVehicle(desk, truck));
  const xenon = { name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343' };
  const client = await expectStatus(201, createClient(desk, xenon));
  const of = { driverId: hired.driver.id, vehicleId: vehicle.id, clientId: client.id };
  const freight = { cargoDescription: 'Rollos de lámina galvanizada', cargoWeight: 27_400, revenue: 48_500 };
  const plan = { ...of, startDate: '2026-03-03T06:00:00-06:00', ...freight };
  const { id, invoiceId } = await expectStatus(201, planTrip(desk, plan));
  return { ...of, id, invoiceId: present(invoiceId, 'draft') };
}

async function completeLeg(desk: Desk, trip: Trip): Promise<void> {
  const { invoiceId: id } = trip;
  const drawn = await expectStatus(200, editInvoice(desk, id, { cartaPorte: CARTA_PORTE }));
  expectSame(
    [drawn.status, drawn.subtotal, drawn.taxAmount, drawn.withheldAmount, drawn.total, drawn.hasCartaPorte],
    ['DRAFT', 48_500, 7_760, 1_940, 54_320, true],
  );
  const missing = await expectStatus(200, validateInvoice(desk, id));
  assert.equal(missing.ready, false);
  const fields = missing.errors.map(({ field }) => field);
  for (const field of ['client.taxRegime', 'driver.rfc', 'vehicle.insuranceNumber'])
    assert.ok(fields.includes(field), `${field} is not among ${fields.join(', ')}`);
  const refused = await expectRefused('400 INVOICE_NOT_READY', stamp(desk, id));
  expectSame(refused.findings, missing.errors);
  await expectRefused('409 INVOICE_WITHOUT_DOCUMENT', readDocument(desk, id, 'pdf'));
  await expectStatus(200, changeClient(desk, trip.clientId, { taxRegime: '601' }));
  await expectStatus(200, changeDriver(desk, trip.driverId, DRIVER_PAPERS));
  await expectStatus(200, changeVehicle(desk, trip.vehicleId, TRUCK_PAPERS));
  const ready = await expectStatus(200, validateInvoice(desk, id));
  expectSame([ready.ready, ready.errors], [true, []]);
  const online = await expectStatus(200, validateInvoice(desk, id, true));
  expectSame([online.ready, online.notChecked.some(({ field }) => field === 'client.rfc')], [true, false]);
}

async function stampLeg(desk: Desk, id: string): Promise<void> {
  const answers = await Promise.all(Array.from({ length: SIMULTANEOUS }, () => stamp(desk, id)));
  const stamped = answers.filter(({ response }) => response.status === 200);
  assert.equal(stamped.length, 1, JSON.stringify(answers.map(({ response, error }) => [response.status, error])));
  assert.ok(answers.every(({ response: { status } }) => status === 200 || status === 409));
  const [valid] = stamped;
  expectSame([valid?.data?.status, valid?.data?.livemode, valid?.data?.errorMessage], ['VALID', true, null]);
  await expectRefused('409 INVOICE_NOT_EDITABLE', editInvoice(desk, id, { notes: 'x' }));
}

/** The address that an answer leads to is the browser's to follow, without the caller's token. */
async function documentLeg(desk: Desk, id: string, format: 'pdf' | 'xml'): Promise<void> {
  const file = await fetch(await expectFound(readDocument(desk, id, format)));
  const text = await file.text();
  assert.equal(file.status, 200, text);
  assert.equal(file.headers.get('content-type'), `application/${format}`);
  assert.match(text, format === 'pdf' ? /^%PDF/ : /^<\?xml/);
  assert.ok(text.includes('54320.00'), text);
}

async function makeByHand(desk: Desk, clientId: string): Promise<string> {
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const made = await expectStatus(201, createInvoice(desk, { clientId, items }));
  assert.equal(made.status, 'DRAFT');
  return made.id;
}

async function loseLeg(desk: Desk, id: string, loseNextAnswer: () => unknown): Promise<void> {
  await loseNextAnswer();
  assert.equal((await expectStatus(202, stamp(desk, id))).status, 'PENDING');
  await expectRefused('409 INVOICE_STATUS', stamp(desk, id));
  await expectRefused('409 INVOICE_NOT_EDITABLE', editInvoice(desk, id, { notes: 'x' }));
  assert.equal((await expectStatus(200, refreshInvoice(desk, id))).status, 'VALID');
}

async function cancelLeg(desk: Desk, id: string): Promise<void> {
  const cancel = (motive: '01' | '02') => cancelInvoice(desk, id, { motive });
  await expectRefused('400 VALIDATION_FAILED', cancel('01'), 'substitution');
  assert.equal((await expectStatus(200, cancel('02'))).status, 'CANCELLED');
  await expectRefused('409 INVOICE_STATUS', cancel('02'));
}

/** On the way, the driver's app has the data of both QR codes and opens both files. */
async function papersLeg(baseUrl: string, desk: Desk, trip: Trip): Promise<void> {
  const app = somebodyAt(baseUrl);
  await openApp(app, desk, trip.driverId);
  await expectStatus(200, startTrip(app, trip.id));
  const { invoice, ...own } = await expectStatus(200, readOwnTrip(app, trip.id));
  assert.ok(!('revenue' in own) && !('cost' in own));
  const { uuid, verificationUrl, cartaPorteUrl } = await expectStatus(200, readInvoice(desk, trip.invoiceId));
  const { invoiceId } = trip;
  const shown = { invoiceId, type: 'I', uuid, status: 'VALID', verificationUrl, cartaPorteUrl };
  const { idCcp, ...paper } = present(invoice, 'invoice');
  expectSame(paper, shown);
  assert.ok(cartaPorteUrl?.includes(present(idCcp, 'idCcp')));
  for (const format of ['pdf', 'xml'] as const) {
    const file = await fetch(await expectFound(readOwnDocument(app, trip.id, format)));
    assert.equal(file.headers.get('content-type'), `application/${format}`);
    assert.ok((await file.text()).includes('54320.00'));
  }
  const { driver } = await expectStatus(201, hireDriver(desk, { name: 'Otro operador', phone: '8110000000' }));
  const other = somebodyAt(baseUrl);
  await openApp(other, desk, driver.id);
  await expectRefused('403 FORBIDDEN', readOwnTrip(other, trip.id));
  await expectRefused('403 FORBIDDEN', readOwnDocument(other, trip.id));
  const audit = await expectStatus(200, listAudit(desk, { entityType: 'INVOICE', entityId: invoiceId }));
  const reads = audit.entries.filter(({ action, actorId }) => action === 'READ' && actorId === trip.driverId);
  assert.equal(reads.length, 2);
}

async function alertsLeg(desk: Desk, trip: Trip): Promise<void> {
  const { invoiceId } = trip;
  const statesOf = async (type: 'CARTA_PORTE_OUTDATED' | 'TRIP_CANCELLED_WITH_INVOICE') =>
    (await expectStatus(200, listAlerts(desk, { type }))).alerts.map(({ entityId, status }) => [entityId, status]);
  for (const cargoWeight of [27_000, 26_000]) await expectStatus(200, changeTrip(desk, trip.id, { cargoWeight }));
  expectSame(await statesOf('CARTA_PORTE_OUTDATED'), [[invoiceId, 'OPEN']]);
  const items = [{ description: 'Flete', productKey: '78101802', price: 100 }];
  const second = { tripId: trip.id, items, cartaPorte: CARTA_PORTE };
  const { id } = await expectStatus(201, createInvoice(desk, second));
  const { warnings } = await expectStatus(200, validateInvoice(desk, id));
  assert.ok(warnings.some(({ code }) => code === 'SECOND_CARTA_PORTE'));
  await expectStatus(200, setTripStatus(desk, trip.id, 'CANCELADO'));
  expectSame(await statesOf('TRIP_CANCELLED_WITH_INVOICE'), [[invoiceId, 'OPEN']]);
  await expectStatus(200, cancelInvoice(desk, invoiceId, { motive: '03' }));
  expectSame(await statesOf('CARTA_PORTE_OUTDATED'), [[invoiceId, 'RESOLVED']]);
  expectSame(await statesOf('TRIP_CANCELLED_WITH_INVOICE'), [[invoiceId, 'RESOLVED']]);
}

type Status = components['schemas']['Invoice']['status'];

/** Each stamped invoice is found by its folio fiscal, in any case of letters. */
async function folioLeg(desk: Desk): Promise<void> {
  const { invoices } = await expectStatus(200, listInvoices(desk, { status: 'VALID' }));
  for (const { id, uuid, verificationUrl } of invoices) {
    assert.ok(uuid && verificationUrl?.includes(uuid), `The invoice ${id} has no folio fiscal.`);
    const found = await expectStatus(200, listInvoices(desk, { uuid: uuid.toUpperCase() }));
    expectSame([found.invoices.map((one) => one.id), found.pagination.total], [[id], 1]);
    const searched = await expectStatus(200, listInvoices(desk, { q: uuid.slice(0, 13) }));
    expectSame(
      searched.invoices.map((one) => one.id),
      [id],
    );
  }
}

async function totalsLeg(desk: Desk): Promise<void> {
  const expected: [Status, number][] = [
    ['DRAFT', 0],
    ['PENDING', 0],
    ['VALID', 1],
    ['CANCELLED', 1],
    ['ERROR', 0],
  ];
  for (const [status, total] of expected) {
    const { invoices, pagination } = await expectStatus(200, listInvoices(desk, { status }));
    expectSame([status, invoices.length, pagination.total], [status, total, total]);
    const walked: string[] = [];
    const params = { query: { teamId: desk.teamId, status } };
    for await (const { id } of desk.fleet.each('/invoices', { params })) walked.push(id);
    expectSame(
      walked,
      invoices.map(({ id }) => id),
    );
  }
}
