import * as v from 'valibot';
import { deliverMail } from '../../shared/mail/deliver-mail';
import { QueuedMail } from '../../shared/mail/mail';
import { defineTrigger } from '../../shared/operation/define-trigger';

/**
 * Delivers queued mails, one after the other. Only a failed mail returns to the queue, not its whole batch. A mail that
 * SES refuses for good does not return: it is counted.
 */
export const trigger = defineTrigger({
  id: 'sendMail',
  summary: 'Deliver queued mails',
  source: 'mailQueue',
  uses: { deliverMail },
  run: async ({ event, deps, report, continues, count }) => {
    const figures = { sent: 0, refused: 0, later: 0 };
    const failed: string[] = [];
    for (const { body, messageId } of event.Records) {
      let origin: string | undefined;
      try {
        const { trace, ...mail } = v.parse(QueuedMail, JSON.parse(body));
        origin = trace;
        if (trace) continues(trace);
        const delivered = await deps.deliverMail(mail);
        figures[delivered] += 1;
        if (delivered === 'later') failed.push(messageId);
      } catch (failure) {
        report(failure, origin);
        failed.push(messageId);
      }
    }
    count(figures);
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  },
});
