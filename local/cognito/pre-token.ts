import type { JWTPayload } from 'jose';
import * as v from 'valibot';
import { ServiceError } from '../aws-json';
import type { Pool } from './pools';
import type { CognitoState, UserRecord } from './state';
import { attributesOf } from './users';

/** An access token with this scope may call the actions of Cognito that users call on their own account. */
export const USER_SCOPE = 'aws.cognito.signin.user.admin';

/** The reason for new tokens, which the trigger receives. */
export type TokenOccasion =
  | 'TokenGeneration_Authentication'
  | 'TokenGeneration_NewPasswordChallenge'
  | 'TokenGeneration_RefreshTokens';

/** The changes that the trigger makes to each token. */
interface ClaimChanges {
  readonly accessToken: JWTPayload;
  readonly idToken: JWTPayload;
}

const TokenChanges = v.nullish(
  v.object({
    claimsToAddOrOverride: v.nullish(v.record(v.string(), v.unknown()), {}),
    claimsToSuppress: v.nullish(v.array(v.string()), []),
    scopesToAdd: v.nullish(v.array(v.string()), []),
    scopesToSuppress: v.nullish(v.array(v.string()), []),
  }),
  {},
);

const Overrides = v.object({ accessTokenGeneration: TokenChanges, idTokenGeneration: TokenChanges });
type Overrides = v.InferOutput<typeof Overrides>;

const TriggerAnswer = v.object({ response: v.object({ claimsAndScopeOverrideDetails: v.nullish(Overrides, {}) }) });

/** Claims that no trigger can change. Source: Cognito developer guide, "Pre token generation Lambda trigger", excluded claims. */
const FIXED_CLAIMS = new Set(
  [
    'acr',
    'amr',
    'at_hash',
    'auth_time',
    'azp',
    'exp',
    'iat',
    'iss',
    'jti',
    'nbf',
    'nonce',
    'origin_jti',
    'sub',
    'token_use',
    'version',
  ].concat(['client_id', 'username', 'aud', 'event_id', 'device_key', 'identities', 'cognito:username']),
);

/** Calls the pool's pre-token trigger, version 2, when the pool has one. The scope of the access token is set here in both cases. */
export async function claimChanges(
  state: CognitoState,
  pool: Pool,
  user: UserRecord,
  occasion: TokenOccasion,
): Promise<ClaimChanges> {
  const details = await askTrigger(state, pool, user, occasion);
  const access = v.parse(TokenChanges, details.accessTokenGeneration);
  const id = v.parse(TokenChanges, details.idTokenGeneration);
  const scopes = [USER_SCOPE, ...(access.scopesToAdd ?? [])].filter(
    (scope) => !access.scopesToSuppress?.includes(scope),
  );
  return {
    accessToken: { ...changed(access), ...(scopes.length > 0 && { scope: scopes.join(' ') }) },
    idToken: changed(id),
  };
}

function changed({ claimsToAddOrOverride, claimsToSuppress }: v.InferOutput<typeof TokenChanges>): JWTPayload {
  const kept = Object.entries(claimsToAddOrOverride ?? {}).filter(
    ([name]) => !FIXED_CLAIMS.has(name) && name !== 'scope',
  );
  const suppressed = (claimsToSuppress ?? [])
    .filter((name) => !FIXED_CLAIMS.has(name))
    .map((name) => [name, undefined]);
  return Object.fromEntries([...kept, ...suppressed]);
}

async function askTrigger(
  state: CognitoState,
  pool: Pool,
  user: UserRecord,
  triggerSource: TokenOccasion,
): Promise<Partial<Overrides>> {
  if (pool.preTokenGeneration === undefined) return {};
  const event = {
    version: '2',
    triggerSource,
    region: 'us-east-1',
    userPoolId: pool.id,
    userName: user.username,
    callerContext: { awsSdkVersion: 'aws-sdk-js-3', clientId: pool.clientId },
    request: {
      userAttributes: { ...attributesOf(user), 'cognito:user_status': user.status },
      groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
      scopes: [USER_SCOPE],
    },
    response: { claimsAndScopeOverrideDetails: null },
  };
  const answer = await state.services.runTrigger(pool.preTokenGeneration, event).catch((failure: unknown) => {
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new ServiceError('UserLambdaValidationException', `PreTokenGeneration failed with error ${reason}.`);
  });
  const parsed = v.safeParse(TriggerAnswer, answer);
  if (!parsed.success) throw new ServiceError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  return parsed.output.response.claimsAndScopeOverrideDetails ?? {};
}
