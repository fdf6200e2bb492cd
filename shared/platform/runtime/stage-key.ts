import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Environment, readEnvironment } from './env';

/** A use of the stage's key. Two purposes give two digests of the same text, so that no digest passes for another. */
type SealPurpose =
  | 'CURSOR'
  | 'SESSION'
  | 'DEVICE'
  | 'CHALLENGE'
  | 'CODE'
  | 'NETWORK'
  | 'ACCOUNT'
  | 'TEMPORARY_PASSWORD'
  | 'ENVELOPE';

type Part = string | number | boolean | undefined | null | readonly Part[];

/** HMAC-SHA-256 of the parts with the key of the stage, in base64url (43 characters). */
export const stageDigest = (environment: Environment, purpose: SealPurpose, ...parts: readonly Part[]): string =>
  createHmac('sha256', readEnvironment(environment, 'STAGE_KEY'))
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url');

/** Compares two digests in a time that does not depend on the place of the first difference. */
export function isSameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
