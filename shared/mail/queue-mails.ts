import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsClient } from '../platform/runtime/aws-client';
import { capability } from '../platform/runtime/capability';
import type { Mail } from './mail';

export const sqsClient = () => awsClient('queue', (settings) => new SQSClient(settings));

/** SendMessageBatch takes ten messages at most. */
const BATCH = 10;

/** Puts mails on the delivery queue. SendMessageBatch needs the permission SendMessage. */
export const queueMails = capability({ mailQueue: ['SendMessage'] }, (context) => async (mails: readonly Mail[]) => {
  for (let start = 0; start < mails.length; start += BATCH) {
    const batch = mails.slice(start, start + BATCH);
    const command = new SendMessageBatchCommand({
      QueueUrl: context.env('MAIL_QUEUE_URL'),
      Entries: batch.map((mail, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify({ ...mail, trace: context.trace }),
      })),
    });
    const answer = await context.call(
      { resource: 'mailQueue', action: 'SendMessageBatch', needs: ['SendMessage'] },
      (signal) => context.client(sqsClient).send(command, { abortSignal: signal }),
    );
    if (answer.Failed?.length)
      throw new Error(`The mail queue refused ${answer.Failed.length} messages: ${answer.Failed[0]?.Code}`);
  }
});
