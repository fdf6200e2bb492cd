import assert from 'node:assert/strict';
import type { components, Fleet } from '../../client/src/index';
import { DEMO } from '../../local/seed/demo';
import { TEST_SEAL } from '../../local/seed/seal';
import { expectRefused, expectSame, expectStatus, present } from '../../scenarios/expect';
import { CARTA_PORTE, DRIVER_PAPERS, TRUCK_PAPERS } from '../../scenarios/freight';
import { signedIn } from './people';
import { ADDRESS } from './sign-in';

export interface InvoicesOptions {
  /** Has the stamping provider make the next document and tell nobody. */
  readonly loseNextAnswer: () => unknown;
  /** Called after each leg, for progress. */
  readonly report?: (leg: string) => void;
}

/** An accountant's calls, all on one team's invoices. */
interface Desk {
  readonly fleet: Fleet;
  readonly teamId: string;
}

const SIMULTANEOUS = 10;

/** An invoice with Carta Porte goes from its trip to VALID; the answer of another stamp is lost and found; one is cancelled. */
export async function invoicesJourney(
  baseUrl: string,
  { loseNextAnswer, report = () => undefined }: InvoicesOptions,
): Promise<void> {
  const fleet = await signedIn(baseUrl, DEMO.members[0].email);
  const named = { name: 'Fletes que se facturan', address: ADDRESS };
  const { team } = await expectStatus(201, fleet.POST('/teams', { body: named }));
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
  report('cancelled, and counted by status');
}

/** What goes with every call on one invoice. */
const on = ({ teamId }: Desk, id: string) => ({ params: { path: { id } }, body: { teamId } });

async function sealLeg({ fleet, teamId }: Desk): Promise<void> {
  const { legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const body = { teamId, legalName, taxRegime, zipCode: '66600' };
  await expectStatus(200, fleet.POST('/invoices/organization', { body }));
  const sealed = fleet.POST('/invoices/certificate', { body: { teamId, cerFile, keyFile, password } });
  assert.equal((await expectStatus(200, sealed)).csdUploaded, true);
}

interface Trip {
  readonly driverId: string;
  readonly vehicleId: string;
  readonly clientId: string;
  readonly invoiceId: string;
}

async function tripLeg({ fleet, teamId }: Desk): Promise<Trip> {
  const params = { path: { teamId } };
  const driver = { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NL-B-0611204' };
  const hired = await expectStatus(201, fleet.POST('/teams/{teamId}/drivers', { params, body: driver }));
  const truck = { plate: '58-AK-7M', brand: 'Kenworth', model: 'T680', year: 2022, type: 'TRACTOCAMION' };
  const vehicle = await expectStatus(201, fleet.POST('/teams/{teamId}/vehicles', { params, body: truck }));
  const xenon = { teamId, name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343' };
  const client = await expectStatus(201, fleet.POST('/clients', { body: xenon }));
  const of = { driverId: hired.driver.id, vehicleId: vehicle.id, clientId: client.id };
  const plan = {
    ...of,
    startDate: '2026-03-03T06:00:00-06:00',
    cargoDescription: 'Rollos de lámina galvanizada',
    cargoWeight: 27_400,
    revenue: 48_500,
  };
  const { invoiceId } = await expectStatus(201, fleet.POST('/teams/{teamId}/trips', { params, body: plan }));
  return { ...of, invoiceId: present(invoiceId, 'draft') };
}

async function completeLeg(desk: Desk, trip: Trip): Promise<void> {
  const { fleet, teamId } = desk;
  const { invoiceId: id } = trip;
  const edited = fleet.PUT('/invoices/{id}', { ...on(desk, id), body: { teamId, cartaPorte: CARTA_PORTE } });
  const drawn = await expectStatus(200, edited);
  expectSame(
    [drawn.status, drawn.subtotal, drawn.taxAmount, drawn.withheldAmount, drawn.total, drawn.hasCartaPorte],
    ['DRAFT', 48_500, 7_760, 1_940, 54_320, true],
  );
  const missing = await expectStatus(200, fleet.POST('/invoices/{id}/validate', on(desk, id)));
  assert.equal(missing.ready, false);
  const fields = missing.errors.map(({ field }) => field);
  for (const field of ['client.taxRegime', 'driver.rfc', 'vehicle.insuranceNumber'])
    assert.ok(fields.includes(field), `${field} is not among ${fields.join(', ')}`);
  const refused = await expectRefused('400 INVOICE_NOT_READY', fleet.POST('/invoices/{id}/stamp', on(desk, id)));
  expectSame(refused.findings, missing.errors);
  await expectRefused('409 INVOICE_WITHOUT_DOCUMENT', documentOf(desk, id, 'pdf'));
  await completeRecords(desk, trip);
  const ready = await expectStatus(200, fleet.POST('/invoices/{id}/validate', on(desk, id)));
  expectSame([ready.ready, ready.errors], [true, []]);
}

async function completeRecords({ fleet, teamId }: Desk, { clientId, driverId, vehicleId }: Trip): Promise<void> {
  const query = { teamId };
  const ofClient = { params: { path: { id: clientId }, query }, body: { taxRegime: '601' } };
  await expectStatus(200, fleet.PUT('/clients/{id}', ofClient));
  await expectStatus(
    200,
    fleet.PUT('/drivers/{driverId}', { params: { path: { driverId }, query }, body: DRIVER_PAPERS }),
  );
  await expectStatus(
    200,
    fleet.PUT('/teams/{teamId}/vehicles/{vehicleId}', {
      params: { path: { teamId, vehicleId } },
      body: TRUCK_PAPERS,
    }),
  );
}

async function stampLeg(desk: Desk, id: string): Promise<void> {
  const stamps = Array.from({ length: SIMULTANEOUS }, () => desk.fleet.POST('/invoices/{id}/stamp', on(desk, id)));
  const answers = await Promise.all(stamps);
  const stamped = answers.filter(({ response }) => response.status === 200);
  assert.equal(stamped.length, 1, JSON.stringify(answers.map(({ response, error }) => [response.status, error])));
  assert.ok(answers.every(({ response: { status } }) => status === 200 || status === 409));
  const [valid] = stamped;
  expectSame([valid?.data?.status, valid?.data?.livemode, valid?.data?.errorMessage], ['VALID', true, null]);
  await expectRefused('409 INVOICE_NOT_EDITABLE', editNotes(desk, id));
}

const editNotes = (desk: Desk, id: string) =>
  desk.fleet.PUT('/invoices/{id}', { ...on(desk, id), body: { teamId: desk.teamId, notes: 'x' } });

/** Where a document is; not gone to. */
const documentOf = ({ fleet, teamId }: Desk, id: string, format: 'pdf' | 'xml') =>
  fleet.GET(`/invoices/{id}/${format}`, {
    params: { path: { id }, query: { teamId } },
    redirect: 'manual',
    parseAs: 'text',
  });

/** The address that an answer leads to is the browser's to follow, without the caller's token. */
async function documentLeg(desk: Desk, id: string, format: 'pdf' | 'xml'): Promise<void> {
  const { response, error } = await documentOf(desk, id, format);
  assert.equal(response.status, 302, JSON.stringify(error));
  const file = await fetch(response.headers.get('location') ?? '');
  const text = await file.text();
  assert.equal(file.status, 200, text);
  assert.equal(file.headers.get('content-type'), `application/${format}`);
  assert.match(text, format === 'pdf' ? /^%PDF/ : /^<\?xml/);
  assert.ok(text.includes('54320.00'), text);
}

async function makeByHand({ fleet, teamId }: Desk, clientId: string): Promise<string> {
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const made = await expectStatus(201, fleet.POST('/invoices', { body: { teamId, clientId, items } }));
  assert.equal(made.status, 'DRAFT');
  return made.id;
}

async function loseLeg(desk: Desk, id: string, loseNextAnswer: () => unknown): Promise<void> {
  const { fleet } = desk;
  await loseNextAnswer();
  const open = await expectStatus(202, fleet.POST('/invoices/{id}/stamp', on(desk, id)));
  assert.equal(open.status, 'PENDING');
  await expectRefused('409 INVOICE_STATUS', fleet.POST('/invoices/{id}/stamp', on(desk, id)));
  await expectRefused('409 INVOICE_NOT_EDITABLE', editNotes(desk, id));
  const found = await expectStatus(200, fleet.POST('/invoices/{id}/refresh', on(desk, id)));
  assert.equal(found.status, 'VALID');
}

async function cancelLeg(desk: Desk, id: string): Promise<void> {
  const cancel = (motive: '01' | '02') =>
    desk.fleet.POST('/invoices/{id}/cancel', { ...on(desk, id), body: { teamId: desk.teamId, motive } });
  await expectRefused('400 VALIDATION_FAILED', cancel('01'), 'substitution');
  assert.equal((await expectStatus(200, cancel('02'))).status, 'CANCELLED');
  await expectRefused('409 INVOICE_STATUS', cancel('02'));
}

type Status = components['schemas']['Invoice']['status'];

async function totalsLeg({ fleet, teamId }: Desk): Promise<void> {
  const expected: [Status, number][] = [
    ['DRAFT', 0],
    ['PENDING', 0],
    ['VALID', 1],
    ['CANCELLED', 1],
    ['ERROR', 0],
  ];
  for (const [status, total] of expected) {
    const params = { query: { teamId, status } };
    const { invoices, pagination } = await expectStatus(200, fleet.GET('/invoices', { params }));
    expectSame([status, invoices.length, pagination.total], [status, total, total]);
    const walked: string[] = [];
    for await (const { id } of fleet.each('/invoices', { params })) walked.push(id);
    expectSame(
      walked,
      invoices.map(({ id }) => id),
    );
  }
}
