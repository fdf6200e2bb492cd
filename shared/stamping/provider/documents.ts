import * as v from 'valibot';
import { AppError } from '../../platform/errors';
import { type Capability, capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { documentOf, documentsOf } from './answers';
import { bytesOf } from './bytes';
import { refusalOf, StampingFailure } from './failures';
import type * as port from './port';
import type { ProviderDocument, ProviderKey } from './port';
import { absentAs, type Request, sendOnce, sendRead, sendWrite } from './send';

/** The page size of a search. An invoice with more documents than this has raised its alert anyway. */
const MOST_DOCUMENTS = 50;

const request = (
  key: ProviderKey,
  action: Request<ProviderDocument>['action'],
  send: Request<ProviderDocument>['send'],
): Request<ProviderDocument> => ({ action, send, read: (answer) => documentOf(key, answer) });

export const createDocument: Capability<port.CreateDocument> = capability(
  { stampingProvider: ['CreateInvoice'] },
  (context) => (key, body) =>
    sendWrite(
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
    sendWrite(
      context,
      key,
      request(key, 'UpdateInvoiceStatus', ({ invoices }) => invoices.updateStatus(id)),
    ),
);

export const updateDraft: Capability<port.UpdateDraft> = capability(
  { stampingProvider: ['UpdateDraftInvoice'] },
  (context) => (key, id, body) =>
    sendWrite(
      context,
      key,
      request(key, 'UpdateDraftInvoice', ({ invoices }) => invoices.updateDraft(id, body)),
    ),
);

export const stampDraft: Capability<port.StampDraft> = capability(
  { stampingProvider: ['StampDraftInvoice'] },
  (context) => (key, id) =>
    sendWrite(
      context,
      key,
      request(key, 'StampDraftInvoice', ({ invoices }) => invoices.stampDraft(id)),
    ),
);

/**
 * Deletes a draft and returns what remains. When the response of the deletion was lost or is not a document, the
 * document is read again: a draft that stays could be stamped beside the document that replaces it. Throws
 * PROVIDER_ERROR when the result stays unknown.
 */
export const removeDraft: Capability<port.RemoveDraft> = capability(
  { stampingProvider: ['RetrieveInvoice', 'DeleteDraftInvoice'] },
  (context) => async (key, id) => {
    const document = await retrieve(context, key, id);
    if (document === undefined) return { kind: 'absent' };
    if (document.status !== 'draft') return { kind: 'kept', document };
    const deleted = sendOnce(
      context,
      key,
      request(key, 'DeleteDraftInvoice', ({ invoices }) => invoices.cancel(id)),
    );
    try {
      await deleted;
      return { kind: 'removed' };
    } catch (failure) {
      return remainderAfter(await retrieve(context, key, id), failure);
    }
  },
);

function remainderAfter(
  document: ProviderDocument | undefined,
  failure: unknown,
): Awaited<ReturnType<port.RemoveDraft>> {
  if (document === undefined) return { kind: 'removed' };
  if (document.status === 'draft') throw refusalOf(failure);
  return { kind: 'kept', document };
}

export const cancelDocument: Capability<port.CancelDocument> = capability(
  { stampingProvider: ['CancelInvoice'] },
  (context) => (key, id, motive, substitution) =>
    sendWrite(
      context,
      key,
      request(key, 'CancelInvoice', ({ invoices }) =>
        invoices.cancel(id, { motive, ...(substitution !== undefined && { substitution }) }),
      ),
    ),
);

export const sendByEmail: Capability<port.SendByEmail> = capability(
  { stampingProvider: ['SendInvoiceByEmail'] },
  (context) => async (key, id, to) => {
    const outcome = await sendWrite(context, key, {
      action: 'SendInvoiceByEmail',
      send: ({ invoices }) => invoices.sendByEmail(id, { email: [...to] }),
      read: (answer) => v.parse(Confirmed, answer),
    });
    if (outcome.kind === 'refused')
      throw new AppError('PROVIDER_ERROR', {
        message: {
          en: `The stamping provider refused the mail: ${outcome.message}`,
          es: `El proveedor de timbrado rechazó el correo: ${outcome.message}`,
        },
      });
    if (outcome.kind === 'unknown')
      throw new AppError('PROVIDER_ERROR', {
        message: {
          en: 'The stamping provider did not confirm the mail. Ask the recipient before you send it again.',
          es: 'El proveedor de timbrado no confirmó el correo. Pregunte al destinatario antes de enviarlo otra vez.',
        },
        cause: outcome.cause,
      });
  },
);

const Confirmed = v.object({ ok: v.literal(true) });

export const downloadDocument: Capability<port.DownloadDocument> = capability(
  { stampingProvider: ['DownloadInvoice'] },
  (context) => (key, id, format) =>
    sendRead(context, key, {
      action: 'DownloadInvoice',
      send: ({ invoices }) => (format === 'pdf' ? invoices.downloadPdf(id) : invoices.downloadXml(id)),
      read: async (answer) => whole(format, await bytesOf(answer)),
    }),
);

/**
 * The required end of each format. Sources: ISO 32000-1 §7.5.5; an XML document ends with the closing tag of its root.
 */
const ENDS = { pdf: /%%EOF\s*$/, xml: />\s*$/ };
const LONGEST_END = 1_024;

/** Rejects a truncated download, because the first copy is stored permanently. */
function whole(format: 'pdf' | 'xml', bytes: Uint8Array): Uint8Array {
  const end = Buffer.from(bytes.subarray(-LONGEST_END)).toString('latin1');
  if (!ENDS[format].test(end)) throw new StampingFailure('The stamping provider’s document is truncated.');
  return bytes;
}

async function retrieve(context: Context, key: ProviderKey, id: string): Promise<ProviderDocument | undefined> {
  return sendRead(context, key, absentAs(request(key, 'RetrieveInvoice', ({ invoices }) => invoices.retrieve(id))));
}
