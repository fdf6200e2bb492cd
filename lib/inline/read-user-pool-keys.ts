import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';

type Properties = CloudFormationCustomResourceEvent['ResourceProperties'];

/**
 * Reads a pool's public keys, or the secret of one of its clients, during the deploy, for the environment of the
 * functions. The code is embedded in the template as text, so it can import the SDK of Lambda's runtime only. The keys
 * are public and need no permission.
 */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, ResponseURL, ResourceProperties } = event;
  const outcome = await outcomeOf(event).catch((failure: unknown) => ({
    Status: 'FAILED' as const,
    Reason: String(failure),
  }));
  const response: CloudFormationCustomResourceResponse = {
    Reason: '',
    ...outcome,
    StackId,
    RequestId,
    LogicalResourceId,
    PhysicalResourceId: String(ResourceProperties.ClientId ?? ResourceProperties.UserPoolId),
    // CloudFormation then shows the answer nowhere.
    NoEcho: ResourceProperties.ClientId !== undefined,
  };
  await fetch(ResponseURL, { method: 'PUT', body: JSON.stringify(response), redirect: 'error' });
}

async function outcomeOf({ RequestType, ResourceProperties }: CloudFormationCustomResourceEvent) {
  if (RequestType === 'Delete') return { Status: 'SUCCESS' as const };
  const Data = ResourceProperties.ClientId
    ? { Secret: await onceAllowed(() => secretOf(ResourceProperties)) }
    : { Keys: await keysOf(String(ResourceProperties.UserPoolId)) };
  return { Status: 'SUCCESS' as const, Data };
}

async function keysOf(poolId: string): Promise<string> {
  // The SDK's variable for another endpoint, such as the emulator's.
  const endpoint = process.env.AWS_ENDPOINT_URL ?? `https://cognito-idp.${poolId.split('_')[0]}.amazonaws.com`;
  const answer = await fetch(`${endpoint}/${poolId}/.well-known/jwks.json`, { redirect: 'error' });
  if (!answer.ok) throw new Error(`The keys of ${poolId} answered ${answer.status}.`);
  return JSON.stringify(await answer.json());
}

const PAUSE_MS = 5_000;
const MOST_TRIES = 5;

/** A permission of the same deploy can take seconds until IAM knows it everywhere. */
async function onceAllowed(read: () => Promise<string>, tries = 1): Promise<string> {
  return read().catch(async (failure: unknown) => {
    if (tries >= MOST_TRIES || !String(failure).startsWith('AccessDenied')) throw failure;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return onceAllowed(read, tries + 1);
  });
}

/** Cognito shows the first secret. It shows no secret that was added later: the operator keeps that one as `SecretName`. */
async function secretOf({ UserPoolId, ClientId, Number: number, SecretName }: Properties): Promise<string> {
  if (number === '1') {
    const { UserPoolClient } = await new CognitoIdentityProvider().describeUserPoolClient({ UserPoolId, ClientId });
    if (UserPoolClient?.ClientSecret) return UserPoolClient.ClientSecret;
  }
  const { SecretString } = await new SecretsManager().getSecretValue({ SecretId: SecretName });
  if (!SecretString) throw new Error(`${SecretName} has no text.`);
  return SecretString;
}
