import { editInvoice } from '../../shared/invoices/edit-invoice';
import type { InvoiceFilter } from '../../shared/invoices/invoice-query';
import { invoiceCountKey } from '../../shared/invoices/invoice-record';
import { listInvoices } from '../../shared/invoices/list-invoices';
import { getItem } from '../../shared/platform/table/read';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { CARTA_PORTE, ITEM, insertHeads, insertInvoice, setCount } from '../support/store-invoices';

const table = quickTable();

/** So many drafts of one client, the newest first. */
async function insertDrafts(size: number, counted: number) {
  const [teamId, clientId] = [someId(), someId()];
  const records = await insertHeads(
    table.testContext(),
    Array.from({ length: size }, () => ({ teamId, clientId })),
  );
  for (const client of [undefined, clientId]) {
    await setCount(table.testContext(), teamId, client, { total: counted, DRAFT: counted });
  }
  return { teamId, clientId, ids: records.map(({ id }) => id).reverse() };
}

const FILTERS = ['nothing', 'status', 'client', 'status and client'] as const;
const filterOf = (name: (typeof FILTERS)[number], clientId: string): InvoiceFilter => ({
  ...(name.includes('status') && { status: 'DRAFT' }),
  ...(name.includes('client') && { clientId }),
});

describe.each(FILTERS)('pages filtered by %s', (name) => {
  it('follow one another, from either end', async () => {
    const { teamId, clientId, ids } = await insertDrafts(11, 11);
    for (const page of [1, 2, 3, 4]) {
      const answer = await table.testContext().use(listInvoices)(teamId, filterOf(name, clientId), { page, limit: 3 });
      expect(answer.invoices.map(({ id }) => id)).toEqual(ids.slice(3 * (page - 1), 3 * page));
      expect(answer.total).toBe(11);
    }
  });

  it.each([
    ['the newer', 2],
    ['the older', 3],
  ])('are empty where the counter is ahead of what can be seen, counted from %s end', async (_, page) => {
    const { teamId, clientId } = await insertDrafts(3, 20);
    const answer = await table.testContext().use(listInvoices)(teamId, filterOf(name, clientId), { page, limit: 5 });
    expect(answer).toEqual({ invoices: [], total: 20 });
  });
});

describe('an answer of fifty', () => {
  const goods = { ...CARTA_PORTE.mercancias[0], descripcion: 'X'.repeat(2_000) };
  it.each([
    ['complements', { cartaPorte: { ...CARTA_PORTE, mercancias: new Array(60).fill(goods) } }],
    ['items', { items: new Array(120).fill({ ...ITEM, description: 'X'.repeat(1_000) }) }],
  ])('that is too long by its %s is refused with what to do', async (_, given) => {
    const teamId = someId();
    for (let made = 0; made < 50; made += 1) await insertInvoice(table.testContext(), { teamId, ...given });
    const list = (limit: number) => table.testContext().use(listInvoices)(teamId, {}, { page: 1, limit });
    await expect(list(50)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'limit',
      message: expect.stringMatching(/Ask for fewer/),
    });
    expect((await list(10)).invoices).toHaveLength(10);
  });
});

describe('the counters', () => {
  it('are left alone by an edit that moves nothing', async () => {
    const [actor, clientId] = [{ id: someId(), teamId: someId() }, someId()];
    const [draft, failed] = await insertHeads(table.testContext(), [
      { teamId: actor.teamId, clientId },
      { teamId: actor.teamId, clientId, status: 'ERROR' },
    ]);
    const countsOf = (client?: string) => getItem(table.testContext().context, invoiceCountKey(actor.teamId, client));
    if (draft) await table.testContext().use(editInvoice)(actor, draft, { notes: 'x' });
    expect([await countsOf(), await countsOf(clientId)]).toEqual([undefined, undefined]);
    if (failed) await table.testContext().use(editInvoice)(actor, failed, { notes: 'x' });
    for (const client of [undefined, clientId]) {
      expect(Object.keys((await countsOf(client)) ?? {}).sort()).toEqual(['DRAFT', 'ERROR', 'pk', 'sk']);
    }
  });
});
