import type { DeliveryState } from '../shared/webhook-endpoints/delivery';
import type { DisabledReason } from '../shared/webhook-endpoints/endpoint';
import type { Failure } from '../shared/webhook-endpoints/outcome';

/** What the codes of webhooks mean. The compiler requires a meaning for every code. */
export const WEBHOOK_TEXTS: readonly Readonly<Record<string, string>>[] = [
  {
    PENDING: 'an attempt follows',
    DELIVERED: 'the endpoint answered 2xx',
    FAILED: 'all attempts failed',
    SKIPPED: 'the endpoint was disabled',
  } satisfies Record<DeliveryState, string>,
  {
    STATUS: 'the answer was neither 2xx nor 3xx',
    REDIRECT: 'the answer was 3xx, which is not followed',
    TIMEOUT: 'no whole answer within 10 seconds',
    DNS: 'the name has no address',
    ADDRESS: 'an address of the name is not public, or the URL breaks a rule',
    TLS: 'no trusted certificate for the name',
    CONNECTION: 'the connection failed',
    TOO_LONG: 'the headers of the answer were longer than 16 KB',
    RESTING: 'not sent, because the endpoint has failed for ten minutes and is tried once a minute',
    INTERNAL: 'this service could not make the attempts',
  } satisfies Record<Failure, string>,
  {
    FAILING: 'attempts failed for five days',
    GONE: 'the endpoint answered 410',
  } satisfies Record<DisabledReason, string>,
  {
    ENABLED: 'events are sent',
    DISABLED: 'no events are sent',
  },
];
