import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { tableClient } from '../../shared/store/table/client';
import { membershipKey, tripKey } from '../../shared/store/table/keys';
import { addressOf } from '../../shared/store/table/read';

let client: ReturnType<typeof tableClient> | undefined;

/** What the read of a trip sends, by the SDK alone: no token, no right, no check of anything. */
export async function handler({ pathParameters: { teamId, tripId } }: { pathParameters: Record<string, string> }) {
  client ??= tableClient();
  const Keys = [membershipKey(teamId ?? '', 'nobody'), tripKey(teamId ?? '', tripId ?? '')].map(addressOf);
  await client.send(new BatchGetCommand({ RequestItems: { fleet: { Keys, ConsistentRead: true } } }));
  return { statusCode: 200 };
}
