import * as v from 'valibot';
import { deliverMail } from '../../shared/mail/deliver-mail';
import { Mail } from '../../shared/mail/mail';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Delivers queued mails. Only a failed mail returns to the queue, not its whole batch. */
export const trigger = defineTrigger({
  id: 'sendMail',
  summary: 'Deliver queued mails',
  source: 'mailQueue',
  uses: { deliverMail },
  run: async ({ event, deps, report }) => {
    const failed = await Promise.all(
      event.Records.map(async ({ body, messageId }) => {
        try {
          await deps.deliverMail(v.parse(Mail, JSON.parse(body)));
          return [];
        } catch (failure) {
          report(failure);
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failed.flat() };
  },
});
