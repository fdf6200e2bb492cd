import { AppError } from '../../platform/errors';
import { type Capability, capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { documentOf, documentsOf } from './answers';
import { bytesOf } from './bytes';
import { providerError, refusalOf, StampingFailure } from './failures';
import type * as port from './port';
import type { ProviderDocument, ProviderKey } from './port';
import { outcomeOfOne, type Request, sendOnce, sendRead } from './send';

/** More documents of one invoice than this is an alarm whatever their number. */
const MOST_DOCUMENTS = 50;

const request = (
  key: ProviderKey,
  action: Request<ProviderDocument>['action'],
  send: Request<ProviderDocument>['send'],
): Request<ProviderDocument> => ({ action, send, read: (answer) => documentOf(key, answer) });

export const createDocument: Capability<port.CreateDocument> = capability(
  { stampingProvider: ['CreateInvoice'] },
  (context) => (key, body) =>
    outcomeOfOne(
      context,
      key,
      request(key, 'CreateInvoice', ({ invoices }) => invoices.create(body)),
    ),
);

export const findDocuments: Capability<port.FindDocuments> = capability(
  { stampingProvider: ['ListInvoices'] },
  (context) => (key, externalId) =>
    sendRead(context, key, {
      action: 'ListInvoices',
      send: ({ invoices }) => invoices.list({ external_id: externalId, limit: MOST_DOCUMENTS }),
      read: (answer) => documentsOf(key, externalId, answer),
    }),
);

export const readDocument: Capability<port.ReadDocument> = capability(
  { stampingProvider: ['RetrieveInvoice'] },
  (context) => (key, id) => retrieve(context, key, id),
);

export const askAuthority: Capability<port.AskAuthority> = capability(
  { stampingProvider: ['UpdateInvoiceStatus'] },
  (context) => (key, id) =>
    outcomeOfOne(
      context,
      key,
      request(key, 'UpdateInvoiceStatus', ({ invoices }) => invoices.updateStatus(id)),
    ),
);

export const updateDraft: Capability<port.UpdateDraft> = capability(
  { stampingProvider: ['UpdateDraftInvoice'] },
  (context) => (key, id, body) =>
    outcomeOfOne(
      context,
      key,
      request(key, 'UpdateDraftInvoice', ({ invoices }) => invoices.updateDraft(id, body)),
    ),
);

export const stampDraft: Capability<port.StampDraft> = capability(
  { stampingProvider: ['StampDraftInvoice'] },
  (context) => (key, id) =>
    outcomeOfOne(
      context,
      key,
      request(key, 'StampDraftInvoice', ({ invoices }) => invoices.stampDraft(id)),
    ),
);

/** Also after a deletion whose answer was lost it says what is so: the document is read again. PROVIDER_ERROR when that cannot be told. */
export const removeDraft: Capability<port.RemoveDraft> = capability(
  { stampingProvider: ['RetrieveInvoice', 'DeleteDraftInvoice'] },
  (context) => async (key, id) => {
    const document = await retrieve(context, key, id);
    if (document === undefined) return { kind: 'absent' };
    if (document.status !== 'draft') return { kind: 'kept', document };
    const deleted = sendOnce(context, key, {
      action: 'DeleteDraftInvoice',
      send: ({ invoices }) => invoices.cancel(id),
      read: () => undefined,
    });
    try {
      await deleted;
      return { kind: 'removed' };
    } catch (failure) {
      return whatIsLeft(await retrieve(context, key, id), failure);
    }
  },
);

function whatIsLeft(document: ProviderDocument | undefined, failure: unknown): Awaited<ReturnType<port.RemoveDraft>> {
  if (document === undefined) return { kind: 'removed' };
  if (document.status === 'draft') throw refusalOf(failure);
  return { kind: 'kept', document };
}

export const cancelDocument: Capability<port.CancelDocument> = capability(
  { stampingProvider: ['CancelInvoice'] },
  (context) => (key, id, motive, substitution) =>
    outcomeOfOne(
      context,
      key,
      request(key, 'CancelInvoice', ({ invoices }) =>
        invoices.cancel(id, { motive, ...(substitution !== undefined && { substitution }) }),
      ),
    ),
);

export const downloadDocument: Capability<port.DownloadDocument> = capability(
  { stampingProvider: ['DownloadInvoice'] },
  (context) => (key, id, format) =>
    sendRead(context, key, {
      action: 'DownloadInvoice',
      send: ({ invoices }) => (format === 'pdf' ? invoices.downloadPdf(id) : invoices.downloadXml(id)),
      read: async (answer) => whole(format, await bytesOf(answer)),
    }),
);

/** What every document of the format ends with. Source: ISO 32000-1 §7.5.5; an XML document ends with its root's tag. */
const ENDS = { pdf: /%%EOF\s*$/, xml: />\s*$/ };
const LONGEST_END = 1_024;

/** It is kept for good once it is here, so one that was cut off on its way must not be taken. */
function whole(format: 'pdf' | 'xml', bytes: Uint8Array): Uint8Array {
  const end = Buffer.from(bytes.subarray(-LONGEST_END)).toString('latin1');
  if (!ENDS[format].test(end)) throw new StampingFailure('The stamping provider’s document ends before its end.');
  return bytes;
}

async function retrieve(context: Context, key: ProviderKey, id: string): Promise<ProviderDocument | undefined> {
  return sendRead(context, key, absentAs(request(key, 'RetrieveInvoice', ({ invoices }) => invoices.retrieve(id))));
}

/** Undefined where the provider itself says that there is none; a page of a proxy that says 404 has no code and says nothing. */
const absentAs = ({ action, send, read }: Request<ProviderDocument>): Request<ProviderDocument | undefined> => ({
  action,
  send: (sdk) =>
    send(sdk).catch((failure: unknown) => {
      const error = providerError(failure);
      if (error?.status === 404 && error.code !== undefined) return undefined;
      throw error?.status === 404 ? new AppError('PROVIDER_ERROR', { cause: refusalOf(failure).cause }) : failure;
    }),
  read: (answer) => (answer === undefined ? undefined : read(answer)),
});
