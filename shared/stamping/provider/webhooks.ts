import * as v from 'valibot';
import { capability } from '../../platform/runtime/capability';
import { ask } from './ask';

/** What happens to a document without our asking. */
const EVENTS = ['invoice.status_updated', 'invoice.cancellation_status_updated'];

const Registered = v.object({ data: v.array(v.object({ id: v.pipe(v.string(), v.nonEmpty()), url: v.string() })) });

/**
 * Registers the address for the events of the key's organization and mode, and answers the secret that they are signed with. It is shown
 * once: a webhook to the same address, whose secret was lost, is taken away.
 */
export const registerWebhook = capability(
  { stampingProvider: ['ListWebhooks', 'DeleteWebhook', 'CreateWebhook'] },
  (context) =>
    async (key: { readonly secret: string }, url: string): Promise<string> => {
      const { data } = await ask(context, key, {
        action: 'ListWebhooks',
        send: ({ webhooks }) => webhooks.list({ limit: 50 }),
        read: (answer) => v.parse(Registered, answer),
      });
      for (const lost of data.filter((one) => one.url === url)) {
        await ask(context, key, {
          action: 'DeleteWebhook',
          send: ({ webhooks }) => webhooks.del(lost.id),
          read: () => undefined,
        });
      }
      return ask(context, key, {
        action: 'CreateWebhook',
        send: ({ webhooks }) => webhooks.create({ url, enabled_events: EVENTS }),
        read: (answer) => v.parse(v.object({ secret: v.pipe(v.string(), v.nonEmpty()) }), answer).secret,
      });
    },
);
