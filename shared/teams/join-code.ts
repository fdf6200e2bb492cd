import * as v from 'valibot';
import { key } from '../platform/table/keys';
import { Uuid } from '../platform/values/fields';

/** Normalises a typed join code: upper case, without blanks and hyphens. */
export const normalJoinCode = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

/** Without I, L, O, U, 0 and 1, which sound or look like other characters. */
const JOIN_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const JOIN_CODE_LENGTH = 10;

/**
 * Makes a join code of ten characters from random bytes. Bytes above the last multiple of the alphabet's length are
 * skipped, so that all characters are equally likely. 40 bytes contain fewer than ten usable ones once in 10^20 calls.
 */
export function joinCodeFrom(random: Uint8Array): string {
  const fair = 256 - (256 % JOIN_CODE_ALPHABET.length);
  const letters = [...random]
    .filter((byte) => byte < fair)
    .map((byte) => JOIN_CODE_ALPHABET[byte % JOIN_CODE_ALPHABET.length]);
  if (letters.length < JOIN_CODE_LENGTH) throw new Error('Too few usable random bytes for a join code.');
  return letters.slice(0, JOIN_CODE_LENGTH).join('');
}

const JoinCode = v.object({ teamId: Uuid, isClosed: v.optional(v.boolean()) });
export const joinCodeKey = (code: string) => key(JoinCode, `JOIN_CODE#${code}`, 'JOIN_CODE');
