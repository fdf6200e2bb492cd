import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';

/** The parts of a record of DynamoDB Streams that we use. Source: API reference, "StreamRecord". */
export const StreamRecord = v.object({
  eventName: v.optional(v.string()),
  dynamodb: v.object({
    SequenceNumber: v.string(),
    Keys: v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) }),
    NewImage: v.optional(
      v.custom<Record<string, AttributeValue>>((image) => typeof image === 'object' && image !== null),
    ),
  }),
});
export type StreamRecord = v.InferOutput<typeof StreamRecord>;

export interface InsertedItem {
  readonly pk: string;
  readonly sk: string;
  readonly item: Readonly<Record<string, unknown>>;
}

/** The item that the record inserted. Undefined for a change and for a deletion. */
export function insertedItem({ eventName, dynamodb: { Keys, NewImage } }: StreamRecord): InsertedItem | undefined {
  if (eventName !== 'INSERT' || NewImage === undefined) return undefined;
  return { pk: Keys.pk.S, sk: Keys.sk.S, item: unmarshall(NewImage) };
}
