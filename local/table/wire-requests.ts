import * as v from 'valibot';
import { itemFromWire } from './wire-values';

/**
 * The requests of DynamoDB's JSON protocol as far as the table plays them. A parameter that is not listed here is ignored.
 * Source: DynamoDB API reference.
 */

const Attributes = v.pipe(
  v.unknown(),
  v.transform((wire) => itemFromWire(wire)),
);
const Text = v.optional(v.string());
const Flag = v.optional(v.boolean());

const Expressions = {
  ExpressionAttributeNames: v.optional(v.record(v.string(), v.string())),
  ExpressionAttributeValues: v.optional(Attributes),
};

const Reading = { ...Expressions, ConsistentRead: Flag, ProjectionExpression: Text };
const Writing = {
  TableName: Text,
  ...Expressions,
  ConditionExpression: Text,
  ReturnValuesOnConditionCheckFailure: Text,
};
const Single = { ReturnConsumedCapacity: Text, ReturnValues: Text };

export const GetItem = v.object({
  TableName: Text,
  ...Reading,
  Key: v.optional(Attributes),
  ReturnConsumedCapacity: Text,
});

export const BatchGetItem = v.object({
  RequestItems: v.record(v.string(), v.object({ ...Reading, Keys: v.optional(v.array(Attributes)) })),
  ReturnConsumedCapacity: Text,
});

const Paging = {
  TableName: Text,
  ...Reading,
  IndexName: Text,
  FilterExpression: Text,
  ExclusiveStartKey: v.optional(Attributes),
  Limit: v.optional(v.number()),
  Select: Text,
  ReturnConsumedCapacity: Text,
};
export const Scan = v.object(Paging);
export const Query = v.object({ ...Paging, KeyConditionExpression: Text, ScanIndexForward: Flag });

const Put = v.object({ ...Writing, Item: v.optional(Attributes) });
const Delete = v.object({ ...Writing, Key: v.optional(Attributes) });
const Update = v.object({ ...Delete.entries, UpdateExpression: Text });
export const PutItem = v.object({ ...Put.entries, ...Single });
export const DeleteItem = v.object({ ...Delete.entries, ...Single });
export const UpdateItem = v.object({ ...Update.entries, ...Single });

const TransactItem = v.object({
  Put: v.optional(Put),
  Update: v.optional(Update),
  Delete: v.optional(Delete),
  ConditionCheck: v.optional(Delete),
});
export const TransactWriteItems = v.object({
  TransactItems: v.array(TransactItem),
  ClientRequestToken: Text,
  ReturnConsumedCapacity: Text,
});

export const BatchWriteItem = v.object({
  RequestItems: v.record(
    v.string(),
    v.array(
      v.object({
        PutRequest: v.optional(v.object({ Item: Attributes })),
        DeleteRequest: v.optional(v.object({ Key: Attributes })),
      }),
    ),
  ),
  ReturnConsumedCapacity: Text,
});
