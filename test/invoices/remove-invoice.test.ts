import { isEditable } from '../../shared/invoices/edit-invoice';
import { INVOICE_STATUSES } from '../../shared/invoices/invoice';
import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import { invoiceCountKey, invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { recordRefused } from '../../shared/stamping/record-outcome';
import { removeInvoice } from '../../shared/stamping/remove-invoice';
import { archiveWork } from '../../shared/stamping/work';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { CARTA_PORTE, ITEM, insertInvoice, takeLock } from '../support/store-invoices';

const table = quickTable();

const MANY = new Array(5).fill(ITEM);

async function insertOne(
  given: Parameters<typeof insertInvoice>[1] = {},
  own: Parameters<typeof insertInvoice>[2] = {},
) {
  const actor = { id: someId(), teamId: someId() };
  return { actor, record: await insertInvoice(table.testContext(), { teamId: actor.teamId, ...given }, own) };
}

type One = Awaited<ReturnType<typeof insertOne>>;

/** An attempt to stamp it, that was looked for in vain and put aside: it is ERROR, and what it was sent as is kept. */
async function stampInVain({ actor, record }: One, isOpen = false): Promise<InvoiceRecord> {
  const testContext = table.testContext();
  const { locked, work } = await takeLock(testContext, actor, record);
  const failed = await testContext.use(recordRefused)(actor, locked, 'Nothing found.', { isOpen });
  await testContext.use(archiveWork)(work);
  return failed;
}

/** All that is kept of an invoice, wherever it lies, but the entries of its history. */
const keptOf = async ({ id }: Pick<InvoiceRecord, 'id'>) =>
  (await table.everything())
    .filter((item) => `${item.pk} ${item.sk}`.includes(id) && !String(item.sk).startsWith('EVENT#'))
    .map(({ sk }) => sk)
    .sort();

const countsOf = (record: InvoiceRecord, clientId?: string) =>
  getItem(table.testContext().context, invoiceCountKey(record.teamId, clientId));

describe('a deleted invoice', () => {
  it('leaves nothing: neither items nor Carta Porte, neither its place with the trip nor a past attempt', async () => {
    const one = await insertOne({ tripId: someId(), items: MANY, cartaPorte: CARTA_PORTE });
    const failed = await stampInVain(one);
    const pointer = `INVOICE#${failed.id}`;
    expect(await keptOf(failed)).toEqual(['ATTEMPT', 'CARTA_PORTE', pointer, pointer, 'ITEMS'].sort());
    await table.testContext().use(removeInvoice)(one.actor, failed);
    expect(await keptOf(failed)).toEqual([]);
  });

  it('takes nothing of its neighbours with it', async () => {
    const given = { tripId: someId(), items: MANY, cartaPorte: CARTA_PORTE };
    const one = await insertOne(given);
    const neighbour = await insertInvoice(table.testContext(), { ...given, teamId: one.actor.teamId });
    const before = await keptOf(neighbour);
    await table.testContext().use(removeInvoice)(one.actor, one.record);
    expect(await keptOf(neighbour)).toEqual(before);
  });

  it('is counted no more, by its status, of the team and of its client', async () => {
    const clientId = someId();
    const one = await insertOne({ clientId });
    await insertInvoice(table.testContext(), { teamId: one.actor.teamId, clientId, status: 'ERROR' });
    await insertInvoice(table.testContext(), { teamId: one.actor.teamId });
    await table.testContext().use(removeInvoice)(one.actor, one.record);
    expect(await countsOf(one.record)).toMatchObject({ total: 2, DRAFT: 1, ERROR: 1 });
    expect(await countsOf(one.record, clientId)).toMatchObject({ total: 1, DRAFT: 0, ERROR: 1 });
  });

  it('is told of in the history by whom', async () => {
    const { actor, record } = await insertOne();
    await table.testContext().use(removeInvoice)(actor, record);
    const [event] = (await table.everything()).filter(({ entityId }) => entityId === record.id);
    expect(event).toMatchObject({ action: 'DELETE', entityType: 'INVOICE', actorId: actor.id });
  });
});

describe('an invoice is not deleted', () => {
  it.each(INVOICE_STATUSES.filter((status) => !isEditable({ status })))('that is %s', async (status) => {
    const { actor, record } = await insertOne({ status });
    const testContext = table.testContext();
    await expect(testContext.use(removeInvoice)(actor, record)).rejects.toMatchObject({
      code: 'INVOICE_NOT_EDITABLE',
      message: expect.stringContaining(`The invoice is ${status}.`),
    });
    expect(testContext.calls).toEqual([]);
    expect(await countsOf(record)).toMatchObject({ total: 1, [status]: 1 });
  });

  const becomes = (set: Partial<InvoiceRecord>) => (_: One, record: InvoiceRecord) =>
    transact(table.testContext().context, [
      update(invoiceKey(record.teamId, record.id), { set }, {}, unexpectedConflict('A change of the test')),
    ]);
  const restamped = ({ actor }: One, record: InvoiceRecord) => stampInVain({ actor, record }, true);
  const twice = ({ actor }: One, record: InvoiceRecord) => table.testContext().use(removeInvoice)(actor, record);

  it.each([
    ['is gone', 'DRAFT', twice, 'NOT_FOUND'],
    ['is edited', 'DRAFT', becomes({ revision: 1 }), 'CONFLICT'],
    ['comes to nothing', 'DRAFT', becomes({ status: 'ERROR' }), 'CONFLICT'],
    ['is taken for a stamp', 'DRAFT', becomes({ status: 'PENDING' }), 'INVOICE_NOT_EDITABLE'],
    ['is stamped for the first time, in vain', 'ERROR', restamped, 'CONFLICT'],
    ['is stamped once more, in vain', 'STAMPED', restamped, 'CONFLICT'],
  ] as const)('that meanwhile %s', async (_, from, meanwhile, code) => {
    const one = await insertOne({ status: from === 'DRAFT' ? 'DRAFT' : 'ERROR', items: MANY });
    const record = from === 'STAMPED' ? await stampInVain(one) : one.record;
    const deleting = table.interrupted(() => meanwhile(one, record)).use(removeInvoice)(one.actor, record);
    await expect(deleting).rejects.toMatchObject({ code });
    const kept = code === 'NOT_FOUND' ? 0 : 1;
    expect((await keptOf(record)).filter((sk) => sk === 'ITEMS')).toHaveLength(kept);
    expect(await countsOf(record)).toMatchObject({ total: kept });
  });
});
