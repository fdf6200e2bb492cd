import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as validateInvoice } from '../../functions/invoices/validate-invoice';
import { someId } from '../support/engine-runtime';
import type { Office } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { insertClient, insertTrips } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const offices = stampingOffices(quickTable());
const { bench, open, insertReady, stamp } = offices;

const ITEMS = [{ description: 'Flete', productKey: '78101802', price: 5_000 }];

/** A team with an advance that is VALID. */
async function withAdvance() {
  const office = await open();
  const advance = await insertReady(office);
  const { body } = await stamp(office, advance);
  const clientId = String(body.clientId);
  const create = (fields: object) => office.send(createInvoice, { body: { clientId, items: ITEMS, ...fields } });
  return { office, advance, uuid: body.uuid, clientId, create };
}

const findings = async (office: Office, id: unknown) =>
  Object.values(Object((await office.send(validateInvoice, { path: { id: String(id) } })).body.errors)).filter(
    (one) => Object(one).code === 'RELATION',
  );

describe('tax 5.3: relation 07 of an invoice', () => {
  test('names the advance by its folio fiscal, is sent, and can be removed', async () => {
    const { office, advance, uuid, create } = await withAdvance();
    const created = await create({ relations: [{ type: '07', invoiceIds: [advance] }] });
    expect(created).toMatchObject({ status: 201, body: { relations: [{ type: '07', uuids: [uuid] }] } });
    const id = String(created.body.id);
    expect(await findings(office, id)).toEqual([]);
    const edit = (body: object) => office.send(editInvoice, { path: { id }, body });
    expect((await edit({ ...created.body, notes: 'x' })).body.relations).toEqual(created.body.relations);
    expect((await edit({ notes: 'y' })).body.relations).toEqual(created.body.relations);
    expect((await edit({ relations: null })).body).not.toHaveProperty('relations');
    expect((await edit({ relations: [{ type: '07', invoiceIds: [advance] }] })).status).toBe(200);
    expect(await stamp(office, id)).toMatchObject({ status: 200, body: { relations: created.body.relations } });
    const sent = [...bench.served().standIn.state.invoices.entries()].find(([, { body }]) => body.external_id === id);
    expect(sent?.[1].body.related_documents).toEqual([{ relationship: '07', documents: [uuid] }]);
  });

  test.each(['01', '02', '03', '04', '05', '06'])('relation %s is 400 by its field, with a sentence', async (type) => {
    const { advance, create } = await withAdvance();
    const { status, body } = await create({ relations: [{ type, invoiceIds: [advance] }] });
    expect([status, body.field]).toEqual([400, 'relations[0].type']);
    expect(body.message).toMatch(/substitute|credit-notes|not issued/);
  });

  test('an invoice of no team or another team is 400 by its field', async () => {
    const { advance, create } = await withAdvance();
    const other = await insertReady(await open());
    for (const id of [someId(), other])
      expect(await create({ relations: [{ type: '07', invoiceIds: [advance, id] }] })).toMatchObject({
        status: 400,
        body: { field: 'relations[0].invoiceIds[1]' },
      });
  });

  test('also for a trip', async () => {
    const { office, advance, clientId } = await withAdvance();
    const [trip] = await insertTrips(office.testContext, [{ teamId: office.teamId, clientId }]);
    const body = { tripId: trip?.id, items: ITEMS, relations: [{ type: '07', invoiceIds: [advance] }] };
    expect(await office.send(createInvoice, { body })).toMatchObject({ status: 201, body: { relations: [{}] } });
    const unknown = { ...body, relations: [{ type: '07', invoiceIds: [someId()] }] };
    expect((await office.send(createInvoice, { body: unknown })).status).toBe(400);
  });

  test.each([
    ['is a draft', { status: 'DRAFT' }],
    ['is CANCELLED', { status: 'CANCELLED', uuid: '01890000-0000-4000-8000-00000000000a', livemode: true }],
    ['has no folio fiscal', { status: 'VALID', livemode: true }],
    ['is a test', { status: 'VALID', uuid: '01890000-0000-4000-8000-00000000000b', livemode: false }],
  ] as const)('validate names a document that %s', async (_, given) => {
    const { office, clientId, create } = await withAdvance();
    const { teamId, testContext } = office;
    const { id } = await insertInvoice(testContext, { teamId, clientId, ...given });
    const { body } = await create({ relations: [{ type: '07', invoiceIds: [id] }] });
    expect(await findings(office, body.id)).toMatchObject([{ field: 'relations[0].invoiceIds[0]', source: 'LOCAL' }]);
  });

  test('validate names a document of another client', async () => {
    const { office, advance, create } = await withAdvance();
    const { id: clientId } = await insertClient(office.testContext, { teamId: office.teamId });
    const { body } = await create({ clientId, relations: [{ type: '07', invoiceIds: [advance] }] });
    expect(await findings(office, body.id)).toHaveLength(1);
  });
});
