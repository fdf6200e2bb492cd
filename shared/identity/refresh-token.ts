import type { Environment } from '../platform/runtime/env';
import { isSameDigest, stageDigest } from '../platform/runtime/stage-key';
import type { SessionOfPerson } from './session-record';

/** A refresh token of this service, opened. */
export interface OpenRefreshToken extends SessionOfPerson {
  /** Cognito's refresh token. */
  readonly token: string;
}

const SEPARATOR = '.';

const sealOf = (environment: Environment, { pool, personId, sessionId, token }: OpenRefreshToken): string =>
  stageDigest(environment, 'SESSION', pool, personId, sessionId, token);

/**
 * The refresh token that a client gets: `{person}.{session}.{seal}.{Cognito's}`. It names the session's record, and the
 * seal refuses an invalid one without a call. The typed client reads the person, to notice that another tab has the
 * session of another person. The seal uses the key of the stage, because the secret of Cognito's
 * client is rotated.
 */
export const sealRefreshToken = (environment: Environment, open: OpenRefreshToken): string =>
  [open.personId, open.sessionId, sealOf(environment, open), open.token].join(SEPARATOR);

/** Opens a refresh token of this pool. Undefined for any other text. Cognito's part may contain the separator. */
export function openRefreshToken(
  environment: Environment,
  pool: OpenRefreshToken['pool'],
  text: string,
): OpenRefreshToken | undefined {
  const [personId = '', sessionId = '', seal = '', ...rest] = text.split(SEPARATOR);
  const open = { pool, personId, sessionId, token: rest.join(SEPARATOR) };
  return isSameDigest(seal, sealOf(environment, open)) ? open : undefined;
}
