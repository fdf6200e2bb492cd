import * as v from 'valibot';
import { type Action, action, ServiceError } from '../aws-json';
import { factorFields } from './authenticator';
import { poolById, poolWithClient } from './pools';
import { type CognitoState, changeUser, endSignIns, findUser, removeUser, type UserRecord, userNamed } from './state';
import {
  Attributes,
  asList,
  attributesOf,
  changeAttributes,
  generatedPassword,
  makeUser,
  pageOf,
  setPassword,
  temporaryUntil,
  userFields,
  usersMatching,
} from './users';
import { WANTED_SUB } from './wanted-sub';

const OfUser = { UserPoolId: v.string(), Username: v.string() };

export const administrationActions = (state: CognitoState): Readonly<Record<string, Action>> => {
  const poolOf = (id: string) => poolById(state.pools, id);
  const userOf = (input: { UserPoolId: string; Username: string }): UserRecord =>
    userNamed(state, poolOf(input.UserPoolId), input.Username);
  return {
    AdminCreateUser: action(
      v.object({
        ...OfUser,
        TemporaryPassword: v.optional(v.string()),
        MessageAction: v.optional(v.picklist(['SUPPRESS', 'RESEND'])),
        UserAttributes: Attributes,
        ClientMetadata: v.optional(v.record(v.string(), v.string())),
      }),
      async (input) => {
        const user =
          input.MessageAction === 'RESEND'
            ? await inviteAgain(state, userOf(input), input.TemporaryPassword)
            : await invite(state, input);
        return { User: { ...userFields(user), Attributes: asList(attributesOf(user)) } };
      },
    ),
    AdminSetUserPassword: action(
      v.object({ ...OfUser, Password: v.string(), Permanent: v.optional(v.boolean(), false) }),
      async (input) => {
        await setPassword(state, userOf(input), input.Password, input.Permanent);
        return {};
      },
    ),
    AdminGetUser: action(v.object(OfUser), (input) => {
      const user = userOf(input);
      return { ...userFields(user), ...factorFields(user), UserAttributes: asList(attributesOf(user)) };
    }),
    AdminUpdateUserAttributes: action(v.object({ ...OfUser, UserAttributes: Attributes }), (input) => {
      changeAttributes(state, poolOf(input.UserPoolId), userOf(input), input.UserAttributes);
      return {};
    }),
    AdminDisableUser: action(v.object(OfUser), (input) => {
      const user = changeUser(state, userOf(input), { enabled: false });
      endSignIns(state, user);
      return {};
    }),
    AdminEnableUser: action(v.object(OfUser), (input) => {
      changeUser(state, userOf(input), { enabled: true });
      return {};
    }),
    AdminUserGlobalSignOut: action(v.object(OfUser), (input) => {
      endSignIns(state, userOf(input));
      return {};
    }),
    AdminDeleteUser: action(v.object(OfUser), (input) => {
      removeUser(state, userOf(input));
      return {};
    }),
    ListUsers: action(
      v.object({
        UserPoolId: v.string(),
        Filter: v.optional(v.string()),
        Limit: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(60)), 60),
        PaginationToken: v.optional(v.string()),
      }),
      ({ UserPoolId, Filter, Limit, PaginationToken }) => {
        const { page, next } = pageOf(usersMatching(state, poolOf(UserPoolId), Filter), Limit, PaginationToken);
        return {
          Users: page.map((user) => ({ ...userFields(user), Attributes: asList(attributesOf(user)) })),
          ...(next && { PaginationToken: next }),
        };
      },
    ),
    DescribeUserPoolClient: action(
      v.object({ UserPoolId: v.string(), ClientId: v.string() }),
      ({ UserPoolId, ClientId }) => {
        const { name, clientSecret } = poolWithClient(state.pools, UserPoolId, ClientId);
        return { UserPoolClient: { UserPoolId, ClientId, ClientName: name, ClientSecret: clientSecret } };
      },
    ),
  };
};

interface Invitation {
  readonly UserPoolId: string;
  readonly Username: string;
  readonly TemporaryPassword?: string | undefined;
  readonly MessageAction?: string | undefined;
  readonly UserAttributes: Attributes;
  readonly ClientMetadata?: Readonly<Record<string, string>> | undefined;
}

async function invite(state: CognitoState, input: Invitation): Promise<UserRecord> {
  const pool = poolById(state.pools, input.UserPoolId);
  if (findUser(state, pool, input.Username))
    throw new ServiceError('UsernameExistsException', 'User account already exists');
  const password = input.TemporaryPassword ?? generatedPassword();
  const user = await makeUser(state, pool, {
    name: input.Username,
    attributes: input.UserAttributes,
    status: 'FORCE_CHANGE_PASSWORD',
    password,
    temporaryUntil: temporaryUntil(state),
    wantedSub: input.ClientMetadata?.[WANTED_SUB],
  });
  if (input.MessageAction !== 'SUPPRESS') mailInvitation(state, user, password);
  return user;
}

async function inviteAgain(state: CognitoState, user: UserRecord, given: string | undefined): Promise<UserRecord> {
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new ServiceError(
      'UnsupportedUserStateException',
      'Resend not possible. User status is not FORCE_CHANGE_PASSWORD',
    );
  }
  const password = given ?? generatedPassword();
  const changed = await setPassword(state, user, password, false);
  mailInvitation(state, changed, password);
  return changed;
}

function mailInvitation(state: CognitoState, user: UserRecord, password: string): void {
  const to = user.attributes.email;
  if (!to) return;
  const text = `Your username is ${user.username} and temporary password is ${password}.`;
  state.services.outbox.send({ to, subject: 'Your temporary password', text });
}
