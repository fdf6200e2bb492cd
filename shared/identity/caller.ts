import type { DriverRecord } from '../fleet/driver';
import type { Capability } from '../platform/runtime/capability';
import type { CheckSignature, WebhookCaller } from '../platform/runtime/signed-request';
import type { Role } from '../teams/team';

/** Where the team's identifier stands in a request. */
export type TeamPlace = 'path.teamId' | 'query.teamId' | 'body.teamId';

/**
 * Who may call, enforced before `run`. There is no default.
 * - `public`: anybody.
 * - staff with `team`: a member of that team, with at least `role` (any member when absent). An unknown team is 403, or 404 where
 *   `tellsUnknownTeam` says so.
 * - staff without `team`: any signed-in user.
 * - drivers, `standing: 'read'`: the driver's record is read first, and must be the token's own, neither DISABLED nor BAJA.
 * - drivers, `standing: 'conditioned'`: the operation's own writes carry that condition, which saves the read.
 * - `signature`: a service that signs the raw body; the capability checks it and tells whose team it speaks of.
 */
export type Auth =
  | 'public'
  | (Staff & { readonly team?: never; readonly role?: never; readonly tellsUnknownTeam?: never })
  | (Staff & { readonly team: TeamPlace; readonly role?: Role; readonly tellsUnknownTeam?: true })
  | { readonly pool: 'drivers'; readonly standing: 'read' | 'conditioned' }
  | { readonly signature: Capability<CheckSignature> };

interface Staff {
  readonly pool: 'staff';
  readonly standing?: never;
}

/** Auth by a person's access token. */
export type PoolAuth = Extract<Auth, { readonly pool: string }>;

/** The auth of operations that ask for an access token; undefined for those that do not. */
export const poolAuthOf = (auth: Auth): PoolAuth | undefined =>
  auth !== 'public' && 'pool' in auth ? auth : undefined;

/** What checks the sender's signature, where that is asked for in the place of a token. */
export const signatureOf = (auth: Auth): Capability<CheckSignature> | undefined =>
  auth !== 'public' && 'signature' in auth ? auth.signature : undefined;

/** Where the team's identifier stands in a request of the staff, if it does. */
export function teamPlaceOf(auth: Auth): TeamPlace | undefined {
  const asked = poolAuthOf(auth);
  return asked?.pool === 'staff' ? asked.team : undefined;
}

/** A user of the staff pool, by an access token that was verified. */
export interface StaffCaller {
  readonly pool: 'staff';
  readonly id: string;
  /** When the session began, in UTC: a refresh does not move it. */
  readonly signedInAt: string;
  /** For the identity provider's own user calls (enrolling a factor); never logged. */
  readonly accessToken: string;
}

/** A user of the staff pool who is a member of the team that the request names. */
export interface MemberCaller extends StaffCaller {
  readonly teamId: string;
  readonly role: Role;
}

/** A driver, by the claims of an access token that was verified. The claims give the key of the record; the record decides. */
export interface DriverCaller {
  readonly pool: 'drivers';
  readonly id: string;
  readonly teamId: string;
  /** The token's subject, which the record must name. */
  readonly sub: string;
}

export interface StandingDriverCaller extends DriverCaller {
  readonly record: DriverRecord;
}

export type Caller = StaffCaller | MemberCaller | DriverCaller | StandingDriverCaller;

export type CallerOf<A extends Auth> = A extends 'public'
  ? undefined
  : A extends { signature: unknown }
    ? WebhookCaller
    : A extends { pool: 'drivers'; standing: 'read' }
      ? StandingDriverCaller
      : A extends { pool: 'drivers' }
        ? DriverCaller
        : A extends { team: TeamPlace }
          ? MemberCaller
          : StaffCaller;
