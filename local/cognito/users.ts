import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { ServiceError } from '../aws-json';
import { invalidParameter } from './errors';
import { checkPolicy, hashPassword } from './passwords';
import type { Pool } from './pools';
import { addUser, type CognitoState, changeUser, findUser, type UserRecord, type UserStatus } from './state';

export const Attributes = v.optional(v.array(v.object({ Name: v.string(), Value: v.optional(v.string(), '') })), []);
export type Attributes = v.InferOutput<typeof Attributes>;

const STANDARD_ATTRIBUTES = new Set(
  [
    'address',
    'birthdate',
    'email',
    'email_verified',
    'family_name',
    'gender',
    'given_name',
    'locale',
    'middle_name',
    'name',
  ].concat([
    'nickname',
    'phone_number',
    'phone_number_verified',
    'picture',
    'preferred_username',
    'profile',
    'updated_at',
    'website',
    'zoneinfo',
  ]),
);

const TEMPORARY_MS = 7 * 24 * 60 * 60_000;
const E164 = /^\+\d{1,15}$/;
const MAXIMUM_ATTRIBUTE = 2048;

/** All attributes that Cognito shows, `sub` included. */
export const attributesOf = ({ sub, attributes }: UserRecord): Readonly<Record<string, string>> => ({
  sub,
  ...attributes,
});

export const asList = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));

/** The fields of a user in the answer of every action. Instants are in seconds, as the JSON protocol requires. */
export const userFields = (user: UserRecord) => ({
  Username: user.username,
  UserCreateDate: user.createdAt / 1000,
  UserLastModifiedDate: user.modifiedAt / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
});

interface NewUser {
  readonly name: string;
  readonly attributes: Attributes;
  readonly status: UserStatus;
  readonly password: string;
  readonly temporaryUntil?: number;
  /** Taken unless another user has it. */
  readonly wantedSub?: string | undefined;
}

/** Makes a user. In a pool that signs in by address, the given name is the e-mail and the user name is the `sub`. */
export async function makeUser(
  state: CognitoState,
  pool: Pool,
  { name, attributes, password, wantedSub, ...rest }: NewUser,
): Promise<UserRecord> {
  const given = checkedAttributes(pool, attributes);
  if (pool.usernameIsEmail && !name.includes('@')) throw invalidParameter('Username should be an email.');
  checkPolicy(password);
  const hashed = await hashPassword(password);
  if (findUser(state, pool, name)) throw new ServiceError('UsernameExistsException', 'User account already exists');
  const sub = wantedSub && !findUser(state, pool, wantedSub) ? wantedSub : randomUUID();
  const user: UserRecord = {
    ...rest,
    poolId: pool.id,
    sub,
    username: pool.usernameIsEmail ? sub : name.toLowerCase(),
    enabled: true,
    attributes: pool.usernameIsEmail ? { ...given, email: name.toLowerCase() } : given,
    password: hashed,
    createdAt: state.now(),
    modifiedAt: state.now(),
  };
  addUser(state, user);
  return user;
}

export const temporaryUntil = (state: CognitoState): number => state.now() + TEMPORARY_MS;

/** A password that fits the policy, for a call of AdminCreateUser that gives none. */
export const generatedPassword = (): string => `${randomBytes(9).toString('base64url')}aA1!`;

/** Sets the user's password: a permanent one, or a temporary one that the user must change at the next sign-in. */
export async function setPassword(
  state: CognitoState,
  user: UserRecord,
  password: string,
  permanent: boolean,
): Promise<UserRecord> {
  checkPolicy(password);
  return changeUser(state, user, {
    password: await hashPassword(password),
    status: permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
    temporaryUntil: permanent ? undefined : temporaryUntil(state),
    failures: undefined,
  });
}

/** Checks the attributes of a new user: known names, and values in Cognito's forms. */
function checkedAttributes(pool: Pool, attributes: Attributes): Record<string, string> {
  for (const { Name, Value } of attributes) {
    if (!STANDARD_ATTRIBUTES.has(Name) && !pool.immutableAttributes.includes(Name)) {
      throw invalidParameter(
        `Attributes did not conform to the schema: ${Name}: Attribute does not exist in the schema.`,
      );
    }
    if (Value.length > MAXIMUM_ATTRIBUTE)
      throw invalidParameter(`Attributes did not conform to the schema: ${Name} is too long.`);
    if (Name === 'phone_number' && !E164.test(Value)) throw invalidParameter('Invalid phone number format.');
  }
  return Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]));
}

/** Changes attributes of an existing user. Attributes that decide rights cannot change. */
export function changeAttributes(state: CognitoState, pool: Pool, user: UserRecord, attributes: Attributes): void {
  const fixed = attributes.find(({ Name }) => Name === 'sub' || pool.immutableAttributes.includes(Name));
  if (fixed) throw invalidParameter(`user.${fixed.Name}: Attribute cannot be updated.`);
  const changed = checkedAttributes(pool, attributes);
  if (pool.usernameIsEmail && changed.email !== undefined) {
    const other = findUser(state, pool, changed.email);
    if (other && other.sub !== user.sub)
      throw new ServiceError('AliasExistsException', 'An account with the email already exists.');
  }
  changeUser(state, user, { attributes: { ...user.attributes, ...changed } });
}

const FILTER = /^\s*"?(email|sub|username|cognito:user_status)"?\s*(=|\^=)\s*"([^"]*)"\s*$/;

/** Applies the filter of ListUsers: one attribute that equals a value or begins with it. */
export function usersMatching(state: CognitoState, pool: Pool, filter: string | undefined): UserRecord[] {
  const all = [...state.users.entries()].map(([, user]) => user).filter((user) => user.poolId === pool.id);
  if (!filter) return all;
  const [, name = '', operator, wanted = ''] = FILTER.exec(filter) ?? [];
  if (name === '') throw invalidParameter('One or more requested filter parameters are invalid');
  return all.filter((user) => {
    const value = filterable(user)[name] ?? '';
    return operator === '=' ? value === wanted : value.startsWith(wanted);
  });
}

const filterable = (user: UserRecord): Readonly<Record<string, string>> => ({
  ...attributesOf(user),
  username: user.username,
  'cognito:user_status': user.status,
});

/** Finds the user at which the page begins. Refuses a token that this stand-in did not make. */
export function pageOf(users: readonly UserRecord[], limit: number, token: string | undefined) {
  const start = token === undefined ? 0 : users.findIndex(({ sub }) => sub === token);
  if (start < 0) throw invalidParameter('Invalid pagination token.');
  return { page: users.slice(start, start + limit), next: users[start + limit]?.sub };
}
