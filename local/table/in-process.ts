import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { LocalTable } from './table';
import { answerOf } from './wire-table';

interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const decoder = new TextDecoder();

/** The action of a request, from its header `X-Amz-Target`, such as `DynamoDB_20120810.GetItem`. */
export const actionOf = (target: unknown): string => String(target ?? '').split('.')[1] ?? '';

/** Answers the SDK's requests in this process, without a socket. */
const requestHandler = (table: LocalTable) => ({
  metadata: { handlerProtocol: 'http/1.1' },
  handle: async ({ headers, body }: SentRequest) => {
    const sent = body instanceof Uint8Array ? decoder.decode(body) : String(body ?? '{}');
    const { status, text } = answerOf(table, actionOf(headers['x-amz-target']), JSON.parse(sent));
    const answered = { 'content-type': 'application/x-amz-json-1.0' };
    return { response: { statusCode: status, headers: answered, body: Buffer.from(text) } };
  },
  httpHandlerConfigs: () => ({}),
  updateHttpClientConfig: () => {},
  destroy: () => {},
});

/**
 * Makes a client send its requests to the table in this process. All of the SDK's own work stays, except the signature, which the table does
 * not check and which costs half of a call.
 */
export function attachTable(client: DynamoDBDocumentClient, table: LocalTable): DynamoDBDocumentClient {
  Object.assign(client.config, { requestHandler: requestHandler(table) });
  client.middlewareStack.remove('httpSigningMiddleware');
  return client;
}
