import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { settleLedger } from '../../shared/payments/settle-ledger';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';

const { bench, world, open, insertReady, stamp } = stampingOffices(quickTable());

/** An invoice before and after its stamp. */
async function stamped() {
  const office = await open();
  const id = await insertReady(office);
  const draft = (await office.send(getInvoice, { path: { id } })).body;
  const answer = await stamp(office, id);
  expect(answer).toMatchObject({ status: 200, body: { status: 'VALID' } });
  const [document] = await bench.documents(id);
  const shown = {
    uuid: document?.uuid,
    verificationUrl: expect.stringContaining(String(document?.uuid)),
    cartaPorteUrl: null,
  };
  return { office, id, draft, answer, shown };
}

const listed = async ({ send }: Pick<Office, 'send'>, uuid: unknown) =>
  recordsOf(await send(listInvoices, { query: { uuid: String(uuid) } }), 'invoices').map((one) => one.id);

describe('tax §6.1: the folio fiscal of an invoice', () => {
  test('is null in a draft, and that of the provider’s document from VALID on: in the stamp, the record, the list and the receivables', async () => {
    const { office, id, draft, answer, shown } = await stamped();
    expect(draft).toMatchObject({ uuid: null, verificationUrl: null, cartaPorteUrl: null });
    expect(shown.uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body).toMatchObject(shown);
    expect((await office.send(getInvoice, { path: { id } })).body).toMatchObject(shown);
    const [first] = recordsOf(await office.send(listInvoices), 'invoices');
    expect(first).toMatchObject({ id, ...shown });
    await office.testContext.use(settleLedger)({ id: office.id, teamId: office.teamId }, id);
    const report = await office.send(reportReceivables);
    expect(report.body).toMatchObject({ receivables: [{ invoiceId: id, uuid: shown.uuid }] });
  });

  test('finds the invoice for its team alone, also in capitals', async () => {
    const { office, id, shown } = await stamped();
    expect(await listed(office, shown.uuid)).toEqual([id]);
    expect(await listed(office, String(shown.uuid).toUpperCase())).toEqual([id]);
    expect(await listed(office, someId())).toEqual([]);
    expect(await listed(await openOffice(world), shown.uuid)).toEqual([]);
  });

  test('desk 3.1: folio, series with folio, and folio fiscal of a stamp are found by the search', async () => {
    const { office, id, answer, shown } = await stamped();
    const { folio, series } = answer.body;
    expect(folio).toMatch(/^\d+$/);
    const searched = async (q: string) => recordsOf(await office.send(listInvoices, { query: { q } }), 'invoices');
    for (const q of [String(folio), `${series ?? ''}${folio}`, String(shown.uuid).slice(0, 11)])
      expect([q, (await searched(q)).map((one) => one.id)]).toEqual([q, [id]]);
    expect(await searched(`${folio}0`)).toEqual([]);
  });
});
