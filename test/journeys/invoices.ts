import assert from 'node:assert/strict';
import { DEMO } from '../../local/seed/demo';
import { TEST_SEAL } from '../../local/seed/seal';
import { CARTA_PORTE, DRIVER_PAPERS, TRUCK_PAPERS } from '../../scripts/demo/carta-porte';
import { expectRefused, expectStatus, listAt, type Send, sender, textAt, valueAt } from './http';
import { ADDRESS, signIn } from './sign-in';

export interface InvoicesOptions {
  /** Has the stamping provider make the next document and tell nobody. */
  readonly loseNextAnswer: () => unknown;
  /** Called after each leg, for progress. */
  readonly report?: (leg: string) => void;
}

/** An accountant's calls, all on one team's invoices. */
interface Desk {
  readonly send: Send;
  readonly token: string;
  readonly teamId: string;
}

const SIMULTANEOUS = 10;

/** An invoice with Carta Porte goes from its trip to VALID; the answer of another stamp is lost and found; one is cancelled. */
export async function invoicesJourney(
  baseUrl: string,
  { loseNextAnswer, report = () => undefined }: InvoicesOptions,
): Promise<void> {
  const send = sender(baseUrl);
  const token = await signIn(send, DEMO.members[0].email);
  const named = { name: 'Fletes que se facturan', address: ADDRESS };
  const teamId = textAt(await expectStatus(201, send('POST /teams', { token, body: named })), 'team.teamId');
  const desk: Desk = { send, token, teamId };
  await sealLeg(desk);
  const trip = await tripLeg(desk);
  report('the seal, and a trip with its draft');
  await completeLeg(desk, trip);
  report('what is missing is told, and completed');
  await stampLeg(desk, trip.invoiceId);
  report(`${SIMULTANEOUS} stamps at once make one document, VALID`);
  for (const format of ['pdf', 'xml']) await documentLeg(desk, baseUrl, trip.invoiceId, format);
  report('the document leads to its file');
  const other = await makeByHand(desk, trip.clientId);
  await loseLeg(desk, other, loseNextAnswer);
  report('an answer is lost, and its document found');
  await cancelLeg(desk, other);
  await totalsLeg(desk);
  report('cancelled, and counted by status');
}

const post = ({ send, token, teamId }: Desk, path: string, body: object = {}) =>
  send(`POST ${path}`, { token, body: { teamId, ...body } });

async function sealLeg(desk: Desk): Promise<void> {
  const { legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  await expectStatus(200, post(desk, '/invoices/organization', { legalName, taxRegime, zipCode: '66600' }));
  const sealed = await expectStatus(200, post(desk, '/invoices/certificate', { cerFile, keyFile, password }));
  assert.equal(sealed.csdUploaded, true);
}

interface Trip {
  readonly driverId: string;
  readonly vehicleId: string;
  readonly clientId: string;
  readonly invoiceId: string;
}

async function tripLeg({ send, token, teamId }: Desk): Promise<Trip> {
  const make = (path: string, body: object) => expectStatus(201, send(`POST ${path}`, { token, body }));
  const driver = { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NL-B-0611204' };
  const driverId = textAt(await make(`/teams/${teamId}/drivers`, driver), 'driver.id');
  const truck = { plate: '58-AK-7M', brand: 'Kenworth', model: 'T680', year: 2022, type: 'TRACTOCAMION' };
  const vehicleId = textAt(await make(`/teams/${teamId}/vehicles`, truck), 'id');
  const client = { teamId, name: 'XENON INDUSTRIAL ARTICLES', rfc: 'XIA190128J61', zipCode: '76343' };
  const clientId = textAt(await make('/clients', client), 'id');
  const plan = {
    driverId,
    vehicleId,
    clientId,
    startDate: '2026-03-03T06:00:00-06:00',
    cargoDescription: 'Rollos de lámina galvanizada',
    cargoWeight: 27_400,
    revenue: 48_500,
  };
  const invoiceId = textAt(await make(`/teams/${teamId}/trips`, plan), 'invoiceId');
  return { driverId, vehicleId, clientId, invoiceId };
}

async function completeLeg(desk: Desk, { driverId, vehicleId, clientId, invoiceId }: Trip): Promise<void> {
  const { send, token, teamId } = desk;
  const edit = async (path: string, body: object) => expectStatus(200, send(`PUT ${path}`, { token, body }));
  const drawn = await edit(`/invoices/${invoiceId}`, { teamId, cartaPorte: CARTA_PORTE });
  assert.deepEqual(
    [drawn.status, drawn.subtotal, drawn.taxAmount, drawn.withheldAmount, drawn.total, drawn.hasCartaPorte],
    ['DRAFT', 48_500, 7_760, 1_940, 54_320, true],
  );
  const missing = await expectStatus(200, post(desk, `/invoices/${invoiceId}/validate`));
  assert.equal(missing.ready, false);
  const fields = listAt(missing, 'errors').map((one) => textAt(one, 'field'));
  for (const field of ['client.taxRegime', 'driver.rfc', 'vehicle.insuranceNumber'])
    assert.ok(fields.includes(field), `${field} is not among ${fields.join(', ')}`);
  const refused = await expectStatus(400, post(desk, `/invoices/${invoiceId}/stamp`));
  assert.deepEqual([refused.error, refused.errors], ['INVOICE_NOT_READY', missing.errors]);
  await expectRefused(
    '409 INVOICE_WITHOUT_DOCUMENT',
    send(`GET /invoices/${invoiceId}/pdf?teamId=${teamId}`, { token }),
  );

  await edit(`/clients/${clientId}?teamId=${teamId}`, { taxRegime: '601' });
  await edit(`/drivers/${driverId}?teamId=${teamId}`, DRIVER_PAPERS);
  await edit(`/teams/${teamId}/vehicles/${vehicleId}`, TRUCK_PAPERS);
  const ready = await expectStatus(200, post(desk, `/invoices/${invoiceId}/validate`));
  assert.deepEqual([ready.ready, ready.errors], [true, []]);
}

async function stampLeg(desk: Desk, invoiceId: string): Promise<void> {
  const stamps = Array.from({ length: SIMULTANEOUS }, () => post(desk, `/invoices/${invoiceId}/stamp`));
  const answers = await Promise.all(stamps);
  const stamped = answers.filter(({ status }) => status === 200);
  assert.equal(stamped.length, 1, JSON.stringify(answers.map(({ status, body }) => [status, body.error])));
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  const [valid] = stamped;
  assert.deepEqual([valid?.body.status, valid?.body.livemode, valid?.body.errorMessage], ['VALID', true, null]);
  await expectRefused('409 INVOICE_NOT_EDITABLE', editNotes(desk, invoiceId));
}

const editNotes = ({ send, token, teamId }: Desk, invoiceId: string) =>
  send(`PUT /invoices/${invoiceId}`, { token, body: { teamId, notes: 'x' } });

/** The address that an answer leads to is the browser's to follow, without the caller's token. */
async function documentLeg({ token, teamId }: Desk, baseUrl: string, id: string, format: string): Promise<void> {
  const address = `${baseUrl.replace(/\/$/, '')}/invoices/${id}/${format}?teamId=${teamId}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' });
  assert.equal(answer.status, 302, await answer.text());
  const file = await fetch(answer.headers.get('location') ?? '');
  const text = await file.text();
  assert.equal(file.status, 200, text);
  assert.equal(file.headers.get('content-type'), `application/${format}`);
  assert.match(text, format === 'pdf' ? /^%PDF/ : /^<\?xml/);
  assert.ok(text.includes('54320.00'), text);
}

async function makeByHand(desk: Desk, clientId: string): Promise<string> {
  const items = [{ description: 'Maniobras de carga', productKey: '78121601', price: 1850.5 }];
  const made = await expectStatus(201, post(desk, '/invoices', { clientId, items }));
  assert.equal(made.status, 'DRAFT');
  return textAt(made, 'id');
}

async function loseLeg(desk: Desk, invoiceId: string, loseNextAnswer: () => unknown): Promise<void> {
  await loseNextAnswer();
  const open = await expectStatus(202, post(desk, `/invoices/${invoiceId}/stamp`));
  assert.equal(open.status, 'PENDING');
  await expectRefused('409 INVOICE_STATUS', post(desk, `/invoices/${invoiceId}/stamp`));
  await expectRefused('409 INVOICE_NOT_EDITABLE', editNotes(desk, invoiceId));
  const found = await expectStatus(200, post(desk, `/invoices/${invoiceId}/refresh`));
  assert.equal(found.status, 'VALID');
}

async function cancelLeg(desk: Desk, invoiceId: string): Promise<void> {
  const cancel = (body: object) => post(desk, `/invoices/${invoiceId}/cancel`, body);
  await expectRefused('400 VALIDATION_FAILED', cancel({ motive: '01' }), 'substitution');
  assert.equal(valueAt(await expectStatus(200, cancel({ motive: '02' })), 'status'), 'CANCELLED');
  await expectRefused('409 INVOICE_STATUS', cancel({ motive: '02' }));
}

async function totalsLeg({ send, token, teamId }: Desk): Promise<void> {
  const totals: Record<string, unknown> = {};
  for (const status of ['DRAFT', 'PENDING', 'VALID', 'CANCELLED', 'ERROR']) {
    const listed = await expectStatus(200, send(`GET /invoices?teamId=${teamId}&status=${status}`, { token }));
    totals[status] = valueAt(listed, 'pagination.total');
    assert.equal(listAt(listed, 'invoices').length, totals[status]);
  }
  assert.deepEqual(totals, { DRAFT: 0, PENDING: 0, VALID: 1, CANCELLED: 1, ERROR: 0 });
}
