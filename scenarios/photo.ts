import { createHash, randomUUID } from 'node:crypto';
import type { Fleet } from '../client/src/index';
import { JPEG_BYTES } from '../local/seed/picture';
import { expectStatus } from './expect';
import { askForOwnUpload, registerOwnFile } from './steps/proof';

/** A photo as the phone announces it, before its bytes are sent. */
export const photoOf = (tripId: string, bytes: Uint8Array = JPEG_BYTES) => ({
  ...{ tripId, fileId: randomUUID(), fileName: 'entrega.jpg', contentType: 'image/jpeg' as const },
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
export type Photo = ReturnType<typeof photoOf>;

/** Sends the bytes to the address that the service gave, with the headers that it signed. */
export const sendPhoto = (
  address: { readonly uploadUrl: string; readonly headers: Record<string, string> },
  bytes: Uint8Array<ArrayBuffer> = JPEG_BYTES,
): Promise<Response> => fetch(address.uploadUrl, { method: 'PUT', headers: address.headers, body: bytes });

/** Uploads and registers a photo, as an app does on a good network. */
export async function uploadPhoto(app: Fleet, { sha256, ...photo }: Photo) {
  const granted = await expectStatus(200, askForOwnUpload(app, { ...photo, sha256 }));
  const { status } = await sendPhoto(granted);
  if (status !== 200) throw new Error(`The storage answered ${status} to an upload.`);
  const { file } = await expectStatus(201, registerOwnFile(app, { ...photo, key: granted.key }));
  return file;
}
