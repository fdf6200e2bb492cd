import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';

/**
 * Reads a pool's public keys while the stack is deployed, for the environment of the functions that check its tokens. It is put into the
 * template as text, and so imports nothing. It asks the pool as anybody may, and needs no right for it.
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
  // The SDK's own variable: where it is set, the pool lives there and not at AWS.
  const endpoint = process.env.AWS_ENDPOINT_URL ?? `https://cognito-idp.${poolId.split('_')[0]}.amazonaws.com`;
  const answer = await fetch(`${endpoint}/${poolId}/.well-known/jwks.json`);
  if (!answer.ok) throw new Error(`The keys of ${poolId} answered ${answer.status}.`);
  return { Status: 'SUCCESS' as const, Data: { Keys: JSON.stringify(await answer.json()) } };
}
