import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { NO_REASON } from '../../shared/invoices/refusal-reason';
import { update } from '../../shared/platform/table/steps';
import { writeOne } from '../../shared/platform/table/write';
import { cartaPorte, readyFreight } from '../support/freight';
import { quickTable } from '../support/quick-table';
import { LEGAL } from '../support/seals';
import { stampingOffices } from '../support/stamping-office';
import { insertClient, insertDriver, insertTrips, insertVehicle } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const { bench, befall, open, openWithInvoice, stamp, refresh } = stampingOffices(quickTable());
const HOUR_MS = 60 * 60_000;

test('a ready invoice is VALID at once, and stays: stamp, edit and delete are 409 then', async () => {
  const { office, id } = await openWithInvoice();
  const stamped = await stamp(office, id);
  expect(stamped).toMatchObject({ status: 200, body: { status: 'VALID', livemode: true, errorMessage: null } });
  expect(await stamp(office, id)).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
  expect((await office.send(editInvoice, { path: { id }, body: { notes: 'x' } })).status).toBe(409);
  expect(await bench.documents(id)).toHaveLength(1);
});

test('tax 7.10: a transfer of own goods is VALID: the customer is the organization, not the client of the trip', async () => {
  const office = await open();
  const { teamId, testContext, send } = office;
  const { client, driver, vehicle } = readyFreight();
  const { id: clientId } = await insertClient(testContext, { ...client, teamId });
  const { id: driverId } = await insertDriver(testContext, { ...driver, teamId });
  const { id: vehicleId } = await insertVehicle(testContext, { ...vehicle, teamId });
  const [trip] = await insertTrips(testContext, [{ teamId, clientId, driverId, vehicleId }]);
  const items = [{ description: 'Perfiles', productKey: '30102300', quantity: 12, unitKey: 'XPX' }];
  const body = { type: 'T', tripId: trip?.id, items, cartaPorte: cartaPorte() };
  const created = await send(createInvoice, { body });
  expect(created).toMatchObject({ status: 201, body: { type: 'T', clientId: null } });
  const id = String(created.body.id);
  expect(await stamp(office, id)).toMatchObject({
    status: 200,
    body: { type: 'T', status: 'VALID', total: 0, clientId: null, errorMessage: null },
  });
  const stored = [...bench.served().standIn.state.invoices.entries()].map(([, { body }]) => Object(body));
  const sent = stored.find(({ external_id }) => external_id === id);
  const customer = { legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', address: { zip: LEGAL.zipCode } };
  expect(sent).toMatchObject({ type: 'T', use: 'S01', currency: 'XXX', customer });
  expect(sent.items).toEqual([
    { quantity: 12, product: { description: 'Perfiles', product_key: '30102300', unit_key: 'XPX' } },
  ]);
});

test('fifty stamps at once make one document: one 200, the others 409', async () => {
  const { office, id } = await openWithInvoice();
  const answers = await Promise.all(Array.from({ length: 50 }, () => stamp(office, id)));
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  expect(counts).toEqual(
    new Map([
      [200, 1],
      [409, 49],
    ]),
  );
  expect(await bench.documents(id)).toHaveLength(1);
});

test('what is not ready is 400 with all that stands in the way', async () => {
  const { office } = await openWithInvoice();
  const { id } = await insertInvoice(office.testContext, { teamId: office.teamId });
  const answer = await stamp(office, id);
  expect(answer).toMatchObject({ status: 400, body: { error: 'INVOICE_NOT_READY', field: expect.any(String) } });
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ field: answer.body.field }));
});

test('a definite no is 502 with the reason, and ERROR; the next stamp has a key of its own', async () => {
  const { office, id } = await openWithInvoice();
  befall({ fault: 'REFUSE' });
  const refused = await stamp(office, id);
  expect(refused.status).toBe(502);
  expect(Object.keys(refused.body)).toEqual(['error']);
  expect(await refresh(office, id)).toMatchObject({ body: { status: 'ERROR', errorMessage: refused.body.error } });
  expect(await stamp(office, id)).toMatchObject({ status: 200, body: { status: 'VALID', errorMessage: null } });
});

test.each(['LOSE_ANSWER', 'HTML', 'CUT'] as const)(
  '%s is 202: nobody knows, so nothing changes meanwhile',
  async (fault) => {
    const { office, id } = await openWithInvoice();
    befall({ fault });
    expect(await stamp(office, id)).toMatchObject({ status: 202, body: { status: 'PENDING' } });
    expect((await stamp(office, id)).status).toBe(409);
    expect((await office.send(editInvoice, { path: { id }, body: { notes: 'x' } })).status).toBe(409);
    const isThere = fault === 'LOSE_ANSWER';
    expect(await refresh(office, id)).toMatchObject({ status: 200, body: { status: isThere ? 'VALID' : 'PENDING' } });
    expect(await bench.documents(id)).toHaveLength(isThere ? 1 : 0);
  },
);

test('desk 4.1: a reason of the service itself is in the language of the reader, and the words of the provider stay', async () => {
  const { office, id } = await openWithInvoice();
  const reasonOf = async (headers = {}) => (await office.send(getInvoice, { path: { id }, headers })).body.errorMessage;
  befall({ fault: 'CUT' });
  await stamp(office, id);
  await refresh(office, id);
  office.testContext.pass(2 * HOUR_MS);
  expect(await refresh(office, id)).toMatchObject({ body: { status: 'ERROR' } });
  expect(await reasonOf()).toMatch(/has no document of this invoice/);
  expect(await reasonOf({ 'accept-language': 'es-MX' })).toMatch(/no tiene un documento de esta factura/);
  befall({ fault: 'REFUSE' });
  const headers = { 'accept-language': 'es' };
  const refused = await office.send(stampInvoice, { path: { id }, headers });
  expect(refused).toMatchObject({ status: 502, body: { error: await reasonOf(headers) } });
  expect(await reasonOf(headers)).toBe(await reasonOf());
});

test('desk 4.1: a stamp that the provider could not make without a reason is told of in the language of the reader', async () => {
  const { office } = await openWithInvoice();
  const given = { teamId: office.teamId, status: 'ERROR', errorMessage: NO_REASON.en } as const;
  const { id } = await insertInvoice(office.testContext, given);
  const read = await office.send(getInvoice, { path: { id }, headers: { 'accept-language': 'es' } });
  expect(read.body.errorMessage).toMatch(/no pudo timbrar la factura/);
});

test('cancel asks for its substitution with motive 01 alone, and is CANCELLED when the provider says so', async () => {
  const { office, id } = await openWithInvoice();
  const cancel = (body: object) => office.send(cancelInvoice, { path: { id }, body });
  expect(await cancel({ motive: '02' })).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
  await stamp(office, id);
  for (const body of [{ motive: '01' }, { motive: '01', substitution: id }, { motive: '02', substitution: id }])
    expect(await cancel(body)).toMatchObject({ status: 400, body: { field: 'substitution' } });
  expect(await cancel({ motive: '05' })).toMatchObject({ status: 400, body: { field: 'motive' } });
  expect(await cancel({ motive: '02' })).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  expect((await cancel({ motive: '02' })).status).toBe(409);
});

test('a stamp costs 31 write units: lock, result, receivable, and the entry by folio', async () => {
  const { office, id } = await openWithInvoice();
  const log = office.testContext.logs.length;
  await stamp(office, id);
  const line = office.testContext.logs.slice(log).find((one) => one.includes('"stampInvoice"'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ wru: 31 });
});

test('tax §2.7: an invoice that an older release stamped gets its folio fiscal when it is cancelled', async () => {
  const { office, id } = await openWithInvoice();
  const { uuid } = (await stamp(office, id)).body;
  const forget = { remove: ['uuid', 'documentTotal'] };
  const isThere = () => new Error('The invoice is gone.');
  await writeOne(office.testContext.context, update(invoiceKey(office.teamId, id), forget, {}, isThere));
  const answer = await office.send(cancelInvoice, { path: { id }, body: { motive: '02' } });
  expect(answer).toMatchObject({ status: 200, body: { status: 'CANCELLED', uuid } });
  expect(uuid).toEqual(expect.any(String));
});
