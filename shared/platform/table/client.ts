import { type ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Meter } from '../runtime/context';
import { withoutDebugLog } from '../runtime/without-debug-log';

export const tableClient = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(withoutDebugLog(new DynamoDBClient({})), {
    marshallOptions: { removeUndefinedValues: true },
  });

/** Asked of every call: the units stand in the request's log line, and the price of an operation comes from there. */
export const COUNTED = { ReturnConsumedCapacity: 'TOTAL' } as const;

export function countRead(meter: Meter, consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): void {
  meter.readUnits += unitsOf(consumed);
}

export function countWrite(meter: Meter, consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): void {
  meter.writeUnits += unitsOf(consumed);
}

function unitsOf(consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): number {
  const parts = consumed === undefined ? [] : [consumed].flat();
  return parts.reduce((sum, part) => sum + (part.CapacityUnits ?? 0), 0);
}
