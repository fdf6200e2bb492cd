import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK } from 'jose';

/** A pool's signing key, as it is kept. */
export interface KeyPair {
  readonly keyId: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** RSA of 2048 bits, as Cognito's. */
export async function makeKeys(): Promise<KeyPair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const keyId = await calculateJwkThumbprint(await exportJWK(publicKey));
  return { keyId, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

export const privateKeyOf = ({ privateKey }: KeyPair): KeyObject => createPrivateKey(privateKey);
export const publicKeyOf = ({ privateKey }: KeyPair): KeyObject => createPublicKey(privateKey);

/** The pool's keys as `/.well-known/jwks.json` publishes them. */
export async function publishedKeys(keys: KeyPair): Promise<object> {
  const { kty, n, e } = await exportJWK(publicKeyOf(keys));
  return { keys: [{ alg: 'RS256', e, kid: keys.keyId, kty, n, use: 'sig' }] };
}
