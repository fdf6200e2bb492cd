import type { AuthenticationResultType } from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { StoredEmail, Uuid } from '../../platform/values/fields';
import type { SignedInUser } from '../../teams/user';

/** The tokens of a sign-in. `expiresIn` is the access token's lifetime in seconds. */
export interface IssuedTokens {
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

const Issued = v.object({
  IdToken: v.string(),
  AccessToken: v.string(),
  RefreshToken: v.optional(v.string()),
  ExpiresIn: v.number(),
});

/**
 * Reads the tokens of Cognito's answer. If an answer to a refresh has no new refresh token, the sent one stays valid.
 */
export function issuedTokens(result: AuthenticationResultType | undefined, sentRefreshToken = ''): IssuedTokens {
  const { IdToken, AccessToken, RefreshToken = sentRefreshToken, ExpiresIn } = v.parse(Issued, result);
  return { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken, expiresIn: ExpiresIn };
}

const StaffIdClaims = v.object({
  sub: Uuid,
  email: StoredEmail,
  name: v.optional(v.string()),
  phone_number: v.optional(v.string()),
});

const DriverAccessClaims = v.object({
  sub: Uuid,
  'custom:teamId': Uuid,
  'custom:driverId': Uuid,
  username: v.string(),
});

/** The staff user of an ID token. The signature is not verified, because Cognito returned the token in this call. */
export function staffOf({ idToken }: IssuedTokens): SignedInUser {
  const { sub, email, name, phone_number } = v.parse(StaffIdClaims, payloadOf(idToken));
  return { id: sub, email, name, phone: phone_number };
}

/** The driver of an access token that Cognito returned in this call. */
export function driverOf({ accessToken }: IssuedTokens): { id: string; username: string } {
  const claims = v.parse(v.pick(DriverAccessClaims, ['custom:driverId', 'username']), payloadOf(accessToken));
  return { id: claims['custom:driverId'], username: claims.username };
}

/** The driver's record and account that an access token names, which Cognito returned in this call. */
export function driverAccountOf({ accessToken }: IssuedTokens) {
  const claims = v.parse(DriverAccessClaims, payloadOf(accessToken));
  return { id: claims['custom:driverId'], teamId: claims['custom:teamId'], sub: claims.sub, username: claims.username };
}

const Session = v.object({
  iat: v.number(),
  auth_time: v.optional(v.number()),
  origin_jti: v.optional(v.string(), ''),
});

const Person = {
  staff: v.object({ sub: Uuid, origin_jti: v.pipe(v.string(), v.minLength(1)) }),
  drivers: v.object({
    'custom:driverId': Uuid,
    'custom:teamId': Uuid,
    origin_jti: v.pipe(v.string(), v.minLength(1)),
  }),
};

/** The session of tokens that Cognito returned in this call. Cognito names it because the client revokes tokens. */
export function sessionOfTokens(tokens: IssuedTokens, pool: 'staff' | 'drivers') {
  const claims = payloadOf(tokens.accessToken);
  const startedAt = signedInAtOf(tokens);
  if (pool === 'staff') {
    const { sub, origin_jti: sessionId } = v.parse(Person.staff, claims);
    return { personId: sub, sessionId, startedAt, teamId: undefined };
  }
  const {
    'custom:driverId': personId,
    'custom:teamId': teamId,
    origin_jti: sessionId,
  } = v.parse(Person.drivers, claims);
  return { personId, sessionId, startedAt, teamId };
}

/** The start of the tokens' session, in whole seconds of Cognito's clock. */
export function signedInAtOf({ accessToken }: IssuedTokens): string {
  const { iat, auth_time: authTime = iat } = v.parse(Session, payloadOf(accessToken));
  return new Date(authTime * 1000).toISOString();
}

/** The identifier that all tokens of this sign-in share. */
export const sessionIdOf = ({ accessToken }: IssuedTokens): string =>
  v.parse(Session, payloadOf(accessToken)).origin_jti;

const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
