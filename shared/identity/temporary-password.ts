import { temporaryPasswordFrom } from '../fleet/driver';
import type { Context } from '../platform/runtime/context';
import type { Environment } from '../platform/runtime/env';
import { isSameDigest, stageDigest } from '../platform/runtime/stage-key';

/** Three random groups, and three of the proof. */
const SHAPE = /^((?:[A-Z][a-z]\d[a-z]-){2}[A-Z][a-z]\d[a-z])-([a-z2-9]{3}-[a-z2-9]{3}-[a-z2-9]{3})$/;
/** Without characters that look or sound alike. */
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789';
const PROOF_BYTES = 5;
const PROOF_LETTERS = 9;

/**
 * A temporary password that proves itself: random characters, and an HMAC of 40 bits over them and the user name. A
 * sign-in with it is counted only for itself, so strangers cannot lock out the driver.
 */
export function newTemporaryPassword(context: Context, username: string): string {
  const random = temporaryPasswordFrom(context.randomBytes(12));
  return `${random}-${proofOf(context.environment, username, random)}`;
}

/** The digest that names the counter of a password of this kind, undefined for any other password. */
export function temporaryPasswordDigest(environment: Environment, username: string, sent: string): string | undefined {
  const [, random = '', proof = ''] = SHAPE.exec(sent) ?? [];
  if (random === '' || !isSameDigest(proof, proofOf(environment, username, random))) return undefined;
  return stageDigest(environment, 'TEMPORARY_PASSWORD', 'counter', username.toLowerCase(), sent);
}

function proofOf(environment: Environment, username: string, random: string): string {
  const digest = stageDigest(environment, 'TEMPORARY_PASSWORD', 'proof', username.toLowerCase(), random);
  let rest = Buffer.from(digest, 'base64url').readUIntBE(0, PROOF_BYTES);
  const letters = Array.from({ length: PROOF_LETTERS }, () => {
    const letter = LETTERS[rest % LETTERS.length] ?? '';
    rest = Math.floor(rest / LETTERS.length);
    return letter;
  });
  return [0, 3, 6].map((start) => letters.slice(start, start + 3).join('')).join('-');
}
