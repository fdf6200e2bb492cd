import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Context } from '../runtime/context';
import { COUNTED, countRead, tableClient } from './client';

/** A page of a list that is asked for by its number, where the total is known. */
export interface Window {
  /** Entries to pass over, from the end that is nearer. */
  readonly skip: number;
  readonly take: number;
  /** From the oldest on: what is read comes the wrong way round. */
  readonly ascending: boolean;
}

/** Where a page of a list of newest first lies, counted from the nearer end: the last page costs what the first one does. */
export function windowOf(total: number, page: number, limit: number): Window {
  const before = (page - 1) * limit;
  const take = Math.max(0, Math.min(limit, total - before));
  const after = total - before - take;
  return after < before ? { skip: after, take, ascending: true } : { skip: before, take, ascending: false };
}

/** Entries that are counted off from one end of a partition: of the table by the prefix of their sort keys, or of an index. */
export type Stretch =
  | { readonly pk: string; readonly prefix: string }
  | { readonly index: 'gsi1' | 'gsi2'; readonly partition: string };

/**
 * The sort key of the entry that is the `number`th from an end, to go on after; undefined where there are not so many. It reads what it
 * passes over: for lists that are asked for by the number of a page.
 */
export async function positionAt(
  context: Context,
  stretch: Stretch,
  number: number,
  ascending: boolean,
): Promise<string | undefined> {
  const resource = 'index' in stretch ? stretch.index : 'table';
  const sortKey = resource === 'table' ? 'sk' : `${resource}sk`;
  let passed = 0;
  let last: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({
      TableName: context.env('TABLE_NAME'),
      ...counted(stretch),
      Select: 'COUNT',
      ScanIndexForward: ascending,
      Limit: number - passed,
      ExclusiveStartKey: last,
      ...COUNTED,
    });
    const answer = await context.call({ resource, action: 'Query' }, () => context.client(tableClient).send(command));
    countRead(context.meter, answer.ConsumedCapacity);
    passed += answer.Count ?? 0;
    last = answer.LastEvaluatedKey;
  } while (last && passed < number);
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
