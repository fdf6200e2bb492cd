import { isText, membersOf } from './members.js';
import type { components } from './schema.js';

/** An event as a webhook endpoint receives it, and as `fleet.events.list` returns it. */
export type FleetEvent = components['schemas']['FleetEvent'];
export type EventType = FleetEvent['type'];

/** The body of a test delivery: its type is no event of the service. */
export type TestEvent = Omit<FleetEvent, 'type'> & { readonly type: 'webhook.test' };

/**
 * Why a delivery is not genuine. HEADERS: a header of Standard Webhooks is missing. TIMESTAMP: the attempt is too old, or in the future.
 * SIGNATURE: no signature fits the body and one of the secrets.
 */
export type WebhookProblem = 'HEADERS' | 'TIMESTAMP' | 'SIGNATURE';

/** A request that did not come from the service, or that was recorded and sent again. Answer it with 400, and do not use its body. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  constructor(
    readonly problem: WebhookProblem,
    message: string,
  ) {
    super(message);
  }
}

/** The headers of a request: of `fetch`, or an object with names in lower case, as `node:http` has it. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface VerifyOptions {
  /** How far the instant of the attempt may be away. 300 by default. */
  readonly toleranceSeconds?: number;
  /** The present instant in milliseconds. The clock of the machine by default. */
  readonly now?: () => number;
}

const PREFIX = 'whsec_';
const VERSION = 'v1,';
/** The service sends two at most. Without a bound, one request could make its receiver compute thousands of signatures. */
const MOST_SIGNATURES = 10;

/**
 * Verifies a delivery by Standard Webhooks 1.0 and returns its event. `body` is the text as it arrived, before any parsing. During a rotation pass
 * both secrets. Throws a {@link WebhookError}. A delivery can come twice: keep the `id` of each event, and ignore one that you have.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<FleetEvent | TestEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError('HEADERS', 'A header of Standard Webhooks is missing.');
  const away = Math.abs(now() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || !(away <= toleranceSeconds))
    throw new WebhookError('TIMESTAMP', 'The attempt is too old, or in the future.');
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signatures
    .split(' ', MOST_SIGNATURES)
    .flatMap((one) => (one.startsWith(VERSION) ? bytesOf(one.slice(VERSION.length)) : []));
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(body);
  }
  throw new WebhookError('SIGNATURE', 'No signature fits the body and a secret.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = typeof headers.get === 'function' ? headers.get(name) : membersOf(headers)[name];
  return isText(value) ? value : undefined;
}

async function keyOf(secret: string) {
  const [bytes] = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : [];
  if (bytes === undefined)
    throw new TypeError('A secret is whsec_ and base64: POST /teams/{teamId}/webhook-endpoints shows it once.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** The bytes of a text in base64. None for a text that is not. */
function bytesOf(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}
