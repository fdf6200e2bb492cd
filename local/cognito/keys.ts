import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK } from 'jose';

/** A pool's signing key, as stored. */
export interface KeyPair {
  readonly keyId: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** RSA with 2048 bits, as Cognito uses. */
export async function makeKeys(): Promise<KeyPair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const keyId = await calculateJwkThumbprint(await exportJWK(publicKey));
  return { keyId, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

export const privateKeyOf = ({ privateKey }: KeyPair): KeyObject => createPrivateKey(privateKey);
export const publicKeyOf = ({ privateKey }: KeyPair): KeyObject => createPublicKey(privateKey);

/** The pool's public keys in the form of `/.well-known/jwks.json`. */
export async function publishedKeys(keys: KeyPair): Promise<object> {
  const { kty, n, e } = await exportJWK(publicKeyOf(keys));
  return { keys: [{ alg: 'RS256', e, kid: keys.keyId, kty, n, use: 'sig' }] };
}
