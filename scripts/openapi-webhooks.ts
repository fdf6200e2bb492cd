import { EVENT_TYPES, type EventType } from '../shared/events/event-type';
import { EVENT_TEXTS } from './event-texts';
import { REFERENCE } from './references';

/** The headers of a delivery, as Standard Webhooks 1.0 defines them. */
const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The identifier of the event. It is the same in each attempt: keep it to recognise a second delivery.',
  'webhook-timestamp': 'Unix seconds of the attempt. Refuse one that is more than five minutes away.',
  'webhook-signature':
    'One signature for each valid secret, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.',
};

/** The components of the webhooks: their parameters, and the answer that ends a delivery. */
export const WEBHOOK_PARAMETERS = Object.fromEntries(
  Object.entries(HEADERS).map(([name, description]) => [
    name,
    { name, in: 'header', required: true, description, schema: { type: 'string' } },
  ]),
);

/** The requests that the service sends to webhook endpoints: one for each type of event. */
export const webhooks = () => Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhookOf(type) }]));

/** `trip.created` as `sendTripCreated`. */
const nameOf = (type: EventType): string =>
  `send${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

const webhookOf = (type: EventType) => ({
  operationId: nameOf(type),
  summary: `${EVENT_TEXTS[type].charAt(0).toUpperCase()}${EVENT_TEXTS[type].slice(1)}`,
  description: `Sent to each webhook endpoint of the team that receives \`${type}\`. It can come twice, and out of order.`,
  tags: ['webhook-endpoints'],
  security: [],
  parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: `${REFERENCE}output:FleetEvent` },
            { type: 'object', properties: { type: { const: type, description: 'The type of this webhook.' } } },
          ],
        },
      },
    },
  },
  responses: {
    '2XX': { description: 'The event is delivered. The body is not read.' },
    '410': { description: 'The endpoint is gone: the service disables it at once.' },
    default: {
      description: 'The delivery failed. It is tried again, ten times in three days. A redirect is a failure too.',
    },
  },
});
