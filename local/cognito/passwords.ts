import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { notAuthorized, weakPassword } from './errors';

/** A tenth of the cost that a server should use. It keeps plain passwords out of the file and keeps tests fast. */
const COST: ScryptOptions = { N: 4096, r: 8, p: 1 };

/** `salt:hash`, both in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64')}:${(await derive(password, salt)).toString('base64')}`;
}

export async function isPassword(password: string, hashed: string): Promise<boolean> {
  const [salt = '', hash = ''] = hashed.split(':');
  const wanted = Buffer.from(hash, 'base64');
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64')), wanted);
}

/**
 * Takes as long as the check of a password. A sign-in for an unknown account calls it, so that the time of the answer does not reveal which
 * accounts exist.
 */
export async function spendAPasswordsTime(password: string): Promise<void> {
  await derive(password, Buffer.alloc(16));
}

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, COST, (failure, key) => (failure ? reject(failure) : resolve(key)));
  });

/** The password policy that the stack sets for the pools, and the pattern of Cognito's API (`[\\S]+.*[\\S]+`). */
const POLICY: readonly [RegExp, string][] = [
  [/^.{10,}$/s, 'Password not long enough'],
  [/^.{0,256}$/s, 'Password too long'],
  [/^\S.*\S$/, 'Password must satisfy regular expression pattern: [\\S]+.*[\\S]+'],
];

export function checkPolicy(password: string): void {
  const broken = POLICY.find(([pattern]) => !pattern.test(password));
  if (broken) throw weakPassword(broken[1]);
}

/** The failed sign-ins of one account. */
export interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

const FREE_FAILURES = 5;
const LONGEST_LOCK_MS = 15 * 60_000;

/**
 * Throws while the account is locked. From the fifth failure on, failure n locks the account for 2^(n−5) seconds, up to about fifteen
 * minutes. An attempt during the lock changes nothing. Fifteen minutes without a failure reset the count. Source: Cognito developer guide,
 * "Lockout behavior for failed sign-in attempts".
 */
export function checkLock(failures: Failures | undefined, now: number): void {
  if (failures === undefined || failures.count < FREE_FAILURES) return;
  const lock = Math.min(1_000 * 2 ** (failures.count - FREE_FAILURES), LONGEST_LOCK_MS);
  if (now < failures.lastAt + lock) throw notAuthorized('Password attempts exceeded');
}

export const oneMoreFailure = (failures: Failures | undefined, now: number): Failures => ({
  count: failures && now < failures.lastAt + LONGEST_LOCK_MS ? failures.count + 1 : 1,
  lastAt: now,
});
