import type { Environment } from '../platform/runtime/env';
import { stageDigest } from '../platform/runtime/stage-key';
import { networkOf } from './attempt-rules';

const DIGEST_LENGTH = 12;

/** The digest of a caller's network for the log. Undefined in a function without the key of the stage. */
export const networkDigest = (environment: Environment, address: string): string | undefined =>
  logDigest(environment, 'NETWORK', () => networkOf(address));

/** The digest of an account for the log. The pools ignore case, so it does too. */
export const accountDigest = (environment: Environment, account: string): string | undefined =>
  logDigest(environment, 'ACCOUNT', () => account.toLowerCase());

const logDigest = (environment: Environment, purpose: 'NETWORK' | 'ACCOUNT', text: () => string): string | undefined =>
  environment.STAGE_KEY ? stageDigest(environment, purpose, text()).slice(0, DIGEST_LENGTH) : undefined;
