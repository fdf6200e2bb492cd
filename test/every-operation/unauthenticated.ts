import type { JWTPayload } from 'jose';
import { type TestPool, type TestPools, testPool } from '../support/user-pools';

type Pool = keyof TestPools;
type Headers = Record<string, string>;

/** Who makes tokens for the attempts: those of the two pools, with the client's own claims. */
export interface Forger {
  readonly pools: Readonly<Record<Pool, TestPool>>;
  readonly accessToken: (pool: Pool, claims?: JWTPayload) => Promise<string>;
  readonly idToken: (pool: Pool) => Promise<string>;
}

/** What may stand where an access token belongs, and is none. Each is made for the operation's own pool. */
export const NO_ACCESS: Readonly<Record<string, (forger: Forger, pool: Pool) => Promise<Headers>>> = {
  'no Authorization': async () => ({}),
  'an empty Authorization': async () => ({ authorization: '' }),
  'another scheme': async ({ accessToken }, pool) => ({ authorization: `Basic ${await accessToken(pool)}` }),
  'a token with a trailer': async ({ accessToken }, pool) => bearer(`${await accessToken(pool)} more`),
  'a malformed token': async () => bearer('not.a.token'),
  'an expired token': async ({ accessToken }, pool) => bearer(await accessToken(pool, { exp: seconds() - 1 })),
  'a token that is not valid yet': async ({ accessToken }, pool) =>
    bearer(await accessToken(pool, { nbf: seconds() + 600 })),
  'an ID token': async ({ idToken }, pool) => bearer(await idToken(pool)),
  'a refresh token': async () => bearer('eyJjdHkiOiJKV1QiLCJlbmMiOiJBMjU2R0NNIn0.a.b.c.d'),
  "another client's token": async ({ accessToken }, pool) => bearer(await accessToken(pool, { client_id: 'another' })),
  "another pool's issuer": async ({ accessToken, pools }, pool) =>
    bearer(await accessToken(pool, { iss: `${pools[pool].issuer}x` })),
  'a token without a subject': async ({ accessToken }, pool) => bearer(await accessToken(pool, { sub: 'nobody' })),
  'an unsigned token': async (forger, pool) => bearer(await unsigned(forger, pool)),
  'a tampered token': async (forger, pool) => bearer(await tampered(forger, pool)),
  'a token signed by somebody else under our key id': async (forger, pool) => bearer(await selfSigned(forger, pool)),
};

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const seconds = () => Math.floor(Date.now() / 1000);
const json = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function unsigned({ accessToken, pools }: Forger, pool: Pool): Promise<string> {
  const [, payload] = (await accessToken(pool)).split('.');
  return `${json({ alg: 'none', typ: 'JWT', kid: pools[pool].keyId })}.${payload}.`;
}

async function tampered({ accessToken }: Forger, pool: Pool): Promise<string> {
  const [header, payload = '', signature] = (await accessToken(pool)).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return `${header}.${json({ ...claims, exp: claims.exp + 3600 })}.${signature}`;
}

async function selfSigned({ accessToken, pools }: Forger, pool: Pool): Promise<string> {
  const { poolId, keyId } = pools[pool];
  const [, payload = ''] = (await accessToken(pool)).split('.');
  const other = await otherSigner(poolId, keyId);
  return other.sign(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

const signers = new Map<string, ReturnType<typeof testPool>>();
const otherSigner = (poolId: string, keyId: string) => {
  const made = signers.get(poolId) ?? testPool(poolId, {}, keyId);
  signers.set(poolId, made);
  return made;
};
