import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';

/**
 * Reads a pool's public keys during the deploy, for the environment of the functions that verify its tokens. The code
 * is embedded in the template as text, so it cannot import modules. The keys are public, so it needs no permission.
 */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, ResponseURL } = event;
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
    PhysicalResourceId: String(event.ResourceProperties.UserPoolId),
  };
  await fetch(ResponseURL, { method: 'PUT', body: JSON.stringify(response) });
}

async function outcomeOf({ RequestType, ResourceProperties }: CloudFormationCustomResourceEvent) {
  if (RequestType === 'Delete') return { Status: 'SUCCESS' as const };
  const poolId = String(ResourceProperties.UserPoolId);
  // The SDK's variable for another endpoint, such as the emulator's.
  const endpoint = process.env.AWS_ENDPOINT_URL ?? `https://cognito-idp.${poolId.split('_')[0]}.amazonaws.com`;
  const answer = await fetch(`${endpoint}/${poolId}/.well-known/jwks.json`);
  if (!answer.ok) throw new Error(`The keys of ${poolId} answered ${answer.status}.`);
  return { Status: 'SUCCESS' as const, Data: { Keys: JSON.stringify(await answer.json()) } };
}
