import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { capability } from '../../platform/runtime/capability';
import type { CheckSignature } from '../../platform/runtime/signed-request';
import { readWebhookAccount } from './accounts';
import { openTeamSecret } from './vault';

const SIGNATURE_HEADER = 'facturapi-signature';
const Signed = v.object({
  /** As `webhookToken` is made: 32 bytes in base 64. Anything else is not looked up. */
  team: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i)),
});

/**
 * Checks a webhook of the stamping provider: hexadecimal HMAC-SHA256 of the raw body, by the secret of the organization whose token stands in
 * the address. There is a secret for each mode, and either is right.
 */
export const checkStampingSignature = capability.of(
  { readWebhookAccount, openTeamSecret },
  (deps): CheckSignature =>
    async ({ rawBody, headers, query: { team } }) => {
      const signed = v.safeParse(Signed, { team, signature: headers[SIGNATURE_HEADER] });
      if (!signed.success) return undefined;
      const account = await deps.readWebhookAccount(signed.output.team);
      if (account === undefined) return undefined;
      const { teamId, webhookSecret, liveWebhookSecret } = account;
      const secrets = await Promise.all([
        webhookSecret && deps.openTeamSecret(teamId, 'webhookSecret', webhookSecret),
        liveWebhookSecret && deps.openTeamSecret(teamId, 'liveWebhookSecret', liveWebhookSecret),
      ]);
      const given = Buffer.from(signed.output.signature, 'hex');
      const isRight = secrets.some((secret) => secret && isSignatureOf(secret, rawBody, given));
      return isRight ? { teamId } : undefined;
    },
);

/** Both are 32 bytes long. */
const isSignatureOf = (secret: string, rawBody: Uint8Array, given: Uint8Array): boolean =>
  timingSafeEqual(given, createHmac('sha256', secret).update(rawBody).digest());
