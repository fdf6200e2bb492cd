import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Bytes of a new secret. Standard Webhooks asks for 24 to 64. */
export const SECRET_BYTES = 32;

/** A secret in the form that the libraries of Standard Webhooks take. */
export const secretOf = (bytes: Uint8Array): string => `${PREFIX}${Buffer.from(bytes).toString('base64')}`;

interface Signed {
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The signature of one secret, as Standard Webhooks 1.0 defines it. */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The headers of one attempt, with one signature for each valid secret. */
export const signedHeaders = (secrets: readonly string[], signed: Signed): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'fleet-webhooks/1',
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
});
