import { sendMessages } from '../platform/queue/send-messages';
import { capability } from '../platform/runtime/capability';
import type { DeliveryMessage } from './delivery';

/** Puts attempts on the delivery queue. The endpoint is the group, so that the backlog of one does not delay the others. */
export const queueDeliveries = capability(
  { deliveryQueue: ['SendMessage'] },
  (context) =>
    (messages: readonly DeliveryMessage[]): Promise<void> =>
      sendMessages(
        context,
        { resource: 'deliveryQueue', url: 'DELIVERY_QUEUE_URL' },
        messages.map((message) => ({ body: JSON.stringify(message), group: message.endpointId })),
      ),
);
