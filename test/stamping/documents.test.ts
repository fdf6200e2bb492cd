import type { Invoice } from '../../shared/invoices/invoice';
import { recordOf } from '../../shared/invoices/invoice-record';
import { AppError } from '../../shared/platform/errors';
import type { Deps } from '../../shared/platform/runtime/capability';
import { dropProviderDraft, refuseIfStamped } from '../../shared/stamping/drop-draft';
import { type DOCUMENT_USES, openDocument } from '../../shared/stamping/open-document';
import type { ProviderDocument, ProviderKey } from '../../shared/stamping/provider/port';
import { STAMPING_RULES } from '../../shared/stamping/stamping-rules';
import { storedInvoice } from '../support/store-invoices';

const TEST_KEY: ProviderKey = { secret: 'sk_test', livemode: false, fingerprint: 'a'.repeat(16) };
const LIVE_KEY: ProviderKey = { secret: 'sk_live', livemode: true, fingerprint: 'b'.repeat(16) };
const openKeys = async () => ({ current: LIVE_KEY, all: [TEST_KEY, LIVE_KEY] });

const recordWith = (given: Partial<Invoice>) => recordOf(storedInvoice(given), { revision: 0 }).record;
const ACTOR = { id: 'a', teamId: 't' };

/** A bucket and a provider that record their calls. */
function desk() {
  const objects = new Map<string, unknown>();
  const downloads: unknown[] = [];
  const deps: Deps<typeof DOCUMENT_USES> = {
    rules: STAMPING_RULES,
    openKeys,
    hasDocument: async (key) => objects.has(key),
    putDocument: async ({ key, ...object }) => void objects.set(key, object),
    presignDocument: async (key) => `https://documents.example/${key}`,
    downloadDocument: async (key, id, format) => {
      downloads.push([key.secret, id, format]);
      return Buffer.from(`${format} of ${id}`);
    },
  };
  return { objects, downloads, deps };
}

describe('a stamped invoice’s document', () => {
  const invoice = recordWith({ status: 'VALID', providerId: 'p1', livemode: false });
  const key = `invoices/${invoice.teamId}/${invoice.id}.pdf`;

  test('is copied once, with the key of its mode, and then read from the bucket', async () => {
    const { objects, downloads, deps } = desk();
    for (let read = 0; read < 3; read += 1) {
      expect(await openDocument(deps, invoice, 'pdf')).toBe(`https://documents.example/${key}`);
    }
    expect(downloads).toEqual([['sk_test', 'p1', 'pdf']]);
    expect(objects.get(key)).toEqual({ body: Buffer.from('pdf of p1'), contentType: 'application/pdf' });
    await openDocument(deps, { ...invoice, livemode: true }, 'xml');
    expect(downloads[1]).toEqual(['sk_live', 'p1', 'xml']);
  });

  test('is one when several ask for it first', async () => {
    const { objects, deps } = desk();
    const addresses = await Promise.all([1, 2, 3].map(() => openDocument(deps, invoice, 'xml')));
    expect(new Set(addresses).size).toBe(1);
    expect(objects.size).toBe(1);
  });

  test.each(['CANCELLED', 'CANCELLED_PENDING'] as const)('stays when it is %s', async (status) => {
    const { deps } = desk();
    expect(await openDocument(deps, { ...invoice, status }, 'pdf')).toContain(key);
  });
});

describe('the provider’s draft of an invoice that is deleted', () => {
  const invoice = recordWith({ providerId: 'p1' });
  const document = (status: ProviderDocument['status']): ProviderDocument => ({
    id: 'p1',
    status,
    cancellationStatus: 'none',
    externalId: invoice.id,
    folio: undefined,
    series: undefined,
    uuid: undefined,
    total: undefined,
    verificationUrl: undefined,
    cartaPorteUrl: undefined,
    livemode: true,
    stampedAt: undefined,
    failure: undefined,
  });

  /** Asks for permission when the provider reads `read`. Returns the answer and the number of lookups. */
  async function ask(read: ProviderDocument | undefined) {
    let lookUps = 0;
    const unused = async () => {
      throw new Error('This test does not call it.');
    };
    const deps = {
      rules: STAMPING_RULES,
      clock: { now: () => new Date(0), newId: () => 'x', remaining: () => 28_000 },
      openKeys,
      readStamping: async () => {
        lookUps += 1;
        return { record: undefined, work: undefined };
      },
      recordStamped: unused,
      recordFacts: unused,
      recordRefused: unused,
      recordCancellation: unused,
      settleLedger: unused,
      readCredited: unused,
      readReceiptBooks: unused,
      settleReceiptMonths: unused,
      noteLookup: unused,
      readArchivedWork: unused,
      raiseAlertOnce: unused,
      resolveAlerts: unused,
      findDocuments: unused,
      readDocument: async () => read,
      askAuthority: unused,
      cancelDocument: unused,
      readCancelWork: unused,
      enqueueCancelWork: unused,
      completeWork: unused,
      removeDraft: async () => {
        throw new AppError('PROVIDER_ERROR');
      },
    };
    const refusal = await refuseIfStamped(deps, ACTOR, invoice).catch((failure: unknown) => failure);
    // The invoice is deleted by now, so a failure of the provider changes nothing.
    await dropProviderDraft(deps, invoice);
    return { lookUps, refusal };
  }

  test.each([
    ['a draft', document('draft')],
    ['not there', undefined],
    ['a document that failed', document('failed')],
  ] as const)('is no hindrance when it is %s', async (_, read) => {
    expect(await ask(read)).toEqual({ lookUps: 0, refusal: undefined });
  });

  test.each(['valid', 'pending', 'canceled', 'unknown'] as const)(
    'that turns out %s is looked up instead, and the invoice stays',
    async (status) => {
      const { lookUps, refusal } = await ask(document(status));
      expect(refusal).toMatchObject({ code: 'INVOICE_NOT_EDITABLE' });
      expect(lookUps).toBe(1);
    },
  );
});
