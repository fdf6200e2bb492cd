import * as v from 'valibot';
import { askSendOut } from '../platform/invoke/ask-function';
import { capability } from '../platform/runtime/capability';
import { DATA_KEY_PERMISSIONS, openText } from '../platform/secrets/data-key';
import type { DeliveryMessage } from './delivery';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules';
import { type EndpointRecord, secretOwner } from './endpoint';
import { bodyOf } from './event-body';
import { Outcomes, type OutRequest } from './outcome';
import { signedHeaders } from './signature';

/** The signed request of an attempt. `sendOut` gets the signatures, never a secret. */
export const signRequest = (rules: DeliveryRules = DELIVERY_RULES, body = bodyOf) =>
  capability(
    DATA_KEY_PERMISSIONS,
    (context) =>
      async (endpoint: EndpointRecord, message: DeliveryMessage): Promise<OutRequest> => {
        const now = context.now().getTime();
        const secrets: string[] = [];
        for (const { sealed } of rules.secretsOf(endpoint, now))
          secrets.push(await openText(context, secretOwner(endpoint), sealed));
        const signed = { id: message.event.id, timestamp: Math.floor(now / 1000), body: body(message) };
        return { url: endpoint.url, headers: signedHeaders(secrets, signed), body: signed.body };
      },
  );

/** Sends requests through `sendOut`, which alone opens connections to the addresses of endpoints. */
export const sendRequests = capability(
  { sendOut: ['InvokeFunction'] },
  (context) => async (requests: readonly OutRequest[]) => {
    const { outcomes } = v.parse(Outcomes, await askSendOut(context, { requests }));
    if (outcomes.length !== requests.length) throw new Error('The function of the requests lost an outcome.');
    return outcomes;
  },
);
