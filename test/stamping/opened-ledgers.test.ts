import type { InvoiceStatus } from '../../shared/invoices/invoice';
import { type InvoiceRecord, invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { recordStamped } from '../../shared/stamping/record-outcome';
import { documentReceivableKey } from '../../shared/trips/receivable';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertTrips } from '../support/store-fleet';
import { DOCUMENT, insertInvoice } from '../support/store-invoices';

const table = quickTable();

/** Writes the document of a stored invoice, and reads what its client then owes. */
async function stamp(status: InvoiceStatus, given: Partial<InvoiceRecord> = {}) {
  const testContext = table.testContext();
  const { context } = testContext;
  const clientId = someId();
  const teamId = given.teamId ?? someId();
  const stamping = { number: 1, attemptId: 'attempt', isOpen: true, livemode: false };
  const record = await insertInvoice(testContext, { teamId, clientId, status }, { ...given, stamping });
  await testContext.use(recordStamped)({ id: someId(), teamId }, record, DOCUMENT, undefined);
  const [stored, receivable] = await Promise.all([
    getItem(context, invoiceKey(teamId, record.id)),
    getItem(context, documentReceivableKey(teamId, clientId, record.id)),
  ]);
  return { teamId, record, stored, receivable };
}

test.each(['PENDING', 'DRAFT', 'ERROR'] as const)(
  'tax 3.3: a document without a trip is owed from the write on that makes it VALID: from %s',
  async (status) => {
    const { stored, receivable } = await stamp(status);
    expect(stored).toMatchObject({ status: 'VALID', ledgerVersion: 1 });
    expect(receivable).toMatchObject({ total: 28_000.01, paid: 0, invoiceId: stored?.id });
  },
);

test('tax 3.5: the ledger of a trip’s document waits for the advances of the trip', async () => {
  const teamId = someId();
  const [{ id: tripId } = { id: '' }] = await insertTrips(table.testContext(), [{ teamId }]);
  const { stored, receivable } = await stamp('PENDING', { teamId, tripId });
  expect(stored?.status).toBe('VALID');
  expect(stored).not.toHaveProperty('ledgerVersion');
  expect(receivable).toBeUndefined();
});

test('tax 3.7: the ledger of a substitute waits for the allocations of the old document', async () => {
  const { stored, receivable } = await stamp('PENDING', { replaces: someId() });
  expect(stored).not.toHaveProperty('ledgerVersion');
  expect(receivable).toBeUndefined();
});
