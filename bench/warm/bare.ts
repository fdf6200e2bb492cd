import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { tableClient } from '../../shared/platform/table/client';
import { addressOf } from '../../shared/platform/table/read';
import { membershipKey } from '../../shared/teams/team';
import { tripKey } from '../../shared/trips/trip';

let client: ReturnType<typeof tableClient> | undefined;

/** The BatchGetItem of the read of a trip, with the SDK only: no token, permission or validation. */
export async function handler({ pathParameters: { teamId, tripId } }: { pathParameters: Record<string, string> }) {
  client ??= tableClient();
  const Keys = [membershipKey(teamId ?? '', 'nobody'), tripKey(teamId ?? '', tripId ?? '')].map(addressOf);
  await client.send(new BatchGetCommand({ RequestItems: { fleet: { Keys, ConsistentRead: true } } }));
  return { statusCode: 200 };
}
