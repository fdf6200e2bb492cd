import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { awsClient } from '../platform/runtime/aws-client';
import { capability } from '../platform/runtime/capability';
import type { Mail } from './mail';

export const sesClient = () => awsClient('mail', (settings) => new SESv2Client(settings));

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
      await context.call({ resource: 'mailIdentity', action: 'SendEmail' }, (signal) =>
        context.client(sesClient).send(command, { abortSignal: signal }),
      );
    },
);
