import * as v from 'valibot';
import { Mail } from '../../shared/domain/mail';
import { defineTrigger } from '../../shared/operation/define-trigger';
import { deliverMail } from '../../shared/providers/mail/deliver-mail';

/** Delivers queued mails. One that fails goes back to the queue alone, not the batch with it. */
export const trigger = defineTrigger({
  id: 'sendMail',
  summary: 'Deliver queued mails',
  source: 'mailQueue',
  uses: { deliverMail },
  run: async ({ event, deps }) => {
    const outcomes = await Promise.allSettled(
      event.Records.map(async ({ body }) => deps.deliverMail(v.parse(Mail, JSON.parse(body)))),
    );
    const failed = event.Records.filter((_, index) => outcomes[index]?.status === 'rejected');
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  },
});
