import { createCipheriv, createDecipheriv } from 'node:crypto';

/** An encryption key and the version by which it can be read again. */
export interface DataKey {
  readonly version: string;
  readonly bytes: Uint8Array;
}

const FORMAT = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The parts of a stored encrypted text: format, version of the data key, initialization vector, then the ciphertext
 * with its tag.
 */
interface Envelope {
  readonly version: string;
  readonly iv: Buffer;
  readonly sealed: Buffer;
}

/**
 * Encrypts a text with AES-256-GCM. `owner` is bound to the ciphertext as additional data: an envelope that was copied
 * to another team or field cannot be decrypted.
 */
export function seal(key: DataKey, owner: string, text: string, iv: Uint8Array): string {
  if (iv.length !== IV_BYTES) throw new Error('AES-GCM needs an initialization vector of 12 bytes.');
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return [FORMAT, key.version, Buffer.from(iv).toString('base64url'), sealed.toString('base64url')].join('.');
}

/** Decrypts an envelope of {@link seal}. Throws when the envelope was changed or belongs to another owner. */
export function unseal(key: DataKey, owner: string, text: string): string {
  const { iv, sealed } = envelopeOf(text);
  // Without this length the cipher would accept a truncated tag.
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** The version of the data key that encrypted the envelope. */
export const versionOf = (text: string): string => envelopeOf(text).version;

function envelopeOf(text: string): Envelope {
  const [format, version, iv, sealed, ...rest] = text.split('.');
  if (format !== FORMAT || !version || !iv || !sealed || rest.length > 0)
    throw new Error('The stored text is not an envelope of this service.');
  return { version, iv: Buffer.from(iv, 'base64url'), sealed: Buffer.from(sealed, 'base64url') };
}
