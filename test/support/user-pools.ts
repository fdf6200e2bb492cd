import { createPrivateKey, createPublicKey } from 'node:crypto';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { makeKey, poolKeys } from './pool-keys';

/** A user pool as its tokens show it: issuer, client and key. */
export interface TestPool {
  readonly poolId: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly keyId: string;
  /** The key set in the form of the environment variable. */
  readonly keySet: string;
  readonly sign: (claims: JWTPayload, header?: { kid?: string }) => Promise<string>;
  readonly accessToken: (claims?: JWTPayload) => Promise<string>;
  readonly idToken: (claims?: JWTPayload) => Promise<string>;
}

/** A pool with the given key, or with a new one. */
export async function testPool(
  poolId: string,
  own: JWTPayload,
  keyId = `${poolId}-key`,
  pem?: string,
): Promise<TestPool> {
  const privateKey = createPrivateKey(pem ?? (await makeKey()));
  const publicKey = createPublicKey(privateKey);
  const key = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' };
  const clientId = `${poolId.replace(/\W/g, '')}client`;
  const issuer = `https://cognito-idp.us-east-1.amazonaws.com/${poolId}`;
  const sign = (claims: JWTPayload, header: { kid?: string } = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keyId, ...header }).sign(privateKey);
  const common = () => {
    const now = Math.floor(Date.now() / 1000);
    return { iss: issuer, iat: now, auth_time: now, exp: now + 900, jti: 'a-token', origin_jti: SESSION_ID, ...own };
  };
  return {
    poolId,
    clientId,
    issuer,
    keyId,
    keySet: JSON.stringify({ keys: [key] }),
    sign,
    accessToken: (claims = {}) =>
      sign({ ...common(), client_id: clientId, token_use: 'access', scope: 'openid', username: 'a.user', ...claims }),
    idToken: (claims = {}) => sign({ ...common(), aud: clientId, token_use: 'id', ...claims }),
  };
}

/** The session of every token, unless a test names another one. */
export const SESSION_ID = '3f0b9a52-6c1e-4c5e-9a53-7d1f6f0f5a03';
export const TEAM_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
export const OTHER_TEAM_ID = '01890a5d-ac96-774b-bcce-b302099a8058';
export const STAFF_SUB = '3f0b9a52-6c1e-4c5e-9a53-7d1f6f0f5a01';
export const DRIVER_SUB = '3f0b9a52-6c1e-4c5e-9a53-7d1f6f0f5a02';
export const DRIVER_ID = '01890a5d-ac96-774b-bcce-b302099a8059';

export interface TestPools {
  readonly staff: TestPool;
  readonly drivers: TestPool;
}

export async function testPools(): Promise<TestPools> {
  const keys = poolKeys();
  const driver = { sub: DRIVER_SUB, 'custom:teamId': TEAM_ID, 'custom:driverId': DRIVER_ID };
  const [staff, drivers] = await Promise.all([
    testPool('us-east-1_Staff0001', { sub: STAFF_SUB }, undefined, keys.staff),
    testPool('us-east-1_Driver001', driver, undefined, keys.drivers),
  ]);
  return { staff, drivers };
}
