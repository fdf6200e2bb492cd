import { Refusal } from '../../domain/refusal';
import type { Context } from '../../runtime/context';
import { readSecret, type ServiceSecret } from '../secrets/secrets-manager';

const USER_KEY: ServiceSecret = { resource: 'stampingSecret', arn: 'STAMPING_SECRET_ARN' };

const cache = (): { key?: string } => ({});

/**
 * The service's own key at the provider, which makes and configures organizations. Read once for each execution environment. What stands in
 * its place until the operator has put it there is not kept.
 */
export async function userKey(context: Context): Promise<{ readonly secret: string }> {
  context.assertGranted({ resource: USER_KEY.resource, action: 'GetSecretValue' });
  const known = context.client(cache);
  if (known.key !== undefined) return { secret: known.key };
  const { text } = await readSecret(context, USER_KEY);
  if (!text.startsWith('sk_user_')) {
    throw new Refusal('PROVIDER_ERROR', {
      message:
        'This service has no account at the stamping provider yet. Ask its operator to put the user key into Secrets Manager.',
    });
  }
  known.key = text;
  return { secret: text };
}
