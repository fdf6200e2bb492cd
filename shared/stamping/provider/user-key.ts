import { AppError } from '../../platform/errors';
import type { Shelf } from '../../platform/runtime/cached';
import type { Context } from '../../platform/runtime/context';
import { keptSecret, type ServiceSecret } from '../../platform/secrets/secrets-manager';

const USER_KEY: ServiceSecret = { resource: 'stampingSecret', arn: 'STAMPING_SECRET_ARN' };

const keys: Shelf<{ readonly secret: string }> = () => new Map();

/**
 * The service's own key at the provider, which makes and configures organizations. Read once for each execution environment. What stands in
 * its place until the operator has put it there is not kept.
 */
export const userKey = (context: Context): Promise<{ readonly secret: string }> =>
  keptSecret(context, keys, USER_KEY, ({ text }) => ({ secret: keyIn(text) }));

function keyIn(text: string): string {
  if (text.startsWith('sk_user_')) return text;
  throw new AppError('PROVIDER_ERROR', {
    message:
      'This service has no account at the stamping provider yet. Ask its operator to put the user key into Secrets Manager.',
  });
}
