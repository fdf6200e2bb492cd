import { authPermissions } from '../identity/access';
import { poolAuthOf, signatureOf } from '../identity/caller';
import { environmentOfCapabilities, type Uses } from '../platform/runtime/capability';
import {
  type EnvironmentKey,
  environmentOfPermissions,
  SESSION_ENVIRONMENT,
  TOKEN_ENVIRONMENT,
} from '../platform/runtime/env';
import { type GrantedPermissions, unionOfPermissions } from '../platform/runtime/permissions';
import type { Operation } from './define';

type Needing = Pick<Operation, 'uses' | 'auth' | 'securityEvent'>;

/** The permissions of an operation's function: those of its `uses`, and those that its `auth` needs. */
export const permissionsOf = (operation: Needing): GrantedPermissions =>
  unionOfPermissions([
    authPermissions(operation.auth),
    ...Object.values(capabilitiesOf(operation)).map(({ permissions }) => permissions),
  ]);

/** The capabilities of `uses`, the one that checks the signature, and the one that keeps the security event. */
export function capabilitiesOf({ uses, auth, securityEvent }: Needing): Uses {
  const signature = signatureOf(auth);
  const keepSecurityEvent = securityEvent?.keep;
  return { ...uses, ...(signature && { signature }), ...(keepSecurityEvent && { keepSecurityEvent }) };
}

/** The environment variables of an operation's function, sorted. */
export function environmentOf(operation: Needing & Pick<Operation, 'output'>): EnvironmentKey[] {
  const keys = [
    ...environmentOfPermissions(permissionsOf(operation)),
    ...environmentOfCapabilities(Object.values(capabilitiesOf(operation))),
    ...(poolAuthOf(operation.auth) ? TOKEN_ENVIRONMENT : []),
    ...(operation.output.setsSessionCookies || operation.output.clearsSessionCookies ? SESSION_ENVIRONMENT : []),
  ];
  return [...new Set(keys)].sort();
}
