import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsClient } from '../runtime/aws-client';
import type { Context } from '../runtime/context';
import type { EnvironmentKey } from '../runtime/env';

export const sqsClient = (): SQSClient => awsClient('queue', (settings) => new SQSClient(settings));

/** SendMessageBatch takes ten messages at most. */
const BATCH = 10;

/** A queue: the resource of its permission, and the variable with its address. */
interface MessageQueue {
  readonly resource: 'mailQueue' | 'deliveryQueue' | 'importQueue';
  readonly url: EnvironmentKey;
}

export interface Message {
  readonly body: string;
  /** Messages of one group do not delay those of other groups. */
  readonly group?: string;
}

/** Puts messages on a queue. Throws when a message was refused. SendMessageBatch needs the permission SendMessage. */
export async function sendMessages(
  context: Context,
  { resource, url }: MessageQueue,
  messages: readonly Message[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    const command = new SendMessageBatchCommand({
      QueueUrl: context.env(url),
      Entries: messages.slice(start, start + BATCH).map(({ body, group }, index) => ({
        Id: String(index),
        MessageBody: body,
        ...(group !== undefined && { MessageGroupId: group }),
      })),
    });
    const answer = await context.call({ resource, action: 'SendMessageBatch', needs: ['SendMessage'] }, (signal) =>
      context.client(sqsClient).send(command, { abortSignal: signal }),
    );
    if (answer.Failed?.length)
      throw new Error(`The ${resource} refused ${answer.Failed.length} messages: ${answer.Failed[0]?.Code}`);
  }
}
