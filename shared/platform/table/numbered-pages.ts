import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Context } from '../runtime/context';
import { familyOf } from '../runtime/key-families';
import { COUNTED, countRead, tableClient } from './client';

/** A page of a list that the client requests by number. The total must be known. */
export interface Window {
  /** Entries to skip, counted from the nearer end. */
  readonly skip: number;
  readonly take: number;
  /** True when the page is read from the oldest entry on. The caller must reverse the result. */
  readonly ascending: boolean;
}

/**
 * Computes the position of a page in a list of newest first, counted from the nearer end: the last page costs as little
 * as the first.
 */
export function windowOf(total: number, page: number, limit: number): Window {
  const before = (page - 1) * limit;
  const take = Math.max(0, Math.min(limit, total - before));
  const after = total - before - take;
  return after < before ? { skip: after, take, ascending: true } : { skip: before, take, ascending: false };
}

/** The entries to count: those of a partition of the table with a sort key prefix, or those of an index partition. */
export type Stretch =
  | { readonly pk: string; readonly prefix: string }
  | { readonly index: 'gsi1' | 'gsi2'; readonly partition: string };

/**
 * The sort key of the `number`th entry, after which the page starts. Undefined when there are fewer entries. DynamoDB
 * reads and charges the skipped entries.
 */
export async function positionAt(
  context: Context,
  stretch: Stretch,
  number: number,
  ascending: boolean,
): Promise<string | undefined> {
  const [resource, partition] =
    'index' in stretch ? [stretch.index, stretch.partition] : (['table', stretch.pk] as const);
  const sortKey = resource === 'table' ? 'sk' : `${resource}sk`;
  let skipped = 0;
  let last: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({
      TableName: context.env('TABLE_NAME'),
      ...counted(stretch),
      Select: 'COUNT',
      ScanIndexForward: ascending,
      Limit: number - skipped,
      ExclusiveStartKey: last,
      ...COUNTED,
    });
    const answer = await context.call({ resource, action: 'Query', families: [familyOf(partition)] }, (signal) =>
      context.client(tableClient).send(command, { abortSignal: signal }),
    );
    countRead(context.meter, answer.ConsumedCapacity);
    skipped += answer.Count ?? 0;
    last = answer.LastEvaluatedKey;
  } while (last && skipped < number);
  return last && v.parse(v.string(), last[sortKey]);
}

const counted = (stretch: Stretch) =>
  'index' in stretch
    ? {
        IndexName: stretch.index,
        KeyConditionExpression: '#pk = :pk',
        ExpressionAttributeNames: { '#pk': `${stretch.index}pk` },
        ExpressionAttributeValues: { ':pk': stretch.partition },
      }
    : {
        KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
        ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
        ExpressionAttributeValues: { ':pk': stretch.pk, ':prefix': stretch.prefix },
      };
