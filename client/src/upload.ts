import type { Client } from 'openapi-fetch';
import { FleetError, ok } from './errors.js';
import type { components, paths } from './schema.js';

type Schemas = components['schemas'];
export type FileRecord = Schemas['File'];

/** A file for a record of the team. */
export interface Upload
  extends Omit<Schemas['UploadRequest'], 'entityId' | 'size'>,
    Pick<Schemas['FileRegistration'], 'entityType' | 'entityId'> {
  /** The bytes, such as the `File` of a browser's file input. */
  readonly content: NonNullable<RequestInit['body']>;
}

export type JsonClient = Client<paths, 'application/json'>;

interface UploadTools {
  readonly api: Pick<JsonClient, 'POST'>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly newId: () => string;
}

/** Uploads a file in two steps: sends the bytes to a signed address, then registers the file. */
export async function upload({ api, fetch, newId }: UploadTools, file: Upload): Promise<FileRecord> {
  const { teamId, folder, entityId, entityType, fileName, contentType, bucket, content } = file;
  const where = { teamId, entityId, fileName, contentType, ...(bucket && { bucket }) };
  const { uploadUrl, key } = await ok(api.POST('/dms/upload-url', { body: { ...where, folder, ...sizeOf(content) } }));
  const headers = { 'content-type': contentType };
  const stored = await fetch(new Request(uploadUrl, { method: 'PUT', headers, body: content }));
  if (!stored.ok) {
    throw new FleetError('STORAGE', stored.status, `The object storage refused ${fileName}: ${await stored.text()}`);
  }
  const registered = await ok(api.POST('/dms/files', { body: { ...where, entityType, fileId: newId(), key } }));
  return registered.file;
}

/** The number of bytes, if the content has one before it is sent. The upload address then accepts no other number. */
function sizeOf(content: Upload['content']): { size?: number } {
  if (typeof content === 'string') return { size: bytesOf(content) };
  if (typeof Blob !== 'undefined' && content instanceof Blob) return { size: content.size };
  if (content instanceof ArrayBuffer || ArrayBuffer.isView(content)) return { size: content.byteLength };
  return {};
}

/** The bytes of a text in UTF-8. React Native has no TextEncoder. */
const bytesOf = (text: string): number => encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, '.').length;
