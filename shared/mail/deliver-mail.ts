import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import * as v from 'valibot';
import { awsClient } from '../platform/runtime/aws-client';
import { capability } from '../platform/runtime/capability';
import { type Mail, withLink } from './mail';
import { millisecondsOfMail } from './mail-rate';

export const sesClient = () => awsClient('mail', (settings) => new SESv2Client(settings));

/**
 * SES refuses this mail for good: its content or its address is at fault. SES accepts a mail to an address on the list
 * of suppressed ones and drops it; its event is a bounce. Source: SES API v2 reference, SendEmail.
 */
const REFUSED_FOR_GOOD = new Set(['MessageRejected', 'BadRequestException']);

/** With less time left, a slow answer of SES would come after the function's end, and the mail would be sent twice. */
const LEAST_REMAINING_MS = 8_000;

const Rate = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1));

/** `refused`: no later try can succeed. `later`: there was no time for it. */
export type Delivered = 'sent' | 'refused' | 'later';

/**
 * Sends one mail with SES, and waits until the next one may follow. If SES fails, the error leaves the message on the
 * queue, which delivers it again.
 */
export const deliverMail = capability(
  { mailIdentity: ['SendEmail'] },
  (context) =>
    async ({ to, subject, text }: Mail): Promise<Delivered> => {
      if (context.remaining() < LEAST_REMAINING_MS) return 'later';
      const began = context.now().getTime();
      const linked = withLink(text, context.environment.FRONT_END_URL);
      const command = new SendEmailCommand({
        FromEmailAddress: context.env('MAIL_SENDER'),
        ConfigurationSetName: context.env('MAIL_CONFIGURATION_SET'),
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: { Subject: { Data: subject, Charset: 'UTF-8' }, Body: { Text: { Data: linked, Charset: 'UTF-8' } } },
        },
      });
      try {
        await context.call({ resource: 'mailIdentity', action: 'SendEmail' }, (signal) =>
          context.client(sesClient).send(command, { abortSignal: signal }),
        );
        return 'sent';
      } catch (failure) {
        // The message of this error names the address, so the log gets only the number of refused mails.
        if (failure instanceof Error && REFUSED_FOR_GOOD.has(failure.name)) return 'refused';
        throw failure;
      } finally {
        const pause = millisecondsOfMail(v.parse(Rate, context.env('MAILS_PER_SECOND')));
        await context.sleep(Math.max(0, began + pause - context.now().getTime()));
      }
    },
  ['MAILS_PER_SECOND', 'FRONT_END_URL'],
);
