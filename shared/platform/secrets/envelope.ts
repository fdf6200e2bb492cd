import { createCipheriv, createDecipheriv } from 'node:crypto';

/** A key to encrypt with, and the name by which it is found again. */
export interface DataKey {
  readonly version: string;
  readonly bytes: Uint8Array;
}

const FORMAT = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted text as it is stored: format, version of the data key, initialization vector, then the text with its tag. */
interface Envelope {
  readonly version: string;
  readonly iv: Buffer;
  readonly sealed: Buffer;
}

/**
 * Encrypts a text with AES-256-GCM. `owner` is bound to it as additional data, so that an envelope which was copied to another team, or to
 * another field, does not open.
 */
export function seal(key: DataKey, owner: string, text: string, iv: Uint8Array): string {
  if (iv.length !== IV_BYTES) throw new Error('AES-GCM wants an initialization vector of 12 bytes.');
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return [FORMAT, key.version, Buffer.from(iv).toString('base64url'), sealed.toString('base64url')].join('.');
}

/** Decrypts what {@link seal} made. Throws when anything of it, or whose it is, was changed. */
export function unseal(key: DataKey, owner: string, text: string): string {
  const { iv, sealed } = envelopeOf(text);
  // Without the length it would take a tag that was cut short.
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** The version of the data key that an envelope was made with. */
export const versionOf = (text: string): string => envelopeOf(text).version;

function envelopeOf(text: string): Envelope {
  const [format, version, iv, sealed, ...rest] = text.split('.');
  if (format !== FORMAT || !version || !iv || !sealed || rest.length > 0)
    throw new Error('This is no envelope of ours.');
  return { version, iv: Buffer.from(iv, 'base64url'), sealed: Buffer.from(sealed, 'base64url') };
}
