import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as createCreditNote } from '../../functions/invoices/create-credit-note';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as listInvoices } from '../../functions/invoices/list-invoices';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { operation as validateInvoice } from '../../functions/invoices/validate-invoice';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { type Office, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';

const offices = stampingOffices(quickTable());
const { bench, befall, open, insertReady, stamp, refresh, recover, alerted } = offices;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BODY = { relation: '01', paymentForm: '03' };

afterEach(offices.forgetWork);

/** A VALID invoice of 28,000.00: 25,000 with IVA and 4 % withheld. */
async function valid() {
  const office = await open();
  const id = await insertReady(office);
  expect(await stamp(office, id)).toMatchObject({ status: 200, body: { status: 'VALID', total: 28_000 } });
  return { office, id };
}

const note = (office: Office, id: string, body: object = {}) =>
  office.send(createCreditNote, { path: { id }, body: { ...BODY, ...body } });
const ledgerOf = async ({ testContext, teamId }: Office, id: string) => {
  const record = await getItem(testContext.context, invoiceKey(teamId, id));
  return { credited: record?.credited, documentPending: record?.documentPending };
};
const cancel = async (office: Office, id: string, body: object = { motive: '02' }) =>
  office.send(cancelInvoice, { path: { id }, body, headers: await office.exchange.bearer(undefined, office.id) });

/** A note of half the invoice, as a draft. */
async function withNote(body: object = { share: 0.5 }) {
  const { office, id } = await valid();
  const created = await note(office, id, body);
  expect(created.status).toBe(201);
  return { office, id, noteId: String(created.body.id) };
}

const FREE = { credited: undefined, documentPending: undefined };
const HALF = { credited: 1_400_000, documentPending: undefined };

describe('tax 5.1: a credit note', () => {
  test('is one for an Idempotency-Key', async () => {
    const { office, id } = await valid();
    const request = { path: { id }, body: { ...BODY, share: 0.5 }, headers: { 'idempotency-key': 'k' } };
    const [one, two] = [await office.send(createCreditNote, request), await office.send(createCreditNote, request)];
    expect([one.status, two]).toEqual([201, one]);
    expect(recordsOf(await office.send(listInvoices, { query: { type: 'E' } }), 'invoices')).toHaveLength(1);
  });

  test('is a draft of type E that is edited like one, and is audited', async () => {
    const { office, id, noteId } = await withNote();
    const { body } = await office.send(getInvoice, { path: { id: noteId } });
    expect(body).toMatchObject({ type: 'E', status: 'DRAFT', total: 14_000, paymentMethod: 'PUE', cfdiUse: 'G02' });
    const edit = (changes: object) => office.send(editInvoice, { path: { id: noteId }, body: changes });
    expect(await edit({ ...body, paymentForm: '17' })).toMatchObject({ status: 200, body: { paymentForm: '17' } });
    for (const [field, changes] of Object.entries({
      clientId: { clientId: null },
      paymentMethod: { paymentMethod: 'PPD' },
      conditions: { conditions: 'OC 1' },
      'relations[0].type': { relations: [{ type: '03', invoiceIds: [id] }] },
    }))
      expect(await edit(changes)).toMatchObject({ status: 400, body: { field } });
    const entries = recordsOf(await office.send(listAudit, { query: { entityId: id } }), 'entries');
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'CREDIT_NOTE', changes: { creditNoteId: noteId } }),
    );
  });

  test('of a draft, a cancelled invoice or another note is 409', async () => {
    const { office, noteId } = await withNote();
    expect(await note(office, await insertReady(office))).toMatchObject({ status: 409 });
    expect(await note(office, noteId)).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
    await stamp(office, noteId);
    expect(await note(office, noteId)).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
  });

  test('needs an administrator, and refuses an unknown field', async () => {
    const { office, id } = await valid();
    const member = await office.hire('MEMBER');
    expect((await member.send(createCreditNote, { path: { id }, body: BODY })).status).toBe(403);
    expect(await note(office, id, { amount: 5 })).toMatchObject({ status: 400, body: { field: 'amount' } });
  });

  test('validate reports CREDIT_EXCEEDS_INVOICE, and a document that is no longer VALID', async () => {
    const { office, id, noteId } = await withNote();
    const codes = async (of: string) => {
      const { body } = await office.send(validateInvoice, { path: { id: of } });
      return Object.values(Object(body.errors)).map((one) => `${Object(one).code} ${Object(one).field}`);
    };
    expect(await codes(noteId)).toEqual([]);
    const other = String((await note(office, id, { share: 0.6 })).body.id);
    expect(await codes(other)).toEqual([]);
    await stamp(office, noteId);
    expect(await codes(other)).toEqual(['CREDIT_EXCEEDS_INVOICE items']);
    expect((await stamp(office, other)).status).toBe(400);
    await cancel(office, noteId);
    await cancel(office, id);
    expect(await codes(other)).toEqual(['RELATION relations[0].invoiceIds[0]']);
  });

  test('takes what is left after another one; more is 400 by its field', async () => {
    const { office, id, noteId } = await withNote();
    await stamp(office, noteId);
    expect(await note(office, id, { share: 0.51 })).toMatchObject({ status: 400, body: { field: 'share' } });
    const items = [{ description: 'x', price: 20_000 }];
    expect(await note(office, id, { items })).toMatchObject({ status: 400, body: { field: 'items' } });
    const rest = await note(office, id);
    expect(rest).toMatchObject({ status: 201, body: { total: 14_000 } });
    expect((await stamp(office, String(rest.body.id))).status).toBe(200);
    expect(await note(office, id)).toMatchObject({ status: 400 });
  });
});

describe('tax 5.2: the ledger of the credited document', () => {
  test('grows when the note is VALID, and gets it back when the note is CANCELLED', async () => {
    const { office, id, noteId } = await withNote();
    expect(await ledgerOf(office, id)).toEqual(FREE);
    expect(await stamp(office, noteId)).toMatchObject({ status: 200, body: { status: 'VALID', type: 'E' } });
    expect(await ledgerOf(office, id)).toEqual(HALF);
    const sent = [...bench.served().standIn.state.invoices.entries()].map(([, { body }]) => body);
    expect(sent.find(({ external_id }) => external_id === noteId)).toMatchObject({
      type: 'E',
      payment_method: 'PUE',
      related_documents: [{ relationship: '01' }],
    });
    expect(await cancel(office, id)).toMatchObject({ status: 409, body: { error: 'LATER_DOCUMENTS' } });
    expect(await office.send(substituteInvoice, { path: { id } })).toMatchObject({
      status: 409,
      body: { error: 'LATER_DOCUMENTS' },
    });
    expect(await cancel(office, noteId)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await ledgerOf(office, id)).toEqual(FREE);
    expect(await cancel(office, id)).toMatchObject({ body: { status: 'CANCELLED' } });
  });

  test('is reserved by one note at a time: fifty stamps of two notes make one document each at most', async () => {
    const { office, id, noteId } = await withNote({ share: 0.7 });
    const other = String((await note(office, id, { share: 0.7 })).body.id);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => stamp(office, n % 2 ? noteId : other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await ledgerOf(office, id)).toEqual({ credited: 1_960_000, documentPending: undefined });
    expect((await bench.documents(noteId)).length + (await bench.documents(other)).length).toBe(1);
  });

  test('stays reserved while the outcome is unknown: another note is 409 DOCUMENT_PENDING', async () => {
    const { office, id, noteId } = await withNote();
    const other = String((await note(office, id, { share: 0.1 })).body.id);
    befall({ fault: 'LOSE_ANSWER' });
    expect((await stamp(office, noteId)).status).toBe(202);
    expect(await ledgerOf(office, id)).toEqual({ credited: undefined, documentPending: noteId });
    expect(await stamp(office, other)).toMatchObject({ status: 409, body: { error: 'DOCUMENT_PENDING' } });
    expect(await cancel(office, id)).toMatchObject({ status: 409, body: { error: 'LATER_DOCUMENTS' } });
    expect(await refresh(office, noteId)).toMatchObject({ body: { status: 'VALID' } });
    expect(await ledgerOf(office, id)).toEqual(HALF);
    expect((await stamp(office, other)).status).toBe(200);
  });

  test('is released by a definite refusal', async () => {
    const { office, id, noteId } = await withNote();
    befall({ fault: 'REFUSE' });
    expect((await stamp(office, noteId)).status).toBe(502);
    expect(await ledgerOf(office, id)).toEqual(FREE);
    expect((await stamp(office, noteId)).status).toBe(200);
    expect(await ledgerOf(office, id)).toEqual(HALF);
  });

  test('stays reserved in ERROR after no answer, for 72 hours; a later document is told of', async () => {
    const { office, id, noteId } = await withNote();
    befall({ fault: 'CUT' });
    expect((await stamp(office, noteId)).status).toBe(202);
    const runAfter = async (milliseconds: number) => {
      office.testContext.pass(milliseconds);
      await recover(office);
    };
    for (const wait of [30 * MINUTE, 30 * MINUTE]) await runAfter(wait);
    expect(
      (
        await office.send(getInvoice, {
          path: { id: noteId },
          headers: await office.exchange.bearer(undefined, office.id),
        })
      ).body,
    ).toMatchObject({ status: 'ERROR' });
    expect(await ledgerOf(office, id)).toEqual({ credited: undefined, documentPending: noteId });
    await runAfter(72 * HOUR);
    expect(await ledgerOf(office, id)).toEqual(FREE);
    expect(await alerted(office, 'RECEIPT_CONFLICT')).toEqual([]);
  });

  test('counts a substituted note once', async () => {
    const { office, id, noteId } = await withNote();
    await stamp(office, noteId);
    const { body } = await office.send(substituteInvoice, { path: { id: noteId }, body: { notes: 'x' } });
    expect(body).toMatchObject({ type: 'E', relations: [{ type: '04' }, { type: '01' }] });
    expect(await stamp(office, String(body.id))).toMatchObject({ status: 200, body: { status: 'VALID' } });
    expect(await ledgerOf(office, id)).toEqual(HALF);
    expect((await office.send(getInvoice, { path: { id: noteId } })).body).toMatchObject({ status: 'CANCELLED' });
    expect(await cancel(office, String(body.id))).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await ledgerOf(office, id)).toEqual(FREE);
  });

  test('newest first: an earlier note waits for the later one', async () => {
    const { office, id, noteId } = await withNote();
    await stamp(office, noteId);
    bench.pass(MINUTE);
    const later = String((await note(office, id, { share: 0.1 })).body.id);
    await stamp(office, later);
    const refusal = await cancel(office, noteId);
    expect(refusal).toMatchObject({ status: 409, body: { error: 'LATER_DOCUMENTS' } });
    expect(refusal.body.message).toContain(later);
    expect(await cancel(office, later)).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await cancel(office, noteId)).toMatchObject({ body: { status: 'CANCELLED' } });
  });
});

test('tax 4.2: the list by type has credit notes alone, with exact totals', async () => {
  const { office, id, noteId } = await withNote();
  await stamp(office, noteId);
  const draft = String((await note(office, id, { share: 0.1 })).body.id);
  const { clientId } = (await office.send(getInvoice, { path: { id } })).body;
  const listed = async (query: Record<string, string>) => {
    const answer = await office.send(listInvoices, { query });
    expect(Object(answer.body.pagination).total).toBe(recordsOf(answer, 'invoices').length);
    return recordsOf(answer, 'invoices').map((one) => one.id);
  };
  expect(await listed({})).toEqual([id]);
  expect(await listed({ type: 'E' })).toEqual([draft, noteId]);
  expect(await listed({ type: 'E', status: 'VALID' })).toEqual([noteId]);
  expect(await listed({ type: 'E', clientId: String(clientId) })).toEqual([draft, noteId]);
  expect(await listed({ type: 'E', clientId: String(clientId), status: 'DRAFT' })).toEqual([draft]);
  expect(await listed({ clientId: String(clientId) })).toEqual([id]);
  for (const all of [{}, { clientId: String(clientId) }])
    expect(await listed({ type: 'ALL', ...all })).toEqual([draft, noteId, id]);
  expect(await listed({ type: 'ALL', status: 'VALID' })).toEqual([noteId, id]);
  expect((await office.send(deleteInvoice, { path: { id: draft } })).status).toBe(200);
  expect(await listed({ type: 'E' })).toEqual([noteId]);
});
