import * as v from 'valibot';
import { deliverMail } from '../../shared/mail/deliver-mail';
import { QueuedMail } from '../../shared/mail/mail';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Delivers queued mails. Only a failed mail returns to the queue, not its whole batch. */
export const trigger = defineTrigger({
  id: 'sendMail',
  summary: 'Deliver queued mails',
  source: 'mailQueue',
  uses: { deliverMail },
  run: async ({ event, deps, report, continues }) => {
    const failed = await Promise.all(
      event.Records.map(async ({ body, messageId }) => {
        let origin: string | undefined;
        try {
          const { trace, ...mail } = v.parse(QueuedMail, JSON.parse(body));
          origin = trace;
          if (trace) continues(trace);
          await deps.deliverMail(mail);
          return [];
        } catch (failure) {
          report(failure, origin);
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failed.flat() };
  },
});
