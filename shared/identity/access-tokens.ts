import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwksValidationError, JwkValidationError, JwtBaseError } from 'aws-jwt-verify/error';
import { type Jwks, SimpleJwksCache } from 'aws-jwt-verify/jwk';
import * as v from 'valibot';
import { AppError } from '../platform/errors';
import type { Runtime } from '../platform/runtime/context';
import { readEnvironment } from '../platform/runtime/env';
import { Uuid } from '../platform/values/fields';
import type { SessionProof } from '../platform/values/session-limits';
import type { DriverCaller, StaffCaller } from './caller';

/**
 * `auth_time` is the second of the sign-in, which a refresh keeps. `iat` replaces it if the issuer omits it.
 * `origin_jti` is the same in all tokens of one sign-in (Cognito guide, "Understanding the access token").
 */
const SessionClaims = { iat: v.number(), auth_time: v.optional(v.number()), origin_jti: v.optional(v.string(), '') };
const DriverClaims = v.object({ sub: Uuid, 'custom:teamId': Uuid, 'custom:driverId': Uuid, ...SessionClaims });
const StaffClaims = v.object({ sub: Uuid, ...SessionClaims });

/** Temporary faults while fetching keys. The provider causes them, not the caller. */
const KEY_FAULTS = [FetchError, JwksValidationError, JwkValidationError];

type VerifyToken = (authorization: string | undefined) => Promise<StaffCaller | DriverCaller>;

/**
 * Makes the verification of access tokens: signature, issuer, client, `token_use` and expiry. Every function knows both
 * pools, so that a token of the wrong pool gets another answer than an invalid one. The keys come from the environment.
 * The function fetches them only for an unknown key id: once after a rotation, without a deploy.
 */
export function makeVerifyToken(runtime: Runtime): VerifyToken {
  const env = (key: Parameters<typeof readEnvironment>[1]) => readEnvironment(runtime.environment, key);
  const staffPoolId = env('STAFF_USER_POOL_ID');
  const driversPoolId = env('DRIVERS_USER_POOL_ID');
  const verifier = CognitoJwtVerifier.create(
    [
      { userPoolId: staffPoolId, clientId: env('STAFF_CLIENT_ID'), tokenUse: 'access' },
      { userPoolId: driversPoolId, clientId: env('DRIVERS_CLIENT_ID'), tokenUse: 'access' },
    ],
    { jwksCache: new SimpleJwksCache({ fetcher: keyFetcher(runtime) }) },
  );
  verifier.cacheJwks(parseKeys(env('STAFF_JWKS')), staffPoolId);
  verifier.cacheJwks(parseKeys(env('DRIVERS_JWKS')), driversPoolId);

  return async (authorization) => {
    const accessToken = bearerToken(authorization);
    const claims = await verifier.verify(accessToken).catch((failure: unknown) => {
      throw errorFor(failure);
    });
    if (claims.iss.endsWith(`/${staffPoolId}`)) {
      const staff = v.safeParse(StaffClaims, claims);
      if (staff.success) {
        return { pool: 'staff', id: staff.output.sub, accessToken, ...sessionOf(staff.output) };
      }
    } else {
      const driver = v.safeParse(DriverClaims, claims);
      if (driver.success) {
        const { sub, 'custom:teamId': teamId, 'custom:driverId': id } = driver.output;
        return { pool: 'drivers', id, teamId, sub, ...sessionOf(driver.output) };
      }
    }
    throw new AppError('UNAUTHENTICATED');
  };
}

function sessionOf({ iat, auth_time: authTime = iat, origin_jti: sessionId }: Claims): SessionProof {
  return { signedInAt: new Date(authTime * 1000).toISOString(), sessionId };
}

interface Claims {
  readonly iat: number;
  readonly auth_time?: number | undefined;
  readonly origin_jti: string;
}

/** The scheme is case-insensitive. The length limit refuses an oversized token before it is parsed. */
const BEARER = /^bearer ([^ ]{1,8192})$/i;

function bearerToken(authorization: string | undefined): string {
  const token = authorization?.match(BEARER)?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED');
  return token;
}

/**
 * A key that cannot be fetched now answers UNAVAILABLE, because the token may be valid. Any other token error answers
 * UNAUTHENTICATED.
 */
function errorFor(failure: unknown): unknown {
  if (KEY_FAULTS.some((fault) => failure instanceof fault)) {
    return new AppError('UNAVAILABLE', { retryAfter: 1, cause: failure });
  }
  return failure instanceof JwtBaseError ? new AppError('UNAUTHENTICATED') : failure;
}

const parseKeys = (text: string): Jwks => v.parse(Keys, JSON.parse(text));
const Keys = v.object({
  keys: v.array(
    v.object({ kty: v.string(), kid: v.string(), alg: v.string(), use: v.string(), n: v.string(), e: v.string() }),
  ),
});

/**
 * Fetches a pool's keys. The address follows the SDK's endpoint variable, with which `npm start` replaces Cognito. Uses
 * node's http module: the global fetch loads undici and adds 30 ms to a cold start.
 */
function keyFetcher(runtime: Runtime) {
  return {
    fetch: (uri: string): Promise<ArrayBuffer> => {
      const address = keysAddress(runtime, uri);
      return runtime.outbound({ resource: 'jwks', action: 'GetJwks' }, () => download(address));
    },
  };
}

function keysAddress(runtime: Runtime, uri: string): string {
  const endpoint = runtime.environment.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? uri;
  return new URL(new URL(uri).pathname, endpoint).href;
}

async function download(address: string): Promise<ArrayBuffer> {
  try {
    const response = await get(address);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
    const body = Buffer.concat(chunks);
    return body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength);
  } catch (cause) {
    throw new FetchError(address, cause);
  }
}

/** Resolves when the headers have arrived. The whole response must arrive within three seconds. */
function get(address: string): Promise<IncomingMessage> {
  const send = address.startsWith('https:') ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    send(address, { signal: AbortSignal.timeout(3000) }, resolve).on('error', reject);
  });
}
