import type { Operation } from '../../shared/operation/define';
import { capabilitiesOf, environmentOf } from '../../shared/operation/requirements';
import { type EnvironmentKey, environmentOfPermissions } from '../../shared/platform/runtime/env';

/** The connections that a rehearsal can open, each for the operations that use it. */
export const CONNECTS: readonly {
  readonly name: string;
  readonly from: string;
  readonly isNeeded: (operation: Operation) => boolean;
}[] = [
  {
    name: 'connectTable',
    from: './shared/platform/table/connect',
    isNeeded: (operation) => environmentOf(operation).includes('TABLE_NAME'),
  },
  {
    name: 'connectCognito',
    from: './shared/identity/cognito/connect',
    isNeeded: callsCognito,
  },
];

/**
 * Whether an operation calls Cognito, also with the user's own token, which needs no permission. Tokens are verified without a call, so only the
 * operation's own capabilities count.
 */
export function callsCognito(operation: Operation): boolean {
  return Object.values(capabilitiesOf(operation)).some(({ permissions, environment = [] }) =>
    [...environmentOfPermissions(permissions), ...environment].some((key) => COGNITO_VARIABLES.includes(key)),
  );
}

const COGNITO_VARIABLES: readonly EnvironmentKey[] = [
  'STAFF_CLIENT_ID',
  'STAFF_SELF_SERVICE_CLIENT_ID',
  'DRIVERS_CLIENT_ID',
];
