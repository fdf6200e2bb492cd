import { sendMessages } from '../platform/queue/send-messages';
import { capability } from '../platform/runtime/capability';
import type { Mail } from './mail';

/** Puts mails on the delivery queue. */
export const queueMails = capability(
  { mailQueue: ['SendMessage'] },
  (context) =>
    (mails: readonly Mail[]): Promise<void> =>
      sendMessages(
        context,
        { resource: 'mailQueue', url: 'MAIL_QUEUE_URL' },
        mails.map((mail) => ({ body: JSON.stringify({ ...mail, trace: context.trace }) })),
      ),
);
