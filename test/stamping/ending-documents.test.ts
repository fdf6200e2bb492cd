import { invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { openCancellation } from '../../shared/stamping/ending-documents';
import type { CancelWork } from '../../shared/stamping/work-items';
import { cancelWorkKey } from '../../shared/stamping/work-keys';
import { START, someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertInvoice } from '../support/store-invoices';

const table = quickTable();

/** The ledger of a trip's document waits for the advances of the trip, so that it has no version. */
async function insertUnopened() {
  const testContext = table.testContext();
  const teamId = someId();
  const record = await insertInvoice(testContext, { teamId, status: 'VALID', tripId: someId() });
  const { id: invoiceId } = record;
  const stored = async () => (await getItem(testContext.context, invoiceKey(teamId, invoiceId))) ?? record;
  const work = (at: number): CancelWork => ({
    kind: 'CANCEL',
    teamId,
    invoiceId,
    livemode: false,
    at: new Date(START + at).toISOString(),
  });
  const readWork = () => getItem(testContext.context, cancelWorkKey(invoiceId));
  return { testContext, record, stored, work, readWork };
}

test('tax 6.2: a cancellation is noted at its document and in the list of work', async () => {
  const { testContext, record, stored, work, readWork } = await insertUnopened();
  await testContext.use(openCancellation)(record, work(0));
  expect([(await stored()).cancellationOf, await readWork()]).toEqual([record.id, work(0)]);
});

test('tax 6.2: a repeated one changes no ledger without a version, and requires it as it was read', async () => {
  const { testContext, record, stored, work, readWork } = await insertUnopened();
  await testContext.use(openCancellation)(record, work(0));
  const noted = await stored();
  await testContext.use(openCancellation)(noted, work(1_000));
  expect([await stored(), await readWork()]).toEqual([noted, work(1_000)]);
});
