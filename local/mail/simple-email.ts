import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { MakeStandIn } from '../stand-in';
import { jsonAnswer } from '../wire';

const Text = v.object({ Data: v.string() });

/** The fields of SendEmail for a simple mail. Source: Amazon SES API v2 reference, SendEmail. */
const OutboundEmail = v.object({
  FromEmailAddress: v.string(),
  Destination: v.object({ ToAddresses: v.pipe(v.array(v.string()), v.minLength(1)) }),
  Content: v.object({ Simple: v.object({ Subject: Text, Body: v.object({ Text }) }) }),
});

/** The first line of a mail of `shared/mail/mail.ts` with a code. */
const CODE = /^Código: (\d{6})\b/m;

/** Amazon SES, version 2. It puts mails into the outbox. */
export const simpleEmail: MakeStandIn = ({ outbox }) => ({
  answer: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/v2/email/outbound-emails')
      return refused('NotFoundException', `No ${method} ${path} here.`, 404);
    const mail = v.safeParse(OutboundEmail, JSON.parse(body.toString('utf8')));
    if (!mail.success) return refused('BadRequestException', mail.issues[0].message, 400);
    const { Destination, Content } = mail.output;
    const text = Content.Simple.Body.Text.Data;
    const code = CODE.exec(text)?.[1];
    for (const to of Destination.ToAddresses) {
      outbox.send({ to, subject: Content.Simple.Subject.Data, text, ...(code !== undefined && { code }) });
    }
    return jsonAnswer(200, { MessageId: randomUUID() });
  },
  environment: (endpoint) => ({ AWS_ENDPOINT_URL_SESV2: endpoint, ...LOCAL_VARIABLES }),
});

const LOCAL_VARIABLES = {
  MAIL_SENDER: 'no-reply@flota.local',
  MAIL_CONFIGURATION_SET: 'fleet-local',
  MAILS_PER_SECOND: '20',
};

const refused = (type: string, message: string, status: number) =>
  jsonAnswer(status, { message }, { 'x-amzn-errortype': type });
