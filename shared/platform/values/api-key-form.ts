import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The form of an API key: `fleet_{stage}_`, 40 random characters, and 6 characters of their CRC-32. Scanners of repositories recognise a
 * leaked key by the beginning and the checksum.
 */
const FORM = /^fleet_[a-z0-9-]+_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 40;
const SHOWN_LENGTH = 4;

/** The random bytes that {@link apiKeyFrom} needs: they contain fewer than 40 usable ones once in more than 10^30 calls. */
export const API_KEY_BYTES = 80;

/**
 * Makes a key from random bytes. Bytes above the last multiple of 62 are skipped, so that all characters are equally likely. `prefix` is the
 * part of the key that lists show.
 */
export function apiKeyFrom(stage: string, random: Uint8Array): { readonly key: string; readonly prefix: string } {
  const fair = 256 - (256 % BASE62.length);
  const letters = [...random].filter((byte) => byte < fair).map((byte) => BASE62.charAt(byte % BASE62.length));
  if (letters.length < RANDOM_LENGTH) throw new Error('Too few usable random bytes for an API key.');
  const text = letters.slice(0, RANDOM_LENGTH).join('');
  const start = `fleet_${stage}_`;
  return { key: `${start}${text}${checksumOf(text)}`, prefix: `${start}${text.slice(0, SHOWN_LENGTH)}` };
}

/** True for a bearer token that claims to be an API key. An access token never begins so. */
export const hasApiKeyPrefix = (token: string): boolean => token.startsWith('fleet_');

/** True for a key of the right form with the right checksum. */
export function hasApiKeyForm(token: string): boolean {
  const [, text = '', checksum] = FORM.exec(token) ?? [];
  return checksum === checksumOf(text);
}

/** The stored form of a key. 238 random bits need no slow digest. */
export const apiKeyDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < 6) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
