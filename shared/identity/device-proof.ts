import { capability } from '../platform/runtime/capability';
import type { Runtime } from '../platform/runtime/context';
import { type Environment, readEnvironment } from '../platform/runtime/env';
import { isSameDigest, stageDigest } from '../platform/runtime/stage-key';

/** The pool of the account that signed in on the device. A proof of one pool does not hold in the other. */
export type DeviceKind = 'staff' | 'driver';

const PROOF_SECONDS = 90 * 24 * 60 * 60;
/** The end of the proof in seconds, and 16 random bytes. */
const PROOF = /^(([0-9a-z]{1,10})-[\w-]{22})\.([\w-]{43})$/;

type Source = Pick<Runtime, 'environment' | 'now' | 'randomBytes'>;

/**
 * Makes the proof that an account has signed in on a device: `nonce.HMAC`. The nonce names the counter of the device's
 * attempts and contains the end of the proof. The proof gives no access.
 */
export function newDeviceProof(context: Source, kind: DeviceKind, account: string): string {
  const expires = Math.floor(context.now().getTime() / 1000) + PROOF_SECONDS;
  const nonce = `${expires.toString(36)}-${Buffer.from(context.randomBytes(16)).toString('base64url')}`;
  return `${nonce}.${digestOf(context.environment, kind, account, nonce)}`;
}

/** Makes a device proof for the body of an answer: an app keeps no cookies. */
export const issueDevice = capability(
  {},
  (context) => (kind: DeviceKind, account: string) => newDeviceProof(context, kind, account),
  ['STAGE_KEY'],
);

/** The nonce of a proof that this service made for the account and that has not ended, else undefined. */
export function deviceOf(
  environment: Environment,
  kind: DeviceKind,
  account: string,
  proof: string,
  now: Date,
): string | undefined {
  const [, nonce = '', end = '', digest = ''] = PROOF.exec(proof) ?? [];
  if (nonce === '' || Number.parseInt(end, 36) * 1000 <= now.getTime()) return undefined;
  return isSameDigest(digest, digestOf(environment, kind, account, nonce)) ? nonce : undefined;
}

/** The pools ignore the case of an account. */
const digestOf = (environment: Environment, kind: DeviceKind, account: string, nonce: string): string =>
  stageDigest(environment, 'DEVICE', kind, account.toLowerCase(), nonce);

const cookieName = (kind: DeviceKind): string => `__Host-device-${kind}`;

export const deviceCookie = (environment: Environment, kind: DeviceKind, proof: string): string => {
  const sameSite = readEnvironment(environment, 'COOKIE_SAME_SITE');
  return `${cookieName(kind)}=${proof}; Path=/; Max-Age=${PROOF_SECONDS}; HttpOnly; Secure; SameSite=${sameSite}`;
};

/** The device proof in the cookies of a request, from any origin: it gives no access. */
export function deviceCookieOf(
  event: { readonly cookies?: string[] | undefined; readonly headers: Readonly<Record<string, string | undefined>> },
  kind: DeviceKind,
): string | undefined {
  const name = `${cookieName(kind)}=`;
  const cookies = event.cookies ?? event.headers.cookie?.split(/; */);
  return cookies?.find((one) => one.startsWith(name))?.slice(name.length);
}
