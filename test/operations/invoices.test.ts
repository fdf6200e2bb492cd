import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as getInvoicePdf } from '../../functions/invoices/get-invoice-pdf';
import { operation as getInvoiceXml } from '../../functions/invoices/get-invoice-xml';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { INVOICE_STATUSES } from '../../shared/invoices/invoice';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { stampWorkKey } from '../../shared/stamping/work-keys';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { type Fleet, insertClient, insertDriver, insertTrip, insertVehicle } from '../support/store-fleet';
import { CARTA_PORTE, ITEM, insertInvoice } from '../support/store-invoices';

const table = quickTable();
const world = accounts(table);

const at = ({ id }: { id: string }) => ({ path: { id } });

describe('an invoice', () => {
  const OPERATIONS = [getInvoice, editInvoice, deleteInvoice, getInvoicePdf, getInvoiceXml];

  it('is of its own team alone', async () => {
    const office = await openOffice(world);
    const invoice = await insertInvoice(office.testContext, { teamId: office.teamId });
    const other = await openOffice(world);
    const stranger = await office.stranger();
    for (const operation of OPERATIONS) {
      expect(refusal(await other.send(operation, at(invoice)))).toEqual(refused('NOT_FOUND'));
      expect(refusal(await stranger.send(operation, at(invoice)))).toEqual(refused('FORBIDDEN'));
    }
    expect(recordsOf(await other.send(listInvoices), 'invoices')).toEqual([]);
  });

  it('shows nothing of what only we know', async () => {
    const office = await openOffice(world);
    const stamping = { number: 1, attemptId: someId(), isOpen: false, livemode: false, idCcp: 'CCC' };
    const invoice = await insertInvoice(office.testContext, { teamId: office.teamId }, { stamping, isTripDraft: true });
    const { body } = await office.send(getInvoice, at(invoice));
    for (const name of ['stamping', 'revision', 'isTripDraft', 'pk', 'gsi1pk']) expect(body).not.toHaveProperty(name);
    expect(body).toMatchObject({ providerId: null, pdfUrl: null, xmlUrl: null, notes: null, errorMessage: null });
  });

  it.each(['VALID', 'CANCELLED', 'CANCELLED_PENDING'] as const)(
    'that is %s says where its documents are',
    async (status) => {
      const office = await openOffice(world);
      const { id, teamId } = await insertInvoice(office.testContext, { teamId: office.teamId, status });
      const { body } = await office.send(getInvoice, { path: { id } });
      const path = (format: string) => `/invoices/${id}/${format}?teamId=${teamId}`;
      expect(body).toMatchObject({ pdfUrl: path('pdf'), xmlUrl: path('xml') });
    },
  );
});

describe('the trip of an invoice', () => {
  it('is shown with client, driver and vehicle, and without what they have not', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const { testContext, teamId } = office;
    const driver = await insertDriver(testContext, { teamId, photoUrl: 'https://assets.example/f.jpg' });
    const vehicle = await insertVehicle(testContext, { teamId, brand: 'Kenworth', model: '' });
    const client = await insertClient(testContext, { teamId });
    const actor = { pool: 'staff', role: 'OWNER', id: office.id, teamId } as const;
    const fleet: Fleet = { actor, driver: { ...driver, sub: '' }, vehicle };
    const trip = await insertTrip(testContext, fleet, { clientId: client.id });
    const { body } = await office.send(getInvoice, { path: { id: trip.invoiceId } });
    expect(body.trip).toEqual({
      id: trip.id,
      client: { id: client.id, name: client.name },
      driver: { id: driver.id, name: driver.name, photoUrl: driver.photoUrl },
      vehicle: { id: vehicle.id, plate: vehicle.plate, brand: 'Kenworth' },
    });
    const bare = await insertTrip(testContext, fleet, { driverId: undefined, vehicleId: undefined });
    expect((await office.send(getInvoice, { path: { id: bare.invoiceId } })).body.trip).toEqual({ id: bare.id });
  });

  it('is left out where there is none', async () => {
    const office = await openOffice(world);
    const invoice = await insertInvoice(office.testContext, { teamId: office.teamId });
    expect((await office.send(getInvoice, at(invoice))).body).not.toHaveProperty('trip');
  });
});

describe('the list of invoices', () => {
  it('has pages of ten unless told otherwise, and says whether there are more', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    for (let made = 0; made < 11; made += 1) await insertInvoice(office.testContext, { teamId: office.teamId });
    const page = async (query: Record<string, string> = {}) => {
      const answer = await office.send(listInvoices, { query });
      return [recordsOf(answer, 'invoices').length, answer.body.pagination];
    };
    expect(await page()).toEqual([10, { total: 11, page: 1, limit: 10, hasMore: true }]);
    expect(await page({ page: '2' })).toEqual([1, { total: 11, page: 2, limit: 10, hasMore: false }]);
    expect(await page({ page: '3' })).toEqual([0, { total: 11, page: 3, limit: 10, hasMore: false }]);
    expect(await page({ limit: '11' })).toEqual([11, { total: 11, page: 1, limit: 11, hasMore: false }]);
    expect(await page({ limit: '50' })).toEqual([11, { total: 11, page: 1, limit: 50, hasMore: false }]);
  });

  it.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', '1e3'],
    ['page', ''],
    ['page', '1000000000'],
    ['limit', '0'],
    ['limit', '51'],
    ['limit', 'ten'],
    ['status', 'valid'],
    ['status', 'PAID'],
    ['tripId', 'x'],
    ['clientId', '1'],
  ])('refuses %s=%s', async (field, value) => {
    const office = await openOffice(world);
    const answer = await office.send(listInvoices, { query: { [field]: value } });
    expect([answer.status, answer.body.error, answer.body.field]).toEqual([400, 'VALIDATION_FAILED', field]);
  });
});

describe('making an invoice', () => {
  it('for a trip is one for an Idempotency-Key', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const client = await insertClient(testContext, { teamId });
    const fleet: Fleet = {
      actor: { pool: 'staff', role: 'OWNER', id: office.id, teamId },
      driver: { ...(await insertDriver(testContext, { teamId })), sub: '' },
      vehicle: await insertVehicle(testContext, { teamId }),
    };
    const trip = await insertTrip(testContext, fleet, { clientId: client.id });
    const request = { body: { items: [ITEM], tripId: trip.id }, headers: { 'idempotency-key': 'k' } };
    const [one, two] = [await office.send(createInvoice, request), await office.send(createInvoice, request)];
    expect([one.status, two]).toEqual([201, one]);
  });

  it('refuses trip and client that are not of this team, by their field', async () => {
    const office = await openOffice(world);
    const other = await openOffice(world);
    const { id: foreign } = await insertClient(other.testContext, { teamId: other.teamId });
    const make = async (body: object) => {
      const answer = await office.send(createInvoice, { body: { items: [ITEM], ...body } });
      return [answer.status, answer.body.field];
    };
    expect(await make({ clientId: foreign })).toEqual([400, 'clientId']);
    expect(await make({ tripId: someId() })).toEqual([400, 'tripId']);
    expect(await make({ tripId: someId(), clientId: foreign })).toEqual([400, 'tripId']);
    expect(await make({})).toEqual([400, 'tripId']);
  });
});

describe('editing an invoice', () => {
  it.each(INVOICE_STATUSES)('that is %s', async (status) => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const invoice = await insertInvoice(office.testContext, { teamId: office.teamId, status });
    const answer = await office.send(editInvoice, { ...at(invoice), body: { notes: 'x' } });
    if (status === 'DRAFT' || status === 'ERROR') {
      expect([answer.status, answer.body.status, answer.body.notes]).toEqual([200, 'DRAFT', 'x']);
    } else {
      expect(refusal(answer)).toEqual(refused('INVOICE_NOT_EDITABLE'));
    }
  });

  it.each(['', ' \t'])(
    'desk 1.4: an item with the productKey %j takes the default, as without one',
    async (productKey) => {
      const office = await openOffice(world);
      const client = await insertClient(office.testContext, { teamId: office.teamId });
      const body = { items: [{ ...ITEM, productKey }], clientId: client.id };
      const made = await office.send(createInvoice, { body });
      expect([made.status, made.body.items]).toMatchObject([201, [{ productKey: '78101500' }]]);
      const edited = await office.send(editInvoice, { path: { id: String(made.body.id) }, body });
      expect([edited.status, edited.body.items]).toMatchObject([200, [{ productKey: '78101500' }]]);
    },
  );

  it('takes the Carta Porte on and off, and withholds by the customer', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const company = await insertClient(testContext, { teamId, rfc: 'ABC010101AB1' });
    const invoice = await insertInvoice(testContext, { teamId, items: [{ ...ITEM, withholdingRate: 0 }] });
    const edit = async (body: object) => (await office.send(editInvoice, { ...at(invoice), body })).body;
    expect(await edit({ cartaPorte: CARTA_PORTE })).toMatchObject({ hasCartaPorte: true, cartaPorte: CARTA_PORTE });
    const sold = { clientId: company.id, clientName: company.name, withheldAmount: 1_000, total: 28_000 };
    expect(await edit({ clientId: company.id })).toMatchObject({ ...sold, hasCartaPorte: true });
    expect(await edit({ items: [{ description: 'Maniobras', price: 0.005, quantity: 3 }] })).toMatchObject({
      subtotal: 0.02,
      withheldAmount: 0,
    });
    const bare = await edit({ clientId: null, cartaPorte: null });
    expect(bare).toMatchObject({ clientId: null, clientName: null, hasCartaPorte: false });
    expect((await office.send(getInvoice, at(invoice))).body).toEqual(bare);
  });

  it('tax 7.12: keeps the reason for having no Carta Porte, and audits it', async () => {
    const office = await openOffice(world);
    const client = await insertClient(office.testContext, { teamId: office.teamId });
    const body = { items: [ITEM], clientId: client.id, noCartaPorteReason: 'LOCAL' };
    const made = await office.send(createInvoice, { body });
    expect([made.status, made.body.noCartaPorteReason]).toEqual([201, 'LOCAL']);
    const path = { path: { id: String(made.body.id) } };
    const edit = async (changes: object) => (await office.send(editInvoice, { ...path, body: changes })).body;
    expect(await edit({ notes: 'x' })).toMatchObject({ noCartaPorteReason: 'LOCAL' });
    expect(await edit({ noCartaPorteReason: 'DEDICADO' })).toMatchObject({ noCartaPorteReason: 'DEDICADO' });
    expect((await office.send(getInvoice, path)).body.noCartaPorteReason).toBe('DEDICADO');
    const { body: audit } = await office.send(listAudit, { path: { teamId: office.teamId } });
    expect(Object(audit).entries.map(({ changes }: { changes: object }) => changes)).toEqual([
      { fields: ['noCartaPorteReason'], noCartaPorteReason: 'DEDICADO' },
      { fields: ['notes'] },
      { noCartaPorteReason: 'LOCAL' },
    ]);
  });

  it('tax 7.12: refuses that reason beside a Carta Porte; a Carta Porte that is added replaces it', async () => {
    const office = await openOffice(world);
    const { teamId } = office;
    const invoice = await insertInvoice(office.testContext, { teamId, noCartaPorteReason: 'LOCAL' });
    const edit = async (body: object) => (await office.send(editInvoice, { ...at(invoice), body })).body;
    const both = { cartaPorte: CARTA_PORTE, noCartaPorteReason: 'LOCAL' };
    expect(await edit(both)).toMatchObject({ field: 'noCartaPorteReason' });
    const client = await insertClient(office.testContext, { teamId });
    const made = await office.send(createInvoice, { body: { items: [ITEM], clientId: client.id, ...both } });
    expect([made.status, made.body.field]).toEqual([400, 'noCartaPorteReason']);
    expect(await edit({ cartaPorte: CARTA_PORTE })).toMatchObject({ hasCartaPorte: true, noCartaPorteReason: null });
    expect(await edit({ noCartaPorteReason: 'LOCAL' })).toMatchObject({ field: 'noCartaPorteReason' });
    const bare = { cartaPorte: null, noCartaPorteReason: 'LOCAL' };
    expect(await edit(bare)).toMatchObject({ hasCartaPorte: false, noCartaPorteReason: 'LOCAL' });
  });

  it('refuses another team’s client before it looks at the status', async () => {
    const office = await openOffice(world);
    const invoice = await insertInvoice(office.testContext, { teamId: office.teamId, status: 'VALID' });
    const answer = await office.send(editInvoice, { ...at(invoice), body: { clientId: someId() } });
    expect([answer.status, answer.body.field]).toEqual([400, 'clientId']);
  });
});

describe('deleting an invoice', () => {
  it.each(INVOICE_STATUSES)('that is %s', async (status) => {
    const office = await openOffice(world, { role: 'ADMIN' });
    const invoice = await insertInvoice(office.testContext, { teamId: office.teamId, status });
    const answer = await office.send(deleteInvoice, at(invoice));
    const mayGo = status === 'DRAFT' || status === 'ERROR';
    if (!mayGo) expect(refusal(answer)).toEqual(refused('INVOICE_NOT_EDITABLE'));
    else expect(answer.status).toBe(200);
    expect((await office.send(getInvoice, at(invoice))).status).toBe(mayGo ? 404 : 200);
  });

  it('is not a member’s', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const invoice = await insertInvoice(office.testContext, { teamId: office.teamId });
    expect(refusal(await office.send(deleteInvoice, at(invoice)))).toEqual(refused('FORBIDDEN'));
  });

  it('whose last stamp is not certain is refused for 72 hours', async () => {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const attemptId = someId();
    const stamping = { number: 1, attemptId, isOpen: true, livemode: false };
    const invoice = await insertInvoice(testContext, { teamId, status: 'ERROR' }, { stamping });
    const hoursAgo = (hours: number) => new Date(testContext.now().getTime() - hours * 60 * 60_000).toISOString();
    const insertAttempt = (at: string) => {
      const work = {
        kind: 'STAMP' as const,
        teamId,
        invoiceId: invoice.id,
        number: 1,
        attemptId,
        idempotencyKey: `${invoice.id}-1`,
        livemode: false,
        fingerprint: '0'.repeat(16),
        attempts: [{ at, revision: 0 }],
      };
      return transact(testContext.context, [put(stampWorkKey(invoice.id), work, {}, unexpectedConflict('An attempt'))]);
    };
    await insertAttempt(hoursAgo(71));
    expect(refusal(await office.send(deleteInvoice, at(invoice)))).toEqual(refused('INVOICE_STAMP_OPEN'));
    await insertAttempt(hoursAgo(72));
    expect((await office.send(deleteInvoice, at(invoice))).status).toBe(200);
  });
});

describe('the documents of an invoice', () => {
  it.each(['DRAFT', 'PENDING', 'ERROR'] as const)('are none while it is %s', async (status) => {
    const office = await openOffice(world);
    const invoice = await insertInvoice(office.testContext, { teamId: office.teamId, status, providerId: 'a' });
    for (const operation of [getInvoicePdf, getInvoiceXml]) {
      expect(refusal(await office.send(operation, at(invoice)))).toEqual(refused('INVOICE_WITHOUT_DOCUMENT'));
    }
  });
});
