import { capability } from '../platform/runtime/capability';
import type { EnvironmentKey } from '../platform/runtime/env';

const SELF_SERVICE_CLIENT: EnvironmentKey = 'STAFF_SELF_SERVICE_CLIENT_ID';

/**
 * True for the client whose tokens stay in our functions. This file imports no SDK: Cognito waits at most five seconds
 * for the trigger that uses it.
 */
export const isSelfServiceClient = capability(
  {},
  (context) => (clientId: string) => clientId === context.env(SELF_SERVICE_CLIENT),
  [SELF_SERVICE_CLIENT],
);
