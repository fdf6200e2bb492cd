import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { notAuthorized, reusedRefreshToken, userDisabled } from './errors';
import { privateKeyOf, publicKeyOf } from './keys';
import { issuerOf, type Pool, poolById } from './pools';
import { claimChanges, type TokenOccasion, USER_SCOPE } from './pre-token';
import { type CognitoState, type SignInRecord, type UserRecord, userBySub } from './state';

/**
 * The lifetime that the stack sets for the refresh token: days, because it can be revoked. Tokens that are checked without a call to Cognito
 * live minutes.
 */
const REFRESH_MS = 30 * 24 * 60 * 60_000;

/** Makes the three tokens of a new sign-in. */
export async function signIn(state: CognitoState, pool: Pool, user: UserRecord, occasion: TokenOccasion) {
  const originJti = randomUUID();
  const refreshToken = newRefreshToken(originJti);
  const record: SignInRecord = {
    poolId: pool.id,
    sub: user.sub,
    refreshTokens: [{ hash: hashOf(refreshToken) }],
    signedInAt: state.now(),
    expiresAt: state.now() + REFRESH_MS,
  };
  const tokens = await issue(state, pool, user, occasion, originJti, record);
  state.signIns.set(originJti, record);
  return { ...tokens, RefreshToken: refreshToken };
}

/** The stack's grace period: a replaced refresh token still works for so long. */
const GRACE_MS = 30_000;

/**
 * Makes three new tokens. The new refresh token is valid for the rest of the old one's time, and the old one for the
 * grace period. Source: Cognito developer guide, "Refresh token rotation".
 */
export async function refresh(state: CognitoState, pool: Pool, refreshToken: string) {
  const [originJti, record] = signInOf(state, pool, refreshToken);
  const user = userBySub(state, pool.id, record.sub);
  if (!user) throw notAuthorized('Invalid Refresh Token');
  if (!user.enabled) throw userDisabled();
  const tokens = await issue(state, pool, user, 'TokenGeneration_RefreshTokens', originJti, record);
  return { ...tokens, RefreshToken: rotated(state, originJti, hashOf(refreshToken)) };
}

/** Replaces a refresh token. Of two renewals in the grace period both new tokens work. */
function rotated(state: CognitoState, originJti: string, usedHash: string): string {
  const record = state.signIns.get(originJti);
  if (!record) throw notAuthorized('Refresh Token has been revoked');
  const next = newRefreshToken(originJti);
  const until = state.now() + GRACE_MS;
  const kept = record.refreshTokens.filter((one) => one.until === undefined || one.until > state.now());
  const replaced = kept.map((one) => (one.hash === usedHash && one.until === undefined ? { ...one, until } : one));
  state.signIns.set(originJti, { ...record, refreshTokens: [...replaced, { hash: hashOf(next) }] });
  return next;
}

const newRefreshToken = (originJti: string): string => `${originJti}.${randomBytes(96).toString('base64url')}`;

/** Finds the sign-in of a refresh token, with its `origin_jti`. */
export function signInOf(state: CognitoState, pool: Pool, refreshToken: string): [string, SignInRecord] {
  const originJti = refreshToken.split('.')[0] ?? '';
  const record = state.signIns.get(originJti);
  if (!record) throw notAuthorized('Refresh Token has been revoked');
  const known = record.refreshTokens.find(({ hash }) => hash === hashOf(refreshToken));
  if (record.poolId !== pool.id || known === undefined) throw notAuthorized('Invalid Refresh Token');
  if (known.until !== undefined && known.until <= state.now()) throw reusedRefreshToken();
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
  const [AccessToken, IdToken] = await Promise.all([sign(state, pool, access), sign(state, pool, id)]);
  return {
    AccessToken,
    IdToken,
    ExpiresIn: pool.accessSeconds,
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
  return new SignJWT({ iss: issuerOf(pool), iat: now, exp: now + pool.accessSeconds, jti: randomUUID(), ...claims })
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
