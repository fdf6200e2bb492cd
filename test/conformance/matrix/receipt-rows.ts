import { operation as listAlerts } from '../../../functions/alerts/list-alerts';
import { operation as createCollection } from '../../../functions/collections/create-collection';
import { operation as cancelInvoice } from '../../../functions/invoices/cancel-invoice';
import { operation as stampInvoice } from '../../../functions/invoices/stamp-invoice';
import { operation as createReceipt } from '../../../functions/receipts/create-receipt';
import { trigger } from '../../../functions/triggers/raise-receipt-alerts';
import type { Invoice } from '../../../shared/invoices/invoice';
import { type InvoiceRecord, invoiceKey } from '../../../shared/invoices/invoice-record';
import { noteSteps } from '../../../shared/invoices/invoice-writes';
import { makeTriggerHandler } from '../../../shared/operation/define-trigger';
import { settleLedger } from '../../../shared/payments/settle-ledger';
import { update } from '../../../shared/platform/table/steps';
import { transact } from '../../../shared/platform/table/transact';
import { someId } from '../../support/engine-runtime';
import { readyFreight } from '../../support/freight';
import { lambdaContext } from '../../support/http-event';
import { openOffice, recordsOf } from '../../support/office';
import { insertStampingAccount } from '../../support/stamping-account';
import { insertClient } from '../../support/store-fleet';
import { insertInvoice } from '../../support/store-invoices';
import { RECEIPT_XML_ROWS } from './receipt-xml-rows';
import { answered, type Bench, type Row } from './row';

/** A team with clients whose VALID PPD documents are paid by collections. */
async function openDesk({ world }: Bench) {
  const office = await openOffice(world);
  const { testContext, teamId, id: actor } = office;
  const { client, organization } = readyFreight();
  if (organization === undefined) throw new Error('The scene has an organization.');
  const { legalName, taxRegime, zipCode, rfc } = organization;
  await insertStampingAccount(testContext, { teamId, legalName, taxRegime, zipCode, ...(rfc && { rfc }) });
  const customer = async () => (await insertClient(testContext, { ...client, teamId })).id;
  const clientId = await customer();
  const document = async (given: Partial<Invoice> = {}, own: Partial<InvoiceRecord> = {}) => {
    const valid = { teamId, clientId, status: 'VALID', uuid: someId(), livemode: true } as const;
    const issuedAt = '2026-01-01T00:00:00.000Z';
    const { id } = await insertInvoice(
      testContext,
      { ...valid, issuedAt, total: 1_000, ...given },
      { documentTotal: 100_000, providerId: 'document', ...own },
    );
    await testContext.use(settleLedger)({ id: actor, teamId }, id);
    return id;
  };
  const collect = async (given: object = {}, of = clientId) => {
    const body = { clientId: of, amount: 100, method: 'TRANSFERENCIA', ...given };
    return String((await office.send(createCollection, { body })).body.id);
  };
  const receipt = (...collectionIds: string[]) => office.send(createReceipt, { body: { clientId, collectionIds } });
  const stamp = (id: unknown) => office.send(stampInvoice, { path: { id: String(id) } });
  const setDocument = (id: string, set: Partial<InvoiceRecord>) =>
    transact(testContext.context, [update(invoiceKey(teamId, id), { set }, {}, () => new Error('gone'))]);
  return { office, customer, document, collect, receipt, stamp, setDocument };
}

const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }): string =>
  status === 400 ? `400 ${body.field}` : `${status} ${body.error ?? ''}`.trim();

type Desk = Awaited<ReturnType<typeof openDesk>>;

const refusedBy = (name: string, ask: (desk: Desk) => Promise<Parameters<typeof refusal>[0]>, expected: string): Row =>
  answered(name, 'refused', async (bench) => refusal(await ask(await openDesk(bench))), expected);

const REFUSED: readonly Row[] = [
  refusedBy(
    'CRP20212 DEPOSITO without paymentForm',
    async ({ document, collect, receipt }) => {
      await document();
      return receipt(await collect({ method: 'DEPOSITO' }));
    },
    '400 paymentForm',
  ),
  refusedBy(
    'CRP20212 form 99',
    async ({ document, collect, receipt }) => {
      await document();
      return receipt(await collect({ paymentForm: '99' }));
    },
    '400 paymentForm',
  ),
  refusedBy(
    'CRP20239 last_balance 0',
    async ({ document, collect, receipt, stamp, setDocument }) => {
      const id = await document();
      const { body } = await receipt(await collect());
      await setDocument(id, { documentTotal: 0 });
      return stamp(body.id);
    },
    '409 CONFLICT',
  ),
  refusedBy(
    'INSTALMENT two receipts of one document at once',
    async ({ document, collect, receipt, stamp, setDocument }) => {
      const id = await document();
      const { body } = await receipt(await collect());
      await setDocument(id, { documentPending: someId() });
      return stamp(body.id);
    },
    '409 DOCUMENT_PENDING',
  ),
  refusedBy(
    'RMF-2.7.1.32 payments of two months in one receipt',
    async ({ document, collect, receipt }) => {
      await document();
      return receipt(
        await collect({ paidAt: '2026-01-15T18:00:00.000Z' }),
        await collect({ paidAt: '2026-02-15T18:00:00.000Z' }),
      );
    },
    '400 collectionIds[1]',
  ),
  refusedBy(
    'RMF-2.7.1.32 payments of two clients',
    async ({ document, collect, receipt, customer }) => {
      await document();
      return receipt(await collect(), await collect({}, await customer()));
    },
    '400 collectionIds[1]',
  ),
  refusedBy(
    'PUE receipt for a PUE document',
    async ({ document, collect, receipt }) => {
      await document({ paymentMethod: 'PUE', paymentForm: '03' });
      return receipt(await collect());
    },
    '409 NOTHING_TO_RECEIPT',
  ),
];

/** Inserts a VALID receipt of a document, stamped at an instant. */
async function insertReceipt({ office, setDocument }: Desk, documentId: string, issuedAt: string, count: number) {
  const { testContext, teamId } = office;
  const valid = { teamId, type: 'P', status: 'VALID', uuid: someId(), livemode: true } as const;
  const own = { providerId: someId(), documentIds: [documentId] };
  const record = await insertInvoice(testContext, { ...valid, items: [], issuedAt, total: 0 }, own);
  await transact(testContext.context, noteSteps(record));
  await setDocument(documentId, { receiptCount: count, receipted: count });
  return record.id;
}

const cancelled = async ({ office }: Desk, id: string) =>
  office.send(cancelInvoice, { path: { id }, body: { motive: '02' } });

const NEWEST_FIRST: readonly Row[] = [
  refusedBy(
    'INSTALMENT older receipt cancelled first',
    async (desk) => {
      const id = await desk.document();
      const older = await insertReceipt(desk, id, '2026-02-01T00:00:00.000Z', 1);
      await insertReceipt(desk, id, '2026-02-02T00:00:00.000Z', 2);
      return cancelled(desk, older);
    },
    '409 LATER_DOCUMENTS',
  ),
  refusedBy(
    'MOTIVE cancel with live receipts',
    async (desk) => {
      const id = await desk.document();
      await insertReceipt(desk, id, '2026-02-01T00:00:00.000Z', 1);
      return cancelled(desk, id);
    },
    '409 LATER_DOCUMENTS',
  ),
];

const LATE: Row = answered(
  'RMF-2.7.1.32 receipt after the 5th',
  'warned',
  async (bench) => {
    const { office, document, collect } = await openDesk(bench);
    await document();
    await collect({ paidAt: '2026-01-15T18:00:00.000Z' });
    await makeTriggerHandler(trigger, office.testContext.runtime)({}, lambdaContext());
    const alerts = recordsOf(await office.send(listAlerts), 'alerts');
    return alerts.map(({ type, severity }) => `${type} ${severity}`).join();
  },
  'RECEIPT_LATE CRITICAL',
);

/** Receipts of payment: what the operations refuse, and what their documents cannot have. */
export const RECEIPTS: readonly Row[] = [...REFUSED, ...NEWEST_FIRST, LATE, ...RECEIPT_XML_ROWS];
