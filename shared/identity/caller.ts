import type { DriverRecord } from '../fleet/driver';
import type { Capability } from '../platform/runtime/capability';
import type { CheckSignature, WebhookCaller } from '../platform/runtime/signed-request';
import type { SessionProof } from '../platform/values/session-limits';
import type { Scope } from '../teams/scopes';
import type { Role } from '../teams/team';
import type { User } from '../teams/user';

/** The part of a request that contains the team's identifier. */
export type TeamPlace = 'path.teamId' | 'query.teamId' | 'body.teamId';

/**
 * The callers that an operation accepts, checked before `run`. There is no default.
 * - `public`: everyone.
 * - staff with `team`: members of that team with at least `role` (any member when absent). An unknown team answers 403,
 *   or 404 with `tellsUnknownTeam`.
 * - staff without `team`: every signed-in user. The user's record is read first, which refuses an ended session.
 * - drivers, `check: 'beforeRun'`: the driver's record is read first. It must contain the token's subject and be neither
 *   DISABLED nor BAJA.
 * - drivers, `check: 'onWrite'`: the operation's own writes contain that condition, which saves the read.
 * - `keys`: the scope that an API key needs for the operation, or `never`. An operation without a team has no keys.
 * - `signature`: a service that signs the raw body. The capability verifies it and returns the team.
 */
export type Auth =
  | 'public'
  | (Staff & {
      readonly team?: never;
      readonly role?: never;
      readonly tellsUnknownTeam?: never;
      readonly needsRecentSignIn?: never;
      readonly keys: 'never';
    })
  | (Staff & {
      readonly team: TeamPlace;
      readonly role?: Role;
      readonly tellsUnknownTeam?: true;
      readonly needsRecentSignIn?: true;
      readonly keys: 'never' | Scope;
    })
  | {
      readonly pool: 'drivers';
      readonly check: 'beforeRun' | 'onWrite';
      readonly needsRecentSignIn?: never;
      readonly keys: 'never';
    }
  | { readonly signature: Capability<CheckSignature> };

interface Staff {
  readonly pool: 'staff';
  readonly check?: never;
}

/** Authentication by a user's access token. */
export type PoolAuth = Extract<Auth, { readonly pool: string }>;

/** The auth of operations that need an access token; undefined for the others. */
export const poolAuthOf = (auth: Auth): PoolAuth | undefined =>
  auth !== 'public' && 'pool' in auth ? auth : undefined;

/** The capability that verifies the signature, for operations that need one instead of a token. */
export const signatureOf = (auth: Auth): Capability<CheckSignature> | undefined =>
  auth !== 'public' && 'signature' in auth ? auth.signature : undefined;

/** The part of a staff request that contains the team's identifier, if any. */
export function teamPlaceOf(auth: Auth): TeamPlace | undefined {
  const poolAuth = poolAuthOf(auth);
  return poolAuth?.pool === 'staff' ? poolAuth.team : undefined;
}

/** The scope that an API key needs for an operation. Undefined: no key may call it. */
export function scopeOf(auth: Auth): Scope | undefined {
  const keys = poolAuthOf(auth)?.keys;
  return keys === 'never' ? undefined : keys;
}

/** A staff user, from a verified access token. */
export interface StaffCaller extends SessionProof {
  readonly pool: 'staff';
  readonly id: string;
  /** For the identity provider's user calls, such as enrolling a factor. It is never logged. */
  readonly accessToken: string;
}

/** A staff user at an operation without a team. */
interface UserCaller extends StaffCaller {
  readonly user: User;
}

/** A staff user with a membership of the request's team. */
interface MemberCaller extends StaffCaller {
  readonly teamId: string;
  readonly role: Role;
}

/** An API key of the right form. Whether it exists, the table knows. */
export interface KeyIdentity {
  readonly pool: 'keys';
  readonly digest: string;
}

/** An API key of the request's team that may call the operation. */
export interface KeyCaller {
  readonly pool: 'keys';
  readonly id: string;
  readonly teamId: string;
  readonly role: Role;
  readonly scopes: readonly string[];
}

/**
 * A driver, from the claims of a verified access token. The claims identify the driver's record; the record decides
 * about access.
 */
export interface DriverCaller extends SessionProof {
  readonly pool: 'drivers';
  readonly id: string;
  readonly teamId: string;
  /** The token's subject. The driver's record must contain the same one. */
  readonly sub: string;
}

interface StandingDriverCaller extends DriverCaller {
  readonly record: DriverRecord;
}

export type Caller = StaffCaller | UserCaller | MemberCaller | KeyCaller | DriverCaller | StandingDriverCaller;

export type CallerOf<A extends Auth> = A extends 'public'
  ? undefined
  : A extends { signature: unknown }
    ? WebhookCaller
    : A extends { pool: 'drivers'; check: 'beforeRun' }
      ? StandingDriverCaller
      : A extends { pool: 'drivers' }
        ? DriverCaller
        : A extends { team: TeamPlace; keys: 'never' }
          ? MemberCaller
          : A extends { team: TeamPlace }
            ? MemberCaller | KeyCaller
            : UserCaller;
