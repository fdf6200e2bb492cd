import { createHash } from 'node:crypto';

/** The calls to the bucket that a kept PDF needs. */
interface PdfStorage {
  readonly hasDocument: (key: string) => Promise<boolean>;
  readonly putDocument: (document: { key: string; body: Uint8Array; contentType: string }) => Promise<unknown>;
  readonly presignDocument: (key: string) => Promise<string>;
}

/**
 * Returns the address of a PDF, valid for 900 seconds. It is stored once below `folder`, under the hash of `shown`, which is all that it shows; a change
 * makes another PDF, and the earlier one stays as it is. Two simultaneous first calls store it twice.
 */
export async function keptPdf(
  { hasDocument, putDocument, presignDocument }: PdfStorage,
  folder: string,
  shown: readonly unknown[],
  make: () => Promise<Uint8Array>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('hex');
  const key = `${folder}/${hash}.pdf`;
  if (!(await hasDocument(key))) await putDocument({ key, body: await make(), contentType: 'application/pdf' });
  return presignDocument(key);
}
