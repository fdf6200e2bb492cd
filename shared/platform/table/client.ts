import { type ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsClient } from '../runtime/aws-client';
import type { Meter } from '../runtime/context';

export const tableClient = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    awsClient('table', (settings) => new DynamoDBClient(settings)),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  );

/** Every call returns its consumed units. The request's log line contains their sum. */
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
