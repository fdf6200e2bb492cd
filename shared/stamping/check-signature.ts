import { createHmac, timingSafeEqual } from 'node:crypto';
import { openTeamSecret } from '../providers/secrets/vault';
import { capability } from '../runtime/capability';
import type { CheckSignature } from '../runtime/signed-request';
import { readWebhookAccount } from '../store/stamping-accounts';

const SIGNATURE_HEADER = 'facturapi-signature';
/** As `webhookToken` is made: 32 bytes in base 64. Anything else is not looked up. */
const TOKEN = /^[\w-]{43}$/;
const HMAC = /^[0-9a-f]{64}$/i;

/**
 * Checks a webhook of the stamping provider: hexadecimal HMAC-SHA256 of the raw body, by the secret of the organization whose token stands in
 * the address (stamping.md §1). There is a secret for each mode, and either is right.
 */
export const checkStampingSignature = capability(
  { table: readWebhookAccount.rights.table ?? [], dataKey: openTeamSecret.rights.dataKey ?? [] },
  (context): CheckSignature =>
    async ({ rawBody, headers, query: { team } }) => {
      const signature = headers[SIGNATURE_HEADER];
      if (!team || !TOKEN.test(team) || !signature || !HMAC.test(signature)) return undefined;
      const account = await readWebhookAccount.make(context)(team);
      if (account === undefined) return undefined;
      const { teamId, webhookSecret, liveWebhookSecret } = account;
      const openSecret = openTeamSecret.make(context);
      const secrets = await Promise.all([
        webhookSecret && openSecret(teamId, 'webhookSecret', webhookSecret),
        liveWebhookSecret && openSecret(teamId, 'liveWebhookSecret', liveWebhookSecret),
      ]);
      const given = Buffer.from(signature, 'hex');
      const isRight = secrets.some((secret) => secret && isSignatureOf(secret, rawBody, given));
      return isRight ? { teamId } : undefined;
    },
);

function isSignatureOf(secret: string, rawBody: Uint8Array, given: Uint8Array): boolean {
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
