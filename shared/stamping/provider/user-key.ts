import { AppError } from '../../platform/errors';
import type { Shelf } from '../../platform/runtime/cached';
import type { Context } from '../../platform/runtime/context';
import { keptSecret, type ServiceSecret } from '../../platform/secrets/secrets-manager';

const USER_KEY: ServiceSecret = { resource: 'stampingSecret', arn: 'STAMPING_SECRET_ARN' };

const keys: Shelf<{ readonly secret: string }> = () => new Map();

/**
 * The service's own key, which creates and configures organizations at the provider. It is read once for each execution
 * environment. A placeholder that the operator has not replaced yet is not cached.
 */
export const userKey = (context: Context): Promise<{ readonly secret: string }> =>
  keptSecret(context, keys, USER_KEY, ({ text }) => ({ secret: keyIn(text) }));

function keyIn(text: string): string {
  if (text.startsWith('sk_user_')) return text;
  throw new AppError('PROVIDER_ERROR', {
    message: {
      en: 'This service has no account at the stamping provider. Ask its operator to store the user key in Secrets Manager.',
      es: 'Este servicio no tiene cuenta con el proveedor de timbrado. Pida a su operador que guarde la llave de usuario en Secrets Manager.',
    },
  });
}
