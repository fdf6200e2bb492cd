import type { Client } from 'openapi-fetch';
import { MAXIMUM_FILE_BYTES } from './contract.js';
import { within } from './deadline.js';
import { FleetError, ok } from './errors.js';
import { isText } from './members.js';
import { type Progress, progressOf, putWithProgress } from './put.js';
import { answered } from './reach.js';
import type { components, paths } from './schema.js';

type Schemas = components['schemas'];
export type FileRecord = Schemas['File'];

/** A file for a record of the team. */
export interface Upload
  extends Omit<Schemas['UploadRequest'], 'entityId' | 'size'>,
    Pick<Schemas['FileRegistration'], 'entityType' | 'entityId'> {
  /** The bytes, such as the `File` of a browser's file input. No stream: the object storage takes none of unknown length. */
  readonly content: Extract<RequestInit['body'], Blob | ArrayBuffer | ArrayBufferView | string>;
  /** Called with the bytes that have left. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the upload. */
  readonly signal?: AbortSignal;
}

export type JsonClient = Client<paths, 'application/json'>;

interface UploadTools {
  readonly api: Pick<JsonClient, 'POST'>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly newId: () => string;
}

/** Uploads a file in two steps: sends the bytes to a signed address, then registers the file. */
export async function upload({ api, fetch, newId }: UploadTools, file: Upload): Promise<FileRecord> {
  const { folder, entityType, content, onProgress, signal: outer, ...where } = file;
  const size = sizeOf(content);
  checkSize(size);
  return within(0, outer, async (signal) => {
    const { uploadUrl, key } = await ok(api.POST('/dms/upload-url', { body: { ...where, folder, size }, signal }));
    onProgress?.({ sent: 0, total: size });
    const Sender = onProgress && progressOf();
    const headers = { 'content-type': where.contentType };
    const stored = await (Sender
      ? answered(uploadUrl, signal, putWithProgress(Sender, uploadUrl, { ...file, signal }))
      : fetch(new Request(uploadUrl, { method: 'PUT', headers, body: content, signal })));
    if (!stored.ok) {
      throw new FleetError(
        'STORAGE',
        stored.status,
        `The object storage refused ${where.fileName}: ${await stored.text()}`,
      );
    }
    onProgress?.({ sent: size, total: size });
    const body = { ...where, entityType, fileId: newId(), key };
    return (await ok(api.POST('/dms/files', { body, signal }))).file;
  });
}

/** Refuses what the service would refuse, before the bytes leave. */
function checkSize(size: number): void {
  if (size > 0 && size <= MAXIMUM_FILE_BYTES) return;
  const error = { field: 'size', message: `Send 1 to ${MAXIMUM_FILE_BYTES} bytes, not ${size}.` };
  throw new FleetError('VALIDATION_FAILED', 400, error.message, { ...error, errors: [error] });
}

/** The number of bytes. The upload address then accepts no other number. */
function sizeOf(content: Upload['content']): number {
  if (!isText(content)) return 'size' in content ? content.size : content.byteLength;
  // In UTF-8. React Native has no TextEncoder. A half of a pair is sent as the character for what cannot be read, in three bytes.
  return encodeURIComponent(content.replace(/[\ud800-\udfff]/gu, '...')).replace(/%../g, '.').length;
}
