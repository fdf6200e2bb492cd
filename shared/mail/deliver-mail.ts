import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { capability } from '../platform/runtime/capability';
import { withoutDebugLog } from '../platform/runtime/without-debug-log';
import type { Mail } from './mail';

const sesClient = () => withoutDebugLog(new SESv2Client({}));

/** Sends one mail with SES. If SES fails, the error leaves the message on the queue, which delivers it again. */
export const deliverMail = capability(
  { mailIdentity: ['SendEmail'] },
  (context) =>
    async ({ to, subject, text }: Mail) => {
      const command = new SendEmailCommand({
        FromEmailAddress: context.env('MAIL_SENDER'),
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: { Subject: { Data: subject, Charset: 'UTF-8' }, Body: { Text: { Data: text, Charset: 'UTF-8' } } },
        },
      });
      await context.call({ resource: 'mailIdentity', action: 'SendEmail' }, () =>
        context.client(sesClient).send(command),
      );
    },
);
