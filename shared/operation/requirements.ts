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

/** The permissions of an operation's function: those of its `uses`, and those that its `auth` needs. */
export const permissionsOf = (operation: Pick<Operation, 'uses' | 'auth'>): GrantedPermissions =>
  unionOfPermissions([
    authPermissions(operation.auth),
    ...Object.values(capabilitiesOf(operation)).map(({ permissions }) => permissions),
  ]);

/** The capabilities of `uses`, and the one that checks the signature. */
export function capabilitiesOf({ uses, auth }: Pick<Operation, 'uses' | 'auth'>): Uses {
  const signature = signatureOf(auth);
  return { ...uses, ...(signature && { signature }) };
}

/** The environment variables of an operation's function, sorted. */
export function environmentOf(operation: Pick<Operation, 'uses' | 'auth' | 'output'>): EnvironmentKey[] {
  const keys = [
    ...environmentOfPermissions(permissionsOf(operation)),
    ...environmentOfCapabilities(Object.values(capabilitiesOf(operation))),
    ...(poolAuthOf(operation.auth) ? TOKEN_ENVIRONMENT : []),
    ...(operation.output.setsSessionCookies || operation.output.clearsSessionCookies ? SESSION_ENVIRONMENT : []),
  ];
  return [...new Set(keys)].sort();
}
