import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Journal, openJournal } from '../journal';
import type { CloudServices } from '../stand-in';
import { noSuchUser } from './errors';
import { type KeyPair, makeKeys } from './keys';
import type { Failures } from './passwords';
import { clientsOf, POOLS, type Pool } from './pools';

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED';

/** A code that was mailed. */
export interface MailedCode {
  readonly code: string;
  readonly expiresAt: number;
  readonly wrongTries: number;
}

export interface UserRecord {
  readonly poolId: string;
  readonly username: string;
  readonly sub: string;
  readonly status: UserStatus;
  readonly enabled: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly password?: string | undefined;
  /** Set while the password is a temporary one that an administrator gave. */
  readonly temporaryUntil?: number | undefined;
  readonly failures?: Failures | undefined;
  readonly authenticator?: Authenticator | undefined;
  readonly signUpCode?: MailedCode | undefined;
  readonly resetCode?: MailedCode | undefined;
}

/** A user's authenticator app. */
interface Authenticator {
  /** The secret against which codes are checked. */
  readonly secret?: string | undefined;
  /** A newer secret, kept until a first code proves that the app has it. */
  readonly pending?: string | undefined;
  readonly lastStep?: number | undefined;
  readonly isEnabled: boolean;
}

export type ChallengeName = 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED';

/** A sign-in that waits for the answer to a challenge. */
export interface ChallengeRecord {
  readonly poolId: string;
  readonly sub: string;
  readonly challenge: ChallengeName;
  readonly expiresAt: number;
  readonly wrongTries: number;
}

/** A completed sign-in. While this record exists, its newest refresh token is valid and its access tokens are not revoked. */
export interface SignInRecord {
  readonly poolId: string;
  readonly sub: string;
  /** Hashes of the valid refresh tokens, and of replaced ones with the end of their grace period. */
  readonly refreshTokens: readonly { readonly hash: string; readonly until?: number }[];
  readonly signedInAt: number;
  readonly expiresAt: number;
}

/**
 * Values that are made once per installation. Cognito has keys for each pool; here both pools share one pair, because each token names its
 * pool.
 */
interface Installation {
  readonly keys: KeyPair;
  readonly clientSecrets: Readonly<Record<string, string>>;
}

/** All records of the stand-in. */
export interface CognitoState {
  readonly services: CloudServices;
  readonly now: () => number;
  /** One entry for each client of a pool. */
  readonly pools: readonly Pool[];
  readonly keys: KeyPair;
  readonly users: Journal<UserRecord>;
  readonly challenges: Journal<ChallengeRecord>;
  readonly signIns: Journal<SignInRecord>;
  readonly close: () => void;
}

/** Opens the state in the data folder. The first start makes the key and the client secrets. */
export async function openState(services: CloudServices): Promise<CognitoState> {
  const file = (name: string) => join(services.dataDir, `cognito-${name}.jsonl`);
  const now = () => services.now().getTime();
  const isCurrent = ({ expiresAt }: { expiresAt: number }) => expiresAt > now();
  const { keys, clientSecrets } = await installationIn(file('installation'));
  const users = openJournal<UserRecord>(file('users'));
  const challenges = openJournal<ChallengeRecord>(file('challenges'), isCurrent);
  const signIns = openJournal<SignInRecord>(file('sign-ins'), isCurrent);
  return {
    services,
    now,
    pools: POOLS.flatMap(clientsOf).map((pool) => ({ ...pool, clientSecret: clientSecrets[pool.clientId] ?? '' })),
    keys,
    users,
    challenges,
    signIns,
    close: () => {
      for (const journal of [users, challenges, signIns]) journal.close();
    },
  };
}

async function installationIn(file: string): Promise<Installation> {
  const journal = openJournal<Installation>(file);
  const { keys = await makeKeys(), clientSecrets = {} }: Partial<Installation> = journal.get('installation') ?? {};
  // A folder of an earlier version lacks the secrets of clients that were added since.
  const secrets = POOLS.flatMap(clientsOf).map(({ clientId }) => [
    clientId,
    clientSecrets[clientId] ?? newClientSecret(),
  ]);
  const installation: Installation = { keys, clientSecrets: Object.fromEntries(secrets) };
  journal.set('installation', installation);
  journal.close();
  return installation;
}

const newClientSecret = (): string => randomBytes(39).toString('hex').slice(0, 51);

const userKey = (poolId: string, sub: string): string => `${poolId}/${sub}`;

/** Finds a user by name, by `sub` or, in a pool that signs in by address, by e-mail. Upper and lower case are equal in all three. */
export function findUser(state: CognitoState, pool: Pool, name: string): UserRecord | undefined {
  const wanted = name.toLowerCase();
  const bySub = state.users.get(userKey(pool.id, wanted));
  if (bySub) return bySub;
  for (const [, user] of state.users.entries()) {
    if (user.poolId !== pool.id) continue;
    if (user.username.toLowerCase() === wanted) return user;
    if (pool.usernameIsEmail && user.attributes.email?.toLowerCase() === wanted) return user;
  }
  return undefined;
}

export function userNamed(state: CognitoState, pool: Pool, name: string): UserRecord {
  const user = findUser(state, pool, name);
  if (!user) throw noSuchUser();
  return user;
}

export const userBySub = (state: CognitoState, poolId: string, sub: string): UserRecord | undefined =>
  state.users.get(userKey(poolId, sub));

export const addUser = (state: CognitoState, user: UserRecord): void =>
  state.users.set(userKey(user.poolId, user.sub), user);

/** Applies the change to the stored user, because another request may have changed it since it was read. */
export function changeUser(state: CognitoState, { poolId, sub }: UserRecord, change: Partial<UserRecord>): UserRecord {
  const present = userBySub(state, poolId, sub);
  if (!present) throw noSuchUser();
  const changed = { ...present, ...change, modifiedAt: state.now() };
  state.users.set(userKey(poolId, sub), changed);
  return changed;
}

export function removeUser(state: CognitoState, user: UserRecord): void {
  endSignIns(state, user);
  state.users.delete(userKey(user.poolId, user.sub));
}

/** Revokes all refresh and access tokens of the user. */
export function endSignIns(state: CognitoState, { poolId, sub }: UserRecord): void {
  const theirs = [...state.signIns.entries()].filter(([, signIn]) => signIn.poolId === poolId && signIn.sub === sub);
  for (const [originJti] of theirs) state.signIns.delete(originJti);
}
