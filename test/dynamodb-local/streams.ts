import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

/** An engine with DynamoDB Streams, and the credentials whose database is meant. */
interface StreamSource {
  readonly endpoint: string;
  readonly accessKeyId: string;
}

const Description = v.object({ StreamDescription: v.object({ Shards: v.array(v.object({ ShardId: v.string() })) }) });
const Iterator = v.object({ ShardIterator: v.string() });
const Records = v.object({
  Records: v.array(v.record(v.string(), v.unknown())),
  NextShardIterator: v.optional(v.string()),
});

/** So many empty answers in a row are the end of what was written. */
const QUIET_ROUNDS = 20;

/**
 * All records of a stream since its beginning, shard by shard, in the form in which an event source mapping hands them to a function. The
 * SDK's client of DynamoDB Streams would be a package for these three calls. Source: DynamoDB API reference, "Amazon DynamoDB Streams".
 */
export async function streamRecords(source: StreamSource, StreamArn: string): Promise<Record<string, unknown>[]> {
  const { StreamDescription } = v.parse(Description, await call(source, 'DescribeStream', { StreamArn }));
  const records: Record<string, unknown>[] = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    let iterator: string | undefined = v.parse(Iterator, await call(source, 'GetShardIterator', from)).ShardIterator;
    for (let quiet = 0; iterator !== undefined && quiet < QUIET_ROUNDS; ) {
      const page: v.InferOutput<typeof Records> = v.parse(
        Records,
        await call(source, 'GetRecords', { ShardIterator: iterator }),
      );
      records.push(...page.Records);
      quiet = page.Records.length === 0 ? quiet + 1 : 0;
      iterator = page.NextShardIterator;
      await sleep(50);
    }
  }
  return records;
}

/** DynamoDB Local reads the access key of a request and checks no signature. */
async function call({ endpoint, accessKeyId }: StreamSource, operation: string, input: object): Promise<unknown> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
    },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${operation} is answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
