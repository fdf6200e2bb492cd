import { AppError } from '../platform/errors';
import { apiKeyDigest, hasApiKeyForm, hasApiKeyPrefix } from '../platform/values/api-key-form';
import type { KeyIdentity } from './caller';

const BEARER = /^bearer ([^ ]{1,200})$/i;

/**
 * The API key of a request. Undefined for another token. A key with a wrong checksum is refused here, without a call to any service.
 */
export function apiKeyIn(authorization: string | undefined): KeyIdentity | undefined {
  const [, token = ''] = authorization?.match(BEARER) ?? [];
  if (!hasApiKeyPrefix(token)) return undefined;
  if (!hasApiKeyForm(token)) throw new AppError('UNAUTHENTICATED');
  return { pool: 'keys', digest: apiKeyDigest(token) };
}
