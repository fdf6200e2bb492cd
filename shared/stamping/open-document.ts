import { type InvoiceRecord, hasDocument as isStamped } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { capability, type Deps } from '../platform/runtime/capability';
import { hasDocument, presignDocument, putDocument } from '../platform/storage/documents';
import { keyFor } from './find-documents';
import { openKeys } from './organization/open-keys';
import { downloadDocument } from './provider/documents';
import { STAMPING_RULES } from './stamping-rules';

type DocumentFormat = 'pdf' | 'xml';

const CONTENT_TYPES: Readonly<Record<DocumentFormat, string>> = { pdf: 'application/pdf', xml: 'application/xml' };

export const DOCUMENT_USES = {
  rules: capability({}, () => STAMPING_RULES),
  openKeys,
  hasDocument,
  putDocument,
  presignDocument,
  downloadDocument,
};

/**
 * Returns an address that reads the invoice's document for 15 minutes. The first call copies the document from the
 * provider to our bucket. Two simultaneous first calls copy the same bytes. A cancelled invoice keeps its document; an
 * invoice that was never stamped has no document and throws INVOICE_WITHOUT_DOCUMENT.
 */
export async function openDocument(
  deps: Deps<typeof DOCUMENT_USES>,
  record: InvoiceRecord,
  format: DocumentFormat,
): Promise<string> {
  const { teamId, id, providerId } = record;
  if (!isStamped(record) || providerId === null) throw new AppError('INVOICE_WITHOUT_DOCUMENT');
  const key = `invoices/${teamId}/${id}.${format}`;
  if (!(await deps.hasDocument(key))) {
    const providerKey = await keyFor(deps, record);
    if (providerKey === undefined) throw new AppError('PROVIDER_ERROR');
    const body = await deps.downloadDocument(providerKey, providerId, format);
    await deps.putDocument({ key, body, contentType: CONTENT_TYPES[format] });
  }
  return deps.presignDocument(key);
}
