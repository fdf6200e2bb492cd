import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Action, action, ServiceError } from '../aws-json';
import { takeCode } from './authenticator';
import {
  codeExpired,
  invalidParameter,
  invalidSession,
  notAuthorized,
  userDisabled,
  wrongCode,
  wrongCredentials,
} from './errors';
import { checkLock, checkPolicy, isPassword, oneMoreFailure, spendAPasswordsTime } from './passwords';
import { checkSecretHash, type Pool, poolByClient, poolWithClient, required } from './pools';
import {
  type ChallengeName,
  type ChallengeRecord,
  type CognitoState,
  changeUser,
  findUser,
  type UserRecord,
  userBySub,
} from './state';
import { refresh, signIn } from './tokens';
import { attributesOf, setPassword } from './users';

/** Cognito's default, which the stack does not change. */
const SESSION_MS = 3 * 60_000;
/** The number of wrong codes after which a session ends. */
const CODES_A_SESSION = 5;

const Parameters = v.record(v.string(), v.string());

export const signInActions = (state: CognitoState): Readonly<Record<string, Action>> => ({
  AdminInitiateAuth: action(
    v.object({
      UserPoolId: v.string(),
      ClientId: v.string(),
      AuthFlow: v.string(),
      AuthParameters: v.optional(Parameters, {}),
    }),
    ({ UserPoolId, ClientId, AuthFlow, AuthParameters }) => {
      const pool = poolWithClient(state.pools, UserPoolId, ClientId);
      if (AuthFlow === 'ADMIN_USER_PASSWORD_AUTH') return byPassword(state, pool, AuthParameters);
      if (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN')
        throw invalidParameter('Refresh token rotation is enabled: use GetTokensFromRefreshToken.');
      throw invalidParameter(`Initiate Auth method not supported: ${AuthFlow}`);
    },
  ),
  AdminRespondToAuthChallenge: action(
    v.object({
      UserPoolId: v.string(),
      ClientId: v.string(),
      ChallengeName: v.string(),
      Session: v.string(),
      ChallengeResponses: Parameters,
    }),
    ({ UserPoolId, ClientId, ChallengeName, Session, ChallengeResponses }) =>
      respond(state, poolWithClient(state.pools, UserPoolId, ClientId), ChallengeName, Session, ChallengeResponses),
  ),
  GetTokensFromRefreshToken: action(
    v.object({ RefreshToken: v.string(), ClientId: v.string(), ClientSecret: v.optional(v.string()) }),
    async ({ RefreshToken, ClientId, ClientSecret }) => {
      const pool = poolByClient(state.pools, ClientId);
      if (ClientSecret !== pool.clientSecret) throw notAuthorized('Invalid client secret.');
      return { AuthenticationResult: await refresh(state, pool, RefreshToken) };
    },
    { signed: false },
  ),
});

async function byPassword(
  state: CognitoState,
  pool: Pool,
  parameters: Readonly<Record<string, string>>,
): Promise<object> {
  const name = required(parameters, 'USERNAME');
  checkSecretHash(pool, name, parameters.SECRET_HASH);
  const user = findUser(state, pool, name);
  if (!user) {
    await spendAPasswordsTime(required(parameters, 'PASSWORD'));
    throw wrongCredentials();
  }
  checkLock(user.failures, state.now());
  const isRight = user.password !== undefined && (await isPassword(required(parameters, 'PASSWORD'), user.password));
  const present = userBySub(state, pool.id, user.sub) ?? user;
  // Simultaneous attempts all pass the first check before one of them is counted. The second check, with the stored count, stops them.
  checkLock(present.failures, state.now());
  if (!isRight) {
    changeUser(state, present, { failures: oneMoreFailure(present.failures, state.now()) });
    throw wrongCredentials();
  }
  checkStanding(state, present);
  const welcome = present.failures ? changeUser(state, present, { failures: undefined }) : present;
  if (welcome.status === 'FORCE_CHANGE_PASSWORD') return challenge(state, welcome, 'NEW_PASSWORD_REQUIRED');
  return afterPassword(state, pool, welcome, 'TokenGeneration_Authentication');
}

/** Refuses a user whose password is right but whose account may not sign in. */
function checkStanding(state: CognitoState, user: UserRecord): void {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'UNCONFIRMED') throw new ServiceError('UserNotConfirmedException', 'User is not confirmed.');
  if (user.status === 'RESET_REQUIRED') {
    throw new ServiceError('PasswordResetRequiredException', 'Password reset required for the user');
  }
  if (user.temporaryUntil !== undefined && user.temporaryUntil <= state.now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
}

async function afterPassword(
  state: CognitoState,
  pool: Pool,
  user: UserRecord,
  occasion: 'TokenGeneration_Authentication' | 'TokenGeneration_NewPasswordChallenge',
): Promise<object> {
  if (user.authenticator?.isEnabled) return challenge(state, user, 'SOFTWARE_TOKEN_MFA');
  return { ChallengeParameters: {}, AuthenticationResult: await signIn(state, pool, user, occasion) };
}

function challenge(state: CognitoState, user: UserRecord, name: ChallengeName): object {
  const session = randomBytes(96).toString('base64url');
  const record = {
    poolId: user.poolId,
    sub: user.sub,
    challenge: name,
    expiresAt: state.now() + SESSION_MS,
    wrongTries: 0,
  };
  state.challenges.set(session, record);
  const parameters = { USER_ID_FOR_SRP: user.username };
  const newPassword = { requiredAttributes: '[]', userAttributes: JSON.stringify(attributesOf(user)) };
  return {
    ChallengeName: name,
    Session: session,
    ChallengeParameters: name === 'NEW_PASSWORD_REQUIRED' ? { ...parameters, ...newPassword } : parameters,
  };
}

async function respond(
  state: CognitoState,
  pool: Pool,
  name: string,
  session: string,
  responses: Readonly<Record<string, string>>,
): Promise<object> {
  const username = required(responses, 'USERNAME');
  checkSecretHash(pool, username, responses.SECRET_HASH);
  const { record, user } = openChallenge(state, pool, name, session, username);
  if (!user.enabled) throw userDisabled();
  if (record.challenge === 'SOFTWARE_TOKEN_MFA') {
    answerCode(state, session, record, user, required(responses, 'SOFTWARE_TOKEN_MFA_CODE'));
    const tokens = await signIn(state, pool, user, 'TokenGeneration_Authentication');
    return { ChallengeParameters: {}, AuthenticationResult: tokens };
  }
  const password = required(responses, 'NEW_PASSWORD');
  checkPolicy(password);
  state.challenges.delete(session);
  const changed = await setPassword(state, user, password, true);
  return afterPassword(state, pool, changed, 'TokenGeneration_NewPasswordChallenge');
}

/**
 * Finds the sign-in of the session. The session must belong to this pool, this user and this challenge, and be less than three minutes old.
 */
function openChallenge(state: CognitoState, pool: Pool, name: string, session: string, username: string) {
  const record = state.challenges.get(session);
  const user = record && userBySub(state, pool.id, record.sub);
  if (!record || !user || record.poolId !== pool.id || record.challenge !== name) throw invalidSession();
  if (findUser(state, pool, username)?.sub !== user.sub) throw invalidSession();
  if (record.expiresAt <= state.now()) throw notAuthorized('Invalid session for the user, session is expired.');
  return { record, user };
}

/** Ends the session when the code is right. A wrong code leaves the session open until its attempts are used up. */
function answerCode(
  state: CognitoState,
  session: string,
  record: ChallengeRecord,
  user: UserRecord,
  code: string,
): void {
  const outcome = takeCode(state, user, code);
  const wrongTries = record.wrongTries + 1;
  if (outcome !== 'right' && wrongTries < CODES_A_SESSION) state.challenges.set(session, { ...record, wrongTries });
  else state.challenges.delete(session);
  if (outcome === 'right') return;
  throw outcome === 'used'
    ? codeExpired('Your software token has already been used once.')
    : wrongCode('Invalid code received for user');
}
