import * as v from 'valibot';
import { type Action, action, ServiceError } from '../aws-json';
import { invalidParameter } from './errors';
import { matchingStep, newSecret } from './one-time-codes';
import { poolById } from './pools';
import { type CognitoState, changeUser, type UserRecord, userNamed } from './state';
import { userOfToken } from './tokens';

const Preference = v.optional(
  v.object({ Enabled: v.optional(v.boolean(), false), PreferredMfa: v.optional(v.boolean(), false) }),
);

export const authenticatorActions = (state: CognitoState): Readonly<Record<string, Action>> => ({
  AssociateSoftwareToken: action(
    v.object({ AccessToken: v.string() }),
    async ({ AccessToken }) => {
      const { user } = await userOfToken(state, AccessToken);
      const pending = newSecret();
      changeUser(state, user, { authenticator: { isEnabled: false, ...user.authenticator, pending } });
      return { SecretCode: pending };
    },
    { signed: false },
  ),
  VerifySoftwareToken: action(
    v.object({ AccessToken: v.string(), UserCode: v.string(), FriendlyDeviceName: v.optional(v.string()) }),
    async ({ AccessToken, UserCode }) => {
      const { user } = await userOfToken(state, AccessToken);
      confirmSecret(state, user, UserCode);
      return { Status: 'SUCCESS' };
    },
    { signed: false },
  ),
  SetUserMFAPreference: action(
    v.object({ AccessToken: v.string(), SoftwareTokenMfaSettings: Preference }),
    async ({ AccessToken, SoftwareTokenMfaSettings }) => {
      const { user } = await userOfToken(state, AccessToken);
      return prefer(state, user, SoftwareTokenMfaSettings?.Enabled);
    },
    { signed: false },
  ),
  AdminSetUserMFAPreference: action(
    v.object({ UserPoolId: v.string(), Username: v.string(), SoftwareTokenMfaSettings: Preference }),
    ({ UserPoolId, Username, SoftwareTokenMfaSettings }) => {
      const user = userNamed(state, poolById(state.pools, UserPoolId), Username);
      return prefer(state, user, SoftwareTokenMfaSettings?.Enabled);
    },
  ),
});

/**
 * Makes the pending secret the user's secret after a first correct code proves that the app has it. Without a pending secret, the code is
 * checked against the user's secret and nothing changes: the service uses this to ask a signed-in user for another code.
 */
function confirmSecret(state: CognitoState, user: UserRecord, code: string): void {
  const { authenticator } = user;
  const secret = authenticator?.pending ?? authenticator?.secret;
  if (!authenticator || !secret) throw invalidParameter('Software token MFA has not been associated yet.');
  const step = matchingStep(secret, code, state.services.now());
  if (step === undefined) throw new ServiceError('EnableSoftwareTokenMFAException', 'Code mismatch');
  changeUser(state, user, { authenticator: { secret, isEnabled: authenticator.isEnabled, lastStep: step } });
}

function prefer(state: CognitoState, user: UserRecord, isEnabled: boolean | undefined): object {
  if (isEnabled === undefined) return {};
  if (isEnabled && !user.authenticator?.secret) throw invalidParameter('User has not verified software token mfa');
  if (user.authenticator) changeUser(state, user, { authenticator: { ...user.authenticator, isEnabled } });
  return {};
}

/**
 * Checks a code at sign-in. A code of the last used step, or of an earlier step, is refused: a code that someone read over the user's
 * shoulder is then worthless.
 */
export function takeCode(state: CognitoState, user: UserRecord, code: string): 'right' | 'wrong' | 'used' {
  const { authenticator } = user;
  const step = authenticator?.secret && matchingStep(authenticator.secret, code, state.services.now());
  if (!authenticator || typeof step !== 'number') return 'wrong';
  if (authenticator.lastStep !== undefined && step <= authenticator.lastStep) return 'used';
  changeUser(state, user, { authenticator: { ...authenticator, lastStep: step } });
  return 'right';
}

/** The fields that GetUser and AdminGetUser show for a user's second factor. */
export const factorFields = ({ authenticator }: UserRecord): object =>
  authenticator?.isEnabled
    ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }
    : {};
