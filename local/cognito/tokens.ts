import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { notAuthorized, userDisabled } from './errors';
import { privateKeyOf, publicKeyOf } from './keys';
import { issuerOf, type Pool, poolById } from './pools';
import { claimChanges, type TokenOccasion, USER_SCOPE } from './pre-token';
import { type CognitoState, type SignInRecord, type UserRecord, userBySub } from './state';

/**
 * The lifetimes that the stack sets: minutes for tokens that are checked without a call to Cognito, days for the refresh token, which can
 * be revoked.
 */
const ACCESS_SECONDS = 15 * 60;
const REFRESH_MS = 30 * 24 * 60 * 60_000;

/** Makes the three tokens of a new sign-in. */
export async function signIn(state: CognitoState, pool: Pool, user: UserRecord, occasion: TokenOccasion) {
  const originJti = randomUUID();
  const refreshToken = `${originJti}.${randomBytes(96).toString('base64url')}`;
  const record: SignInRecord = {
    poolId: pool.id,
    sub: user.sub,
    refreshTokenHash: hashOf(refreshToken),
    signedInAt: state.now(),
    expiresAt: state.now() + REFRESH_MS,
  };
  const tokens = await issue(state, pool, user, occasion, originJti, record);
  state.signIns.set(originJti, record);
  return { ...tokens, RefreshToken: refreshToken };
}

/** Makes new access and ID tokens. The refresh token stays the same, because the pools do not rotate it. */
export async function refresh(state: CognitoState, pool: Pool, refreshToken: string) {
  const [originJti, record] = signInOf(state, pool, refreshToken);
  const user = userBySub(state, pool.id, record.sub);
  if (!user) throw notAuthorized('Invalid Refresh Token');
  if (!user.enabled) throw userDisabled();
  return issue(state, pool, user, 'TokenGeneration_RefreshTokens', originJti, record);
}

/** Finds the sign-in of a refresh token, with its `origin_jti`. */
export function signInOf(state: CognitoState, pool: Pool, refreshToken: string): [string, SignInRecord] {
  const originJti = refreshToken.split('.')[0] ?? '';
  const record = state.signIns.get(originJti);
  if (!record) throw notAuthorized('Refresh Token has been revoked');
  if (record.poolId !== pool.id || record.refreshTokenHash !== hashOf(refreshToken))
    throw notAuthorized('Invalid Refresh Token');
  if (record.expiresAt <= state.now()) throw notAuthorized('Refresh Token has expired');
  return [originJti, record];
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');

async function issue(
  state: CognitoState,
  pool: Pool,
  user: UserRecord,
  occasion: TokenOccasion,
  originJti: string,
  { signedInAt }: SignInRecord,
) {
  const changes = await claimChanges(state, pool, user, occasion);
  const common = { sub: user.sub, origin_jti: originJti, event_id: randomUUID(), auth_time: seconds(signedInAt) };
  const access = {
    ...common,
    token_use: 'access',
    client_id: pool.clientId,
    username: user.username,
    ...changes.accessToken,
  };
  const id = {
    ...common,
    token_use: 'id',
    aud: pool.clientId,
    'cognito:username': user.username,
    ...idClaims(user),
    ...changes.idToken,
  };
  return {
    AccessToken: await sign(state, pool, access),
    IdToken: await sign(state, pool, id),
    ExpiresIn: ACCESS_SECONDS,
    TokenType: 'Bearer',
  };
}

/** The attributes in the form of an ID token, where only `email_verified` is a boolean. */
function idClaims({ attributes }: UserRecord): JWTPayload {
  const { email_verified: verified, ...others } = attributes;
  return { ...others, ...(verified !== undefined && { email_verified: verified === 'true' }) };
}

function sign(state: CognitoState, pool: Pool, claims: JWTPayload): Promise<string> {
  const { keys } = state;
  const now = seconds(state.now());
  return new SignJWT({ iss: issuerOf(pool), iat: now, exp: now + ACCESS_SECONDS, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: keys.keyId })
    .sign(privateKeyOf(keys));
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/**
 * Finds the user of an access token, for actions that need no other credential. The token must carry the user scope, which a pre-token
 * trigger may have removed.
 */
export async function userOfToken(state: CognitoState, token: string): Promise<{ pool: Pool; user: UserRecord }> {
  const claims = await verified(state, token);
  const pool = poolById(state.pools, poolIdOf(claims.iss));
  if (!state.signIns.get(String(claims.origin_jti))) throw notAuthorized('Access Token has been revoked');
  const scopes = String(claims.scope ?? '').split(' ');
  if (!scopes.includes(USER_SCOPE)) throw notAuthorized('Access Token does not have required scopes');
  const user = userBySub(state, pool.id, String(claims.sub));
  if (!user) throw notAuthorized('Invalid Access Token');
  if (!user.enabled) throw userDisabled();
  return { pool, user };
}

async function verified(state: CognitoState, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, publicKeyOf(state.keys), {
      algorithms: ['RS256'],
      currentDate: new Date(state.now()),
    });
    if (payload.token_use !== 'access') throw new Error('This is not an access token.');
    return payload;
  } catch (failure) {
    const isExpired = failure instanceof errors.JWTExpired;
    throw notAuthorized(isExpired ? 'Access Token has expired' : 'Invalid Access Token');
  }
}

const poolIdOf = (issuer: string | undefined): string => issuer?.split('/').at(-1) ?? '';
