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

/** All that the function of an operation may do: exactly what its declaration uses, and what enforcing its `auth` reads. */
export const permissionsOf = (operation: Pick<Operation, 'uses' | 'auth'>): GrantedPermissions =>
  unionOfPermissions([
    authPermissions(operation.auth),
    ...Object.values(capabilitiesOf(operation)).map(({ permissions }) => permissions),
  ]);

/** The capabilities of its work, and the one that checks a signature. */
export function capabilitiesOf({ uses, auth }: Pick<Operation, 'uses' | 'auth'>): Uses {
  const signature = signatureOf(auth);
  return { ...uses, ...(signature && { signature }) };
}

/** The environment variables that the function of an operation reads, sorted. */
export function environmentOf(operation: Pick<Operation, 'uses' | 'auth' | 'output'>): EnvironmentKey[] {
  const keys = [
    ...environmentOfPermissions(permissionsOf(operation)),
    ...environmentOfCapabilities(Object.values(capabilitiesOf(operation))),
    ...(poolAuthOf(operation.auth) ? TOKEN_ENVIRONMENT : []),
    ...(operation.output.setsSessionCookies || operation.output.clearsSessionCookies ? SESSION_ENVIRONMENT : []),
  ];
  return [...new Set(keys)].sort();
}
