import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { type Action, action, ServiceError } from '../aws-json';
import { factorFields } from './authenticator';
import { codeExpired, invalidParameter, notAuthorized, tooManyAttempts, wrongCode } from './errors';
import { checkPolicy } from './passwords';
import { checkSecretHash, type Pool, poolByClient } from './pools';
import { type CognitoState, changeUser, endSignIns, findUser, type MailedCode, type UserRecord } from './state';
import { signInOf, userOfToken } from './tokens';
import { Attributes, asList, attributesOf, makeUser, setPassword } from './users';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const WRONG_TRIES = 5;

const OfClient = { ClientId: v.string(), Username: v.string(), SecretHash: v.optional(v.string()) };
const UNSIGNED = { signed: false };

/** The actions that a user's own client may call. These calls are not signed: the client's secret or a token authenticates them. */
export const selfServiceActions = (state: CognitoState): Readonly<Record<string, Action>> => {
  const poolOf = (input: { ClientId: string; Username: string; SecretHash?: string | undefined }): Pool => {
    const pool = poolByClient(state.pools, input.ClientId);
    checkSecretHash(pool, input.Username, input.SecretHash);
    return pool;
  };
  return {
    SignUp: action(
      v.object({ ...OfClient, Password: v.string(), UserAttributes: Attributes }),
      async (input) => {
        const pool = poolOf(input);
        if (!pool.selfSignUp) throw notAuthorized('SignUp is not permitted for this user pool');
        const { Username: name, Password: password, UserAttributes: attributes } = input;
        const user = await makeUser(state, pool, { name, attributes, password, status: 'UNCONFIRMED' });
        return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: mailSignUpCode(state, user) };
      },
      UNSIGNED,
    ),
    ConfirmSignUp: action(
      v.object({ ...OfClient, ConfirmationCode: v.string() }),
      (input) => {
        const user = findUser(state, poolOf(input), input.Username);
        if (!user) throw codeExpired('Invalid code provided, please request a code again.');
        if (user.status !== 'UNCONFIRMED')
          throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
        useCode(state, user, 'signUpCode', input.ConfirmationCode);
        const attributes = { ...user.attributes, email_verified: 'true' };
        changeUser(state, user, { status: 'CONFIRMED', attributes, signUpCode: undefined });
        return {};
      },
      UNSIGNED,
    ),
    ResendConfirmationCode: action(
      v.object(OfClient),
      (input) => {
        const user = findUser(state, poolOf(input), input.Username);
        if (!user) return { CodeDeliveryDetails: deliveryTo(input.Username) };
        if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
        return { CodeDeliveryDetails: mailSignUpCode(state, user) };
      },
      UNSIGNED,
    ),
    ForgotPassword: action(
      v.object(OfClient),
      (input) => {
        const user = findUser(state, poolOf(input), input.Username);
        if (!user?.enabled) return { CodeDeliveryDetails: deliveryTo(input.Username) };
        return { CodeDeliveryDetails: mailResetCode(state, user) };
      },
      UNSIGNED,
    ),
    ConfirmForgotPassword: action(
      v.object({ ...OfClient, ConfirmationCode: v.string(), Password: v.string() }),
      async (input) => {
        const user = findUser(state, poolOf(input), input.Username);
        if (!user?.enabled) throw wrongCode('Invalid verification code provided, please try again.');
        checkPolicy(input.Password);
        useCode(state, user, 'resetCode', input.ConfirmationCode);
        changeUser(state, user, { resetCode: undefined });
        await setPassword(state, user, input.Password, true);
        return {};
      },
      UNSIGNED,
    ),
    GetUser: action(
      v.object({ AccessToken: v.string() }),
      async ({ AccessToken }) => {
        const { user } = await userOfToken(state, AccessToken);
        return { Username: user.username, UserAttributes: asList(attributesOf(user)), ...factorFields(user) };
      },
      UNSIGNED,
    ),
    GlobalSignOut: action(
      v.object({ AccessToken: v.string() }),
      async ({ AccessToken }) => {
        endSignIns(state, (await userOfToken(state, AccessToken)).user);
        return {};
      },
      UNSIGNED,
    ),
    RevokeToken: action(
      v.object({ Token: v.string(), ClientId: v.string(), ClientSecret: v.optional(v.string()) }),
      ({ Token, ClientId, ClientSecret }) => {
        const pool = poolByClient(state.pools, ClientId);
        if (ClientSecret !== pool.clientSecret) throw notAuthorized('Invalid client secret.');
        revoke(state, pool, Token);
        return {};
      },
      UNSIGNED,
    ),
  };
};

/** Revoking a token twice, or a text that never was a token, is not an error. */
function revoke(state: CognitoState, pool: Pool, token: string): void {
  if (token.startsWith('ey'))
    throw new ServiceError('UnsupportedTokenTypeException', 'Only a refresh token can be revoked.');
  try {
    const [originJti] = signInOf(state, pool, token);
    state.signIns.delete(originJti);
  } catch (failure) {
    if (!(failure instanceof ServiceError)) throw failure;
  }
}

const newCode = (expiresAt: number): MailedCode => ({
  code: String(randomInt(1_000_000)).padStart(6, '0'),
  expiresAt,
  wrongTries: 0,
});

function mailSignUpCode(state: CognitoState, user: UserRecord): object {
  const signUpCode = newCode(state.now() + DAY_MS);
  changeUser(state, user, { signUpCode });
  return mailCode(state, user, 'Your verification code', 'Your confirmation code is', signUpCode);
}

function mailResetCode(state: CognitoState, user: UserRecord): object {
  if (user.status === 'FORCE_CHANGE_PASSWORD')
    throw notAuthorized('User password cannot be reset in the current state.');
  if (user.attributes.email_verified !== 'true') {
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  }
  const resetCode = newCode(state.now() + HOUR_MS);
  changeUser(state, user, { resetCode });
  return mailCode(state, user, 'Your password reset code', 'Your password reset code is', resetCode);
}

function mailCode(state: CognitoState, user: UserRecord, subject: string, words: string, { code }: MailedCode): object {
  const to = user.attributes.email ?? '';
  state.services.outbox.send({ to, subject, text: `${words} ${code}`, code });
  return deliveryTo(to);
}

/**
 * The delivery details for a mail address. They are the same for an unknown address, so that the answer does not reveal which accounts
 * exist.
 */
function deliveryTo(address: string): object {
  const [mailbox = '', host = ''] = address.split('@');
  return {
    Destination: `${mailbox.slice(0, 1)}***@${host.slice(0, 1)}***`,
    DeliveryMedium: 'EMAIL',
    AttributeName: 'email',
  };
}

/** Checks a mailed code. Wrong codes are counted, so that six digits cannot be guessed. */
function useCode(state: CognitoState, user: UserRecord, kind: 'signUpCode' | 'resetCode', sent: string): void {
  const mailed = user[kind];
  if (!mailed || mailed.expiresAt <= state.now())
    throw codeExpired('Invalid code provided, please request a code again.');
  if (mailed.wrongTries >= WRONG_TRIES) throw tooManyAttempts();
  if (mailed.code === sent) return;
  changeUser(state, user, { [kind]: { ...mailed, wrongTries: mailed.wrongTries + 1 } });
  throw wrongCode('Invalid verification code provided, please try again.');
}
