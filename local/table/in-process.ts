import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { answerInProcess } from '../in-process';
import type { LocalTable } from './table';
import { answerOf } from './wire-table';

/** The action of a request, from its header `X-Amz-Target`, such as `DynamoDB_20120810.GetItem`. */
export const actionOf = (target: unknown): string => String(target ?? '').split('.')[1] ?? '';

/**
 * Makes a client send its requests to the table in this process. All of the SDK's own work stays, except the signature, which the table does
 * not check and which costs half of a call.
 */
export function attachTable(client: DynamoDBDocumentClient, table: LocalTable): DynamoDBDocumentClient {
  answerInProcess(client, ({ headers, body }) => {
    const { status, text } = answerOf(table, actionOf(headers['x-amz-target']), JSON.parse(body || '{}'));
    return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: text };
  });
  client.middlewareStack.remove('httpSigningMiddleware');
  return client;
}
