import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { capability } from '../platform/runtime/capability';
import { withoutDebugLog } from '../platform/runtime/without-debug-log';
import type { Mail } from './mail';

const sqsClient = () => withoutDebugLog(new SQSClient({}));

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
      () => context.client(sqsClient).send(command),
    );
    if (answer.Failed?.length)
      throw new Error(`The mail queue refused ${answer.Failed.length} messages: ${answer.Failed[0]?.Code}`);
  }
});
